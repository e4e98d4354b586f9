"""Starting a browser quietly and cheaply, contexts in it, and leaving no process behind."""

import inspect
import logging
import os
import signal
import sys
from functools import cache
from pathlib import Path
from typing import Any, cast

from playwright.async_api import Browser, BrowserContext, Error, Playwright

from webnavigator.browser.find import CURE, FoundBrowser, find_browser, locate_browser
from webnavigator.browser.login import LoginState
from webnavigator.config import BrowserSettings
from webnavigator.errors import BadInputError, BrowserMissingError

__all__ = ["FoundBrowser", "find_browser", "kill_browser", "new_context", "process_id", "start_browser"]

FLAGS = (
    "--disable-site-isolation-trials",  # frames of other sites stay in the page's process
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--deny-permission-prompts",
    "--mute-audio",
    "--no-pings",
)
"""Flags besides Playwright's own, which keep first-run pages, updates and background requests off.

``--disable-features`` is not among them: of two, Chromium heeds the last, and Playwright's would be lost.
"""

_log = logging.getLogger("webnavigator")


async def start_browser(playwright: Playwright, settings: BrowserSettings) -> Browser:
    """Start the browser that `find_browser` finds.

    It talks to Playwright's driver through a pipe and ends with it, so it ends with this process too, however
    that dies. Ctrl-C does not reach it: who catches `KeyboardInterrupt` can still use it.

    Raises:
        BrowserMissingError: no browser was found, or it does not start.
    """
    found = locate_browser(settings)
    reason = unsandboxed_reason()
    if reason is None:
        try:
            return await _launch(playwright, settings, found, sandbox=True)
        except Error as error:
            if "sandbox" not in error.message.lower():
                raise _not_started(found, error) from error
            reason = "this machine does not let it have one"
    _warn_once(f"the browser runs without its sandbox: {reason}; explore only sites that you trust")
    try:
        return await _launch(playwright, settings, found, sandbox=False)
    except Error as error:
        raise _not_started(found, error) from error


async def new_context(browser: Browser, settings: BrowserSettings, login: LoginState | None = None) -> BrowserContext:
    """A fresh profile in which nothing is downloaded and no service worker stands between page and network.

    Args:
        browser: from `start_browser`.
        settings: viewport, locale, deadlines, certificates.
        login: cookies and storage to start with.

    Raises:
        BadInputError: the browser does not take the login state.
    """
    try:
        context = await browser.new_context(
            viewport={"width": settings.viewport_width_px, "height": settings.viewport_height_px},
            locale=settings.locale,
            accept_downloads=False,
            service_workers="block",
            reduced_motion="reduce",
            ignore_https_errors=settings.ignore_https_errors,
            record_har_path=settings.record_har,
            storage_state=None if login is None else login.for_playwright(indexed_db=keeps_indexed_db()),
        )
    except Error as error:
        if login is None or not browser.is_connected():
            raise
        said = error.message.strip().splitlines()[0]
        raise BadInputError(f"the browser does not take the login state: {said}; record it anew") from None
    context.set_default_timeout(settings.action_timeout_s * 1000)
    context.set_default_navigation_timeout(settings.navigation_timeout_s * 1000)
    if login is not None and login.session_storage:
        await context.add_init_script(login.session_script())
    return context


def unsandboxed_reason() -> str | None:
    """Why the browser cannot have its sandbox here, or None when it can be tried."""
    if sys.platform != "linux":
        return None
    if os.geteuid() == 0:
        return "this is root"
    if Path("/.dockerenv").exists() or Path("/run/.containerenv").exists():
        return "this is a container"
    return None


@cache
def keeps_indexed_db() -> bool:
    """Whether this Playwright saves and restores IndexedDB with the storage state (1.51 and later)."""
    return "indexed_db" in inspect.signature(BrowserContext.storage_state).parameters


async def process_id(browser: Browser) -> int:
    """Process id of a browser started on this machine."""
    session = await browser.new_browser_cdp_session()
    info = cast("dict[str, Any]", await session.send("SystemInfo.getProcessInfo"))
    await session.detach()
    return next(int(entry["id"]) for entry in info["processInfo"] if entry["type"] == "browser")


async def kill_browser(browser: Browser) -> None:
    """End a browser at once, as a crash would; its pages raise errors from now on."""
    os.kill(await process_id(browser), signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)


async def _launch(playwright: Playwright, settings: BrowserSettings, found: FoundBrowser, *, sandbox: bool) -> Browser:
    return await playwright.chromium.launch(
        executable_path=found.executable_path,
        headless=not settings.headed,
        chromium_sandbox=sandbox,
        handle_sigint=False,
        args=list(FLAGS),
    )


def _not_started(found: FoundBrowser, error: Error) -> BrowserMissingError:
    said = error.message.lower()
    if "missing x server" in said or "ozone_platform" in said or "$display" in said:
        return BrowserMissingError(
            "a window cannot be shown here: no display; leave out --headed, or sign in with --steps FILE"
        )
    if "shared libraries" in said:
        return BrowserMissingError(
            f"{found.executable_path} lacks system libraries: run  playwright install-deps chromium"
        )
    first = error.message.strip().splitlines()[0]
    cure = "give the path of a Chrome, Chromium or Edge with --browser" if found.source == "given" else CURE
    return BrowserMissingError(f"{found.executable_path} does not start ({first}); {cure}")


@cache
def _warn_once(message: str) -> None:
    _log.warning(message)
