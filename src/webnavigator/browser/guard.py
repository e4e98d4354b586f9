"""The network write guard, and what answers dialogs, downloads and new windows for the page.

Requests are paused in the browser itself (CDP ``Fetch`` on the *browser* target), so that frames, workers and windows
that a page opens are covered from their first byte, and the browser's cache stays on. Only the kinds that can write or
navigate are paused: documents, XHR, fetch, beacons and the rest; images, scripts, styles and fonts run free.
"""

import asyncio
import base64
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from playwright.async_api import Browser, CDPSession, Dialog, Download, Page
from playwright.async_api import Error as PlaywrightError

from webnavigator.browser.errors_map import deadline
from webnavigator.browser.owners import Owner, learn_frames, owner_of, profile_of
from webnavigator.browser.subscriptions import listening
from webnavigator.browser.tab import Tab
from webnavigator.browser.watch import Watch as Watch
from webnavigator.model.safety import Deny, Phase, Policy, read_key
from webnavigator.model.task import AuditKind, AuditRecord
from webnavigator.model.url import redact_url

_PAUSED_TYPES = ("Document", "XHR", "Fetch", "Ping", "Other")
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_START_S = 30.0
_Offer = TypeVar("_Offer", Dialog, Download)


class Guard:
    """Holds back what may change something, in every page of one browser; records each.

    What reads by another method than GET is told by `Policy.decide_request`: a GraphQL document without a mutation, or
    an endpoint and shape that pages of this site call by themselves while loading (`learned`).

    Attributes:
        policy: judges requests.
        learned: request keys known to read only; grows.
        newly_learned: those that came since somebody cleared the list.
        orphans: records of pages that nobody watches.
    """

    def __init__(self, policy: Policy, learned: set[str]) -> None:
        self.policy = policy
        self.learned = learned
        self.newly_learned: list[str] = []
        self.orphans: list[AuditRecord] = []
        self._watches: list[Watch] = []
        self._session: CDPSession | None = None
        self._pending: set[asyncio.Task[None]] = set()

    async def start(self, browser: Browser) -> None:
        """Put the guard on a browser: no document that is loaded from now on writes, nor what belongs to it.

        Raises:
            PageCrashedError: the browser is gone.
            UnresponsiveError: it does not answer.
        """
        async with deadline(_START_S, "put the guard on"):
            self._session = await browser.new_browser_cdp_session()
            self._session.on("Fetch.requestPaused", listening(self._paused))
            patterns = [{"resourceType": kind} for kind in _PAUSED_TYPES]
            await self._session.send("Fetch.enable", {"patterns": patterns})

    async def stop(self) -> None:
        """Take the guard off its browser: its pages write again."""
        for watch in [*self._watches]:
            self.forget_page(watch.tab.page)
        if self._session is not None:
            with suppress(PlaywrightError):  # the browser may have gone
                await self._session.detach()

    async def watch(self, tab: Tab) -> Watch:
        """Watch one tab: its dialogs, downloads and popups are answered from now on.

        Raises:
            PageCrashedError: the page is gone.
            UnresponsiveError: it does not answer.
        """
        watch = Watch(tab, tab.top.frame_id)
        self._watches.append(watch)
        watch.listeners.add(tab.page.context, "dialog", self._if_mine(watch, self._answer))
        self._listen_for_downloads(watch, tab.page)
        tab.cdp.on("Page.frameAttached", listening(watch.frame_attached))
        tab.cdp.on("Page.frameDetached", listening(watch.frame_detached))
        tab.cdp.on("Page.frameNavigated", listening(watch.frame_navigated))
        async with tab.within(tab.settings.action_timeout_s, "watch it"):
            assert self._session is not None, "the guard was not started"
            watch.profile_id, *_ = await asyncio.gather(
                profile_of(self._session, watch.main_frame_id), tab.top.send("Page.enable"), learn_frames(watch)
            )
        return watch

    def _listen_for_downloads(self, watch: Watch, page: Page) -> None:
        """On a page and the windows it opens, for which Playwright has no event of their own."""
        watch.listeners.add(page, "download", self._if_mine(watch, self._refuse))
        watch.listeners.add(page, "popup", lambda popup: self._listen_for_downloads(watch, popup))

    def forget_page(self, page: Page) -> None:
        """Stop watching a page that is given back or closed."""
        for watch in self._watches:
            if watch.tab.page is page:
                watch.listeners.end()
        self._watches = [watch for watch in self._watches if watch.tab.page is not page]

    def _if_mine(
        self, watch: Watch, answer: Callable[[Watch, _Offer], Coroutine[Any, Any, None]]
    ) -> Callable[[_Offer], None]:
        def handle(offered: _Offer) -> None:
            if self._answers_for(watch, offered.page):
                self._spawn(answer(watch, offered))

        return handle

    def _answers_for(self, watch: Watch, page: Page | None) -> bool:
        """A page's own watch answers for it; for a window that has none, the first of its profile does."""
        for other in self._watches:
            if other.tab.page is page:
                return other is watch
        mates = [other for other in self._watches if other.tab.page.context is watch.tab.page.context]
        return bool(mates) and mates[0] is watch

    def _paused(self, event: dict[str, Any]) -> None:
        self._spawn(self._answer_request(event))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)

    async def _answer_request(self, event: dict[str, Any]) -> None:
        kind, method = event.get("resourceType", ""), event["request"]["method"].upper()
        reason, owner = "", Owner(None, top=False)
        if kind == "Document" or method not in _READING or self._somebody_acts():
            try:
                owner, reason = await self._judge(event["request"], kind, event.get("frameId", ""))
            except Exception as error:  # noqa: BLE001 - one request of many: held back and recorded
                reason = f"it cannot be judged ({type(error).__name__})"
        if reason:
            audit: AuditKind = "navigation" if kind == "Document" and method in _READING else "request"
            self._note(owner.watch, audit, f"{method} {redact_url(event['request']['url'])}", reason)
        await self._reply(event["requestId"], reason, document=kind == "Document")
        if reason and owner.unborn and kind == "Document":
            await self._close_unopened(owner, event["frameId"])

    def _somebody_acts(self) -> bool:
        return any(watch.phase == "acting" for watch in self._watches)

    def _note(self, watch: Watch | None, kind: AuditKind, what: str, reason: str) -> None:
        if watch is not None:
            watch.note(kind, what, reason)
        else:
            self.orphans.append(AuditRecord(kind, "", what[:500], reason))

    async def _judge(self, request: dict[str, Any], kind: str, frame_id: str) -> tuple[Owner, str]:
        assert self._session is not None
        owner = await owner_of(self._session, self._watches, frame_id)
        return owner, self._reason_against(request, kind, owner)

    def _reason_against(self, request: dict[str, Any], kind: str, owner: Owner) -> str:
        method, url = request["method"].upper(), request["url"]
        if owner.watch is not None and owner.watch.sealed:
            return "" if self.policy.opens(url) else owner.watch.sealed
        if kind == "Document" and owner.top and not self.policy.scope.contains(url):
            return "leaves the site"
        phase = _phase(owner, kind)
        if kind != "Document" and method in _READING and phase == "loading":
            return ""
        content_type = next((v for k, v in request["headers"].items() if k.lower() == "content-type"), "")
        body = _body(request)
        decision = self.policy.decide_request(
            method, url, body, phase=phase, learned_reads=self.learned, content_type=content_type
        )
        if isinstance(decision, Deny):
            return decision.reason
        if method not in _READING and phase == "loading":
            self._learn(read_key(method, url, content_type, body))
        return ""

    def _learn(self, key: str) -> None:
        if key not in self.learned:
            self.learned.add(key)
            self.newly_learned.append(key)

    async def _reply(self, request_id: str, reason: str, *, document: bool) -> None:
        assert self._session is not None
        try:
            if not reason:
                await self._session.send("Fetch.continueRequest", {"requestId": request_id})
            else:
                error = "Aborted" if document else "BlockedByClient"
                answer = {"requestId": request_id, "errorReason": error}
                await self._session.send("Fetch.failRequest", answer)
        except PlaywrightError:
            return  # the page that asked is gone, and its request with it

    async def _close_unopened(self, owner: Owner, target_id: str) -> None:
        """A window whose first page was held back would stay empty, and Playwright would never tell of it."""
        assert self._session is not None
        with suppress(PlaywrightError):  # it may have closed by itself
            await self._session.send("Target.closeTarget", {"targetId": target_id})
        if owner.watch is not None and owner.watch.windows is not None:
            owner.watch.windows.turned_away()

    async def _answer(self, watch: Watch, dialog: Dialog) -> None:
        """Alerts and leave-the-page questions are accepted; what asks to confirm something is dismissed."""
        accept = dialog.type in ("alert", "beforeunload")
        if dialog.type != "beforeunload":
            watch.dialogs.append(dialog.message)
            what = f"{dialog.type}: {dialog.message[:200]}"
            watch.note("dialog", what, "accepted" if accept else "dismissed")
        try:
            await (dialog.accept() if accept else dialog.dismiss())
        except PlaywrightError:
            return  # the page closed together with its dialog

    async def _refuse(self, watch: Watch, download: Download) -> None:
        name = download.suggested_filename
        watch.downloads.append(name)
        watch.note("download", name[:200], "downloads are off")
        try:
            await download.cancel()
        except PlaywrightError:
            return  # it ended before it could be cancelled; nothing of it is kept


def _phase(owner: Owner, kind: str) -> Phase:
    """A window's own requests come of its loading; its page comes of what opened it."""
    if owner.watch is None:
        return "acting"
    return "loading" if owner.opened and kind != "Document" else owner.watch.phase


def _body(request: dict[str, Any]) -> str | None:
    entries = request.get("postDataEntries")
    if entries:
        raw = b"".join(base64.b64decode(entry.get("bytes", "")) for entry in entries)
        return raw.decode("utf-8", "replace")
    return request.get("postData")
