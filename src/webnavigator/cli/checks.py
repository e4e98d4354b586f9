"""What `webnavigator doctor` looks at: one function a part, each giving a verdict and a cure."""

import asyncio
import os
import platform
import shutil
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal

from webnavigator.config import BrowserSettings, load_settings
from webnavigator.errors import BadInputError, BrowserError

ENOUGH_DISK_BYTES = 1_000_000_000
"""A map of 1,000 states takes about a tenth of this."""


@dataclass(frozen=True, slots=True)
class Check:
    """A verdict on one part.

    Attributes:
        name: the part.
        state: ``missing`` stops the work, ``warning`` does not.
        detail: what was found.
        cure: what to run or do; "" when nothing needs doing.
    """

    name: str
    state: Literal["ok", "warning", "missing"]
    detail: str
    cure: str = ""


def check_all(browser_path: str | None, *, install_browser: bool) -> list[Check]:
    """Look at every part; takes a second or two, since the browser is really started.

    Args:
        browser_path: as in `BrowserSettings.executable_path`; None: as configured.
        install_browser: let Playwright download a browser when none is found.
    """
    settings_check, browser_settings = check_settings(browser_path)
    return [
        check_python(),
        check_playwright(),
        settings_check,
        *check_browser(browser_settings, install=install_browser),
        check_display(),
        check_encoder(),
        check_disk(Path.cwd()),
        *check_shared_memory(Path("/dev/shm")),  # noqa: S108 - Chromium's, looked at and not written to
    ]


def check_python() -> Check:
    """The interpreter's version; pip has already refused one that is too old."""
    return Check("python", "ok", f"{platform.python_version()} at {sys.executable}")


def check_playwright() -> Check:
    """Playwright's version."""
    try:
        return Check("playwright", "ok", metadata.version("playwright"))
    except metadata.PackageNotFoundError:
        return Check("playwright", "missing", "not installed", "pip install playwright")


def check_settings(browser_path: str | None) -> tuple[Check, BrowserSettings]:
    """Whether ``webnavigator.toml`` and the environment can be read, and the browser settings they give."""
    given = {"executable_path": browser_path}
    try:
        settings = load_settings(browser=given).browser
    except (BadInputError, ValueError) as error:
        cure = "mend webnavigator.toml or the WEBNAVIGATOR_… variable"
        return Check("settings", "missing", str(error), cure), BrowserSettings.model_validate(given)
    at = Path("webnavigator.toml")
    return Check("settings", "ok", f"with {at.resolve()}" if at.is_file() else "defaults"), settings


def check_browser(settings: BrowserSettings, *, install: bool) -> list[Check]:
    """Whether a browser is found, starts and runs a script, and whether it has its sandbox."""
    from webnavigator.browser.launch import find_browser, unsandboxed_reason

    try:
        found = find_browser(settings, install=install)
        version = asyncio.run(_try_browser(settings))
    except BrowserError as error:
        return [Check("browser", "missing", str(error), "see the line above, or: webnavigator doctor --help")]
    reason = unsandboxed_reason()
    sandbox = Check("sandbox", "ok", "tried at every start")
    if reason is not None:
        sandbox = Check("sandbox", "warning", f"off: {reason}", "run as an ordinary user for hostile sites")
    detail = f"{found.version or version} at {found.executable_path} ({found.source}); starts"
    return [Check("browser", "ok", detail), sandbox]


async def _try_browser(settings: BrowserSettings) -> str:
    from playwright.async_api import Error, async_playwright

    from webnavigator.browser.launch import new_context, start_browser

    try:
        async with async_playwright() as playwright:
            browser = await start_browser(playwright, settings)
            page = await (await new_context(browser, settings)).new_page()
            if await page.evaluate("6 * 7") != 42:
                raise BrowserError("the browser starts but runs no script")
            version = browser.version
            await browser.close()
            return version
    except Error as error:
        raise BrowserError(f"the browser starts but shows no page: {error.message.splitlines()[0]}") from error


def check_display() -> Check:
    """Whether a window can be shown, for `--headed` and for signing in by hand."""
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return Check("display", "ok", "a window can be shown")
    return Check("display", "warning", "none: no --headed, no login by hand", "webnavigator login … --steps FILE")


def check_encoder() -> Check:
    """Whether the weights that ship with the package can be loaded."""
    from webnavigator.retrieval.text_encoder import Encoders

    encoders = Encoders()
    loaded = [encoder.name for encoder in (encoders.english, encoders.multilingual) if encoder is not None]
    if encoders.warnings:
        return Check("encoder", "warning", "; ".join(encoders.warnings), "search goes on with what is there")
    return Check("encoder", "ok", ", ".join(loaded))


def check_disk(at: Path) -> Check:
    """Free space where maps are likely to be written."""
    free = shutil.disk_usage(at).free
    told = f"{free / 1e9:.1f} GB free in {at}"
    if free < ENOUGH_DISK_BYTES:
        return Check("disk", "warning", told, "free some space: a map of 1,000 states takes about 0.1 GB")
    return Check("disk", "ok", told)


def check_shared_memory(at: Path) -> list[Check]:
    """Size of shared memory, which containers keep small; nothing on other systems than Linux."""
    if not at.is_dir():
        return []
    size = shutil.disk_usage(at).total
    note = "" if size >= ENOUGH_DISK_BYTES else "; small, so the browser uses the temporary folder instead"
    return [Check("shared memory", "ok", f"{size / 1e9:.1f} GB in {at}{note}")]
