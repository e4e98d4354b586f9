"""What a map on a PostgreSQL server does besides what every map does."""

import json
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from webnavigator.errors import BadInputError, MapError, StoreError
from webnavigator.model.action import Click, Goto, Locator
from webnavigator.model.graph import Edge, Node
from webnavigator.model.page import Observation
from webnavigator.model.task import Task
from webnavigator.store.archive import export_archive, import_archive
from webnavigator.store.before import keep_before, open_before
from webnavigator.store.exchange import export_json
from webnavigator.store.server import STORE_NAME, read_server, server_at
from webnavigator.store.sql import SqlStore, open_map


def ids(store: SqlStore) -> list[str]:
    return [node.id for node in store.graph().nodes]


def fill(store: SqlStore) -> None:
    content = store.put_observation(Observation("https://a.test/", "Home"))
    store.put_nodes([Node("b", "https://a.test/b"), Node("a", "https://a.test/", "首页", content=content)])
    store.put_edge(Edge("b", "a", Click(Locator("/html/a")), "Back"))
    store.put_tasks([Task("a", Goto("https://a.test/c"))])
    store.set_meta("start_url", "https://a.test/")


def test_a_map_is_opened_by_its_directory(server: str, tmp_path: Path) -> None:
    with open_map(tmp_path / "map", create=True, server=server) as store:
        fill(store)
    with open_map(tmp_path / "map") as store:
        assert ids(store) == ["b", "a"]
    with open_map(tmp_path / "map", create=True, server=server) as store:
        assert ids(store) == ["b", "a"]


def test_two_maps_share_a_database(server: str, tmp_path: Path) -> None:
    for name in ("one", "two"):
        with open_map(tmp_path / name, create=True, server=server) as store:
            store.put_node(Node(name, "https://a.test/"))
    with open_map(tmp_path / "one") as store:
        assert ids(store) == ["one"]


def test_one_process_writes_and_others_read(server: str, tmp_path: Path) -> None:
    with open_map(tmp_path / "map", create=True, server=server) as store:
        with pytest.raises(MapError, match="in use"):
            open_map(tmp_path / "map", write=True)
        shutil.copytree(tmp_path / "map", tmp_path / "other", ignore=shutil.ignore_patterns("map.lock"))
        with pytest.raises(MapError, match="in use by another process"):  # whose directory is another one
            open_map(tmp_path / "other", write=True)
        with open_map(tmp_path / "map") as reader:
            before = reader.revision()
            store.put_node(Node("a", "https://a.test/"))
            assert reader.revision() != before
            assert ids(reader) == ["a"]
            with pytest.raises(MapError, match="open for reading only"):
                reader.put_node(Node("b", "https://a.test/b"))


def test_a_killed_writer_leaves_whole_steps_and_no_lock(server: str, tmp_path: Path) -> None:
    program = """
        import os, signal, sys
        from webnavigator.model.graph import Node
        from webnavigator.store.sql import open_map
        store = open_map(sys.argv[1], create=True, server=sys.argv[2])
        store.put_node(Node("whole", "https://a.test/"))
        with store.transaction():
            store.put_node(Node("half", "https://a.test/half"))
            os.kill(os.getpid(), signal.SIGKILL)
    """
    killed = subprocess.run([sys.executable, "-c", textwrap.dedent(program), tmp_path / "map", server], check=False)
    assert killed.returncode == -9
    with open_map(tmp_path / "map", write=True) as store:
        assert ids(store) == ["whole"]


def test_text_that_postgresql_does_not_keep_is_kept_nearly(server: str, tmp_path: Path) -> None:
    with open_map(tmp_path / "map", create=True, server=server) as store:
        store.put_node(Node("a", "https://a.test/", "nul\0 and half \ud800"))
        store.set_meta("x", {"title": "nul\0"})
        assert next(iter(store.graph().nodes)).title == "nul\ufffd and half ?"
        assert store.get_meta("x") == {"title": "nul\0"}


def test_it_goes_into_an_archive_and_comes_back_as_a_map_of_its_own(server: str, tmp_path: Path) -> None:
    with open_map(tmp_path / "map", create=True, server=server) as store:
        fill(store)
        export_archive(store, tmp_path / "map.zip")
        before = export_json(store, full=True)
    import_archive(tmp_path / "map.zip", tmp_path / "back")
    with open_map(tmp_path / "back") as store:
        assert export_json(store, full=True) == before


def test_it_is_kept_as_it_was_before_a_refresh(server: str, tmp_path: Path) -> None:
    with open_map(tmp_path / "map", create=True, server=server) as store:
        fill(store)
        keep_before(store)
        store.remove_node("a")
    with open_before(tmp_path / "map") as kept:  # pyright: ignore[reportOptionalContextManager] - it was kept
        assert ids(kept) == ["b", "a"]


def test_the_password_is_written_nowhere(server: str, tmp_path: Path) -> None:
    address = server.replace("tester@", "tester:s3cret@")
    with open_map(tmp_path / "map", create=True, server=address) as store:
        assert store.environment == {"PGPASSWORD": "s3cret"}
    kept = read_server(tmp_path / "map")
    assert kept is not None
    assert not kept.password
    assert not any(b"s3cret" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_tables_are_dropped_with_the_map(server: str, tmp_path: Path) -> None:
    with open_map(tmp_path / "map", create=True, server=server) as store:
        store.drop_tables()
    with pytest.raises(MapError, match=r"schema webnavigator_\w+ is not on postgresql://"):
        open_map(tmp_path / "map")


def test_a_named_schema_is_used_once(server: str, tmp_path: Path) -> None:
    open_map(tmp_path / "map", create=True, server=f"{server}&schema=shop").close()
    assert json.loads((tmp_path / "map" / STORE_NAME).read_text())["namespace"] == "shop"
    with pytest.raises(MapError, match=r"schema shop is on .* already"):
        open_map(tmp_path / "other", create=True, server=f"{server}&schema=shop")
    assert not (tmp_path / "other").exists()


def test_another_place_than_the_maps_own_is_refused(server: str, tmp_path: Path) -> None:
    open_map(tmp_path / "map", create=True).close()
    with pytest.raises(MapError, match="keeps its tables in its directory, not on postgresql://"):
        open_map(tmp_path / "map", create=True, server=server)


def test_a_server_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match=r"cannot be made on postgresql://x@127\.0\.0\.1:1/db") as caught:
        open_map(tmp_path / "map", create=True, server="postgresql://x:s3cret@127.0.0.1:1/db")
    assert "\n" not in str(caught.value)
    assert "s3cret" not in str(caught.value)
    assert not (tmp_path / "map").exists()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("shop", "not an address"),
        ("mysql://a/b", "mysql is not known"),
        ("postgresql://a/b?passfile=/etc/passwd", "'passfile' cannot be set"),
        ('postgresql://a/b?schema=x";drop', "cannot be a schema"),
    ],
)
def test_an_address_that_is_none_is_refused(address: str, why: str) -> None:
    with pytest.raises(BadInputError, match=why):
        server_at(address)


def test_a_directory_that_names_a_strange_server_is_refused(tmp_path: Path) -> None:
    row = {"schema": "webnavigator-store/1", "url": "postgresql://h/d?sslkey=/root/key", "namespace": "shop"}
    (tmp_path / STORE_NAME).write_text(json.dumps(row))
    with pytest.raises(MapError, match=r"names no server: .*'sslkey'"):
        open_map(tmp_path)


def test_many_processes_take_each_task_once(server: str, tmp_path: Path) -> None:
    program = """
        import sys
        from pathlib import Path
        from webnavigator.store.frontier_tables import FrontierTables
        from webnavigator.store.postgres import PostgresDatabase
        from webnavigator.store.server import read_server
        tables = FrontierTables()
        tables._database = PostgresDatabase(read_server(Path(sys.argv[1])), Path(sys.argv[1]), write=True, alone=False)
        ids = [task.id for task in tables.tasks()]
        while (taken := tables.lease_task(ids, sys.argv[2], 60)) is not None:
            print(taken, flush=True)
    """
    with open_map(tmp_path / "map", create=True, server=server) as store:
        tasks = [Task("", Goto(f"https://a.test/{n}")) for n in range(60)]
        store.put_tasks(tasks)
        command = [sys.executable, "-c", textwrap.dedent(program), tmp_path / "map"]
        crew = [subprocess.Popen([*command, f"w{n}"], stdout=subprocess.PIPE, text=True) for n in range(4)]
        taken = [line for worker in crew for line in worker.communicate(timeout=60)[0].split()]
        assert sorted(taken) == sorted(task.id for task in tasks)
        assert set(store.leases()) == set(taken)
