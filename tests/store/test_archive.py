import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from webnavigator.errors import BadInputError, MapError, StoreError
from webnavigator.model.action import Goto
from webnavigator.model.graph import Edge, Node
from webnavigator.model.page import Observation
from webnavigator.store.archive import export_archive, import_archive
from webnavigator.store.exchange import export_json
from webnavigator.store.sql import SqlStore, open_map

SEEN = Observation("https://a.test/", structure=("/html[1]/a[1]",), tree="- link 订单")


@pytest.fixture
def filled(store: SqlStore) -> SqlStore:
    content, picture = store.put_observation(SEEN), store.put_screenshot(b"picture")
    store.put_nodes([Node("a", "u", content=content, screenshot=picture), Node("b", "v", content=content)])
    store.put_edge(Edge("a", "b", Goto("v")))
    store.put_screenshot(b"picture of a state that is gone")
    (store.index_path / "dense").mkdir(parents=True)
    (store.index_path / "dense" / "vectors.npy").write_bytes(b"numbers")
    (store.index_path / ".half").write_bytes(b"half")
    return store


@pytest.fixture
def packed(filled: SqlStore, tmp_path: Path) -> Path:
    export_archive(filled, tmp_path / "map.zip")
    return tmp_path / "map.zip"


@contextmanager
def repacked(packed: Path) -> Iterator[dict[str, bytes]]:
    with zipfile.ZipFile(packed) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    yield entries
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)


def test_an_archive_holds_the_whole_map(filled: SqlStore, packed: Path, tmp_path: Path) -> None:
    import_archive(packed, tmp_path / "copy")
    with open_map(tmp_path / "copy") as copy:
        assert export_json(copy, full=True) == export_json(filled, full=True)
        node = copy.graph().node("a")
        assert node is not None
        assert copy.screenshot(node) == b"picture"
        assert copy.structure(node) == {"/html[1]/a[1]"}
        assert (copy.index_path / "dense" / "vectors.npy").read_bytes() == b"numbers"
    assert len(list((tmp_path / "copy").glob("blobs/*/*"))) == 3
    assert not (tmp_path / "copy" / "index" / ".half").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "map", "map.zip"]


def test_a_copy_can_be_written_while_it_is_read(packed: Path, tmp_path: Path) -> None:
    import_archive(packed, tmp_path / "copy")
    with open_map(tmp_path / "copy", write=True) as writer, open_map(tmp_path / "copy") as reader:
        with writer.transaction():
            writer.put_node(Node("c", "w"))
            assert len(reader.graph().nodes) == 2
        assert len(reader.graph().nodes) == 3


@pytest.mark.parametrize(
    "name",
    [
        "../evil",
        "/etc/evil",
        "blobs/../../evil",
        "blobs/ab/evil",
        "index/../evil",
        "index/.evil",
        "map.db-wal",
        "map\\evil",
    ],
)
def test_names_that_lead_elsewhere_are_refused(packed: Path, tmp_path: Path, name: str) -> None:
    with repacked(packed) as entries:
        entries[name] = b"evil"
    with pytest.raises(BadInputError, match="does not belong in a map"):
        import_archive(packed, tmp_path / "copy")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["map", "map.zip"]


def test_a_bomb_is_refused(packed: Path, tmp_path: Path) -> None:
    with repacked(packed) as entries:
        entries["index/zeros"] = b"\0" * (70 * 2**20)
    with pytest.raises(BadInputError, match="beyond all measure"):
        import_archive(packed, tmp_path / "copy")


@pytest.mark.parametrize("name", ["map.db", "archive.json"])
def test_a_part_that_is_missing_is_named(packed: Path, tmp_path: Path, name: str) -> None:
    with repacked(packed) as entries:
        del entries[name]
    with pytest.raises(BadInputError, match="is missing"):
        import_archive(packed, tmp_path / "copy")


@pytest.mark.parametrize("manifest", [b"[]", b"{", b'{"schema": "webnavigator-archive/2"}'])
def test_an_unknown_format_is_refused(packed: Path, tmp_path: Path, manifest: bytes) -> None:
    with repacked(packed) as entries:
        entries["archive.json"] = manifest
    with pytest.raises(BadInputError, match=r"map\.zip"):
        import_archive(packed, tmp_path / "copy")


def test_a_blob_that_is_not_what_its_name_says_is_refused(packed: Path, tmp_path: Path) -> None:
    with repacked(packed) as entries:
        entries[next(name for name in entries if name.endswith(".webp"))] = b"another picture"
    with pytest.raises(BadInputError, match=r"is damaged: .*missing or broken"):
        import_archive(packed, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER evil AFTER INSERT ON nodes BEGIN DELETE FROM edges; END",
        "CREATE VIEW evil AS SELECT 1",
        "DROP TABLE observations",
        "DROP TABLE schema_migrations",
    ],
)
def test_a_database_with_more_or_less_than_our_tables_is_refused(packed: Path, tmp_path: Path, statement: str) -> None:
    with repacked(packed) as entries:
        (tmp_path / "map.db").write_bytes(entries["map.db"])
        with closing(sqlite3.connect(tmp_path / "map.db")) as connection:
            connection.execute(statement)
            connection.commit()
        entries["map.db"] = (tmp_path / "map.db").read_bytes()
    with pytest.raises(BadInputError, match="damaged"):
        import_archive(packed, tmp_path / "copy")


def test_an_archive_of_a_newer_map_says_so(filled: SqlStore, packed: Path, tmp_path: Path) -> None:
    with repacked(packed) as entries:
        (tmp_path / "map.db").write_bytes(entries["map.db"])
        with closing(sqlite3.connect(tmp_path / "map.db")) as connection:
            connection.execute("INSERT INTO schema_migrations VALUES (99, 'future')")
            connection.commit()
        entries["map.db"] = (tmp_path / "map.db").read_bytes()
    with pytest.raises(MapError, match=r"map\.zip has schema 99"):
        import_archive(packed, tmp_path / "copy")


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04 no zip", json.dumps({}).encode()])
def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(BadInputError, match=r"x\.zip"):
        import_archive(tmp_path / "x.zip", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_a_cut_off_archive_is_refused(packed: Path, tmp_path: Path) -> None:
    packed.write_bytes(packed.read_bytes()[:-300])
    with pytest.raises(BadInputError, match="is not a map archive"):
        import_archive(packed, tmp_path / "copy")


def test_nothing_is_overwritten(filled: SqlStore, packed: Path, tmp_path: Path) -> None:
    with pytest.raises(MapError, match="holds a map already"):
        import_archive(packed, filled.path)
    (tmp_path / "mine" / "index").mkdir(parents=True)
    (tmp_path / "mine" / "index" / "page.html").write_text("mine")
    with pytest.raises(MapError, match="is not a map"):
        import_archive(packed, tmp_path / "mine")
    (tmp_path / "empty").mkdir()
    import_archive(packed, tmp_path / "empty")
    with open_map(tmp_path / "empty") as store:
        assert len(store.graph().nodes) == 2


def test_an_archive_that_cannot_be_written_leaves_nothing(filled: SqlStore, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        export_archive(filled, tmp_path / "nowhere" / "map.zip")
    node = filled.graph().node("a")
    assert node is not None
    (filled.path / "blobs" / node.screenshot[:2] / f"{node.screenshot[2:]}.webp").unlink()
    with pytest.raises(StoreError, match="is damaged: blob"):
        export_archive(filled, tmp_path / "map.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["map"]
