"""Controls whose names warn of changes are pressed on a page that is cut off from the network."""

import pytest

from webnavigator.app import open_navigator

pytestmark = pytest.mark.browser


async def test_what_they_only_show_is_a_state_and_nothing_reaches_the_site(explore_site) -> None:
    _, store, site = await explore_site("warning-names", workers=1)
    outcomes = {task.label: task.outcome for task in store.tasks() if task.source}
    assert outcomes["Subscribe"] == "new"
    assert {name: outcomes[name].partition(":")[0] for name in ("Pay now", "Save", "Publish")} == {
        "Pay now": "held",
        "Save": "held",
        "Publish": "held",
    }
    assert not site.writes
    assert not {"/pixel.gif", "/api/order", "/away"} & set(site.paths())
    held = {record.what.partition("?")[0].rpartition("/")[2] for record in store.audit() if record.kind != "control"}
    assert held == {"order", "pixel.gif", "away"}


async def test_the_state_is_reached_again_in_the_same_way(explore_site) -> None:
    _, store, site = await explore_site("warning-names", workers=1)
    shown = next(node for node in store.graph().nodes if node.name == "Subscribe")
    async with open_navigator(store.path) as navigator, navigator.browser() as pilot:
        arrival = await navigator.go(pilot, shown.id)
        assert arrival.outcome == "reached"
        assert pilot.seal is not None
        assert pilot.seal.is_closed
        await pilot.open(site.url)
        assert not pilot.seal.is_closed
