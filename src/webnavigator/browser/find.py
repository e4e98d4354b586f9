"""Finding a browser: an explicit path, Playwright's own download, else Chrome, Chromium or Edge."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import playwright

from webnavigator.config import BrowserSettings
from webnavigator.errors import BrowserMissingError

ON_PATH = (
    "chromium",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
    "chromium-browser",
)
"""Commands looked for on the PATH, best first; Ubuntu's ``chromium-browser`` is a confined snap."""

USUAL_PLACES = {
    "darwin": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ),
    "win32": (
        r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
        r"%ProgramFiles(x86)%\Google\Chrome\Application\chrome.exe",
        r"%LocalAppData%\Google\Chrome\Application\chrome.exe",
        r"%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe",
        r"%ProgramFiles%\Microsoft\Edge\Application\msedge.exe",
    ),
    "linux": ("/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge"),
}
"""Where installers put a browser that is not on the PATH, by `sys.platform`."""

CURE = (
    "no browser found: run  playwright install chromium  (Debian, Ubuntu: apt-get install chromium), "
    "or give its path with --browser; `webnavigator doctor` shows what is missing"
)
_INSTALL_TIMEOUT_S = 900
_VERSION_TIMEOUT_S = 10


@dataclass(frozen=True, slots=True)
class FoundBrowser:
    """A browser that can be started.

    Attributes:
        executable_path: its executable.
        source: how it was found: ``given``, ``playwright``, ``PATH`` or ``installed`` (a usual place).
        version: what it says of itself, e.g. "Chromium 140.0.1"; "" when it does not tell (Windows).
    """

    executable_path: str
    source: str
    version: str = ""


def find_browser(settings: BrowserSettings, *, install: bool = False) -> FoundBrowser:
    """Find the browser to use and ask it for its version.

    Args:
        settings: an `executable_path` there wins over everything else.
        install: when nothing is found, let Playwright download its Chromium once.

    Raises:
        BrowserMissingError: nothing was found; the message says what to run.
    """
    found = locate_browser(settings, install=install)
    return FoundBrowser(found.executable_path, found.source, _version(found.executable_path))


def locate_browser(settings: BrowserSettings, *, install: bool = False) -> FoundBrowser:
    """As `find_browser`, without starting anything: `version` stays "".

    Raises:
        BrowserMissingError: nothing was found; the message says what to run.
    """
    if settings.executable_path is not None:
        return FoundBrowser(_given(settings.executable_path), "given")
    for source, path in _candidates(headed=settings.headed):
        if path.is_file() and os.access(path, os.X_OK):
            return FoundBrowser(str(path), source)
    if install and _install():
        return locate_browser(settings)
    raise BrowserMissingError(CURE)


def _given(path: str) -> str:
    at = shutil.which(str(Path(path).expanduser()))
    if at is None:
        raise BrowserMissingError(f"the browser given is not an executable file: {path}")
    return at


def _candidates(*, headed: bool) -> Iterator[tuple[str, Path]]:
    for path in _playwrights_own(headed=headed):
        yield "playwright", path
    for name in ON_PATH:
        at = shutil.which(name)
        if at is not None:
            yield "PATH", Path(at)
    for place in USUAL_PLACES.get(sys.platform, ()):
        yield "installed", Path(os.path.expandvars(place))


def _playwrights_own(*, headed: bool) -> Iterator[Path]:
    """Executables of the revision that this Playwright expects, the windowless build first."""
    driver = Path(playwright.__file__).parent / "driver" / "package"
    names = ["chromium"] if headed else ["chromium-headless-shell", "chromium"]
    revisions = _revisions(driver / "browsers.json")
    for name in names:
        if name not in revisions:
            continue
        folder = _downloads(driver) / f"{name.replace('-', '_')}-{revisions[name]}"
        for pattern in ("*/chrome", "*/*headless*shell", "*/*.app/Contents/MacOS/*", "*/*.exe"):
            yield from sorted(folder.glob(pattern))


def _revisions(path: Path) -> dict[str, str]:
    if not path.is_file():  # a Playwright that ships no driver of its own, e.g. a distribution's package
        return {}
    listed: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return {entry["name"]: entry["revision"] for entry in listed["browsers"]}


def _downloads(driver: Path) -> Path:
    # Playwright's own variable; nothing else tells where its downloads are without starting its driver.
    override = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if override == "0":
        return driver / ".local-browsers"
    if override:
        return Path(override)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ms-playwright"
    if sys.platform == "win32":
        return Path(os.path.expandvars(r"%USERPROFILE%\AppData\Local\ms-playwright"))
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ms-playwright"


def _install() -> bool:
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    try:
        done = subprocess.run(command, stdout=sys.stderr, timeout=_INSTALL_TIMEOUT_S, check=False)  # noqa: S603 - fixed command
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _version(path: str) -> str:
    if sys.platform == "win32":  # chrome.exe opens a window instead of answering
        return ""
    command = [path, "--version"]
    try:
        answer = subprocess.run(  # noqa: S603 - the browser that is to be used
            command, capture_output=True, text=True, timeout=_VERSION_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return " ".join(answer.stdout.split())
