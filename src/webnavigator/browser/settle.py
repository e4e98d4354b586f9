"""When is a page quiet? Told by navigation, DOM mutations, requests in flight, finite animations; no fixed sleep."""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, Request, Response, WebSocket

from webnavigator.browser.subscriptions import Subscriptions, listening
from webnavigator.browser.tab import Tab
from webnavigator.config import BrowserSettings
from webnavigator.errors import PageCrashedError

_WORKING = frozenset({"document", "script", "stylesheet", "xhr", "fetch"})
"""Resource types that can still change what the page shows; images, fonts, media and streams cannot hold a step."""

_LONG_POLL_S = 1.5
"""A request open for longer than this is taken for a long poll and no longer waited for."""

_BODY_S = 0.5
"""So long after its headers an answer to a script is taken for read: many scripts never read it to its end."""

_POLLS = 8
"""A request made more often than this since an action began is a poll."""

_BETWEEN_DOCUMENTS_S = 0.02

_QUIET = "(quietMs, limitMs) => __webnavigator.quiet(quietMs, limitMs)"


@dataclass(eq=False)
class Pulse:
    """What a page is doing on the network, kept up to date by events from `watch` on until `stop`.

    Attributes:
        open_requests: requests without an answer yet that can change what the page shows, and since when.
        document_status: HTTP status of the page's document; None when none came since `reset`.
        document_type: its MIME type, "" likewise; that of a file that is offered instead of a page.
        changed: set when a request ends.
        crashed: the page's process went away.
        sockets: WebSockets that are open.
    """

    page: Page
    open_requests: dict[Request, float] = field(default_factory=dict[Request, float])
    document_status: int | None = None
    document_type: str = ""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    crashed: bool = False
    sockets: set[WebSocket] = field(default_factory=set[WebSocket])
    _asked: Counter[tuple[str, str, bytes | None]] = field(default_factory=Counter[tuple[str, str, bytes | None]])
    _listeners: Subscriptions = field(default_factory=Subscriptions)

    @classmethod
    def watch(cls, page: Page) -> "Pulse":
        """Start watching; it ends with the page, or with `stop`."""
        pulse = cls(page)
        add = pulse._listeners.add
        add(page, "request", pulse._opened)
        add(page, "requestfinished", pulse._closed)
        add(page, "requestfailed", pulse._closed)
        add(page, "response", pulse._answered)
        add(page, "crash", pulse._crash)
        add(page, "websocket", pulse._socket_opened)
        return pulse

    def stop(self) -> None:
        """Take our listeners off the page."""
        self._listeners.end()

    def _opened(self, request: Request) -> None:
        if request.resource_type not in _WORKING:
            return
        alike = (request.method, request.url.partition("?")[0], request.post_data_buffer)
        self._asked[alike] += 1
        if self._asked[alike] <= _POLLS:
            self.open_requests[request] = time.monotonic()

    def _closed(self, request: Request) -> None:
        self.open_requests.pop(request, None)
        self.changed.set()

    def _answered(self, response: Response) -> None:
        request = response.request
        if request in self.open_requests and request.resource_type in ("xhr", "fetch"):
            taken_for_done = time.monotonic() + _BODY_S - _LONG_POLL_S
            self.open_requests[request] = min(self.open_requests[request], taken_for_done)
        if request.resource_type == "document" and request.is_navigation_request() and self._is_top(request):
            self.document_status = response.status
            self.document_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()

    def _is_top(self, request: Request) -> bool:
        try:
            return request.frame == self.page.main_frame
        except PlaywrightError:
            return False  # of a frame that is gone, or of no frame at all

    def _socket_opened(self, socket: WebSocket) -> None:
        self.sockets.add(socket)
        socket.on("close", listening(self.sockets.discard))

    def _crash(self, page: Page) -> None:
        self.crashed = True
        self.changed.set()

    def reset(self) -> None:
        """Forget the status of the document before and what it asked for; called when an action begins."""
        self.document_status, self.document_type = None, ""
        self._asked.clear()

    def busy(self) -> bool:
        """Some request that can change the page is open, and is no long poll."""
        now = time.monotonic()
        return any(now - since < _LONG_POLL_S for since in self.open_requests.values())


async def settle(tab: Tab, pulse: Pulse, settings: BrowserSettings, *, silent_s: float | None = None) -> bool:
    """Wait until the page is quiet.

    Args:
        tab: the page.
        pulse: what it does on the network.
        settings: how long it is waited for.
        silent_s: how long beyond that it may answer nothing, its scripts being busy; None: as long as one action may.

    Returns:
        True when it is; False when `settings.settle_timeout_s` passed first and the page is taken as it is.

    Raises:
        UnresponsiveError: the page answers nothing at all.
        PageCrashedError: the page or the browser is gone, or its document is replaced without end.
    """
    end = time.monotonic() + settings.settle_timeout_s
    replaced: PageCrashedError | None = None
    while (left_s := end - time.monotonic()) > 0:
        limit_s = left_s + (settings.action_timeout_s if silent_s is None else silent_s)
        try:
            quiet = await tab.evaluate(_QUIET, settings.quiet_ms, int(left_s * 1000), timeout_s=limit_s)
        except PageCrashedError as error:
            if pulse.crashed or tab.page.is_closed():
                raise
            replaced = error
            await asyncio.sleep(_BETWEEN_DOCUMENTS_S)
            continue
        replaced = None
        if quiet and not pulse.busy():
            return True
        await _next_change(pulse, end)
    if replaced is not None:
        raise replaced
    return False


async def _next_change(pulse: Pulse, end: float) -> None:
    """Until a request ends, for a moment at most: long polls cease to count as time goes by."""
    pulse.changed.clear()
    try:
        async with asyncio.timeout(min(0.25, max(0.01, end - time.monotonic()))):
            await pulse.changed.wait()
    except TimeoutError:
        return
