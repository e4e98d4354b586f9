"""Opening a map, and the store that comes of it."""

import os
import sqlite3
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
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
from webnavigator.store.server import Server, read_server, server_at, write_server
from webnavigator.store.sqlite import SqliteDatabase


class SqlStore(GraphTables, ContentBlobs, FrontierTables, JudgementTables, Store):
    """A map in a directory, its tables in SQLite or on a server; made by `open_map`, closed by ``with`` or `close`.

    Attributes:
        path: the map's directory.
        environment: variables that another process needs to open the map by its directory.
    """

    def __init__(
        self, path: Path, database: Database, lock: MapLock | None, environment: Mapping[str, str] | None = None
    ) -> None:
        self.path = path
        self.environment: Mapping[str, str] = environment or {}
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
    def is_on_server(self) -> bool:
        """The tables are on a server, where others see them too."""
        return self._database.dialect == "postgresql"

    @property
    def index_path(self) -> Path:
        """Directory for what retrieval derives from the map; it may not exist yet."""
        return self.path / places.INDEX_NAME

    def drop_tables(self) -> None:
        """Close the map, and remove what of it does not lie in its directory."""
        self._database.drop()
        self.close()

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


def open_map(path: str | Path, *, create: bool = False, write: bool = False, server: str | None = None) -> SqlStore:
    """Open a map.

    Args:
        path: the map's directory.
        create: make the map when nothing is there; implies `write`.
        write: take the map's lock, so that no other process can write; readers are not hindered.
        server: address of the PostgreSQL server that holds the map's tables or, when the map is made, shall hold
            them (`webnavigator.store.server.server_at`); None: what the directory says, and SQLite for a new map.

    Raises:
        BadInputError: `server` is not such an address.
        MapError: no map is there, something else is, its schema is newer than this version knows, its tables are
            elsewhere, or another process writes to it.
        StoreError: it cannot be read or written.
    """
    where = Path(path)
    asked = server_at(server) if server is not None else None
    if not places.is_map(where):
        if not create:
            raise MapError(f"no map at {where}: make one with  webnavigator explore URL --map {where}")
        _create(where, asked)
    place = _place_of(where, asked)
    if place is not None:
        return _open_on_server(where, place, write=create or write)
    if not (create or write):
        return _open_to_read(where)
    return _open_to_write(where)


def _place_of(path: Path, asked: Server | None) -> Server | None:
    """Where the map's tables are, with the password that was given; they must be where they were asked for."""
    place = read_server(path)
    if asked is None:
        return place
    if place is None or place.where != asked.where:
        raise MapError(f"map {path} keeps its tables {f'on {place}' if place else 'in its directory'}, not on {asked}")
    return replace(place, url=asked.url, password=asked.password)


def _open_on_server(path: Path, server: Server, *, write: bool) -> SqlStore:
    from webnavigator.store.postgres import PostgresDatabase

    with ExitStack() as opened:
        lock = _locked(path) if write else None
        if lock is not None:
            opened.callback(lock.release)
        database = PostgresDatabase(server, path, write=write)
        opened.callback(database.close)
        with database.transaction() as connection:
            version = schema_version(connection)
            _refuse_newer(path, version)
            if write:
                migrate(connection, MIGRATIONS)
        if write:
            Blobs(path / places.BLOBS_NAME).sweep_unfinished()
        if write or version == len(MIGRATIONS):
            opened.pop_all()  # the store closes them
            return SqlStore(path, database, lock, server.environment)
    _open_on_server(path, server, write=True).close()  # an older schema is brought up to date first
    return _open_on_server(path, server, write=False)


def _open_to_write(path: Path) -> SqlStore:
    with ExitStack() as opened:
        lock = _locked(path)
        opened.callback(lock.release)
        database = SqliteDatabase(path / places.DATABASE_NAME, write=True)
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
        database = SqliteDatabase(path / places.DATABASE_NAME, write=False, immutable=immutable)
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


def _create(path: Path, server: Server | None) -> None:
    """Make an empty map; it gets its final name when it is whole."""
    existed = path.exists()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MapError(f"map {path} cannot be made: {error.strerror}") from None
    with ExitStack() as on_failure:
        if not existed:
            on_failure.callback(_leave_no_trace, path)
        lock = _locked(path)
        try:
            if not places.is_map(path):
                _make_tables(path, server)
        finally:
            lock.release()
        on_failure.pop_all()


def _leave_no_trace(path: Path) -> None:
    with suppress(OSError):
        places.clear_remains(path)


def _make_tables(path: Path, server: Server | None) -> None:
    if server is not None:
        _create_on(server, path)
        return
    unfinished = path / places.UNFINISHED_DATABASE_NAME
    try:
        unfinished.unlink(missing_ok=True)
        _prepare(unfinished)
        unfinished.replace(path / places.DATABASE_NAME)
    except (OSError, SQLAlchemyError) as error:
        raise StoreError(f"map {path} cannot be written: {getattr(error, 'orig', error)}") from None


def _create_on(server: Server, path: Path) -> None:
    from webnavigator.store.postgres import create_on

    create_on(server, path)
    write_server(path, server)


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
