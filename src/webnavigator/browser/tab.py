"""One page with its CDP session and the isolated world in which all our scripts run.

A script in an isolated world sees the page's DOM and none of its JavaScript, so a page can neither falsify
what we read (`Array.prototype.map = …`) nor forbid it (Content-Security-Policy). The library in ``script/``
is put there once for each document and stays under the name ``__webnavigator``::

    capture(base)           -> JSON text, see `webnavigator.browser.capture`
    find(path)              -> the element at a composite XPath, null, or {foreign, rest} at a foreign frame
    resolve(segment, root)  -> the element at one segment below a document or shadow root; null
    pathOf(element)         -> its composite XPath
    roleOf(element), nameOf(element, role), textOf(element)   as in captured locators
    rectOf(element)         -> {x, y, width, height} in CSS pixels of the top window's viewport
    locate(locator, press, stay), pressed(), choose(option), focusField(text), frameOrigin(path, scroll),
    coverAt(path, x, y)  -> see `webnavigator.browser.aim`
    quiet(quietMs, limitMs), changes(limitMs)   -> see `webnavigator.browser.settle` and `Pilot.changes_within`
    walls(), takeAway(path) -> see `webnavigator.browser.consent`
    nodes(root)             -> all elements laid out below it, through shadow roots and frames
"""

import asyncio
import json
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, cast

from playwright.async_api import CDPSession, Frame, Page
from playwright.async_api import Error as PlaywrightError

from webnavigator.browser.errors_map import deadline, translate
from webnavigator.config import BrowserSettings
from webnavigator.errors import BrowserError, PageCrashedError, UnresponsiveError

WORLD = "webnavigator"
GROUP = "webnavigator"
"""Object group of all handles that `Tab.handle` gives; ``Runtime.releaseObjectGroup`` lets go of them."""
_ATTACH_S = 10.0
"""Added to the deadline for a page's first answer: a browser under load takes its time to make one."""

_ABSENT = "absent"
_SCRIPTS = (
    "dom",
    "path",
    "role",
    "pseudo",
    "name",
    "menus",
    "operable",
    "curtain",
    "capture",
    "locate",
    "press",
    "quiet",
    "walls",
    "library",
)


@cache
def library_source() -> str:
    """The script library as one expression with ``%TOKEN%`` in it; `Tab` puts its own token there."""
    here = Path(__file__).parent
    vendor = (here / "vendor" / "dom-accessibility-api.js").read_text("utf-8")
    parts = "\n".join((here / "script" / f"{name}.js").read_text("utf-8") for name in _SCRIPTS)
    return f"(() => {{ 'use strict';\n{vendor}\n{parts}\n}})();"


@dataclass(eq=False)
class World:
    """Our isolated world in one frame that has a CDP session: the page itself, or a frame of another process.

    Attributes:
        cdp: session of the process that holds the frame.
        frame_id: CDP's name for the frame.
        is_root: the frame is the session's outermost, whose own world the session takes when none is named.
        context: execution context of the document last seen, None before the first look.
        entering: held while a new document is entered: of several scripts that wait for one, one enters.
    """

    cdp: CDPSession
    frame_id: str
    is_root: bool = True
    context: int | None = None
    entering: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def send(self, command: str, **params: Any) -> dict[str, Any]:
        """One DevTools command in this world's session; Playwright's errors are let through."""
        return cast("dict[str, Any]", await self.cdp.send(command, params))


@dataclass(eq=False)
class Tab:
    """A page that can be looked at and operated; make it with `attach`.

    Attributes:
        page: the Playwright page; it may belong to the caller, and is never closed here.
        cdp: its CDP session.
        settings: deadlines and sizes.
        top: our world in the page's top document.
        emulated: our session has set the size of the window once; `detach` gives it back to Playwright's.
    """

    page: Page
    cdp: CDPSession
    settings: BrowserSettings
    top: World
    emulated: bool = False
    _token: str = field(default_factory=lambda: secrets.token_hex(8))
    _worlds: dict[Frame, World] = field(default_factory=dict[Frame, World])
    _inner: dict[str, World] = field(default_factory=dict[str, World])
    _bounds: set[asyncio.Timeout] = field(default_factory=set[asyncio.Timeout])
    _crashed: bool = False

    @classmethod
    async def attach(cls, page: Page, settings: BrowserSettings) -> "Tab":
        """Open a CDP session on a page.

        Raises:
            PageCrashedError: the page is closed or has crashed, or the browser is not Chromium.
            UnresponsiveError: it does not answer.
        """
        async with deadline(settings.action_timeout_s + _ATTACH_S, "open a session"):
            cdp = await page.context.new_cdp_session(page)
            top = await _world(cdp)
        tab = cls(page, cdp, settings, top)
        page.on("crash", tab._on_crash)
        return tab

    async def detach(self) -> None:
        """Close our sessions; the page stays as it is. A page that is gone already is no error."""
        self.page.remove_listener("crash", self._on_crash)
        for world in [*self._worlds.values(), self.top]:
            try:
                async with asyncio.timeout(self.settings.action_timeout_s):
                    await world.cdp.detach()
            except (PlaywrightError, TimeoutError):
                continue
        if self.emulated and not self.page.is_closed():
            await self._return_window()

    async def _return_window(self) -> None:
        """Make Playwright's session set the size again: a session that goes takes its emulation along.

        Playwright does not repeat a size that it has sent already, so it is sent another first.
        """
        size = self.page.viewport_size
        if size is None:
            return
        try:
            async with asyncio.timeout(self.settings.action_timeout_s):
                await self.page.set_viewport_size({"width": size["width"], "height": size["height"] + 1})
                await self.page.set_viewport_size(size)
        except (PlaywrightError, TimeoutError):
            return

    def _on_crash(self, page: Page) -> None:
        self._crashed = True
        for bound in self._bounds:
            bound.reschedule(asyncio.get_running_loop().time())

    @asynccontextmanager
    async def within(self, seconds: float, doing: str) -> AsyncGenerator[None]:
        """Bound what is done with the browser, end it at once when the page crashes, and translate errors.

        Args:
            seconds: the bound.
            doing: what is done, in words, for the message.

        Raises:
            UnresponsiveError: the time is over.
            PageCrashedError: the page or the browser went away.
            BrowserError: anything else that the browser refused.
        """
        if self._crashed:
            raise PageCrashedError(f"the page has crashed ({self.page.url})")
        try:
            async with deadline(seconds, doing, self.page.url) as bound:
                self._bounds.add(bound)
                try:
                    yield
                finally:
                    self._bounds.discard(bound)
        except UnresponsiveError:
            if self._crashed:
                raise PageCrashedError(f"the page crashed ({self.page.url})") from None
            raise

    async def evaluate(
        self, function: str, *args: Any, world: World | None = None, timeout_s: float | None = None
    ) -> Any:
        """Run a function in our isolated world and give back what it returns.

        Args:
            function: source of a JavaScript function, async or not; ``__webnavigator`` is there for it.
            args: its arguments, JSON values.
            world: where; None: the page's top document, from which frames of the same process can be reached.
            timeout_s: deadline in seconds; None: `action_timeout_s`.

        Returns:
            The JSON value returned; None for undefined.

        Raises:
            UnresponsiveError: no answer in time.
            PageCrashedError: the page went away.
            BrowserError: the script failed.

        A document that is replaced meanwhile makes the function run again in the new one.
        """
        text = await self._run(f"JSON.stringify(await ({function})({_arguments(args)}))", world, timeout_s)
        return None if text is None else json.loads(text)

    async def evaluate_text(
        self, function: str, *args: Any, world: World | None = None, timeout_s: float | None = None
    ) -> str:
        """As `evaluate`, for a function that returns a string: spares large results a second encoding."""
        return await self._run(f"await ({function})({_arguments(args)})", world, timeout_s) or ""

    async def handle(
        self, function: str, *args: Any, world: World | None = None, timeout_s: float | None = None
    ) -> str | None:
        """As `evaluate`, for a function that returns a DOM object.

        Returns:
            CDP's object id in the world's session, None when the function gave null.
        """
        result = await self._send(f"await ({function})({_arguments(args)})", world, timeout_s, by_value=False)
        return result.get("objectId")

    async def _run(self, body: str, world: World | None, timeout_s: float | None) -> str | None:
        return (await self._send(body, world, timeout_s, by_value=True)).get("value")

    async def _send(self, body: str, world: World | None, timeout_s: float | None, *, by_value: bool) -> dict[str, Any]:
        world = world or self.top
        guard = f"globalThis.__webnavigator?.token!=={json.dumps(self._token)}"
        call = f"(async()=>{{if({guard})return {json.dumps(_ABSENT)};return {body}}})()"
        async with self.within(timeout_s or self.settings.action_timeout_s, "run a script"):
            for _ in range(3):
                tried = world.context
                if tried is not None:
                    result = await self._evaluate(world, call, by_value)
                    if result is not None and result.get("value") != _ABSENT:
                        return result
                async with world.entering:
                    if world.context in (None, tried):
                        await self._enter(world)
        raise PageCrashedError(f"{self.page.url} is replaced again and again")

    async def _evaluate(self, world: World, expression: str, by_value: bool) -> dict[str, Any] | None:
        params = {
            "expression": expression,
            "contextId": world.context,
            "returnByValue": by_value,
            "awaitPromise": True,
            "objectGroup": GROUP,
        }
        try:
            answer = await world.send("Runtime.evaluate", **params)
        except PlaywrightError as error:
            if not _between_documents(error):
                raise
            return None
        _raise_failure(answer, self.page.url)
        return answer["result"]

    async def _enter(self, world: World) -> None:
        """Find or make our world in the document that the frame shows now, with the library in it."""
        try:
            made = await world.send(
                "Page.createIsolatedWorld",
                frameId=world.frame_id,
                worldName=WORLD,
                grantUniveralAccess=True,
            )
            world.context = made["executionContextId"]
            source = library_source().replace("%TOKEN%", self._token)
            answer = await world.send("Runtime.evaluate", expression=source, contextId=world.context)
        except PlaywrightError as error:
            world.context = None
            if not _between_documents(error):
                raise translate(error, self.page.url) from None
            await asyncio.sleep(0.01)
        else:
            _raise_failure(answer, self.page.url)

    def world_in(self, cdp: CDPSession, frame_id: str) -> World:
        """The world of a frame that shares a process, and so a session, with the frame around it."""
        world = self._inner.get(frame_id)
        if world is None or world.cdp is not cdp:
            world = self._inner[frame_id] = World(cdp, frame_id, is_root=False)
        return world

    async def world_of(self, frame: Frame) -> World | None:
        """The world of a frame that another process holds; None for a frame of the page's own process."""
        world = self._worlds.get(frame)
        if world is None:
            try:
                cdp = await self.page.context.new_cdp_session(frame)
                world = self._worlds[frame] = await _world(cdp)
            except PlaywrightError:
                return None  # of the page's own process, or gone already
        return world


async def _world(cdp: CDPSession) -> World:
    tree = cast("dict[str, Any]", await cdp.send("Page.getFrameTree"))
    return World(cdp, tree["frameTree"]["frame"]["id"])


def _raise_failure(answer: dict[str, Any], url: str) -> None:
    if details := answer.get("exceptionDetails"):
        what = details.get("exception", {}).get("description") or details.get("text", "")
        raise BrowserError(f"script failed on {url}: {what[:500]}")


def _arguments(args: tuple[Any, ...]) -> str:
    return ",".join(json.dumps(arg) for arg in args)


def _between_documents(error: PlaywrightError) -> bool:
    words = str(error).lower()
    return any(part in words for part in ("context", "no frame", "frame with", "navigat"))
