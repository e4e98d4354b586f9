"""Opening a map, and the store that comes of it."""

import os
import sqlite3
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import NullPool, create_engine
from sqlalchemy.exc import SQLAlchemyError
from typing_extensions import override

from webnavigator.errors import MapError, StoreError
from webnavigator.store import directory as places
from webnavigator.store.base import Store
from webnavigator.store.blobs import Blobs
from webnavigator.store.content import ContentBlobs
from webnavigator.store.database import Database
from webnavigator.store.frontier_tables import FrontierTables
from webnavigator.store.graph_tables import GraphTables
from webnavigator.store.judgement_tables import JudgementTables
from webnavigator.store.lock import MapLock
from webnavigator.store.migrations import MIGRATIONS, create_schema, migrate, schema_version


class SqlStore(GraphTables, ContentBlobs, FrontierTables, JudgementTables, Store):
    """A map in a directory: SQLite and blobs; made by `open_map`, closed by ``with`` or `close`.

    Attributes:
        path: the map's directory.
    """

    def __init__(self, path: Path, database: Database, lock: MapLock | None) -> None:
        self.path = path
        self._database = database
        self._blobs = Blobs(path / places.BLOBS_NAME)
        self._lock = lock

    @override
    @contextmanager
    def transaction(self) -> Generator[None]:
        with self._database.transaction():
            yield

    @override
    def revision(self) -> int:
        return self._database.revision()

    @override
    def close(self) -> None:
        self._database.close()
        if self._lock is not None:
            self._lock.release()

    @property
    def index_path(self) -> Path:
        """Directory for what retrieval derives from the map; it may not exist yet."""
        return self.path / places.INDEX_NAME

    def copy_database(self, path: Path) -> None:
        """Copy the database, as of one moment, to a new file; blobs and index are not in it.

        Raises:
            StoreError: it cannot be read or written.
        """
        self._database.copy_to(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_map(path: str | Path, *, create: bool = False, write: bool = False) -> SqlStore:
    """Open a map.

    Args:
        path: the map's directory.
        create: make the map when nothing is there; implies `write`.
        write: take the map's lock, so that no other process can write; readers are not hindered.

    Raises:
        MapError: no map is there, something else is, its schema is newer than this version knows, or another
            process writes to it.
        StoreError: it cannot be read or written.
    """
    where = Path(path)
    if not places.is_map(where):
        if not create:
            raise MapError(f"no map at {where}: make one with  webnavigator explore URL --map {where}")
        _create(where)
    if not (create or write):
        return _open_to_read(where)
    return _open_to_write(where)


def _open_to_write(path: Path) -> SqlStore:
    with ExitStack() as opened:
        lock = _locked(path)
        opened.callback(lock.release)
        database = Database(path / places.DATABASE_NAME, write=True)
        opened.callback(database.close)
        with database.transaction() as connection:
            version = schema_version(connection)
            _refuse_newer(path, version)
            migrate(connection, MIGRATIONS)
        Blobs(path / places.BLOBS_NAME).sweep_unfinished()
        opened.pop_all()  # the store closes them
        return SqlStore(path, database, lock)


def _open_to_read(path: Path) -> SqlStore:
    log = path / f"{places.DATABASE_NAME}-wal"
    immutable = not os.access(path, os.W_OK) and not log.exists()
    with ExitStack() as opened:
        database = Database(path / places.DATABASE_NAME, write=False, immutable=immutable)
        opened.callback(database.close)
        with database.transaction() as connection:
            version = schema_version(connection)
        _refuse_newer(path, version)
        if version == len(MIGRATIONS):
            opened.pop_all()  # the store closes it
            return SqlStore(path, database, None)
    _open_to_write(path).close()  # an older schema is brought up to date first
    return _open_to_read(path)


def _refuse_newer(path: Path, version: int) -> None:
    if version > len(MIGRATIONS):
        raise MapError(f"map {path} has schema {version} and this webnavigator knows {len(MIGRATIONS)}: upgrade it")


def _create(path: Path) -> None:
    """Make an empty map; it gets its final name when it is whole."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MapError(f"map {path} cannot be made: {error.strerror}") from None
    lock = _locked(path)
    unfinished = path / places.UNFINISHED_DATABASE_NAME
    try:
        if places.is_map(path):
            return
        unfinished.unlink(missing_ok=True)
        _prepare(unfinished)
        unfinished.replace(path / places.DATABASE_NAME)
    except (OSError, SQLAlchemyError) as error:
        raise StoreError(f"map {path} cannot be written: {getattr(error, 'orig', error)}") from None
    finally:
        lock.release()


def _prepare(path: Path) -> None:
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(path), poolclass=NullPool)
    with engine.begin() as connection:
        connection.exec_driver_sql(f"PRAGMA application_id = {places.APPLICATION_ID}")
        create_schema(connection, MIGRATIONS)
    engine.dispose()


def _locked(path: Path) -> MapLock:
    try:
        return MapLock(path)
    except OSError as error:
        raise MapError(f"map {path} cannot be locked for writing: {error.strerror}") from None
