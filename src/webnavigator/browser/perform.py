"""The one door to a page: ask the policy, find the element, act, wait until the page is quiet.

Nothing else in the package presses, types or opens, so nothing can go round the policy.
"""

import os
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from playwright.async_api import Page

from webnavigator.browser.aim import OUT_OF_WINDOW, Found, find, pressed
from webnavigator.browser.capture import capture
from webnavigator.browser.client_state import ClientState
from webnavigator.browser.errors_map import deadline
from webnavigator.browser.expressions import holding, value_of
from webnavigator.browser.files import file_bytes, is_answered, text_file
from webnavigator.browser.guard import Guard, Watch
from webnavigator.browser.opening import IS_STARTING, go_to, landing_of
from webnavigator.browser.opening import Landing as Landing
from webnavigator.browser.operate import operate, take_input
from webnavigator.browser.screenshot import screenshot
from webnavigator.browser.scrolling import SCROLL_S, SCROLL_THROUGH, TO_THE_TOP
from webnavigator.browser.seal import Seal
from webnavigator.browser.settle import Pulse, settle
from webnavigator.browser.tab import Tab
from webnavigator.browser.walls import Walls
from webnavigator.browser.windows import Windows
from webnavigator.config import BrowserSettings
from webnavigator.errors import BrowserError, ElementGoneError, NavigationError, UnresponsiveError
from webnavigator.model.action import Click, ElementAction, Goto, Hover, Locator, Press, Select, Type
from webnavigator.model.consent import speaks_of_consent
from webnavigator.model.page import Element, Observation, structure_keys
from webnavigator.model.safety import Deny, Policy
from webnavigator.model.task import AuditRecord
from webnavigator.model.url import canonical_url, redact_url

PageAction = Click | Hover | Select | Type | Press

_CHANGE = "(limitMs) => __webnavigator.changes(limitMs)"
_SHOWS_S = 2.0
"""Longest wait for a page with scripts to show anything at all, and more than that it loads."""

_IN_VAIN = 3
"""Waits after which what still says that it loads is taken for what the site always says."""

_TRIES = 3
"""How often an element is sought that is covered, or that moves away from under the pointer."""

_UNCOVERED_S = 0.3
_ARRIVES_S = 0.5
"""Longest time between two looks for an element that is not there yet."""


@dataclass(frozen=True, slots=True)
class Performed:
    """What an action came to.

    Attributes:
        way: how the element was found: ``xpath``, or a heal: ``role``, ``id``, ``test id``, ``text``, ``href``,
            ``place``; "" for keys.
        locator: the element's locator as it is now, None for keys.
        element: the element as it was before the action, None for keys.
        new_document: another document was loaded.
        popups: windows that opened.
        downloads: names of files that were offered and refused.
        dialogs: texts of alerts, confirms and prompts that were answered.
        held: requests that were held back.
        sealed: the page is cut off from the network since.
    """

    way: str = ""
    locator: Locator | None = None
    element: Element | None = None
    new_document: bool = False
    popups: tuple[Page, ...] = ()
    downloads: tuple[str, ...] = ()
    dialogs: tuple[str, ...] = ()
    held: tuple[AuditRecord, ...] = ()
    sealed: bool = False


@dataclass(slots=True)
class Pilot:
    """One page under control; make it with `take`.

    Attributes:
        tab: the page with its session.
        pulse: what it does on the network.
        windows: the windows it opens.
        walls: what asks for consent on it.
        policy: asked before each action.
        settings: deadlines and sizes.
        guard: the write guard of its browser; None on a page that the user made.
        watch: what the guard saw of it.
        seal: cuts it off from the network; None without a guard.
    """

    tab: Tab
    pulse: Pulse
    windows: Windows
    walls: Walls
    policy: Policy
    settings: BrowserSettings
    guard: Guard | None = None
    watch: Watch | None = None
    seal: Seal | None = None
    _client_state: ClientState = field(default_factory=ClientState)
    _in_vain: int = 0

    @classmethod
    async def take(cls, page: Page, policy: Policy, settings: BrowserSettings, guard: Guard | None = None) -> "Pilot":
        """Take control of a page, which may be the user's own.

        Raises:
            PageCrashedError: the page is gone.
            UnresponsiveError: it does not answer.
        """
        tab = await Tab.attach(page, settings)
        pulse = Pulse.watch(page)
        try:
            windows = await Windows.watch(tab)
            watch = await guard.watch(tab) if guard is not None else None
        except BrowserError:
            pulse.stop()
            raise
        if watch is not None:
            watch.windows = windows
        seal = Seal(tab, watch, policy) if watch is not None else None
        walls = Walls(tab, pulse, policy, settings, watch)
        return cls(tab, pulse, windows, walls, policy, settings, guard, watch, seal)

    @property
    def page(self) -> Page:
        """The Playwright page."""
        return self.tab.page

    @property
    def url(self) -> str:
        """Address of the page now."""
        return self.page.url

    @property
    def frames(self) -> int:
        """How many frames it has, its own included."""
        return len(self.page.frames)

    @property
    def where(self) -> str:
        """The process that drives it."""
        return f"{socket.gethostname()}:{os.getpid()}"

    def drain_audit(self) -> list[AuditRecord]:
        """What the guard saw of it since this was last asked."""
        return self.watch.drain() if self.watch is not None and self.watch.records else []

    async def release(self) -> None:
        """Give the page back as it is, without any listener of ours."""
        if self.guard is not None:
            self.guard.forget_page(self.page)
        self.pulse.stop()
        self.windows.stop()
        await self.tab.detach()

    async def open(self, url: str, *, referer: str | None = None) -> Landing:
        """Open an address and wait until the page is quiet.

        Raises:
            NavigationError: it cannot be opened, or the policy denies it.
            UnresponsiveError: the page froze.
            PageCrashedError: the page is gone.
        """
        self._check_goto(url)
        await self._close_late_windows()
        await self._unsealed()
        if self.watch is not None:
            self.watch.phase = "loading"
        await self._client_state.take_back(self.tab)
        self.pulse.reset()
        try:
            response = await go_to(self.tab, url, referer, self.settings.navigation_timeout_s)
        except NavigationError as error:
            error.status = error.status or self.pulse.document_status  # of an error without a page of its own
            raise
        # A page that starts large scripts answers nothing meanwhile: it is still loading.
        starts_s = max(self.settings.action_timeout_s, self.settings.navigation_timeout_s / 2)
        await settle(self.tab, self.pulse, self.settings, silent_s=starts_s)
        await self._shows_something()
        self.walls.wanted = False
        await self._answer_walls()
        return landing_of(self.tab, self.pulse.document_status, response)

    async def _shows_something(self) -> None:
        """Between reading its scripts and drawing, a page is quiet, and empty or loading: that is no state of it."""
        until, shows = time.monotonic() + _SHOWS_S, ""
        while (left := until - time.monotonic()) > 0:
            shows = await self.tab.evaluate(IS_STARTING)
            if not shows or (shows == "loading" and self._in_vain >= _IN_VAIN):
                return
            await self.changes_within(min(left, _ARRIVES_S))
        self._in_vain += shows == "loading"

    async def back(self) -> bool:
        """One step back in the page's history, and wait until it is quiet; False when there is no page before.

        Raises:
            NavigationError: the page before cannot be opened again.
            UnresponsiveError: the page froze.
            PageCrashedError: the page is gone.
        """
        await self._close_late_windows()
        async with self.tab.within(self.settings.navigation_timeout_s, "go back"):
            history = await self.tab.top.send("Page.getNavigationHistory")
            at = int(history["currentIndex"])
            if at == 0 or history["entries"][at - 1]["url"] == "about:blank":
                return False
            if self.watch is not None:
                self.watch.phase = "loading"
            self.pulse.reset()
            await self.page.go_back(wait_until="commit", timeout=self.settings.navigation_timeout_s * 1000)
        await settle(self.tab, self.pulse, self.settings)
        return True

    async def act(self, action: PageAction, *, patience_s: float = 0.0, sealed: bool = False) -> Performed | Deny:
        """Do something on the page, if the policy allows it, and wait until the page is quiet.

        Args:
            action: what to do.
            patience_s: how long an element is waited for that is not there yet.
            sealed: press what only its name speaks against with the page cut off from the network (`Deny.sealable`);
                a page that is cut off stays so.

        Returns:
            What it came to, or the policy's reason why it was not done.

        Raises:
            ElementGoneError: the element is not there, hidden, or covered by another.
            UnresponsiveError: the page froze.
            PageCrashedError: the page is gone.
        """
        await self._close_late_windows()
        if not sealed:
            await self._unsealed()
        if self.guard is not None:
            await self._client_state.keep(self.tab)
        if isinstance(action, Press):
            before = self.tab.top.context
            outcome = await self._press_key(action)
        else:
            outcome, before = await self._operate(action, patience_s, sealed=sealed)
        if isinstance(outcome, Deny):
            return outcome
        await settle(self.tab, self.pulse, self.settings)
        popups = await self.windows.arrivals(self.settings.settle_timeout_s)
        return self._performed(outcome, before, popups)

    async def _press_key(self, action: Press) -> Deny | None:
        decision = self.policy.decide(action, None, self.page.url)
        if isinstance(decision, Deny):
            return decision
        self._begin()
        await take_input(self.tab, self.page.keyboard.press(action.key))
        return None

    async def _operate(
        self, action: ElementAction, patience_s: float, *, sealed: bool
    ) -> tuple[Found | Deny, int | None]:
        """Find the element, ask, act: again when it moved away meanwhile. With the document that it was done in."""
        for _ in range(_TRIES):
            found = await self._wait_for(action.target, patience_s, press=isinstance(action, Click))
            before = self.tab.top.context
            decision = self.policy.decide(action, found.element, self.page.url)
            if isinstance(decision, Deny) and not (sealed and await self._sealed(decision)):
                if isinstance(action, Click):
                    await pressed(self.tab, found)
                return decision, before
            self._begin()
            self.walls.wanted = self.walls.wanted or speaks_of_consent(found.element.label)
            taken, kept = await operate(self.tab, action, found)
            if self.watch is not None:
                for url in kept:
                    self.watch.note("navigation", f"GET {redact_url(url)}", "not a web address")
            if taken:
                return found, before
        raise ElementGoneError(f"“{_name(action.target)}” moves away from under the pointer")

    async def _sealed(self, decision: Deny) -> bool:
        """Cut the page off from the network, where that is enough to let the action pass."""
        if not decision.sealable or self.seal is None or self.pulse.sockets:
            return False
        await self.seal.close(decision.reason)
        return True

    async def _unsealed(self) -> None:
        if self.seal is not None and self.is_sealed:
            await self.seal.lift()

    def _begin(self) -> None:
        self.pulse.reset()
        if self.watch is not None:
            self.watch.begin()

    def _performed(self, found: Found | None, before: int | None, popups: tuple[Page, ...]) -> Performed:
        watch = self.watch
        return Performed(
            way=found.way if found else "",
            locator=found.element.locator if found else None,
            element=found.element if found else None,
            new_document=before is not None and self.tab.top.context != before,
            popups=popups,
            downloads=tuple(watch.downloads) if watch else (),
            dialogs=tuple(watch.dialogs) if watch else (),
            held=watch.held() if watch else (),
            sealed=self.is_sealed,
        )

    async def _wait_for(self, wanted: Locator, patience_s: float, *, press: bool) -> Found:
        until = time.monotonic() + patience_s
        scrolled = False
        while True:
            try:
                return await self._find(wanted, press=press)
            except ElementGoneError:
                left = until - time.monotonic()
                if left <= 0:
                    raise
            scrolled = scrolled or await self.scroll_through()
            await self.changes_within(min(left, _ARRIVES_S))

    async def _find(self, wanted: Locator, *, press: bool) -> Found:
        """The element, in view and on top; one that is covered gets a moment to come free."""
        stay = self.guard is not None
        found = await find(self.tab, wanted, press=press, stay=stay)
        for _ in range(_TRIES - 1):
            if not found.covered:
                break
            changed = await self._answer_walls() or await self.changes_within(_UNCOVERED_S)
            if not changed and found.covered != OUT_OF_WINDOW:
                break
            found = await find(self.tab, wanted, press=press, stay=stay)
        if found.covered:
            raise ElementGoneError(f"“{_name(wanted)}” is covered by {found.covered}")
        return found

    async def _answer_walls(self) -> bool:
        return await self.walls.answer(sealed=self.is_sealed)

    async def look(self) -> Observation:
        """All that can be seen of the page now; walls that ask for consent are answered before."""
        await self._answer_walls()
        return await capture(self.tab, status=self.pulse.document_status)

    async def peek(self, *, faithful: bool = False) -> tuple[str, frozenset[str]]:
        """Canonical URL and structure keys of the page now."""
        await self._answer_walls()
        seen = await capture(self.tab)
        return redact_url(canonical_url(seen.url)), structure_keys(seen, faithful=faithful)

    async def true_of(self, expressions: Sequence[str]) -> list[int]:
        """Positions of the JavaScript expressions that are true on the page; they see the page's own world.

        The expressions are the user's, as they stand: nothing of a page may be put into them.
        """
        return await holding(self.tab, expressions, self.settings.action_timeout_s)

    async def value_of(self, expression: str) -> str:
        """What a JavaScript expression of the user's gives in the page's own world, as text; "" when it fails."""
        return await value_of(self.tab, expression, self.settings.action_timeout_s)

    async def title(self) -> str:
        """Title of the document now."""
        return str(await self.tab.evaluate("() => document.title"))

    async def picture(self) -> bytes | None:
        """A WebP screenshot; None when the browser could not take one."""
        try:
            return await screenshot(self.tab, self.settings)
        except UnresponsiveError:
            return None

    async def scroll_through(self) -> bool:
        """Bring a page's first screens into view one by one, for what is filled in only then; back at the top after.

        Returns:
            False when the page is about as tall as the window, and nothing was done.
        """
        moved = await self.tab.evaluate(SCROLL_THROUGH, timeout_s=SCROLL_S + self.settings.action_timeout_s)
        if moved:
            await settle(self.tab, self.pulse, self.settings)
            await self.tab.evaluate(TO_THE_TOP)
        return bool(moved)

    async def changes_within(self, seconds: float) -> bool:
        """Wait for the page to change; False when it did not in this time."""
        changed = await self.tab.evaluate(
            _CHANGE, int(seconds * 1000), timeout_s=seconds + self.settings.action_timeout_s
        )
        if changed:
            await settle(self.tab, self.pulse, self.settings)
        return bool(changed)

    async def fetch_text(self, url: str) -> str | None:
        """Body of a small text file of the site, None when there is none; cookies of the page are sent."""
        return await text_file(self.page, url)

    async def fetch_file(self, url: str, most_bytes: int) -> bytes:
        """Body of a file of the site; cookies of the page are sent, and the page stays as it is.

        Raises:
            NavigationError: it cannot be had, it is too large, or the policy denies its address.
        """
        self._check_goto(url)
        body, landed = await file_bytes(self.page, url, most_bytes, self.settings.navigation_timeout_s)
        self._check_goto(landed)
        return body

    def _check_goto(self, url: str) -> None:
        decision = self.policy.decide(Goto(url), None, self.page.url)
        if isinstance(decision, Deny):
            raise NavigationError(f"{redact_url(url)} is left alone: {decision.reason}", url)

    async def is_answered(self, url: str) -> bool:
        """Whether a server gives an answer of any kind at an address, in a few seconds; the page stays as it is."""
        return await is_answered(self.page, url)

    @property
    def shows_error(self) -> bool:
        """The browser shows an error of its own in place of a page: the server did not answer."""
        return self.page.url.startswith("chrome-error:")

    @property
    def document_type(self) -> str:
        """MIME type of the page's document, or of the file that was offered instead of a page; "" when none came."""
        return self.pulse.document_type

    @property
    def is_sealed(self) -> bool:
        """The page is cut off from the network, since a control whose name warns was pressed."""
        return self.seal is not None and self.seal.is_closed

    async def beside(self, popup: Page) -> "Pilot | None":
        """A pilot for a window that this page opened, quiet; None when it closed or crashed meanwhile."""
        try:
            pilot = await Pilot.take(popup, self.policy, self.settings, self.guard)
            await settle(pilot.tab, pilot.pulse, self.settings)
        except BrowserError:
            return None
        return pilot

    async def dismiss(self, popup: Page) -> None:
        """Close a window that this page opened."""
        if self.guard is not None:
            self.guard.forget_page(popup)
        try:
            async with deadline(self.settings.action_timeout_s, "close a window"):
                await popup.close()
        except BrowserError:
            return  # it went by itself, or ends with its context

    async def windows_within(self, seconds: float) -> tuple[Page, ...]:
        """The windows that opened after the last action was told of; the first is waited for.

        Args:
            seconds: longest wait; 0 takes those that are there or announced.
        """
        arrived = await self.windows.arrivals(self.settings.settle_timeout_s)
        return arrived or (await self.windows.soon(seconds) if seconds else ())

    async def _close_late_windows(self) -> None:
        """Windows that opened after the action was told of belong to nobody; a user's own stay open."""
        for page in self.windows.late():
            if self.guard is not None:
                await self.dismiss(page)

    async def switch(self, popup: Page) -> None:
        """Go on in a window that this page opened; the old one is closed when it is ours.

        Raises:
            PageCrashedError: the window is gone; this page stays the one that is controlled.
            UnresponsiveError: it does not answer.
        """
        other = await Pilot.take(popup, self.policy, self.settings, self.guard)
        await settle(other.tab, other.pulse, self.settings)
        old = replace(self)
        self.tab, self.pulse, self.windows, self.walls = other.tab, other.pulse, other.windows, other.walls
        self.watch, self.seal = other.watch, other.seal
        await old.release()
        if self.guard is not None:
            await self.dismiss(old.page)


def _name(wanted: Locator) -> str:
    return wanted.label or wanted.xpath
