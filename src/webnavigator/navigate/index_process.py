"""Indexing a map in a process of its own, so that the encoders' memory goes with it."""

import asyncio
import os
import sys
import threading
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from webnavigator.config import RetrieveSettings
from webnavigator.errors import StoreError
from webnavigator.navigate.indexing import graph_to_search, update_index
from webnavigator.retrieval.base import IndexReport
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.sql import open_map


def index_map(map_dir: Path, settings: RetrieveSettings) -> IndexReport:
    """Bring the search index of a map up to date, here and now; only what changed is encoded anew.

    Raises:
        MapError: the directory is not a map.
    """
    with open_map(map_dir) as store, closing(MapIndex.open(store.index_path, settings)) as index:
        return update_index(store, graph_to_search(store), index)


async def index_map_apart(
    map_dir: Path, settings: RetrieveSettings, environment: Mapping[str, str] | None = None
) -> None:
    """The same in a child process.

    Args:
        map_dir: the map.
        settings: which encoders.
        environment: variables for the child besides ours.

    Raises:
        StoreError: the child failed; the message is its last line.
    """
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        __name__,
        str(map_dir),
        settings.model_dump_json(),
        stdin=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **(environment or {})},
    )
    try:
        assert child.stderr is not None
        said = await child.stderr.read()
        await child.wait()
    except asyncio.CancelledError:
        child.kill()
        await child.wait()
        raise
    if child.returncode:
        last = (said.decode("utf-8", "replace").strip().splitlines() or ["it was killed"])[-1]
        raise StoreError(f"{map_dir} could not be indexed: {last.removeprefix('webnavigator.errors.StoreError: ')}")


def _end_with_parent() -> None:
    """Standard input ends when the parent does, however that dies."""
    os.read(0, 1)  # not `sys.stdin`: a thread that holds its lock when the interpreter ends is a fatal error
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_parent, daemon=True).start()
    index_map(Path(sys.argv[1]), RetrieveSettings.model_validate_json(sys.argv[2]))
