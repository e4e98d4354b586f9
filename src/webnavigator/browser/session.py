"""One browser under guard, started again when it dies, handing out pages in contexts of their own."""

import asyncio
from types import TracebackType

from playwright.async_api import Browser, BrowserContext, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from webnavigator.browser.guard import Guard
from webnavigator.browser.launch import new_context, start_browser
from webnavigator.browser.login import LoginState
from webnavigator.browser.perform import Pilot
from webnavigator.config import BrowserSettings
from webnavigator.errors import PageCrashedError
from webnavigator.model.safety import Policy

_CLOSE_S = 5.0


class BrowserSession:
    """An async context manager round one browser.

    Attributes:
        restarts: how often the browser had to be started again.
        learned: request keys that are known to read only; grows while pages load.
    """

    def __init__(
        self,
        settings: BrowserSettings,
        policy: Policy,
        login: LoginState | None = None,
        learned: set[str] | None = None,
    ) -> None:
        self.settings = settings
        self.policy = policy
        self.login = login
        self.learned = learned if learned is not None else set[str]()
        self.restarts = -1
        self.guard = Guard(policy, self.learned)
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._starting = asyncio.Lock()

    async def __aenter__(self) -> "BrowserSession":
        self._playwright = await async_playwright().start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._browser is not None and self._browser.is_connected():
            try:
                async with asyncio.timeout(_CLOSE_S):
                    await self._browser.close()
            except (TimeoutError, PlaywrightError):
                pass  # stopping the driver below ends the browser's process with it
        if self._playwright is not None:
            await self._playwright.stop()

    async def _ready(self) -> Browser:
        async with self._starting:
            if self._browser is None or not self._browser.is_connected():
                assert self._playwright is not None, "use it as a context manager"
                self._browser = await start_browser(self._playwright, self.settings)
                self.guard = Guard(self.policy, self.learned)
                await self.guard.start(self._browser)
                self.restarts += 1
            return self._browser

    async def pilot(self) -> Pilot:
        """A fresh page in a context of its own; starts the browser when there is none.

        Raises:
            BrowserMissingError: no browser can be started.
            PageCrashedError: the browser died while the page was made.
        """
        browser = await self._ready()
        try:
            context = await new_context(browser, self.settings, self.login)
            page = await context.new_page()
        except PlaywrightError as error:
            raise PageCrashedError(str(error)) from error
        return await Pilot.take(page, self.policy, self.settings, self.guard)

    async def discard(self, pilot: Pilot) -> None:
        """Close a page and its context, dead or alive."""
        self.guard.forget_page(pilot.page)
        try:
            async with asyncio.timeout(_CLOSE_S):
                context: BrowserContext = pilot.page.context
                await context.close()
        except (TimeoutError, PlaywrightError):
            return  # a dead page has nothing to close; a frozen one ends with the browser
