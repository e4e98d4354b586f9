"""Making a login state: by hand in a window, or by a few scripted steps."""

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from playwright.async_api import BrowserContext, Error, Page, async_playwright
from playwright.async_api import TimeoutError as PlaywrightTimeout
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from webnavigator.browser.launch import keeps_indexed_db, new_context, start_browser
from webnavigator.browser.login import LoginState
from webnavigator.browser.opening import why_not
from webnavigator.config import BrowserSettings
from webnavigator.errors import BadInputError, BrowserError, NavigationError
from webnavigator.model.scope import scope_of
from webnavigator.model.url import redact_url
from webnavigator.outfile import why

_LOCAL_STORAGE = "() => Object.entries(localStorage).map(([name, value]) => ({name, value}))"
_SESSION_STORAGE = "() => ({...sessionStorage})"
_VERBS = ("fill", "click", "press", "goto", "wait")
_LOOK_EVERY_S = 1.0


class SignInSteps(BaseModel):
    """How to sign in without a person.

    A step is ``fill:SELECTOR=>VALUE``, ``press:SELECTOR=>KEY``, ``click:SELECTOR``, ``wait:SELECTOR`` or
    ``goto:URL``. ``$USER``, ``$PASS`` and other ``$NAME`` in capitals are replaced by secrets in values.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=True)

    url: str
    """Page of the login form."""
    steps: tuple[str, ...] = Field(min_length=1)
    """In order."""
    check: str = ""
    """JavaScript that is true once signed in; "": the last step's page has loaded and asks for no password."""
    username: str = ""
    """Value of ``$USER`` when no secret of that name is given: for test accounts only."""
    password: str = ""
    """Likewise for ``$PASS``."""


def load_steps(path: Path | str) -> SignInSteps:
    """Read sign-in steps from a JSON file, at its top or under the key ``login``.

    Raises:
        BadInputError: the file is missing, is not such a file, or holds an unknown step.
    """
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"cannot read the sign-in steps {path}: {why(error)}") from None
    try:
        steps = _StepsFile.model_validate_json(text).steps_within()
    except ValidationError:
        raise BadInputError(f'{path} is not a file of sign-in steps: {{"url": …, "steps": […]}}') from None
    for step in steps.steps:
        verb, _, rest = step.partition(":")
        if verb not in _VERBS or not rest or (verb in ("fill", "press") and "=>" not in rest):
            raise BadInputError(f"{path}: {verb[:20]!r} is not a step; known: {', '.join(_VERBS)}")
    return steps


class _StepsFile(BaseModel):
    model_config = ConfigDict(extra="allow")

    login: SignInSteps | None = None

    def steps_within(self) -> SignInSteps:
        return self.login or SignInSteps.model_validate(self.model_extra)


async def script_login(steps: SignInSteps, settings: BrowserSettings, secrets: Mapping[str, str]) -> LoginState:
    """Sign in by steps.

    Args:
        steps: from `load_steps`.
        settings: browser and deadlines.
        secrets: values by name, without the ``$``.

    Raises:
        BadInputError: the address is not http(s), or a step names a secret that is not given.
        NavigationError: the login page cannot be opened.
        BrowserError: a step found nothing to act on, the check stayed false, or, without a check, the last page
            asks for a password; no secret is in the message.
    """
    scope_of(steps.url)
    known = {"USER": steps.username, "PASS": steps.password, **secrets}
    filled = [_with_secrets(step, known) for step in steps.steps]
    async with async_playwright() as playwright:
        browser = await start_browser(playwright, settings)
        try:
            context = await new_context(browser, settings)
            page = await context.new_page()
            await _open(page, steps.url)
            for number, (step, original) in enumerate(zip(filled, steps.steps, strict=True), 1):
                await _take(page, step, f"step {number} of the sign-in ({original.partition('=>')[0]})")
            await _wait_signed_in(page, steps.check, settings.navigation_timeout_s)
            return await capture_login(context)
        finally:
            await browser.close()


async def record_login(url: str, settings: BrowserSettings, finished: asyncio.Event | None = None) -> LoginState:
    """Open a window in which a person signs in, and take over the login when they are done.

    Args:
        url: page to open first.
        settings: browser and deadlines; the window is shown whatever `headed` says.
        finished: set by the caller when the person says so; closing the window says so too.

    Raises:
        BadInputError: the address is not http(s).
        BrowserMissingError: no browser, or no display to show a window on.
        NavigationError: the page cannot be opened.
    """
    scope_of(url)
    done = finished or asyncio.Event()
    async with async_playwright() as playwright:
        browser = await start_browser(playwright, settings.model_copy(update={"headed": True}))
        try:
            context = await new_context(browser, settings)
            await _open(await context.new_page(), url)
            return await _watch(context, done)
        finally:
            await browser.close()


async def capture_login(context: BrowserContext) -> LoginState:
    """The login that a context holds: cookies, local and session storage, IndexedDB where it can be had."""
    session = await _by_origin(context, _SESSION_STORAGE)
    extra: dict[str, Any] = {"indexed_db": True} if keeps_indexed_db() else {}
    storage = await context.storage_state(**extra)
    return LoginState(cast("dict[str, Any]", storage), {origin: kept for origin, kept in session.items() if kept})


async def _watch(context: BrowserContext, done: asyncio.Event) -> LoginState:
    """Look every second until the end: what a closed window held is known only from the look before."""
    last = LoginState({"cookies": [], "origins": []})
    while context.pages and not done.is_set():
        try:
            last = await _quick_look(context, last)
        except Error:  # the window or the whole browser was closed meanwhile
            break
        try:
            await asyncio.wait_for(done.wait(), _LOOK_EVERY_S)
        except TimeoutError:
            continue
    try:
        whole = await capture_login(context)
    except Error:
        return last
    return LoginState(whole.storage, {**last.session_storage, **whole.session_storage})


async def _quick_look(context: BrowserContext, before: LoginState) -> LoginState:
    """As `capture_login` for the pages that are open; never opens one, which a person would see."""
    local = {entry["origin"]: entry["localStorage"] for entry in before.storage["origins"]}
    local.update(await _by_origin(context, _LOCAL_STORAGE))
    origins = [{"origin": origin, "localStorage": kept} for origin, kept in local.items() if kept]
    session = {**before.session_storage, **await _by_origin(context, _SESSION_STORAGE)}
    return LoginState({"cookies": await context.cookies(), "origins": origins}, session)


async def _by_origin(context: BrowserContext, script: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for page in context.pages:
        for frame in page.frames:
            try:
                found[await frame.evaluate("() => location.origin")] = await frame.evaluate(script)
            except Error:  # opaque origins have no storage, and a frame may go away meanwhile
                continue
    return found


async def _open(page: Page, url: str) -> None:
    try:
        await page.goto(url)
    except Error as error:
        raise NavigationError(why_not(error.message, redact_url(url)), url) from error


async def _take(page: Page, step: str, what: str) -> None:
    verb, _, rest = step.partition(":")
    selector, _, value = rest.partition("=>")
    try:
        match verb:
            case "fill":
                await page.fill(selector, value)
            case "press":
                await page.press(selector, value)
            case "click":
                await page.click(rest)
            case "wait":
                await page.wait_for_selector(rest)
            case _:
                await page.goto(rest)
    except Error:
        # from None: Playwright's own message repeats what was typed
        raise BrowserError(f"{what} failed: nothing on the page could be acted on in time") from None


async def _wait_signed_in(page: Page, check: str, timeout_s: float) -> None:
    if not check:
        with suppress(PlaywrightTimeout):  # a page that never goes quiet may be signed in all the same
            await page.wait_for_load_state("networkidle")
        if await page.locator("input[type=password]:visible").count():
            raise BrowserError(
                "the sign-in did not succeed: the last page still asks for a password; "
                'where that is right, say in the steps what shows that one is signed in, as "check"'
            )
        return
    try:
        await page.wait_for_function(check, timeout=timeout_s * 1000)
    except Error as error:
        raise BrowserError("the sign-in did not succeed: its check stayed false on the last page") from error


def _with_secrets(step: str, known: Mapping[str, str]) -> str:
    def value(match: re.Match[str]) -> str:
        given = known.get(match[1])
        if not given:
            raise BadInputError(f"a sign-in step needs ${match[1]}, which is not given")
        return given

    head, arrow, tail = step.partition("=>")
    return head + arrow + re.sub(r"\$([A-Z][A-Z0-9_]*)", value, tail) if arrow else step
