"""What was opened on one page is opened on another that has the control, though nobody has seen it there."""

from pathlib import Path

import pytest

from webnavigator.app import explore, open_navigator
from webnavigator.config import load_settings
from webnavigator.store.sql import open_map

pytestmark = pytest.mark.browser
SETTINGS = load_settings(explore={"max_minutes": 3.0})


@pytest.fixture(scope="module")
async def filters(chromium_path: str, tmp_path_factory):
    """A map on which the filter was opened on the list of boats only."""
    from sites.harness import serve

    where: Path = tmp_path_factory.mktemp("maps") / "filters"
    with serve("list-filters") as site:
        await explore(site.url, where, SETTINGS)
        with open_map(where, write=True) as store:
            for node in [*store.graph().nodes]:
                if node.name and not node.url.endswith("/boats.html"):
                    store.remove_node(node.id)
        yield where


async def test_a_control_is_operated_where_nobody_did(filters, page) -> None:
    async with open_navigator(filters, SETTINGS) as navigator:
        arrival = await navigator.navigate(page, "add a filter to the list of berths")
    assert arrival.outcome == "reached"
    assert page.url.endswith("/berths.html")
    assert await page.get_by_role("button", name="Created after").count() == 1


async def test_where_it_is_not_the_next_best_is_gone_to(filters, page) -> None:
    async with open_navigator(filters, SETTINGS) as navigator:
        first = navigator.candidates("add a filter to the list of crews").hits[0]
        arrival = await navigator.navigate(page, "add a filter to the list of crews")
    assert first.pair is not None
    assert arrival.outcome == "reached"
    assert arrival.chosen != first.node_id
    assert page.url.endswith("/crews.html")
    assert [step.action for step in arrival.path] == ["goto", "click"]
