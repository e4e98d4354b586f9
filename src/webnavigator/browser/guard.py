"""The network write guard, and what answers dialogs, downloads and new windows for the page.

Requests are paused in the browser itself (CDP ``Fetch`` on the *browser* target), so that frames, workers and windows
that a page opens are covered from their first byte, and the browser's cache stays on. Only the kinds that can write or
navigate are paused: documents, XHR, fetch, beacons and the rest; images, scripts, styles and fonts run free.
"""

import asyncio
import base64
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from playwright.async_api import Browser, CDPSession, Dialog, Download, Page
from playwright.async_api import Error as PlaywrightError

from webnavigator.browser.tab import Tab
from webnavigator.model.safety import Deny, Policy, read_key
from webnavigator.model.task import AuditRecord
from webnavigator.model.url import canonical_url, redact_url

Phase = Literal["loading", "acting"]

_PAUSED_TYPES = ("Document", "XHR", "Fetch", "Ping", "Other")
_READING = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(slots=True)
class Watch:
    """What the guard knows of one tab, and what happened in it since `drain` was last called.

    Attributes:
        phase: `loading` from a navigation of ours until the first action of ours; then `acting`.
        records: what was held back or answered.
        downloads: file names that the page wanted to hand over.
        dialogs: texts of alerts, confirms and prompts.
    """

    tab: Tab
    main_frame_id: str
    phase: Phase = "loading"
    records: list[AuditRecord] = field(default_factory=list[AuditRecord])
    downloads: list[str] = field(default_factory=list[str])
    dialogs: list[str] = field(default_factory=list[str])

    def begin(self) -> None:
        """An action of ours begins: what happens from now on comes of it."""
        self.phase = "acting"
        self.downloads.clear()
        self.dialogs.clear()

    def drain(self) -> list[AuditRecord]:
        """The records since the last call."""
        records, self.records = self.records, []
        return records


class Guard:
    """Holds back what may change something, in every page of one browser; records each.

    What reads by another method than GET is told by `Policy.decide_request`: a GraphQL document without a mutation, or
    an endpoint and shape that pages of this site call by themselves while loading (`learned`).
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
        """Put the guard on a browser; from now on nothing in it writes."""
        self._session = await browser.new_browser_cdp_session()
        self._session.on("Fetch.requestPaused", self._paused)
        patterns = [{"resourceType": kind} for kind in _PAUSED_TYPES]
        await self._session.send("Fetch.enable", {"patterns": patterns})

    async def watch(self, tab: Tab) -> Watch:
        """Watch one tab: its dialogs, downloads and popups are answered from now on."""
        watch = Watch(tab, tab.top.frame_id)
        self._watches.append(watch)
        tab.page.on("dialog", lambda dialog: self._spawn(_answer(watch, dialog)))
        tab.page.on("download", lambda download: self._spawn(_refuse(watch, download)))
        return watch

    def forget_page(self, page: Page) -> None:
        """Stop watching a page that is given back or closed."""
        self._watches = [watch for watch in self._watches if watch.tab.page is not page]

    def _paused(self, event: dict[str, Any]) -> None:
        self._spawn(self._answer_request(event))

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)

    async def _answer_request(self, event: dict[str, Any]) -> None:
        request, kind = event["request"], event.get("resourceType", "")
        method, url = request["method"].upper(), request["url"]
        reason = ""
        if kind == "Document" or method not in _READING:
            watch, top = await self._owner(event.get("frameId", ""))
            reason = self._reason_against(request, kind, watch, top)
            if reason:
                where = canonical_url(watch.tab.page.url) if watch else ""
                audit = "navigation" if kind == "Document" and method in _READING else "request"
                record = AuditRecord(audit, redact_url(where), f"{method} {redact_url(url)}", reason)
                (watch.records if watch else self.orphans).append(record)
        await self._reply(event["requestId"], reason, document=kind == "Document")

    def _reason_against(self, request: dict[str, Any], kind: str, watch: Watch | None, top: bool) -> str:
        method, url = request["method"].upper(), request["url"]
        if kind == "Document" and top and not self.policy.scope.contains(url):
            return "leaves the site"
        phase: Phase = watch.phase if watch else "acting"
        content_type = next((v for k, v in request["headers"].items() if k.lower() == "content-type"), "")
        body = _body(request)
        decision = self.policy.decide_request(
            method, url, body, phase=phase, learned_reads=self.learned, content_type=content_type
        )
        if isinstance(decision, Deny):
            return decision.reason
        if method not in _READING and phase == "loading":
            key = read_key(method, url, content_type, body)
            if key not in self.learned:
                self.learned.add(key)
                self.newly_learned.append(key)
        return ""

    async def _owner(self, frame_id: str) -> tuple[Watch | None, bool]:
        """The tab a frame belongs to, and whether it is a top frame; an unknown frame is a new window."""
        for watch in self._watches:
            if watch.main_frame_id == frame_id:
                return watch, True
        for watch in list(self._watches):
            try:
                answer = cast("dict[str, Any]", await watch.tab.cdp.send("Page.getFrameTree"))
            except PlaywrightError:
                continue
            if frame_id in _frame_ids(answer["frameTree"]):
                return watch, False
        opener = next((watch for watch in self._watches if watch.phase == "acting"), None)
        return opener, True

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


def _body(request: dict[str, Any]) -> str | None:
    entries = request.get("postDataEntries")
    if entries:
        raw = b"".join(base64.b64decode(entry.get("bytes", "")) for entry in entries)
        return raw.decode("utf-8", "replace")
    return request.get("postData")


def _frame_ids(tree: dict[str, Any]) -> set[str]:
    ids = {tree["frame"]["id"]}
    for child in tree.get("childFrames", ()):
        ids |= _frame_ids(child)
    return ids


async def _answer(watch: Watch, dialog: Dialog) -> None:
    """Alerts and leave-the-page questions are accepted; what asks to confirm something is dismissed."""
    accept = dialog.type in ("alert", "beforeunload")
    if dialog.type != "beforeunload":
        watch.dialogs.append(dialog.message)
        verb = "accepted" if accept else "dismissed"
        where = redact_url(canonical_url(watch.tab.page.url))
        watch.records.append(AuditRecord("dialog", where, f"{dialog.type}: {dialog.message[:200]}", verb))
    try:
        await (dialog.accept() if accept else dialog.dismiss())
    except PlaywrightError:
        return  # the page closed together with its dialog


async def _refuse(watch: Watch, download: Download) -> None:
    name = download.suggested_filename
    watch.downloads.append(name)
    where = redact_url(canonical_url(watch.tab.page.url))
    watch.records.append(AuditRecord("download", where, name[:200], "downloads are off"))
    try:
        await download.cancel()
    except PlaywrightError:
        return  # it ended before it could be cancelled; nothing of it is kept
