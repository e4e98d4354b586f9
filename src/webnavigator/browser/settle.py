"""When is a page quiet? Told by navigation, DOM mutations, requests in flight, finite animations; no fixed sleep."""

import asyncio
import time
from dataclasses import dataclass, field

from playwright.async_api import Page, Request

from webnavigator.browser.tab import Tab
from webnavigator.config import BrowserSettings
from webnavigator.errors import PageCrashedError

_WORKING = frozenset({"document", "script", "stylesheet", "xhr", "fetch"})
"""Resource types that can still change what the page shows; images, fonts, media and streams cannot hold a step."""

_LONG_POLL_S = 1.5
"""A request open for longer than this is taken for a long poll and no longer waited for."""

_QUIET_JS = """
(quietMs, limitMs) => new Promise(resolve => {
  const start = performance.now(), noisy = new Map();
  let last = start;
  const observer = new MutationObserver(records => {
    for (const record of records) {
      if (record.type !== 'childList') {
        const seen = (noisy.get(record.target) || 0) + 1;
        noisy.set(record.target, seen);
        if (seen > 8) continue;
      }
      last = performance.now();
    }
  });
  observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  const finite = () => document.getAnimations().some(a => {
    const t = a.playState === 'running' && a.effect && a.effect.getComputedTiming();
    return t && t.endTime < 1500;
  });
  const check = () => {
    const now = performance.now(), over = now - start >= limitMs;
    const loading = document.readyState !== 'complete';
    const wait = loading ? quietMs : quietMs - (now - last);
    if (over || (!loading && wait <= 0 && !(finite() && now - start < 800))) {
      observer.disconnect();
      resolve(over ? 0 : 1);
    } else setTimeout(check, Math.min(Math.max(4, wait), 50));
  };
  setTimeout(check, quietMs);
})
"""


@dataclass(eq=False)
class Pulse:
    """What a page is doing on the network, kept up to date by events from `watch` on."""

    open_requests: dict[Request, float] = field(default_factory=dict[Request, float])
    document_status: int | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    def watch(cls, page: Page) -> "Pulse":
        """Start watching; it ends with the page."""
        pulse = cls()
        page.on("request", pulse._opened)
        page.on("requestfinished", pulse._closed)
        page.on("requestfailed", pulse._closed)
        page.on("response", lambda response: pulse._answered(page, response.request, response.status))
        return pulse

    def _opened(self, request: Request) -> None:
        if request.resource_type in _WORKING:
            self.open_requests[request] = time.monotonic()

    def _closed(self, request: Request) -> None:
        self.open_requests.pop(request, None)
        self.changed.set()

    def _answered(self, page: Page, request: Request, status: int) -> None:
        if request.resource_type == "document" and request.is_navigation_request() and request.frame == page.main_frame:
            self.document_status = status

    def reset(self) -> None:
        """Forget the status of the document before; called when an action begins."""
        self.document_status = None

    def busy(self) -> bool:
        """Some request that can change the page is open, and is no long poll."""
        now = time.monotonic()
        return any(now - since < _LONG_POLL_S for since in self.open_requests.values())


async def settle(tab: Tab, pulse: Pulse, settings: BrowserSettings) -> bool:
    """Wait until the page is quiet.

    Returns:
        True when it is; False when `settings.settle_timeout_s` passed first and the page is taken as it is.

    Raises:
        UnresponsiveError: the page answers nothing at all.
        PageCrashedError: the page or the browser is gone.
    """
    deadline = time.monotonic() + settings.settle_timeout_s
    while (left_s := deadline - time.monotonic()) > 0:
        try:
            quiet = await tab.evaluate(
                _QUIET_JS, settings.quiet_ms, int(left_s * 1000), timeout_s=left_s + settings.action_timeout_s
            )
        except PageCrashedError:
            if tab.page.is_closed():
                raise
            continue
        if quiet and not pulse.busy():
            return True
        pulse.changed.clear()
        try:
            async with asyncio.timeout(min(0.25, max(0.01, deadline - time.monotonic()))):
                await pulse.changed.wait()
        except TimeoutError:
            continue
    return False
