"""One database through SQLAlchemy Core: transactions, and its errors in our words."""

import json
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import SQLAlchemyError

from webnavigator.errors import MapError, StoreError
from webnavigator.store.dialect import Dialect
from webnavigator.store.encodable import encodable

Rows = Sequence[dict[str, Any]]


class Database(ABC):
    """An open database with the tables of one map.

    Args:
        engine: makes its one connection.
        name: what messages call the map: its directory.
        write: False refuses every change.

    Attributes:
        dialect: which SQL it speaks.
    """

    dialect: Dialect

    def __init__(self, engine: Engine, name: Path, *, write: bool) -> None:
        self._map = name
        self._write = write
        self._doomed = self._changed = False
        self._engine = engine
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
        self._doomed = self._changed = False
        with self._translated(), self._connection.begin():
            yield self._connection
            if self._doomed:
                raise StoreError(f"map {self._map}: a part of this step failed, so none of it is kept")
            if self._changed:
                self._count_change(self._connection)

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
            self._changed = True
            try:
                return connection.execute(statement, self._storable(rows)).rowcount
            except UnicodeEncodeError:
                return connection.execute(statement, encodable(rows)).rowcount

    def read(self, statement: Executable) -> Sequence[Any]:
        """All rows of a query."""
        with self.transaction() as connection:
            return connection.execute(statement).all()

    @abstractmethod
    def revision(self) -> int:
        """A number that changes when another connection has committed something."""

    @abstractmethod
    def copy_to(self, path: Path) -> None:
        """Copy everything that is committed to a new SQLite file, as of one moment.

        Raises:
            StoreError: it cannot be read or written.
        """

    def drop(self) -> None:
        """Remove what does not lie in the map's directory; closed before or not, it cannot be used any more."""
        self.close()

    def close(self) -> None:
        """Close it; closing twice is harmless."""
        self._connection.close()
        self._engine.dispose()

    def _storable(self, rows: Rows | dict[str, Any] | None) -> Rows | dict[str, Any] | None:
        """The same rows without what this database cannot keep."""
        return rows

    @abstractmethod
    def _count_change(self, connection: Connection) -> None:
        """A transaction that changed something is about to be kept: see that `revision` tells of it."""

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
            raise StoreError(f"map {self._map} cannot be read or written: {cause_of(error)}") from None


def cause_of(error: Exception) -> str:
    """What the database said, in one line."""
    cause = str(getattr(error, "orig", None) or error)
    return next((line.strip() for line in cause.splitlines() if line.strip()), type(error).__name__)


def json_text(value: Any) -> str:
    """How JSON values are kept: the same text for the same value."""
    return json.dumps(value, ensure_ascii=False)
