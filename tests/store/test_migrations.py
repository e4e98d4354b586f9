import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text

from webnavigator.model.graph import Node
from webnavigator.store import sql
from webnavigator.store.migrations import MIGRATIONS, Migration, create_schema, migrate, schema_version
from webnavigator.store.sql import open_map

LATER = (
    *MIGRATIONS,
    Migration("second", ("ALTER TABLE tasks ADD COLUMN lease_owner VARCHAR",)),
    Migration("third", ("UPDATE tasks SET lease_owner = ''", "CREATE INDEX third ON tasks (lease_owner)")),
)


def test_steps_are_taken_in_order_and_once() -> None:
    with create_engine("sqlite://").connect() as connection:
        create_schema(connection, MIGRATIONS)
        assert schema_version(connection) == len(MIGRATIONS)
        migrate(connection, LATER)
        migrate(connection, LATER)
        names = connection.execute(text("SELECT name FROM schema_migrations ORDER BY version")).scalars()
        assert list(names) == [step.name for step in LATER]
        assert "lease_owner" in {column["name"] for column in inspect(connection).get_columns("tasks")}


def test_names_are_unique() -> None:
    assert len({step.name for step in MIGRATIONS}) == len(MIGRATIONS)


@pytest.mark.parametrize("write", [False, True])
def test_an_older_map_is_brought_up_to_date_on_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: bool
) -> None:
    with open_map(tmp_path, create=True) as store:
        store.put_node(Node("a", "https://a.test/"))
    monkeypatch.setattr(sql, "MIGRATIONS", LATER)
    with open_map(tmp_path, write=write) as store:
        assert [node.id for node in store.graph().nodes] == ["a"]
    connection = sqlite3.connect(tmp_path / "map.db")
    assert connection.execute("SELECT max(version) FROM schema_migrations").fetchone() == (len(LATER),)
    connection.close()


def test_a_step_that_fails_leaves_the_map_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_map(tmp_path, create=True).close()
    broken = (*LATER, Migration("broken", ("NOT SQL",)))
    monkeypatch.setattr(sql, "MIGRATIONS", broken)
    with pytest.raises(sql.StoreError):
        open_map(tmp_path, write=True)
    monkeypatch.undo()
    with open_map(tmp_path, write=True) as store:
        assert store.tasks() == []
