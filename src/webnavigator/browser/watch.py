"""What the guard knows of one page: its frames, its windows, and what was held back or answered for it."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from webnavigator.browser.subscriptions import Subscriptions
from webnavigator.browser.tab import Tab
from webnavigator.browser.windows import Windows
from webnavigator.model.safety import Phase
from webnavigator.model.task import AuditKind, AuditRecord
from webnavigator.model.url import canonical_url, redact_url

_MOST_RECORDS = 500
"""Records kept between two calls of `drain`: a page that asks without end fills no memory."""


@dataclass(eq=False)
class Watch:
    """What the guard knows of one tab, and what happened in it since `drain` was last called.

    Attributes:
        tab: the page.
        main_frame_id: CDP's name for its top frame, which is its target's too.
        profile_id: CDP's name for its browser context.
        phase: `loading` from a navigation until the next action of ours, even when that action led to the
            navigation: what a new document asks for by itself it asks for whoever opens it; then `acting`.
        records: what was held back or answered.
        downloads: file names that the page wanted to hand over.
        dialogs: texts of alerts, confirms and prompts.
        frames: CDP's names for the frames in it, as far as they are known.
        windows: the windows it opens; None when nobody counts them.
        sealed: why nothing leaves the page, "" when it is not cut off from the network; see `Seal`.
    """

    tab: Tab
    main_frame_id: str
    profile_id: str = ""
    phase: Phase = "loading"
    records: list[AuditRecord] = field(default_factory=list[AuditRecord])
    downloads: list[str] = field(default_factory=list[str])
    dialogs: list[str] = field(default_factory=list[str])
    frames: set[str] = field(default_factory=set[str])
    windows: Windows | None = None
    sealed: str = ""
    listeners: Subscriptions = field(default_factory=Subscriptions)
    _old: int = 0

    def begin(self) -> None:
        """An action of ours begins: what happens from now on comes of it."""
        self.phase = "acting"
        self.downloads.clear()
        self.dialogs.clear()
        self._old = len(self.records)

    def note(self, kind: AuditKind, what: str, reason: str) -> None:
        """Write down what was held back or answered on the page."""
        if len(self.records) < _MOST_RECORDS:
            self.records.append(AuditRecord(kind, place_of(self.tab.page.url), what[:500], reason))

    def note_of_site(self, kind: AuditKind, what: str, reason: str) -> None:
        """As `note`, of something that pages of the site have in common: its place is the site."""
        place = urlsplit(self.tab.page.url)
        record = AuditRecord(kind, f"{place.scheme}://{place.netloc}/", what[:500], reason)
        if record not in self.records:
            self.records.append(record)

    def held(self) -> tuple[AuditRecord, ...]:
        """Requests and navigations held back since the action began."""
        return tuple(record for record in self.records[self._old :] if record.kind in ("request", "navigation"))

    def drain(self) -> list[AuditRecord]:
        """The records since the last call."""
        records, self.records, self._old = self.records, [], 0
        return records

    def frame_attached(self, event: dict[str, Any]) -> None:
        """A frame was made in the page."""
        self.frames.add(event["frameId"])

    def frame_navigated(self, event: dict[str, Any]) -> None:
        """A new document was committed; the old one, and what was pressed there, is gone."""
        if event["frame"]["id"] == self.main_frame_id:
            self.phase = "loading"

    def frame_detached(self, event: dict[str, Any]) -> None:
        """A frame was taken out of the page, or is handed to another process."""
        if event.get("reason") != "swap":
            self.frames.discard(event["frameId"])


def place_of(url: str) -> str:
    """An address as the audit tells it: canonical, without secrets."""
    try:
        return redact_url(canonical_url(url))
    except ValueError:
        return url[:200]
