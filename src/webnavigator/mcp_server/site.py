"""One map that is served: its navigator, its page, and the numbers that the last look gave to controls."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from webnavigator.app import OpenNavigator, open_navigator
from webnavigator.browser.attach import UsersBrowser
from webnavigator.browser.login import LoginState
from webnavigator.browser.perform import Pilot
from webnavigator.browser.session import BrowserSession
from webnavigator.config import Settings
from webnavigator.errors import BadInputError, BrowserError, MapError
from webnavigator.model.graph import Node
from webnavigator.model.page import Element, Observation
from webnavigator.navigate.arrival import Arrival
from webnavigator.navigate.by_id import state_with_id

SHORT_ID = 8
"""Digits of a state's id that are shown: enough to tell the states of a map apart, few enough to be cheap."""


class ServedMap:
    """A map with a page that stays open between calls; one call at a time.

    Attributes:
        name: what the tools call it.
        path: its directory, which need not exist yet.
        lock: held by the call that uses it.
        exploring: progress of an exploration under way, in words; "" when there is none.
        last: the last answer of `navigate`; None before the first.
        numbers: controls by the numbers given out.
    """

    def __init__(
        self, name: str, path: Path, settings: Settings, login: LoginState | None = None, endpoint: str | None = None
    ) -> None:
        self.name = name
        self.path = path
        self.settings = settings
        self.login = login
        self.endpoint = endpoint
        self.lock = asyncio.Lock()
        self.exploring = ""
        self.last: Arrival | None = None
        self.numbers: dict[int, Element] = {}
        self._navigator: OpenNavigator | None = None
        self._report: object = None
        self._browser: BrowserSession | UsersBrowser | None = None
        self._open = AsyncExitStack()
        self._pilot: Pilot | None = None

    @property
    def exists(self) -> bool:
        """Whether something is at its path."""
        return self.path.exists()

    def navigator(self) -> OpenNavigator:
        """The map, open for reading; opened anew when somebody explored it meanwhile.

        Raises:
            MapError: there is no map yet, or it is being explored.
        """
        if self.exploring:
            raise MapError(f"map {self.name} is being explored ({self.exploring}): try again later")
        if not self.exists:
            raise MapError(f"map {self.name} is empty: make it with the tool explore")
        if self._navigator is not None and self._navigator.store.get_meta("report") != self._report:
            self.forget()
        if self._navigator is None:
            self._navigator = open_navigator(self.path, self.settings, learn=False)
            self._report = self._navigator.store.get_meta("report")
        return self._navigator

    def forget(self) -> None:
        """Give the map back; the next use opens it again."""
        if self._navigator is not None:
            self._navigator.close()
            self._navigator = None

    def node(self, short: str) -> Node:
        """The state whose id begins so.

        Raises:
            BadInputError: there is none, or several.
        """
        wanted = short.strip().lower()
        found = [node for node in self.navigator().graph.nodes if wanted and node.id.startswith(wanted)]
        former = [] if found or not wanted else [old for old in self._former() if old.startswith(wanted)]
        if len(former) == 1:
            return state_with_id(former[0], self.navigator().graph, self.navigator().store)
        if len(found) != 1:
            raise BadInputError(f"{'several states have' if found else 'no state has'} the id {short[:40]!r}")
        return found[0]

    def _former(self) -> list[str]:
        """Ids that states had before a refresh found them changed, or gone."""
        return list(self.navigator().store.successors())

    @asynccontextmanager
    async def page(self) -> AsyncGenerator[Pilot]:
        """The page, under control: of the browser joined, or of one of our own that is started now.

        Raises:
            BrowserMissingError: no browser can be started or joined.
        """
        browser = await self._ready()
        if isinstance(browser, UsersBrowser):
            async with browser.pilot() as pilot:
                yield pilot
            return
        if self._pilot is None or self._pilot.page.is_closed():
            self._pilot = await browser.pilot()
        try:
            yield self._pilot
        except BrowserError:
            await self._drop_if_dead(browser)
            raise

    async def _ready(self) -> BrowserSession | UsersBrowser:
        if isinstance(self._browser, UsersBrowser) and not self._browser.connected:
            await self.close_browser()
        if self._browser is None:
            navigator = self.navigator()
            made: BrowserSession | UsersBrowser
            if self.endpoint is not None:
                made = UsersBrowser(self.endpoint, self.settings.browser, navigator.policy)
            else:
                learned = set(navigator.store.read_endpoints())
                made = BrowserSession(self.settings.browser, navigator.policy, self.login, learned)
            self._browser = await self._open.enter_async_context(made)
        return self._browser

    async def _drop_if_dead(self, browser: BrowserSession) -> None:
        """A page that no longer answers is replaced at the next call."""
        pilot = self._pilot
        if pilot is None:
            return
        try:
            await pilot.title()
        except BrowserError:
            self._pilot = None
            await browser.discard(pilot)

    async def look(self, pilot: Pilot) -> Observation:
        """All that can be seen of the page; its controls are numbered from 1."""
        seen = await pilot.look()
        self.numbers = dict(enumerate(seen.elements, 1))
        return seen

    async def look_again(self, pilot: Pilot) -> tuple[Observation, dict[int, Element]]:
        """A look at a page that an action has changed: numbers given out stay, new controls get the next ones.

        Returns:
            The page, and what is new on it by number.
        """
        seen = await pilot.look()
        known = {(element.locator.xpath, element.role, element.label) for element in self.numbers.values()}
        fresh = [e for e in seen.elements if (e.locator.xpath, e.role, e.label) not in known]
        added = dict(enumerate(fresh, max(self.numbers, default=0) + 1))
        self.numbers |= added
        return seen, added

    async def close_browser(self) -> None:
        """Leave the browser; one of our own ends."""
        self._browser = self._pilot = None
        opened, self._open = self._open, AsyncExitStack()
        await opened.aclose()

    async def close(self) -> None:
        """Give everything back."""
        await self.close_browser()
        self.forget()
