"""Windows that a page opens: announced by the browser at once, handed over by Playwright when they have an address."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Page

from webnavigator.browser.subscriptions import Subscriptions, listening
from webnavigator.browser.tab import Tab

_SHOWN = ("", "about:blank", "http:", "https:", "blob:")
"""How addresses begin that a window really opens for; pages may not open others."""


@dataclass(eq=False)
class Windows:
    """Windows opened by one page, from `watch` on until `stop`."""

    _tab: Tab
    _expected: int = 0
    _arrived: list[Page] = field(default_factory=list[Page])
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _listeners: Subscriptions = field(default_factory=Subscriptions)

    @classmethod
    async def watch(cls, tab: Tab) -> "Windows":
        """Start counting.

        Raises:
            PageCrashedError: the page is gone.
            UnresponsiveError: it does not answer.
        """
        windows = cls(tab)
        windows._listeners.add(tab.page, "popup", windows._arrive)
        tab.cdp.on("Page.windowOpen", listening(windows._announce))
        async with tab.within(tab.settings.action_timeout_s, "watch its windows"):
            await tab.top.send("Page.enable")
        return windows

    def stop(self) -> None:
        """Take our listeners off the page; those of its session end with that."""
        self._listeners.end()

    def _announce(self, event: dict[str, Any]) -> None:
        url = event.get("url", "")
        if url == "" or url.startswith(_SHOWN[1:]):
            self._expected += 1

    def _arrive(self, page: Page) -> None:
        self._expected -= 1
        self._arrived.append(page)
        self._changed.set()

    def turned_away(self) -> None:
        """A window that was announced will not come: its page was held back."""
        self._expected -= 1
        self._changed.set()

    async def arrivals(self, limit_s: float) -> tuple[Page, ...]:
        """The open windows that came since the last call; waits for those that were announced.

        Args:
            limit_s: longest wait, seconds.
        """
        return await self._while(lambda: self._expected > 0, limit_s)

    async def soon(self, limit_s: float) -> tuple[Page, ...]:
        """The open windows that came since the last call; the first is waited for, `limit_s` seconds at most."""
        return await self._while(lambda: not self._arrived, limit_s)

    async def _while(self, waits: Callable[[], bool], limit_s: float) -> tuple[Page, ...]:
        """The open windows that came since the last call, once there is nothing to wait for or the time is over."""
        end = asyncio.get_running_loop().time() + limit_s
        while waits() and not self._tab.page.is_closed():
            self._changed.clear()
            try:
                async with asyncio.timeout_at(end):
                    await self._changed.wait()
            except TimeoutError:
                break
        return self.late()

    def late(self) -> tuple[Page, ...]:
        """The open windows that came since the last call, without waiting."""
        arrived, self._arrived, self._expected = self._arrived, [], 0
        return tuple(page for page in arrived if not page.is_closed())
