"""A tool for browser-use agents: go straight to a page of a mapped site, in the agent's own browser.

browser-use drives its browser over the Chrome DevTools Protocol and says where (``browser_session.cdp_url``); the same
browser is joined there, so that the agent goes on from the page arrived at. browser-use is imported when
`add_navigation` is called, and not before.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from webnavigator.app import open_navigator
from webnavigator.browser.attach import UsersBrowser
from webnavigator.config import Settings, load_settings
from webnavigator.errors import MissingExtraError, WebNavigatorError

if TYPE_CHECKING:
    from webnavigator.navigate.arrival import Arrival

NAME = "teleport_to_page"
"""Told apart from browser-use's own ``navigate``, which opens an address."""

DESCRIPTION = (
    "Go straight to a page, dialog, menu or tab of {site} by describing the place in words with its key names, such as "
    "'orders awaiting refund'. Prefer it to clicking through menus. Says so when the site has no such page."
)


def add_navigation(tools: Any, map_dir: Path | str, settings: Settings | None = None) -> None:
    """Give a browser-use agent's tools the action ``teleport_to_page``.

    Args:
        tools: a ``browser_use.Tools`` (or ``Controller``).
        map_dir: the map of the site.
        settings: deadlines, retrieval, what is allowed; None: those in force.

    Raises:
        MissingExtraError: browser-use is not installed.
        MapError: the directory is not a map.
    """
    try:
        from browser_use import ActionResult, BrowserSession  # pyright: ignore  # not in the environment of the checks
    except ImportError:
        raise MissingExtraError("browser-use", "browser-use") from None
    navigator = open_navigator(map_dir, settings or load_settings(), learn=False)
    site = str(navigator.store.get_meta("start_url") or "the site")
    navigator.close()

    async def teleport_to_page(query: str, browser_session: BrowserSession) -> ActionResult:  # pyright: ignore
        try:
            arrival = await go(map_dir, query, str(cast("Any", browser_session).cdp_url), settings)
        except WebNavigatorError as error:
            return ActionResult(error=str(error))  # pyright: ignore
        return ActionResult(**told(arrival))  # pyright: ignore

    tools.action(DESCRIPTION.format(site=site))(teleport_to_page)


async def go(map_dir: Path | str, query: str, cdp_url: str, settings: Settings | None = None) -> "Arrival":
    """Bring a page of a browser that runs already into the state that some words mean; the page stays open.

    Raises:
        MapError: the directory is not a map.
        BadInputError: the query has no words.
        BrowserMissingError: no browser answers at the address.
    """
    settings = settings or load_settings()
    async with open_navigator(map_dir, settings, learn=False) as navigator:
        navigator.search(query)  # a query that cannot be used is told before the browser is joined
        async with (
            UsersBrowser(cdp_url, settings.browser, navigator.policy) as browser,
            browser.pilot() as pilot,
        ):
            return await navigator.drive(pilot, query)


def told(arrival: "Arrival") -> dict[str, str]:
    """An arrival as the fields of browser-use's ``ActionResult``."""
    if arrival.outcome == "none":
        line = f"The map has no page for “{arrival.query}”; use the page's own links and search."
        return {"extracted_content": line, "long_term_memory": line}
    if not arrival.reached:
        return {"error": f"{arrival.outcome}: {arrival.reason or arrival.url}"}
    name = " · ".join(part for part in (arrival.name, arrival.title) if part)[:200]
    line = f"Arrived at {name} ({arrival.url[:300]})"
    return {"extracted_content": line, "long_term_memory": line}
