"""Schema versions: a new map gets the newest tables, an older one is brought up to date step by step."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select

from webnavigator.store.schema import metadata, schema_migrations


@dataclass(frozen=True, slots=True)
class Migration:
    """One step from a schema version to the next.

    Attributes:
        name: a short name that never changes once released.
        statements: SQL that turns the version before into this one; empty for the first.
    """

    name: str
    statements: tuple[str, ...] = ()


MIGRATIONS: tuple[Migration, ...] = (
    Migration("first"),
    Migration(
        "successors and uses",
        (
            "CREATE TABLE successors (seq INTEGER NOT NULL PRIMARY KEY, old VARCHAR NOT NULL UNIQUE,"
            " new VARCHAR NOT NULL, reason VARCHAR NOT NULL, time FLOAT NOT NULL)",
            "CREATE TABLE uses (node_id VARCHAR NOT NULL PRIMARY KEY, count INTEGER NOT NULL)",
        ),
    ),
    Migration(
        "leases",
        (
            "ALTER TABLE tasks ADD COLUMN holder VARCHAR NOT NULL DEFAULT ''",
            "ALTER TABLE tasks ADD COLUMN leased_until FLOAT NOT NULL DEFAULT 0",
        ),
    ),
)
"""In order; the version is the number of steps taken. Append only."""


def create_schema(connection: Connection, migrations: Sequence[Migration]) -> None:
    """Make the tables of the newest version; the caller commits."""
    metadata.create_all(connection)
    _stamp(connection, 0, migrations)


def schema_version(connection: Connection) -> int:
    """The version of an open map; 0 when its tables are not there yet."""
    return connection.execute(select(func.max(schema_migrations.c.version))).scalar() or 0


def migrate(connection: Connection, migrations: Sequence[Migration]) -> None:
    """Take the steps that are missing, in order; the caller commits."""
    version = schema_version(connection)
    for migration in migrations[version:]:
        for statement in migration.statements:
            connection.exec_driver_sql(statement)
    _stamp(connection, version, migrations)


def _stamp(connection: Connection, version: int, migrations: Sequence[Migration]) -> None:
    rows = [
        {"version": number, "name": step.name} for number, step in enumerate(migrations, start=1) if number > version
    ]
    if rows:
        connection.execute(insert(schema_migrations), rows)
