"""For BrowserGym: an action set with ``navigate(domain, query)``, beside the actions that it has itself.

BrowserGym makes Python code of an action and runs it with its synchronous Playwright page in the global ``page``. It is
imported when `action_set` or `use_browser` is called, and not before; `run` needs Playwright alone.
"""

import functools
import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webnavigator.app import open_navigator
from webnavigator.browser.find import locate_browser
from webnavigator.browser.sync_pages import on_sync_page
from webnavigator.config import Settings, load_settings
from webnavigator.errors import BadInputError, MissingExtraError, NavigationError

if TYPE_CHECKING:
    from playwright.async_api import Page
    from playwright.sync_api import Page as SyncPage

    from webnavigator.navigate.arrival import Arrival

SUBSETS = ("chat", "infeas", "bid", "nav")
"""BrowserGym's own actions that are offered when nothing else is said."""


def navigate(domain: str, query: str):  # noqa: ANN201 - the text of this function is what BrowserGym runs
    """Go straight to a page, menu, tab or dialog of a mapped site; describe the place, not an action, with key names.

    Examples:
        navigate("shop", "orders awaiting refund")
        navigate("wiki", "page on the release process")
    """
    from webnavigator.browsergym import run

    run(page, WEBNAVIGATOR_MAPS, domain, query)  # noqa: F821 # pyright: ignore  # globals where it is run


def run(
    page: "SyncPage", maps: Mapping[str, str], domain: str, query: str, settings: Settings | None = None
) -> "Arrival":
    """Bring a synchronous page into the state of a site that some words mean.

    Args:
        page: BrowserGym's, or any of `playwright.sync_api` (Chromium).
        maps: map directories, by the names of their sites.
        domain: one of these names.
        query: the place, in words.
        settings: deadlines, retrieval, what is allowed; None: those in force.

    Raises:
        BadInputError: there is no such map, or the query has no words.
        NavigationError: the map has no such page, or the site no longer shows it; BrowserGym tells it to the agent as
            the error of its last action.
        MapError: the directory is not a map.
    """
    if domain not in maps:
        raise BadInputError(f"there is no map {domain}, only {', '.join(maps) or 'none'}")

    async def go(page: "Page") -> "Arrival":
        async with open_navigator(maps[domain], settings, learn=False) as navigator:
            return await navigator.navigate(page, query)

    arrival = on_sync_page(page, go)
    if arrival.outcome == "none":
        raise NavigationError(f"the map has no page for “{query}”: use the page's own links and search")
    if not arrival.reached:
        raise NavigationError(f"{arrival.outcome} on the way to “{query}”: {arrival.reason or arrival.url}")
    return arrival


def action_set(maps: Mapping[str, Path | str], subsets: tuple[str, ...] = SUBSETS, **more: Any) -> Any:
    """A BrowserGym ``HighLevelActionSet`` that has ``navigate`` besides its own actions.

    Args:
        maps: map directories, by the names that an agent gives for ``domain``.
        subsets: which of BrowserGym's own actions there are.
        more: further arguments of ``HighLevelActionSet``.

    Raises:
        MissingExtraError: BrowserGym is not installed.
        BadInputError: no map is given.
        MapError: a directory is not a map.
    """
    if not maps:
        raise BadInputError("give at least one map")
    base: Any = _of_browsergym("core.action.highlevel").HighLevelActionSet
    folders = {name: str(Path(folder).resolve()) for name, folder in maps.items()}
    sites = [f"- {name}: {_start_of(folder)}" for name, folder in folders.items()]

    class MapActionSet(base):
        """See `action_set`."""

        def describe(self, with_long_description: bool = True, with_examples: bool = True) -> str:
            """The actions, and which sites there are maps of."""
            own: Any = super()
            told: str = own.describe(with_long_description, with_examples)
            return "\n".join([told.rstrip(), "", "Values of domain for navigate:", *sites, ""])

        def to_python_code(self, action: str) -> str:
            """Code for an action, with the maps that it may need."""
            return f"WEBNAVIGATOR_MAPS = {folders!r}\n\n{super().to_python_code(action)}"

    return MapActionSet(subsets=[*subsets, "custom"], custom_actions=[navigate], **more)


def use_browser(executable_path: Path | str | None = None) -> str:
    """Let BrowserGym start its pages and its chat window in a browser that is on this machine.

    Without, it starts the Chromium that Playwright has downloaded: ``pw_chromium_kwargs`` of an environment speaks of
    its page alone, and its chat window is a browser of its own. Call it in the process and thread of the environment.

    Args:
        executable_path: Chromium, Chrome or Edge; None: the one that webnavigator itself would take.

    Returns:
        The path that is used from now on.

    Raises:
        MissingExtraError: BrowserGym is not installed.
        BrowserMissingError: there is no such browser.
    """
    settings = load_settings(browser={"executable_path": str(executable_path)} if executable_path else {})
    path = str(locate_browser(settings.browser).executable_path)
    chromium: Any = _of_browsergym("core")._get_global_playwright().chromium
    chromium.launch = functools.partial(type(chromium).launch, chromium, executable_path=path)
    return path


def _of_browsergym(name: str) -> Any:
    try:
        return importlib.import_module(f"browsergym.{name}")
    except ImportError:
        raise MissingExtraError("BrowserGym", "browsergym") from None


def _start_of(folder: str) -> str:
    navigator = open_navigator(folder, learn=False)
    try:
        return navigator.start_url
    finally:
        navigator.close()
