"""One SQLite file through SQLAlchemy Core: transactions, and its errors in our words."""

import json
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Executable, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from webnavigator.errors import MapError, StoreError
from webnavigator.store.encodable import encodable

_BUSY_S = 10.0
"""Longest wait for another process's lock on the file; there is one only while a log is folded in."""

Rows = Sequence[dict[str, Any]]


class Database:
    """An open database; write-ahead logging lets readers work while one process writes.

    Args:
        path: the file.
        write: False refuses every change.
        immutable: the file lies where nothing can be written beside it, so no log is looked for.
    """

    def __init__(self, path: Path, *, write: bool, immutable: bool = False) -> None:
        self._map = path.parent
        self._write = write
        self._doomed = False
        mode = "immutable=1" if immutable else "mode=rwc" if write else "mode=rw"
        uri = f"file:{quote(str(path.absolute()))}?{mode}"
        connect = _connect_to_write if write else _connect_to_read
        self._engine = create_engine(
            "sqlite://",
            creator=lambda: connect(uri),
            poolclass=StaticPool,
            json_serializer=_json,
        )
        # The driver would begin transactions late and not for every statement: we say when.
        event.listen(self._engine, "begin", _begin_immediate if write else _begin)
        with self._translated():
            self._connection = self._engine.connect()

    @contextmanager
    def transaction(self) -> Generator[Connection]:
        """Commits at the end, rolls back on an exception.

        Inside another one it joins that: what fails here undoes all of it, even when the exception is caught
        in between.

        Raises:
            StoreError: the database says no.
        """
        if self._connection.in_transaction():
            with self._joined():
                yield self._connection
            return
        self._doomed = False
        with self._translated(), self._connection.begin():
            yield self._connection
            if self._doomed:
                raise StoreError(f"map {self._map}: a part of this step failed, so none of it is kept")

    def change(self, statement: Executable, rows: Rows | dict[str, Any] | None = None) -> int:
        """Run a statement that changes something; returns the number of rows it changed.

        Raises:
            MapError: the map is open for reading only.
        """
        if not self._write:
            raise MapError(f"map {self._map} is open for reading only")
        if rows is not None and not rows:
            return 0
        with self.transaction() as connection:
            try:
                return connection.execute(statement, rows).rowcount
            except UnicodeEncodeError:
                return connection.execute(statement, encodable(rows)).rowcount

    def read(self, statement: Executable) -> Sequence[Any]:
        """All rows of a query."""
        with self.transaction() as connection:
            return connection.execute(statement).all()

    def revision(self) -> int:
        """SQLite's data version: it changes when another connection has committed something.

        See https://www.sqlite.org/pragma.html#pragma_data_version.
        """
        with self.transaction() as connection:
            return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())

    def copy_to(self, path: Path) -> None:
        """Copy everything that is committed to a new file, as of one moment.

        Raises:
            StoreError: it cannot be read or written.
        """
        source = self._connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        try:
            with closing(sqlite3.connect(path)) as target:
                source.backup(target)
        except sqlite3.Error as error:
            raise StoreError(f"map {self._map} cannot be copied to {path}: {error}") from None

    def close(self) -> None:
        """Close the file; what it cannot fold into the file stays in the log and is read from there."""
        self._connection.close()
        self._engine.dispose()

    @contextmanager
    def _joined(self) -> Generator[None]:
        with ExitStack() as on_failure, self._translated():
            on_failure.callback(self._doom)
            yield
            on_failure.pop_all()

    def _doom(self) -> None:
        self._doomed = True

    @contextmanager
    def _translated(self) -> Generator[None]:
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error) as error:
            cause = getattr(error, "orig", None) or error
            raise StoreError(f"map {self._map} cannot be read or written: {cause}") from None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


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
