import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from webnavigator.errors import MapError, StoreError
from webnavigator.model.action import Goto
from webnavigator.model.graph import Edge, Node
from webnavigator.model.page import Observation
from webnavigator.model.task import Task
from webnavigator.store.sql import SqlStore, open_map


def ids(store: SqlStore) -> list[str]:
    return [node.id for node in store.graph().nodes]


def contents(directory: Path) -> dict[str, bytes]:
    return {str(p.relative_to(directory)): p.read_bytes() for p in directory.rglob("*") if p.is_file()}


def child(program: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_new_map_is_empty_and_keeps_what_is_put(tmp_path: Path) -> None:
    with open_map(tmp_path / "map", create=True) as store:
        assert not store.graph().nodes
        store.put_node(Node("a", "https://a.test/"))
    with open_map(tmp_path / "map") as store:
        assert ids(store) == ["a"]


def test_a_closed_map_is_one_file_and_its_lock(tmp_path: Path) -> None:
    with open_map(tmp_path, create=True) as store:
        store.put_node(Node("a", "https://a.test/"))
        store.close()
    assert sorted(contents(tmp_path)) == ["map.db", "map.lock", "map.owner"]


def test_creating_again_opens_what_is_there(tmp_path: Path) -> None:
    for name in ("a", "b"):
        with open_map(tmp_path, create=True) as store:
            store.put_node(Node(name, "https://a.test/"))
    with open_map(str(tmp_path)) as store:
        assert ids(store) == ["a", "b"]


def test_no_map_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(MapError, match=r"no map at .*nowhere: make one with"):
        open_map(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("create", [False, True])
@pytest.mark.parametrize("name", ["notes.txt", ".hidden", "map.db", "index"])
def test_a_foreign_directory_is_refused_and_not_touched(tmp_path: Path, name: str, create: bool) -> None:
    (tmp_path / name).write_bytes(b"SQLite format 3\0" + b"x" * 200)
    before = contents(tmp_path)
    with pytest.raises(MapError, match="is not a map"):
        open_map(tmp_path, create=create)
    assert contents(tmp_path) == before


def test_a_database_of_somebody_else_is_refused_and_not_touched(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "map.db")
    connection.execute("CREATE TABLE nodes (id)")
    connection.close()
    before = contents(tmp_path)
    with pytest.raises(MapError, match=r"its map\.db was not made by webnavigator"):
        open_map(tmp_path, create=True)
    assert contents(tmp_path) == before


def test_a_file_is_not_a_map(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(MapError, match="is a file"):
        open_map(tmp_path / "file", create=True)
    with pytest.raises(MapError, match="cannot be"):
        open_map(tmp_path / "file" / "below", create=True)


@pytest.mark.parametrize("write", [False, True])
def test_a_newer_map_is_refused_and_not_touched(tmp_path: Path, write: bool) -> None:
    open_map(tmp_path, create=True).close()
    connection = sqlite3.connect(tmp_path / "map.db")
    connection.execute("INSERT INTO schema_migrations VALUES (99, 'future')")
    connection.commit()
    connection.close()
    before = (tmp_path / "map.db").read_bytes()
    with pytest.raises(MapError, match="has schema 99 and this webnavigator knows"):
        open_map(tmp_path, write=write)
    assert (tmp_path / "map.db").read_bytes() == before
    with pytest.raises(MapError, match="schema 99"):
        open_map(tmp_path, write=write)


def test_a_damaged_map_is_one_clear_line(tmp_path: Path) -> None:
    with open_map(tmp_path, create=True) as store:
        store.put_nodes(Node(f"n{i}", "https://a.test/" + "x" * 500) for i in range(200))
    path = tmp_path / "map.db"
    path.write_bytes(path.read_bytes()[:8192] + b"\xff" * 200_000)
    with pytest.raises(StoreError, match=r"cannot be read or written: .*malformed") as caught:
        open_map(tmp_path).graph()
    assert "\n" not in str(caught.value)


def test_an_unfinished_creation_is_taken_up_again(tmp_path: Path) -> None:
    (tmp_path / "map.db.unfinished").write_bytes(b"half")
    (tmp_path / "map.lock").touch()
    with open_map(tmp_path, create=True) as store:
        assert ids(store) == []
    assert not (tmp_path / "map.db.unfinished").exists()


def test_reading_refuses_to_write(tmp_path: Path) -> None:
    open_map(tmp_path, create=True).close()
    with open_map(tmp_path) as store, pytest.raises(MapError, match="open for reading only"):
        store.put_node(Node("a", "https://a.test/"))


def test_a_read_only_place_can_be_read(tmp_path: Path) -> None:
    with open_map(tmp_path / "map", create=True) as store:
        store.put_node(Node("a", "https://a.test/"))
    mounted = subprocess.run(
        ["mount", "-o", "bind,ro", str(tmp_path / "map"), str(tmp_path / "map")],
        check=False,
        capture_output=True,
    )
    if mounted.returncode != 0:
        pytest.skip("no right to mount a directory read-only")
    try:
        with open_map(tmp_path / "map") as store:
            assert ids(store) == ["a"]
        with pytest.raises(MapError, match="cannot be locked"):
            open_map(tmp_path / "map", write=True)
    finally:
        subprocess.run(["umount", str(tmp_path / "map")], check=True)


def test_a_transaction_is_all_or_nothing(store: SqlStore) -> None:
    with pytest.raises(ValueError, match="stop"), store.transaction():
        store.put_node(Node("a", "https://a.test/"))
        store.put_tasks([Task("a", Goto("https://a.test/b"))])
        store.put_screenshot(b"picture")
        raise ValueError("stop")
    assert ids(store) == []
    assert store.tasks() == []
    with store.transaction(), store.transaction():
        store.put_node(Node("b", "https://a.test/"))
    assert ids(store) == ["b"]


def test_a_failed_part_undoes_the_whole_even_when_it_is_caught(store: SqlStore) -> None:
    with pytest.raises(StoreError, match="none of it is kept"), store.transaction():
        store.put_node(Node("a", "https://a.test/"))
        with pytest.raises(StoreError):
            store.put_edge(Edge("a", "stranger", Goto("https://a.test/b")))
    assert ids(store) == []
    store.put_node(Node("b", "https://a.test/"))
    assert ids(store) == ["b"]


def test_readers_see_whole_steps_while_a_writer_writes(store: SqlStore) -> None:
    with open_map(store.path) as reader:
        for i in range(20):
            with store.transaction():
                store.put_nodes([Node(f"a{i}", "https://a.test/"), Node(f"b{i}", "https://a.test/")])
                store.put_edge(Edge(f"a{i}", f"b{i}", Goto("https://a.test/")))
                assert len(reader.graph().nodes) == 2 * i
            assert len(reader.graph().edges) == i + 1


def test_a_second_writer_is_told_who_has_the_map(tmp_path: Path) -> None:
    holder = child(
        """
        import sys, time
        from webnavigator.store.sql import open_map
        store = open_map(sys.argv[1], create=True)
        print("open", flush=True)
        time.sleep(60)
        """,
        tmp_path,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(MapError, match=f"in use by process {holder.pid}$"):
            open_map(tmp_path, write=True)
        with open_map(tmp_path) as reader:
            assert ids(reader) == []
    finally:
        holder.kill()
        holder.communicate()
    with open_map(tmp_path, write=True) as store:
        store.put_node(Node("a", "https://a.test/"))
        with pytest.raises(MapError, match=f"in use by process {os.getpid()}$"):
            open_map(tmp_path, write=True)


WRITER = """
    import itertools, sys
    from webnavigator.model.action import Goto
    from webnavigator.model.graph import Edge, Node
    from webnavigator.model.page import Observation
    from webnavigator.model.task import Task
    from webnavigator.store.sql import open_map
    store = open_map(sys.argv[1], create=True)
    store.put_node(Node("root", "https://a.test/"))
    for i in itertools.count():
        with store.transaction():
            sha = store.put_observation(Observation("https://a.test/", title=str(i), tree="text " * 50_000))
            image = store.put_screenshot(str(i).encode() * 20_000)
            store.put_node(Node(f"n{i}", "https://a.test/", content=sha, screenshot=image))
            store.put_edge(Edge("root", f"n{i}", Goto(f"https://a.test/{i}")))
            store.put_tasks([Task(f"n{i}", Goto("https://a.test/"))])
        print(i, flush=True)
"""


@pytest.mark.parametrize("steps", [1, 7, 23])
def test_a_killed_writer_loses_its_open_step_and_nothing_else(tmp_path: Path, steps: int) -> None:
    writer = child(WRITER, tmp_path)
    assert writer.stdout is not None
    for _ in range(steps):
        writer.stdout.readline()
    os.kill(writer.pid, signal.SIGKILL)
    reported = steps + len(writer.communicate()[0].split())
    shutil.copytree(tmp_path, tmp_path / "copy")
    for path, write in ((tmp_path, False), (tmp_path, True)):
        with open_map(path, write=write) as store:
            graph = store.graph()
            steps_kept = len(graph.nodes) - 1
            assert steps_kept in (reported, reported + 1)
            assert len(graph.edges) == len(store.tasks()) == steps_kept
            for i in range(steps_kept):
                node = graph.node(f"n{i}")
                assert node is not None
                seen = store.observation(node)
                assert seen == Observation("https://a.test/", title=str(i), tree="text " * 50_000)
                assert store.screenshot(node) == str(i).encode() * 20_000
    assert not list(tmp_path.glob("blobs/unfinished/*"))


@pytest.fixture
def small_disk(tmp_path: Path):
    path = tmp_path / "disk"
    path.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(path)]
    if subprocess.run(command, check=False, capture_output=True).returncode != 0:
        pytest.skip("no right to mount a small disk")
    yield path
    subprocess.run(["umount", str(path)], check=True)


def fill(path: Path) -> None:
    with pytest.raises(OSError, match="No space"), path.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 512)


def test_a_full_disk_is_one_clear_line_and_the_map_stays(small_disk: Path) -> None:
    with open_map(small_disk / "map", create=True) as store:
        store.put_node(Node("first", "https://a.test/"))
        fill(small_disk / "filler")
        with pytest.raises(StoreError, match="full") as caught, store.transaction():
            store.put_nodes(Node(f"n{i}", "https://a.test/" + "x" * 9000) for i in range(100))
        assert "\n" not in str(caught.value)
        with pytest.raises(StoreError, match="No space left"):
            store.put_screenshot(b"picture" * 1000)
        assert not list(small_disk.glob("map/blobs/*/*"))
        assert ids(store) == ["first"]
    with open_map(small_disk / "map") as store:
        assert ids(store) == ["first"]
    (small_disk / "filler").unlink()
    with open_map(small_disk / "map", write=True) as store:
        store.put_node(Node("second", "https://a.test/"))
        assert ids(store) == ["first", "second"]


def test_a_log_without_its_index_is_read_on_a_full_disk(small_disk: Path) -> None:
    with open_map(small_disk / "one", create=True) as store:
        store.put_node(Node("a", "https://a.test/"))
        shutil.copytree(small_disk / "one", small_disk / "two", ignore=shutil.ignore_patterns("*-shm"))
        assert (small_disk / "two" / "map.db-wal").stat().st_size
        fill(small_disk / "filler")
        with open_map(small_disk / "two") as reader:
            assert ids(reader) == ["a"]


def test_a_reader_is_told_of_what_others_put_and_how_much_there_is(store: SqlStore) -> None:
    with open_map(store.path) as reader:
        before = reader.revision()
        assert reader.revision() == before
        store.put_nodes([Node("a", "https://a.test/"), Node("b", "https://a.test/b", visited=False)])
        store.put_edge(Edge("a", "b", Goto("https://a.test/b")))
        assert reader.revision() != before
        size = reader.size()
        assert (size.states, size.visited, size.edges) == (2, 1, 1)
