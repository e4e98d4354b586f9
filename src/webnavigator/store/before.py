"""A map as it was before it was refreshed, kept beside it: states and edges; pictures and texts are the map's own."""

from pathlib import Path

from webnavigator.errors import StoreError
from webnavigator.outfile import why
from webnavigator.store.sql import SqlStore
from webnavigator.store.sqlite import SqliteDatabase

BEFORE_NAME = "before.db"
"""In the map's directory; no part of an archive."""


def keep_before(store: SqlStore) -> None:
    """Keep the map as it is now, in place of what was kept before; it is whole or not there.

    Raises:
        StoreError: it cannot be written.
    """
    unfinished = store.path / f"{BEFORE_NAME}.unfinished"
    try:
        unfinished.unlink(missing_ok=True)
        store.copy_database(unfinished)
        for rest in ("-wal", "-shm"):  # of a process that was killed while it read what was kept before
            (store.path / f"{BEFORE_NAME}{rest}").unlink(missing_ok=True)
        unfinished.replace(store.path / BEFORE_NAME)
    except OSError as error:
        raise StoreError(f"map {store.path} cannot be kept as it is: {why(error)}") from None


def open_before(path: Path) -> SqlStore | None:
    """The map as it was kept, open for reading; None when none was kept.

    Raises:
        StoreError: it cannot be read.
    """
    kept = path / BEFORE_NAME
    return SqlStore(path, SqliteDatabase(kept, write=False), None) if kept.is_file() else None
