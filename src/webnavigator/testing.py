"""For tests with Playwright: bring a page into a state by describing it.

`webnavigator.pytest_plugin` has it as a fixture.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Page
    from playwright.sync_api import Page as SyncPage

    from webnavigator.navigate.arrival import Arrival
    from webnavigator.navigate.navigator import Navigator


class StateNotReachedError(AssertionError):
    """The page could not be brought into the state; a test fails with what happened.

    Attributes:
        arrival: what navigating came to.
    """

    def __init__(self, arrival: "Arrival") -> None:
        super().__init__(f"“{arrival.query}”: {arrival.outcome}: {arrival.reason or arrival.url}")
        self.arrival = arrival


async def goto_state(page: "Page", query: str, on: "Navigator | Path | str") -> "Arrival":
    """Bring a page into the state that some words mean, and make sure that it is there.

    Args:
        page: an asynchronous Playwright page (Chromium), signed in where the site needs it.
        query: the place, in words, e.g. "orders awaiting refund".
        on: the map's directory; or an open one (`webnavigator.open_map`), which is quicker for many tests.

    Returns:
        How it got there.

    Raises:
        StateNotReachedError: the map has no such state, or the site no longer shows it.
        MapError: the directory is not a map.
        BadInputError: the query has no words.
    """
    if isinstance(on, str | Path):
        from webnavigator.app import open_navigator

        async with open_navigator(on, learn=False) as navigator:
            return await goto_state(page, query, navigator)
    arrival = await on.navigate(page, query)
    if not arrival.reached:
        raise StateNotReachedError(arrival)
    return arrival


def goto_state_sync(page: "SyncPage", query: str, on: "Navigator | Path | str") -> "Arrival":
    """`goto_state` for a synchronous Playwright page, as the page fixture of pytest-playwright is one.

    Raises:
        StateNotReachedError: the map has no such state, or the site no longer shows it.
        MapError: the directory is not a map.
        BadInputError: the query has no words, or the page is not a synchronous one.
    """
    from webnavigator.browser.sync_pages import on_sync_page

    return on_sync_page(page, lambda page: goto_state(page, query, on))
