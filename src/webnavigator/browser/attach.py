"""The user's own browser, joined over the Chrome DevTools Protocol: its pages are borrowed and stay open."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Self

from playwright.async_api import Browser, Page, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from webnavigator.browser.errors_map import deadline
from webnavigator.browser.perform import Pilot
from webnavigator.config import BrowserSettings
from webnavigator.errors import BrowserMissingError
from webnavigator.model.safety import Policy

_CONNECT_S = 15.0


class UsersBrowser:
    """An async context manager round a browser that somebody else started; leaving it closes nothing.

    No write guard is put on it: it is not ours. The policy is asked before each action all the same.

    Args:
        endpoint: ``http://127.0.0.1:9222`` or the browser's ``ws://`` address.
        settings: deadlines.
        policy: what may be done, and which site is meant.
    """

    def __init__(self, endpoint: str, settings: BrowserSettings, policy: Policy) -> None:
        self.endpoint = endpoint
        self.settings = settings
        self.policy = policy
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._page: Page | None = None

    async def __aenter__(self) -> Self:
        self._playwright = await async_playwright().start()
        try:
            self._browser = await self._playwright.chromium.connect_over_cdp(self.endpoint, timeout=_CONNECT_S * 1000)
        except PlaywrightError as error:
            await self._playwright.stop()
            raise BrowserMissingError(
                f"no browser answers at {self.endpoint}: start one with --remote-debugging-port=9222"
            ) from error
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._playwright is not None:
            await self._playwright.stop()

    @property
    def connected(self) -> bool:
        """Whether the browser still answers."""
        return self._browser is not None and self._browser.is_connected()

    @asynccontextmanager
    async def pilot(self) -> AsyncGenerator[Pilot]:
        """One of its pages under control, until the block ends: the one used last, else one that shows the site.

        Raises:
            PageCrashedError: the page is gone.
            UnresponsiveError: it does not answer.
        """
        async with deadline(_CONNECT_S, "give a page"):
            page = await self._choose()
        pilot = await Pilot.take(page, self.policy, self.settings)
        try:
            yield pilot
        finally:
            self._page = pilot.page
            await pilot.release()

    async def _choose(self) -> Page:
        assert self._browser is not None, "use it as a context manager"
        pages = [page for context in self._browser.contexts for page in context.pages]
        if self._page is not None and self._page in pages:
            return self._page
        here = [page for page in pages if self.policy.scope.contains(page.url)]
        blank = [page for page in pages if page.url in ("about:blank", "chrome://newtab/", "chrome://new-tab-page/")]
        if here or blank:
            return (here or blank)[-1]
        contexts = self._browser.contexts
        return await (contexts[0] if contexts else await self._browser.new_context()).new_page()
