"""The near side of a page whose browser is elsewhere: asked like `Pilot`, it asks its host."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, cast

from playwright.async_api import Page

from webnavigator.browser.distant.host import Reply, Window
from webnavigator.browser.opening import Landing
from webnavigator.browser.perform import PageAction, Performed
from webnavigator.browser.replay import Lookup, Replayed
from webnavigator.errors import BrowserError
from webnavigator.model.graph import Path
from webnavigator.model.page import Observation
from webnavigator.model.safety import Deny
from webnavigator.model.task import AuditRecord


class Host(Protocol):
    """A `PageHost`, wherever it is."""

    @property
    def gone(self) -> bool:
        """It does not answer any more and is not asked again."""
        ...

    async def ask(self, name: str, *arguments: Any) -> Reply:
        """Call a method of `PageHost`.

        Raises:
            PageCrashedError: the host is gone, or does not answer.
        """
        ...


@dataclass(slots=True)
class DistantPilot:
    """One page on a host.

    Attributes:
        host: where the page is.
        learn: takes note of request keys that the host has learnt to read only; gives those that it does not know.
    """

    host: Host
    learn: Callable[[Host, Sequence[str]], tuple[str, ...]]
    _last: Reply
    _records: list[AuditRecord] = field(default_factory=list[AuditRecord])

    @property
    def url(self) -> str:
        """Address of the page, as of the last call."""
        return self._last.url

    @property
    def frames(self) -> int:
        """How many frames it has, its own included."""
        return self._last.frames

    @property
    def document_type(self) -> str:
        """As `Pilot.document_type`, as of the last call."""
        return self._last.document_type

    @property
    def is_sealed(self) -> bool:
        """As `Pilot.is_sealed`."""
        return self._last.sealed

    @property
    def shows_error(self) -> bool:
        """As `Pilot.shows_error`."""
        return self.url.startswith("chrome-error:")

    @property
    def where(self) -> str:
        """The host, as people tell it from others."""
        return self._last.where

    @property
    def number(self) -> int:
        """By which the host knows the page."""
        return self._last.page

    def drain_audit(self) -> list[AuditRecord]:
        """As `Pilot.drain_audit`."""
        records, self._records = self._records, []
        return records

    async def open(self, url: str, *, referer: str | None = None) -> Landing:
        """As `Pilot.open`."""
        return cast("Landing", await self._call("open", url=url, referer=referer))

    async def act(self, action: PageAction, *, patience_s: float = 0.0, sealed: bool = False) -> Performed | Deny:
        """As `Pilot.act`; the windows that opened are known by their numbers."""
        done = await self._call("act", action=action, patience_s=patience_s, sealed=sealed)
        if not isinstance(done, Performed):
            return cast("Deny", done)
        # They are handed back to this pilot and to nobody else, who knows what they are.
        return replace(done, popups=cast("tuple[Page, ...]", self._last.windows))

    async def look(self) -> Observation:
        """As `Pilot.look`."""
        return cast("Observation", await self._call("look"))

    async def peek(self, *, faithful: bool = False) -> tuple[str, frozenset[str]]:
        """As `Pilot.peek`."""
        return cast("tuple[str, frozenset[str]]", await self._call("peek", faithful=faithful))

    async def picture(self) -> bytes | None:
        """As `Pilot.picture`."""
        return cast("bytes | None", await self._call("picture"))

    async def scroll_through(self) -> bool:
        """As `Pilot.scroll_through`."""
        return bool(await self._call("scroll_through"))

    async def changes_within(self, seconds: float) -> bool:
        """As `Pilot.changes_within`."""
        return bool(await self._call("changes_within", seconds=seconds))

    async def true_of(self, expressions: Sequence[str]) -> list[int]:
        """As `Pilot.true_of`."""
        return cast("list[int]", await self._call("true_of", expressions=list(expressions)))

    async def fetch_text(self, url: str) -> str | None:
        """As `Pilot.fetch_text`."""
        try:
            return cast("str | None", await self._call("fetch_text", url=url))
        except BrowserError:
            return None

    async def fetch_file(self, url: str, most_bytes: int) -> bytes:
        """As `Pilot.fetch_file`."""
        return cast("bytes", await self._call("fetch_file", url=url, most_bytes=most_bytes))

    async def windows_within(self, seconds: float) -> tuple[Page, ...]:
        """As `Pilot.windows_within`; the windows are known by their numbers."""
        await self._call("windows_within", seconds=seconds)
        return cast("tuple[Page, ...]", self._last.windows)

    async def is_answered(self, url: str) -> bool:
        """As `Pilot.is_answered`."""
        try:
            return bool(await self._call("is_answered", url=url))
        except BrowserError:
            return False

    async def walk(self, path: Path, lookup: Lookup, patience_s: float) -> Replayed:
        """Replay a path there, in one call."""
        on_the_way = {path.target, *(node for edge in path.steps for node in (edge.source, edge.target))}
        expected = {node: lookup(node) for node in sorted(on_the_way)}
        told = self.learn(self.host, ())
        return cast("Replayed", await self._asked(self.host.ask("walk", self.number, path, expected, patience_s, told)))

    async def beside(self, popup: Page) -> "DistantPilot | None":
        """As `Pilot.beside`."""
        reply = await self.host.ask("beside", self.number, _number(popup))
        return DistantPilot(self.host, self.learn, reply) if reply.page >= 0 else None

    async def dismiss(self, popup: Page) -> None:
        """As `Pilot.dismiss`."""
        await self.host.ask("dismiss", self.number, _number(popup))

    async def _call(self, name: str, **arguments: Any) -> Any:
        return await self._asked(self.host.ask("call", self.number, name, arguments, self.learn(self.host, ())))

    async def _asked(self, answer: Awaitable[Reply]) -> Any:
        reply = await answer
        self.learn(self.host, reply.learned)
        if reply.page >= 0:
            self._last = replace(reply, value=None)
            self._records += reply.records
        if reply.error is not None:
            raise reply.error
        return reply.value


def _number(popup: Page) -> int:
    return cast("Window", popup).number
