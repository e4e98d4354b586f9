"""Exploring a small site into a map of its own."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from sites.harness import Site
from webnavigator.app import explore
from webnavigator.config import load_settings
from webnavigator.explore.report import ExploreReport
from webnavigator.store.sql import SqlStore, open_map

LEXICAL = {"encoder": "lexical"}
"""What is explored here is not asked for in words: the index is made without loading encoders."""

ExploreSite = Callable[..., Awaitable[tuple[ExploreReport, SqlStore]]]


@pytest.fixture
def explore_site(site: Callable[..., Site], tmp_path: Path, chromium_path: str):
    """Explores a site of tests/sites by name; gives the report, the map open for reading, and the site."""
    opened: list[SqlStore] = []

    async def run(name: str, *, browser: dict[str, Any] | None = None, site_options: dict[str, Any] | None = None,
                  **options: Any) -> tuple[ExploreReport, SqlStore, Site]:  # fmt: skip
        served = site(name, **(site_options or {}))
        settings = load_settings(
            explore={"max_minutes": 2.0, "max_actions": 150, "linger_s": 0.0, **options},
            browser={"navigation_timeout_s": 8.0, **(browser or {})},
            retrieve=LEXICAL,
        )
        report = await explore(served.url, tmp_path / name, settings)
        store = open_map(tmp_path / name)
        opened.append(store)
        return report, store, served

    yield run
    for store in opened:
        store.close()
