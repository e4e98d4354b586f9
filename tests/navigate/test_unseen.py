"""Going to things that were never visited, on a site where a map knows the first few of them."""

import pytest

from webnavigator.app import explore, open_navigator
from webnavigator.config import load_settings

pytestmark = pytest.mark.browser
SETTINGS = load_settings(
    explore={"max_minutes": 2.0, "linger_s": 0.0},
    browser={"navigation_timeout_s": 10.0},
    retrieve={"encoder": "lexical"},
)


@pytest.fixture(scope="module")
async def store_map(chromium_path: str, tmp_path_factory):
    from sites.harness import serve

    where = tmp_path_factory.mktemp("maps") / "orders"
    with serve("numbered-orders") as site:
        await explore(site.url, where, SETTINGS)
        yield site, where


async def asked(where, page, query: str):
    async with open_navigator(where, SETTINGS) as navigator:
        return await navigator.navigate(page, query)


async def test_an_order_is_reached_by_the_address_of_its_kind(store_map, page) -> None:
    site, where = store_map
    arrival = await asked(where, page, "order 000123")
    assert arrival.outcome == "reached"
    assert arrival.url == f"{site.url}orders/123"
    assert arrival.title == "Order #000123"
    assert [step.action for step in arrival.path] == ["goto"]


async def test_a_parcel_is_reached_by_the_search_box(store_map, page) -> None:
    _site, where = store_map
    arrival = await asked(where, page, "parcel P00123")
    assert arrival.outcome == "reached"
    assert arrival.title == "Parcel P00123"
    assert [step.action for step in arrival.path][-2:] == ["type", "click"]


async def test_what_the_site_has_not_is_said_so(store_map, page) -> None:
    _site, where = store_map
    arrival = await asked(where, page, "order 000999")
    assert arrival.outcome in ("failed", "drifted")
    assert arrival.reason
