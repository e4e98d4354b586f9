"""A map in a schema of its own on a PostgreSQL server.

Readers see one moment (repeatable read); one process writes, held to that by an advisory lock, which vanishes with its
connection. A commit need not be on the server's disk when it returns, as with SQLite's log: what a power failure takes
is the newest steps whole, never a part of one.
"""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool
from typing_extensions import override

from webnavigator.errors import MapError, MissingExtraError, StoreError
from webnavigator.store.database import Database, Rows, cause_of, json_text
from webnavigator.store.directory import APPLICATION_ID
from webnavigator.store.encodable import encodable
from webnavigator.store.migrations import MIGRATIONS, create_schema
from webnavigator.store.schema import metadata, schema_migrations
from webnavigator.store.server import Server

_CONNECT_S = 10
_LOCK_CLASS = 0x574E4156
"""``WNAV``: the advisory locks of this package."""
_COPIED_AT_ONCE = 5000

_SESSION = (
    "SET synchronous_commit = off",
    "SET client_min_messages = warning",
    "SET tcp_keepalives_idle = 30",  # the lock of a machine that died is free again within some minutes
    "SET tcp_keepalives_interval = 10",
    "SET tcp_keepalives_count = 6",
)


class PostgresDatabase(Database):
    """An open map on a server.

    Args:
        server: where.
        name: the map's directory.
        write: take the map's lock; False refuses every change.
        alone: False leaves the lock to another: for processes that only take tasks from a map and give them back.

    Raises:
        MapError: another process writes to the map, or its schema is not there.
        MissingExtraError: the driver is not installed.
        StoreError: the server cannot be reached.
    """

    dialect = "postgresql"

    def __init__(self, server: Server, name: Path, *, write: bool, alone: bool = True) -> None:
        self._server = server
        super().__init__(_engine(server, write=write), name, write=write)
        try:
            self._check(name, lock=write and alone)
        except (MapError, StoreError):
            self.close()
            raise

    def _check(self, name: Path, *, lock: bool) -> None:
        with self.transaction() as connection:
            there = connection.execute(text("SELECT to_regclass('schema_migrations')")).scalar()
            if there is None:
                raise MapError(f"map {name}: schema {self._server.namespace} is not on {self._server}")
            if lock and not _lock(connection, self._server.namespace):
                raise MapError(f"map {name} is in use by another process")

    @override
    def revision(self) -> int:
        """A count of the transactions that changed the map."""
        with self.transaction() as connection:
            return int(connection.execute(text("SELECT number FROM revision")).scalar_one())

    @override
    def copy_to(self, path: Path) -> None:
        target = create_engine(f"sqlite:///{path}", json_serializer=json_text)
        try:
            with self._one_moment() as source, target.begin() as copy:
                _copy(source, copy)
        except SQLAlchemyError as error:
            raise StoreError(f"map {self._map} cannot be copied to {path}: {cause_of(error)}") from None
        finally:
            target.dispose()

    @contextmanager
    def _one_moment(self) -> Generator[Connection]:
        """A connection of its own: a writer's sees each statement's moment."""
        engine = _engine(self._server, write=False)
        try:
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()

    @override
    def drop(self) -> None:
        with self.transaction() as connection:
            connection.execute(text(f'DROP SCHEMA "{self._server.namespace}" CASCADE'))
        self.close()

    @override
    def _storable(self, rows: Rows | dict[str, Any] | None) -> Rows | dict[str, Any] | None:
        if rows is None:
            return None
        return _without_nul(encodable(rows)) if isinstance(rows, dict) else [_without_nul(encodable(r)) for r in rows]

    @override
    def _count_change(self, connection: Connection) -> None:
        connection.execute(text("UPDATE revision SET number = number + 1"))


def create_on(server: Server, directory: Path) -> None:
    """Make an empty map on a server.

    Raises:
        MapError: its schema is there already.
        MissingExtraError: the driver is not installed.
        StoreError: the server cannot be reached, or does not let us.
    """
    engine = _engine(server, write=True)
    try:
        with engine.begin() as connection:
            if connection.execute(text("SELECT to_regnamespace(:name)"), {"name": server.namespace}).scalar():
                raise MapError(f"schema {server.namespace} is on {server} already: open its map by its directory")
            connection.execute(text(f'CREATE SCHEMA "{server.namespace}"'))
            create_schema(connection, MIGRATIONS)
            connection.execute(text("CREATE TABLE revision (number BIGINT NOT NULL)"))
            connection.execute(text("INSERT INTO revision VALUES (0)"))
    except SQLAlchemyError as error:
        raise StoreError(f"map {directory} cannot be made on {server}: {cause_of(error)}{_cure(error)}") from None
    finally:
        engine.dispose()


def _engine(server: Server, *, write: bool) -> Engine:
    url = server.url.set(password=server.password or None)
    try:
        engine = create_engine(
            url,
            poolclass=StaticPool,
            json_serializer=json_text,
            isolation_level="READ COMMITTED" if write else "REPEATABLE READ",
            connect_args={"connect_timeout": _CONNECT_S, "application_name": "webnavigator"},
        )
    except ModuleNotFoundError:
        raise MissingExtraError("the driver for PostgreSQL", "postgres") from None

    def begin_session(connection: Any, _: object) -> None:
        for statement in (*_SESSION, f'SET search_path = "{server.namespace}"'):
            connection.execute(statement)
        connection.commit()

    event.listen(engine, "connect", begin_session)
    return engine


def _lock(connection: Connection, namespace: str) -> bool:
    asked = text("SELECT pg_try_advisory_lock(:ours, hashtext(:name))")
    return bool(connection.execute(asked, {"ours": _LOCK_CLASS, "name": namespace}).scalar())


def _cure(error: SQLAlchemyError) -> str:
    said = str(getattr(error, "orig", error))
    return ": give the password by PGPASSWORD or ~/.pgpass" if "password" in said else ""


def _without_nul(row: dict[str, Any]) -> dict[str, Any]:
    """The same row without NUL, which PostgreSQL keeps in no text; JSON spells it in letters."""
    return {name: value.replace("\0", "\ufffd") if isinstance(value, str) else value for name, value in row.items()}


def _copy(source: Connection, target: Connection) -> None:
    target.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    create_schema(target, MIGRATIONS)
    for table in metadata.sorted_tables:
        if table is not schema_migrations:
            rows = source.execution_options(yield_per=_COPIED_AT_ONCE).execute(select(table))
            for part in rows.mappings().partitions():
                target.execute(insert(table), [dict(row) for row in part])
