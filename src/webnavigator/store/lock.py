"""One writer at a time: an operating-system lock that vanishes with its process."""

import os
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from webnavigator.errors import MapError

LOCK_NAME = "map.lock"
OWNER_NAME = "map.owner"
"""Holds the process number of the last writer; it says who to name and decides nothing."""


_PATIENCE_S = 0.2
"""Longest wait for the lock: longer than `is_being_written` holds it."""


def is_being_written(directory: Path) -> bool:
    """Whether some process has the map open for writing; False also when that cannot be found out."""
    lock = FileLock(directory / LOCK_NAME)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    except OSError:
        return False
    lock.release()
    return False


class MapLock:
    """Held by the process that writes to a map, until `release` or the end of the process.

    Raises:
        MapError: another process, or this one, has the map open for writing.
    """

    def __init__(self, directory: Path) -> None:
        self._lock = FileLock(directory / LOCK_NAME)
        try:
            self._lock.acquire(timeout=_PATIENCE_S)
        except Timeout:
            raise MapError(f"map {directory} is in use by process {_owner(directory)}") from None
        with suppress(OSError):
            (directory / OWNER_NAME).write_text(f"{os.getpid()}\n")

    def release(self) -> None:
        """Let others write; releasing twice is harmless."""
        self._lock.release()


def _owner(directory: Path) -> str:
    try:
        return (directory / OWNER_NAME).read_text().strip() or "unknown"
    except OSError:
        return "unknown"
