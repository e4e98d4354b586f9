"""The viewer on loopback, in a thread of its own."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from viewer.maps import HOSTILE, make_run, make_small
from webnavigator.config import load_settings
from webnavigator.viewer.changes import load_changes
from webnavigator.viewer.server import Viewer, viewer_of
from webnavigator.viewer.serving import serve
from webnavigator.viewer.text import Json
from webnavigator.viewer.trajectories import Trajectory, load_trajectories

RESULTS = {
    "name": "bench.json",
    "summary": {"reached": 0.5},
    "rows": [
        {"id": "a", "query": "<b>orders</b>", "outcome": "reached", "check": True, "node": "orders", "seconds": 1.25},
        {"id": "b", "query": "gold", "outcome": "none", "check": False, "node": None, "seconds": 0.5},
    ],
    "count": 2,
}

CHANGES = {
    "schema": "webnavigator-diff/1.0",
    "changed": True,
    "counts": {"states": {"gone": 1, "content": 1, "same": 3}, "edges": {"moved": 1}},
    "states": [
        {"change": "gone", "before": "old", "after": "", "url": "http://shop.test/old", "title": HOSTILE,
         "reason": "404"},
        {
            "change": "content", "before": "orders", "after": "orders", "url": "http://shop.test/orders",
            "title": "Orders", "fields": ["text"], "added": ["Two orders"], "removed": [HOSTILE],
        },
    ],
    "edges": [
        {"change": "moved", "source": "home", "label": "Orders", "target": "orders", "target_after": "home",
         "reason": "r"}
    ],
}  # fmt: skip


@contextmanager
def served(viewer: Viewer) -> Iterator[str]:
    """Address of a viewer that answers while the block runs."""
    told: list[str] = []
    up = threading.Event()
    loop = asyncio.new_event_loop()

    def ready(url: str) -> None:
        told.append(url)
        up.set()

    task = loop.create_task(serve(viewer, 0, ready))

    def run() -> None:
        try:
            loop.run_until_complete(task)
        except asyncio.CancelledError:
            pass
        finally:
            up.set()
            loop.close()

    thread = threading.Thread(target=run)
    thread.start()
    up.wait()
    try:
        yield told[0]
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()


@pytest.fixture(scope="session")
def small_map(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The map with all that may go wrong in it."""
    path = tmp_path_factory.mktemp("viewer") / "map"
    make_small(path)
    return path


@pytest.fixture(scope="session")
def lexical():
    """Settings that search by words alone: nothing is loaded."""
    return load_settings(retrieve={"encoder": "lexical"})


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Trajectory]:
    """A run of an agent."""
    folder = tmp_path_factory.mktemp("runs")
    make_run(folder / "one")
    return load_trajectories([folder])


@pytest.fixture(scope="session")
def diffs(tmp_path_factory: pytest.TempPathFactory) -> list[Json]:
    """What `diff` printed."""
    kept = tmp_path_factory.mktemp("diffs") / "since-monday.json"
    kept.write_text(json.dumps(CHANGES), "utf-8")
    return load_changes([kept])


@pytest.fixture(scope="session")
def url(small_map: Path, lexical, runs: list[Trajectory], diffs: list[Json]) -> Iterator[str]:
    """Address of the viewer of the small map."""
    with served(viewer_of(small_map, lexical, results=[RESULTS], trajectories=runs, diffs=diffs)) as address:
        yield address
