"""What the databases of a map say differently: inserting a row that may be there already."""

from functools import cache
from typing import TYPE_CHECKING, Literal

from sqlalchemy import ColumnElement, Float, Table, cast, extract, func
from sqlalchemy.dialects import sqlite

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

Dialect = Literal["sqlite", "postgresql"]

_JULIAN_1970 = 2440587.5
"""Julian day number of 1970-01-01T00:00Z."""


def insert(dialect: Dialect, table: Table) -> "sqlite.Insert | postgresql.Insert":
    """An insertion that can be told what to do with rows that are there."""
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)
    return sqlite.insert(table)


@cache
def insert_missing(dialect: Dialect, table: Table) -> "sqlite.Insert | postgresql.Insert":
    """Insert; a row that is there already stays as it is."""
    return insert(dialect, table).on_conflict_do_nothing()


@cache
def upsert(dialect: Dialect, table: Table, key: str = "id") -> "sqlite.Insert | postgresql.Insert":
    """Insert, or replace all columns of the row with the same `key` but its place in the order."""
    statement = insert(dialect, table)
    changed = {c.name: statement.excluded[c.name] for c in table.columns if c.name not in ("seq", key)}
    return statement.on_conflict_do_update(index_elements=[key], set_=changed)


@cache
def insert_or_add(dialect: Dialect, table: Table, key: str) -> "sqlite.Insert | postgresql.Insert":
    """Insert, or add to the column ``count`` of the row with the same `key`."""
    statement = insert(dialect, table)
    total = table.c["count"] + statement.excluded["count"]
    return statement.on_conflict_do_update(index_elements=[key], set_={"count": total})


def seconds_now(dialect: Dialect) -> ColumnElement[float]:
    """Seconds since 1970 by the database's clock: the same for all who ask it."""
    if dialect == "postgresql":
        return cast(extract("epoch", func.clock_timestamp()), Float)
    return (cast(func.julianday("now"), Float) - _JULIAN_1970) * 86400.0
