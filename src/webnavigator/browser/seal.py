"""Cutting one page off from the network while a control is pressed whose name warns of it.

What such a control only shows (a dialog that asks again, a panel, a new row) is seen, and nothing of it reaches the
site: the write guard holds back documents and what scripts ask for (see `Watch.sealed`), and here the rest is held
back: pictures, styles, streams and new sockets. A page with an open socket is not sealed: what is said there cannot be
stopped.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Error as PlaywrightError

from webnavigator.browser.subscriptions import listening
from webnavigator.browser.tab import Tab
from webnavigator.browser.watch import Watch
from webnavigator.model.safety import Policy
from webnavigator.model.url import redact_url

_LEFT_TO_RUN = ("Image", "Stylesheet", "Script", "Font", "Media")
"""Resource types that the guard lets run free; streams are of its own types, tracks and manifests of none."""

_SOCKETS = ["ws://*", "wss://*"]


@dataclass(eq=False)
class Seal:
    """The seal of one page: open until `close`.

    Attributes:
        tab: the page.
        watch: what the guard knows of it.
        policy: knows what the user has opened.
    """

    tab: Tab
    watch: Watch
    policy: Policy
    _listening: bool = False
    _pending: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    @property
    def is_closed(self) -> bool:
        """Nothing leaves the page, what the user has opened apart."""
        return bool(self.watch.sealed)

    async def close(self, reason: str) -> None:
        """Let nothing leave the page any more.

        Args:
            reason: what the control does by its name.

        Raises:
            UnresponsiveError: the page does not answer.
            PageCrashedError: the page is gone.
        """
        self.watch.sealed = f"asked for by a control that {reason}"
        if not self._listening:
            self._listening = True
            self.tab.cdp.on("Fetch.requestPaused", listening(self._paused))
        patterns = [{"resourceType": kind} for kind in _LEFT_TO_RUN]
        async with self.tab.within(self.tab.settings.action_timeout_s, "cut it off from the network"):
            await self.tab.top.send("Fetch.enable", patterns=patterns)
            await self.tab.top.send("Network.enable")
            await self.tab.top.send("Network.setBlockedURLs", urls=_SOCKETS)

    async def lift(self) -> None:
        """The page may ask for things again, under the guard as ever.

        Raises:
            UnresponsiveError: the page does not answer.
            PageCrashedError: the page is gone.
        """
        async with self.tab.within(self.tab.settings.action_timeout_s, "let it use the network again"):
            await self.tab.top.send("Network.setBlockedURLs", urls=[])
            await self.tab.top.send("Network.disable")
            await self.tab.top.send("Fetch.disable")
        self.watch.sealed = ""

    def _paused(self, event: dict[str, Any]) -> None:
        task = asyncio.ensure_future(self._answer(event))
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)

    async def _answer(self, event: dict[str, Any]) -> None:
        url: str = event["request"]["url"]
        request_id = event["requestId"]
        try:
            if not self.is_closed or self.policy.opens(url) or url.startswith("data:"):
                await self.tab.top.send("Fetch.continueRequest", requestId=request_id)
                return
            self.watch.note("request", f"{event['request']['method']} {redact_url(url)}", self.watch.sealed)
            await self.tab.top.send("Fetch.failRequest", requestId=request_id, errorReason="BlockedByClient")
        except PlaywrightError:
            return  # the page that asked is gone, and its request with it
