"""One browser under guard, started again when it dies, handing out pages in contexts of their own."""

import asyncio
import os
import signal
from contextlib import suppress
from types import TracebackType

from playwright.async_api import Browser, BrowserContext, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from webnavigator.browser.errors_map import deadline
from webnavigator.browser.guard import Guard
from webnavigator.browser.launch import new_context, process_id, start_browser
from webnavigator.browser.login import LoginState
from webnavigator.browser.perform import Pilot
from webnavigator.config import BrowserSettings
from webnavigator.errors import BrowserError, BrowserMissingError
from webnavigator.model.safety import Policy

_CLOSE_S = 5.0
_RECORD_S = 60.0
"""A record of all traffic is written while a context closes."""
_STOP_S = 20.0
_NEW_PAGE_S = 30.0
"""A browser that makes no page in this time hangs, however busy the machine is."""

_NO_PRINTING = "window.print = () => undefined"
"""A print dialog stops a page with a window until a person closes it."""


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
        self._process_id: int | None = None
        self._starting = asyncio.Lock()

    async def __aenter__(self) -> "BrowserSession":
        self._playwright = await async_playwright().start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._end_browser()
        if self._playwright is not None:
            with suppress(TimeoutError):  # its driver ends with this process at the latest
                async with asyncio.timeout(_STOP_S):
                    await self._playwright.stop()

    @property
    def open_pages(self) -> int:
        """Pages of this browser that are open now."""
        contexts = self._browser.contexts if self._browser is not None else []
        return sum(len(context.pages) for context in contexts)

    def take_learned(self) -> list[str]:
        """Request keys newly known to read only; they are told once."""
        learned = [*self.guard.newly_learned]
        self.guard.newly_learned.clear()
        return learned

    async def pilot(self) -> Pilot:
        """A fresh page in a context of its own; starts the browser when there is none, or when it hangs.

        Raises:
            BrowserMissingError: no browser can be started.
            BrowserError: it died, hung or refused twice while the page was made.
        """
        try:
            return await self._new_pilot(await self._ready())
        except BrowserMissingError:
            raise
        except BrowserError:
            return await self._new_pilot(await self._ready())

    async def _ready(self) -> Browser:
        async with self._starting:
            if self._browser is not None and self._browser.is_connected():
                return self._browser
            assert self._playwright is not None, "use it as a context manager"
            self._browser = browser = await start_browser(self._playwright, self.settings)
            try:
                await self._put_guard_on(browser)
            except BrowserError:
                await self._end_browser()  # one without a guard is never handed out
                raise
            self.restarts += 1
            return browser

    async def _put_guard_on(self, browser: Browser) -> None:
        self._process_id = None
        guard = Guard(self.policy, self.learned)
        guard.newly_learned, guard.orphans = self.guard.newly_learned, self.guard.orphans
        await guard.start(browser)
        async with deadline(_NEW_PAGE_S, "tell its process"):
            self._process_id = await process_id(browser)
        self.guard = guard

    async def _new_pilot(self, browser: Browser) -> Pilot:
        try:
            async with deadline(_NEW_PAGE_S, "make a page"):
                context = await new_context(browser, self.settings, self.login)
                await context.add_init_script(_NO_PRINTING)
                page = await context.new_page()
            return await Pilot.take(page, self.policy, self.settings, self.guard)
        except BrowserError:  # crashed, silent, or going down: whatever it is, a new browser has not got it
            if browser is self._browser:
                await self._end_browser()
            raise

    async def _end_browser(self) -> None:
        """Close the browser; kill it when it does not."""
        browser, self._browser = self._browser, None
        if browser is None or not browser.is_connected():
            return
        try:
            async with asyncio.timeout(_CLOSE_S):
                await browser.close()
        except (TimeoutError, PlaywrightError):
            if self._process_id is not None:
                with suppress(OSError):
                    os.kill(self._process_id, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)

    async def discard(self, pilot: Pilot) -> None:
        """Close a page and its context, dead or alive."""
        pilot.pulse.stop()
        pilot.windows.stop()
        try:
            async with asyncio.timeout(_RECORD_S if self.settings.record_har else _CLOSE_S):
                context: BrowserContext = pilot.page.context
                await context.close()
        except (TimeoutError, PlaywrightError):
            return  # a dead page has nothing to close; a frozen one ends with the browser
        finally:
            self.guard.forget_page(pilot.page)
