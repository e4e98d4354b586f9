"""The far side: a process with a browser, that does with its pages what it is told."""

import os
import socket
from collections.abc import Iterable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from typing import Any

from playwright.async_api import Page

from webnavigator.browser.login import LoginState
from webnavigator.browser.perform import Performed, Pilot
from webnavigator.browser.replay import replay
from webnavigator.browser.session import BrowserSession
from webnavigator.config import BrowserSettings
from webnavigator.errors import PageCrashedError, WebNavigatorError
from webnavigator.model.arrival import Expected
from webnavigator.model.graph import Path
from webnavigator.model.safety import Policy
from webnavigator.model.task import AuditRecord

ASKED = frozenset(
    "open look act peek picture changes_within scroll_through fetch_text fetch_file is_answered true_of"
    " windows_within".split(),
)
"""Methods of `Pilot` that are called from afar."""


@dataclass(frozen=True, slots=True)
class Window:
    """A window that an action opened there.

    Attributes:
        number: by which it is named to its host.
        url: its address when it was told of.
    """

    number: int
    url: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a call came to, and how the page is since.

    Attributes:
        value: what the method gave; of an action `Performed` without its windows.
        error: what it raised of `webnavigator.errors`; None when it did not.
        page: number of the page that it is about; -1: of none.
        windows: windows that the action opened.
        url: address of the page.
        frames: how many frames it has, its own included.
        document_type: MIME type of its document, or of the file that was offered instead.
        sealed: it is cut off from the network.
        records: what the guard saw since the last reply.
        learned: request keys newly known to read only.
        where: the host, as people tell it from others.
    """

    value: Any = None
    error: WebNavigatorError | None = None
    page: int = -1
    windows: tuple[Window, ...] = ()
    url: str = "about:blank"
    frames: int = 1
    document_type: str = ""
    sealed: bool = False
    records: tuple[AuditRecord, ...] = ()
    learned: tuple[str, ...] = ()
    where: str = ""


@dataclass(slots=True)
class PageHost:
    """One browser and its pages, by number.

    Attributes:
        settings: how the browser is started.
        policy: what may be done with its pages; it is asked here, where the page is.
    """

    settings: BrowserSettings
    policy: Policy
    _session: BrowserSession | None = None
    _pages: dict[int, Pilot] = field(default_factory=dict[int, Pilot])
    _windows: dict[int, Page] = field(default_factory=dict[int, Page])
    _count: int = 0
    _open: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def new_page(self, login: LoginState | None, learned: Iterable[str]) -> Reply:
        """A fresh page in a context of its own; the browser is started with the first."""
        try:
            if self._session is None:
                session = BrowserSession(self.settings, self.policy, login, set(learned))
                self._session = await self._open.enter_async_context(session)
            self._session.login = login
            self._session.learned.update(learned)
            return self._reply(self._keep(await self._session.pilot()))
        except WebNavigatorError as error:
            return Reply(error=error)

    async def call(self, page: int, name: str, arguments: Mapping[str, Any], learned: Iterable[str]) -> Reply:
        """Call one of `ASKED` on a page."""
        pilot = self._pages.get(page)
        if pilot is None or name not in ASKED:
            return Reply(error=PageCrashedError(f"page {page} is not there"))
        self._learn(learned)
        try:
            value = await getattr(pilot, name)(**arguments)
        except WebNavigatorError as error:
            return self._reply(page, error=error)
        if name == "windows_within":
            return self._reply(page, windows=tuple(self._name(popup) for popup in value))
        if isinstance(value, Performed):
            windows = tuple(self._name(popup) for popup in value.popups)
            return self._reply(page, replace(value, popups=()), windows=windows)
        return self._reply(page, value)

    async def walk(
        self, page: int, path: Path, expected: Mapping[str, Expected | None], patience_s: float, learned: Iterable[str]
    ) -> Reply:
        """Replay a path on a page."""
        pilot = self._pages.get(page)
        if pilot is None:
            return Reply(error=PageCrashedError(f"page {page} is not there"))
        self._learn(learned)
        try:
            return self._reply(page, await replay(pilot, path, expected.get, patience_s=patience_s))
        except WebNavigatorError as error:
            return self._reply(page, error=error)

    async def beside(self, page: int, window: int) -> Reply:
        """A page for a window that one opened; its number is -1 when the window is gone."""
        pilot, popup = self._pages.get(page), self._windows.get(window)
        other = await pilot.beside(popup) if pilot is not None and popup is not None else None
        return self._reply(self._keep(other)) if other is not None else Reply()

    async def dismiss(self, page: int, window: int) -> Reply:
        """Close a window that a page opened."""
        pilot, popup = self._pages.get(page), self._windows.pop(window, None)
        if pilot is not None and popup is not None:
            for number in [number for number, other in self._pages.items() if other.page is popup]:
                del self._pages[number]
            await pilot.dismiss(popup)
        return Reply()

    async def discard(self, page: int) -> Reply:
        """Close a page and its context."""
        pilot = self._pages.pop(page, None)
        if pilot is not None and self._session is not None:
            await self._session.discard(pilot)
        return Reply(learned=self._newly_learned())

    async def close(self) -> Reply:
        """End the browser."""
        await self._open.aclose()
        return Reply()

    def _keep(self, pilot: Pilot) -> int:
        self._count += 1
        self._pages[self._count] = pilot
        return self._count

    def _name(self, popup: Page) -> Window:
        self._count += 1
        self._windows[self._count] = popup
        return Window(self._count, popup.url)

    def _learn(self, keys: Iterable[str]) -> None:
        if self._session is not None:
            self._session.learned.update(keys)

    def _newly_learned(self) -> tuple[str, ...]:
        return tuple(self._session.take_learned()) if self._session is not None else ()

    def _reply(
        self, page: int, value: Any = None, *, error: WebNavigatorError | None = None, windows: tuple[Window, ...] = ()
    ) -> Reply:
        pilot = self._pages[page]
        return Reply(
            value,
            error,
            page,
            windows,
            pilot.url,
            pilot.frames,
            pilot.document_type,
            pilot.is_sealed,
            tuple(pilot.drain_audit()),
            self._newly_learned(),
            f"{socket.gethostname()}:{os.getpid()}",
        )
