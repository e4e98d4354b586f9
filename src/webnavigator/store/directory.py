"""Telling a map directory from anything else, without touching what is not ours."""

from pathlib import Path

from webnavigator.errors import MapError
from webnavigator.store.lock import LOCK_NAME, OWNER_NAME
from webnavigator.store.server import STORE_NAME

DATABASE_NAME = "map.db"
BLOBS_NAME = "blobs"
INDEX_NAME = "index"
UNFINISHED_DATABASE_NAME = "map.db.unfinished"

APPLICATION_ID = 0x574E4156
"""``WNAV``: SQLite's application id, bytes 68 to 71 of the file (https://www.sqlite.org/fileformat.html)."""

_REMAINS = {
    UNFINISHED_DATABASE_NAME,
    f"{UNFINISHED_DATABASE_NAME}-journal",
    f"{STORE_NAME}.unfinished",
    LOCK_NAME,
    OWNER_NAME,
}
"""What a creation that was cut off leaves behind; blobs and index come after the database."""


def is_map(directory: Path) -> bool:
    """Whether a map is there; False: nothing is there and a map may be made.

    Raises:
        MapError: something else is there, or it cannot be read.
    """
    try:
        if directory.exists() and not directory.is_dir():
            raise MapError(f"{directory} is a file, not a map directory")
        database = directory / DATABASE_NAME
        if database.exists():
            _check_database(database)
            return True
        if (directory / STORE_NAME).exists():
            return True
        strangers = sorted({path.name for path in directory.iterdir()} - _REMAINS) if directory.exists() else []
    except OSError as error:
        raise MapError(f"map {directory} cannot be read: {error.strerror}") from None
    if strangers:
        raise MapError(f"{directory} is not a map: it holds {strangers[0]!r} and no {DATABASE_NAME}")
    return False


def refuse_occupied(directory: Path) -> None:
    """Make sure that nothing is in the way of a new map.

    Raises:
        MapError: a map or something else is there, or it cannot be read.
    """
    if is_map(directory):
        raise MapError(f"{directory} holds a map already: choose another directory")


def clear_remains(directory: Path) -> None:
    """Remove a directory that `refuse_occupied` has let pass; nothing happens when it is not there.

    Raises:
        OSError: it cannot be removed, or something came into it since.
    """
    if directory.exists():
        for name in _REMAINS:
            (directory / name).unlink(missing_ok=True)
        directory.rmdir()


def _check_database(database: Path) -> None:
    with database.open("rb") as file:
        header = file.read(72)
    if not header.startswith(b"SQLite format 3\0") or header[68:72] != APPLICATION_ID.to_bytes(4, "big"):
        raise MapError(f"{database.parent} is not a map: its {database.name} was not made by webnavigator")
