"""The one door to a page: ask the policy, find the element, act, wait until the page is quiet.

Nothing else in the package presses, types or opens, so nothing can go round the policy.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, Response
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from webnavigator.browser.capture import capture, element_from
from webnavigator.browser.errors_map import deadline
from webnavigator.browser.guard import Guard, Watch
from webnavigator.browser.screenshot import screenshot
from webnavigator.browser.settle import Pulse, settle
from webnavigator.browser.tab import Tab
from webnavigator.config import BrowserSettings
from webnavigator.errors import ElementGoneError, NavigationError, PageCrashedError, UnresponsiveError
from webnavigator.model.action import Click, Goto, Hover, Locator, Press, Select, Type
from webnavigator.model.page import Element, Observation, structure_keys
from webnavigator.model.safety import Decision, Deny, Policy
from webnavigator.model.task import AuditRecord
from webnavigator.model.url import canonical_url, redact_url

PageAction = Click | Hover | Select | Type | Press

_LOCATE = "(wanted) => __webnavigator.locate(wanted)"
_CHOOSE = "(wanted, option) => __webnavigator.choose(wanted, option)"
_FOCUS = "(wanted) => __webnavigator.focusField(wanted)"
_CHANGE = """
(limitMs) => new Promise(resolve => {
  const observer = new MutationObserver(() => { observer.disconnect(); resolve(true); });
  observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  setTimeout(() => { observer.disconnect(); resolve(false); }, limitMs);
})
"""
_UNCOVER_TRIES = 3


@dataclass(frozen=True, slots=True)
class Landing:
    """What opening an address came to.

    Attributes:
        url: address of the page that is shown now.
        status: HTTP status of the document, None when it came without one.
        content_type: MIME type, "" when unknown.
        retry_after: value of the Retry-After header, None when there is none.
    """

    url: str
    status: int | None
    content_type: str = ""
    retry_after: str | None = None


@dataclass(frozen=True, slots=True)
class Performed:
    """What an action came to.

    Attributes:
        way: how the element was found: ``xpath``, or a heal: ``role``, ``id``, ``test id``, ``text``, ``place``;
            "" for keys.
        locator: the element's locator as it is now, None for keys.
        element: the element as it was before the action, None for keys.
        new_document: another document was loaded.
        popups: windows that opened.
        downloads: names of files that were offered and refused.
        dialogs: texts of alerts, confirms and prompts that were answered.
        held: requests that were held back.
    """

    way: str = ""
    locator: Locator | None = None
    element: Element | None = None
    new_document: bool = False
    popups: tuple[Page, ...] = ()
    downloads: tuple[str, ...] = ()
    dialogs: tuple[str, ...] = ()
    held: tuple[AuditRecord, ...] = ()


@dataclass(slots=True)
class Pilot:
    """One page under control; make it with `take`.

    Attributes:
        tab: the page with its session.
        pulse: what it does on the network.
        policy: asked before each action.
        settings: deadlines and sizes.
        guard: the write guard of its browser; None on a page that the user made.
        watch: what the guard saw of it.
    """

    tab: Tab
    pulse: Pulse
    policy: Policy
    settings: BrowserSettings
    guard: Guard | None = None
    watch: Watch | None = None
    _popups: list[Page] = field(default_factory=list[Page])

    @classmethod
    async def take(cls, page: Page, policy: Policy, settings: BrowserSettings, guard: Guard | None = None) -> "Pilot":
        """Take control of a page, which may be the user's own.

        Raises:
            PageCrashedError: the page is gone.
            UnresponsiveError: it does not answer.
        """
        tab = await Tab.attach(page, settings)
        watch = await guard.watch(tab) if guard is not None else None
        pilot = cls(tab, Pulse.watch(page), policy, settings, guard, watch)
        page.on("popup", lambda popup: pilot._popups.append(popup))
        return pilot

    @property
    def page(self) -> Page:
        """The Playwright page."""
        return self.tab.page

    async def release(self) -> None:
        """Give the page back as it is."""
        if self.guard is not None:
            self.guard.forget_page(self.page)
        await self.tab.detach()

    async def open(self, url: str, *, referer: str | None = None) -> Landing:
        """Open an address and wait until the page is quiet.

        Raises:
            NavigationError: it cannot be opened, or the policy denies it.
            UnresponsiveError: the page froze.
            PageCrashedError: the page is gone.
        """
        decision = self.policy.decide(Goto(url), None, self.page.url)
        if isinstance(decision, Deny):
            raise NavigationError(f"{redact_url(url)} is left alone: {decision.reason}", url)
        if self.watch is not None:
            self.watch.phase = "loading"
        self.pulse.reset()
        response = await self._goto(url, referer)
        await settle(self.tab, self.pulse, self.settings)
        status = self.pulse.document_status or (response.status if response else None)
        headers = response.headers if response else {}
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        return Landing(self.page.url, status, kind, headers.get("retry-after"))

    async def _goto(self, url: str, referer: str | None) -> Response | None:
        limit_s = self.settings.navigation_timeout_s
        try:
            async with deadline(limit_s + self.settings.action_timeout_s, "open it", url):
                return await self._goto_now(url, referer, limit_s)
        except UnresponsiveError as error:
            raise NavigationError(f"{redact_url(url)} did not load within {limit_s:g} s", url) from error

    async def _goto_now(self, url: str, referer: str | None, limit_s: float) -> Response | None:
        try:
            return await self.page.goto(url, wait_until="commit", timeout=limit_s * 1000, referer=referer)
        except PlaywrightTimeoutError:
            raise
        except PlaywrightError as error:
            if "net::ERR_" in error.message or "ERR_" in error.message:
                raise NavigationError(_why_not(error.message, redact_url(url)), url) from error
            raise

    async def act(self, action: PageAction) -> Performed | Deny:
        """Do something on the page, if the policy allows it, and wait until the page is quiet.

        Returns:
            What it came to, or the policy's reason why it was not done.

        Raises:
            ElementGoneError: the element is not there, hidden, or covered by another.
            UnresponsiveError: the page froze.
            PageCrashedError: the page is gone.
        """
        self._popups.clear()
        before = self.tab.top.context
        if isinstance(action, Press):
            await self._begin()
            await self._input(self.page.keyboard.press(action.key))
            found = None
        else:
            found = await self._find(action.target)
            decision: Decision = self.policy.decide(action, found.element, self.page.url)
            if isinstance(decision, Deny):
                return decision
            await self._begin()
            await self._operate(action, found)
        await settle(self.tab, self.pulse, self.settings)
        return self._performed(found, before)

    async def _begin(self) -> None:
        self.pulse.reset()
        if self.watch is not None:
            self.watch.begin()

    def _performed(self, found: "_Found | None", before: int | None) -> Performed:
        watch = self.watch
        return Performed(
            way=found.way if found else "",
            locator=found.element.locator if found else None,
            element=found.element if found else None,
            new_document=self.tab.top.context != before,
            popups=tuple(page for page in self._popups if not page.is_closed()),
            downloads=tuple(watch.downloads) if watch else (),
            dialogs=tuple(watch.dialogs) if watch else (),
            held=tuple(r for r in watch.records if r.kind in ("request", "navigation")) if watch else (),
        )

    async def _find(self, wanted: Locator) -> "_Found":
        """The element, in view and on top; one that is covered gets a moment to come free."""
        name = wanted.label or wanted.xpath
        for left in reversed(range(_UNCOVER_TRIES)):
            row: dict[str, Any] = await self.tab.evaluate(_LOCATE, asdict(wanted))
            if not row["way"] or row["way"] == "foreign":
                raise ElementGoneError(f"“{name}” is not on the page")
            if not row["covered"]:
                return _Found(row["way"], element_from(row["facts"]), row["x"], row["y"])
            if not left or not await self.changes_within(0.3):
                break
        raise ElementGoneError(f"“{name}” is covered by another element")

    async def _operate(self, action: Click | Hover | Select | Type, found: "_Found") -> None:
        target = asdict(found.element.locator)
        match action:
            case Click():
                await self._input(self.page.mouse.click(found.x, found.y))
            case Hover():
                await self._input(self.page.mouse.move(found.x, found.y))
            case Select():
                if not await self.tab.evaluate(_CHOOSE, target, action.option):
                    raise ElementGoneError(f"“{found.element.label}” has no option “{action.option}”")
            case Type():
                await self.tab.evaluate(_FOCUS, target)
                await self._input(self.page.keyboard.press("Delete"))
                await self._input(self.page.keyboard.type(action.text))
                if action.submit:
                    await self._input(self.page.keyboard.press("Enter"))

    async def _input(self, call: Any) -> None:
        async with deadline(self.settings.action_timeout_s * 2, "take an input", self.page.url):
            await call

    async def look(self) -> Observation:
        """All that can be seen of the page now."""
        return await capture(self.tab, status=self.pulse.document_status)

    async def peek(self, *, faithful: bool = False) -> tuple[str, frozenset[str]]:
        """Canonical URL and structure keys of the page now."""
        seen = await capture(self.tab)
        return redact_url(canonical_url(seen.url)), structure_keys(seen, faithful=faithful)

    async def true_of(self, expressions: Sequence[str]) -> list[int]:
        """Positions of the JavaScript expressions that are true on the page; they see the page's own world.

        The expressions are the user's, as they stand: nothing of a page may be put into them.
        """
        if not expressions:
            return []
        tests = ",".join(
            f"(() => {{ try {{ return !!({text}) }} catch {{ return false }} }})()" for text in expressions
        )
        async with deadline(self.settings.action_timeout_s * 2, "evaluate checks", self.page.url):
            held: list[bool] = await self.page.evaluate(f"() => [{tests}]")
        return [at for at, true in enumerate(held) if true]

    async def title(self) -> str:
        """Title of the document now."""
        return str(await self.tab.evaluate("() => document.title"))

    async def picture(self) -> bytes | None:
        """A WebP screenshot; None when the browser could not take one."""
        try:
            return await screenshot(self.tab, self.settings)
        except UnresponsiveError:
            return None

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
        try:
            response = await self.page.context.request.get(url, timeout=5000, max_redirects=3)
            return await response.text() if response.ok else None
        except (PlaywrightError, UnicodeDecodeError):
            return None

    async def beside(self, popup: Page) -> "Pilot | None":
        """A pilot for a window that this page opened, quiet; None when it closed or crashed meanwhile."""
        try:
            pilot = await Pilot.take(popup, self.policy, self.settings, self.guard)
            await settle(pilot.tab, pilot.pulse, self.settings)
        except (PageCrashedError, UnresponsiveError):
            return None
        return pilot

    async def dismiss(self, popup: Page) -> None:
        """Close a window that this page opened."""
        if self.guard is not None:
            self.guard.forget_page(popup)
        try:
            async with deadline(self.settings.action_timeout_s, "close a window"):
                await popup.close()
        except (PageCrashedError, UnresponsiveError):
            return

    async def switch(self, popup: Page) -> None:
        """Go on in a window that this page opened; the old one is closed when it is ours."""
        old, owned = self.page, self.guard is not None
        other = await Pilot.take(popup, self.policy, self.settings, self.guard)
        await settle(other.tab, other.pulse, self.settings)
        self.tab, self.pulse, self.watch, self._popups = other.tab, other.pulse, other.watch, other._popups
        if owned:
            await self.dismiss(old)


@dataclass(frozen=True, slots=True)
class _Found:
    way: str
    element: Element
    x: float
    y: float


_REASONS = {
    "ERR_NAME_NOT_RESOLVED": "its host name is not known",
    "ERR_CONNECTION_REFUSED": "nothing answers there",
    "ERR_CONNECTION_RESET": "the connection was dropped",
    "ERR_EMPTY_RESPONSE": "the connection was dropped without an answer",
    "ERR_INTERNET_DISCONNECTED": "there is no network",
    "ERR_ADDRESS_UNREACHABLE": "its host cannot be reached",
    "ERR_CONNECTION_TIMED_OUT": "its host does not answer",
    "ERR_TOO_MANY_REDIRECTS": "it redirects in a circle",
    "ERR_INVALID_AUTH_CREDENTIALS": "it asks for HTTP authentication (401)",
    "ERR_ABORTED": "no page came: a download, an empty answer or held back",
}


def _why_not(message: str, url: str) -> str:
    for code, words in _REASONS.items():
        if code in message:
            return f"{url} cannot be opened: {words}"
    if "ERR_CERT" in message or "ERR_SSL" in message:
        code = next((word for word in message.split() if "ERR_" in word), "").removeprefix("net::")
        return f"{url} cannot be opened: its certificate is not trusted ({code}); --ignore-https-errors accepts it"
    return f"{url} cannot be opened: {message.splitlines()[0]}"
