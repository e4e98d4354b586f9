"""Reading a map that another process may be writing: one thread, and fresh data when there are any."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from webnavigator.app import open_reading
from webnavigator.config import Settings
from webnavigator.retrieval.text_encoder import Encoders
from webnavigator.store.lock import is_being_written
from webnavigator.viewer.snapshot import Snapshot

T = TypeVar("T")

FRESH_S = 2.0
"""A snapshot younger than this is used even when the map has changed: reading it all anew takes a moment."""

_NEVER = (-1, -1)
"""No revision: what was read while somebody wrote is not taken for the last word."""

_INDEX_FILES = ("index.sqlite", "index.sqlite-wal")
"""The catalog of the index and its log: one of them changes with every update."""


class MapReader:
    """A map to look at; a store belongs to one thread, so all that reads it runs in one of its own.

    Args:
        path: the map's directory.
        settings: how states are searched.
        fresh_s: see `FRESH_S`.

    Raises:
        MapError: from the first use, when the directory is not a map.
    """

    def __init__(self, path: Path, settings: Settings, *, fresh_s: float = FRESH_S) -> None:
        self.path = path
        self._settings = settings
        self._fresh_s = fresh_s
        self._encoders = Encoders(settings.retrieve.encoder)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="map-reader")
        self._snapshot: Snapshot | None = None
        self._opened_at = 0.0
        self._seen: tuple[int, int] = (0, 0)

    async def read(self, use: Callable[[Snapshot], T]) -> T:
        """What `use` makes of the map as it is now.

        Args:
            use: runs in the reader's thread.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._use, use)

    def read_now(self, use: Callable[[Snapshot], T]) -> T:
        """As `read`, for callers without an event loop."""
        return self._thread.submit(self._use, use).result()

    @property
    def is_being_written(self) -> bool:
        """Some process explores or refreshes the map now."""
        return is_being_written(self.path)

    def close(self) -> None:
        """Give the map back."""
        self._thread.submit(self._close).result()
        self._thread.shutdown()

    def _use(self, use: Callable[[Snapshot], T]) -> T:
        return use(self._current())

    def _current(self) -> Snapshot:
        if self._snapshot is not None:
            young = time.monotonic() - self._opened_at < self._fresh_s
            if young or self._revision(self._snapshot) == self._seen:
                return self._snapshot
            self._close()
        written = self.is_being_written
        self._snapshot = Snapshot(open_reading(self.path, self._settings, encoders=self._encoders))
        self._opened_at = time.monotonic()
        self._seen = _NEVER if written else self._revision(self._snapshot)
        return self._snapshot

    def _revision(self, snapshot: Snapshot) -> tuple[int, int]:
        """Of the map, and of its index: the first is comparable within one opening, so it is kept open."""
        return snapshot.store.revision(), max(_changed_ns(self.path / "index" / name) for name in _INDEX_FILES)

    def _close(self) -> None:
        if self._snapshot is not None:
            self._snapshot.navigator.close()
            self._snapshot = None


def _changed_ns(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
