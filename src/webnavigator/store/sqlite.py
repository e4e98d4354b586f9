"""A map in one SQLite file."""

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.pool import StaticPool
from typing_extensions import override

from webnavigator.errors import StoreError
from webnavigator.store.database import Database, json_text

_BUSY_S = 10.0
"""Longest wait for another process's lock on the file; there is one only while a log is folded in."""


class SqliteDatabase(Database):
    """An open file; write-ahead logging lets readers work while one process writes.

    Args:
        path: the file.
        write: False refuses every change.
        immutable: the file lies where nothing can be written beside it, so no log is looked for.
    """

    dialect = "sqlite"

    def __init__(self, path: Path, *, write: bool, immutable: bool = False) -> None:
        mode = "immutable=1" if immutable else "mode=rwc" if write else "mode=rw"
        uri = f"file:{quote(str(path.absolute()))}?{mode}"
        connect = _connect_to_write if write else _connect_to_read
        engine = create_engine(
            "sqlite://",
            creator=lambda: connect(uri),
            poolclass=StaticPool,
            json_serializer=json_text,
        )
        # The driver would begin transactions late and not for every statement: we say when.
        event.listen(engine, "begin", _begin_immediate if write else _begin)
        super().__init__(engine, path.parent, write=write)

    @override
    def revision(self) -> int:
        """SQLite's data version, see https://www.sqlite.org/pragma.html#pragma_data_version."""
        with self.transaction() as connection:
            return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())

    @override
    def _count_change(self, connection: Connection) -> None:
        """SQLite counts by itself."""

    @override
    def copy_to(self, path: Path) -> None:
        source = self._connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        try:
            with closing(sqlite3.connect(path)) as target:
                source.backup(target)
        except sqlite3.Error as error:
            raise StoreError(f"map {self._map} cannot be copied to {path}: {error}") from None


def _connect_to_write(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_BUSY_S)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA synchronous = NORMAL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _connect_to_read(uri: str) -> sqlite3.Connection:
    try:
        return _try_to_read(uri, "PRAGMA query_only = ON")
    except sqlite3.OperationalError:
        # The log's index file cannot be made, on a full disk say: an exclusive lock keeps it in memory
        # (https://www.sqlite.org/wal.html, "Use of WAL without shared memory").
        return _try_to_read(uri, "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA query_only = ON")


def _try_to_read(uri: str, *pragmas: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_BUSY_S)
    try:
        for pragma in (*pragmas, "SELECT 1 FROM sqlite_master"):
            connection.execute(pragma).fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
