"""Finding and starting the browser, and what it leaves behind."""

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import playwright
import pytest
from playwright.async_api import Browser, Error, async_playwright

from webnavigator.browser import find, launch
from webnavigator.browser.launch import find_browser, kill_browser, new_context, process_id, start_browser
from webnavigator.browser.login import LoginState
from webnavigator.config import BrowserSettings
from webnavigator.errors import BrowserMissingError

SETTINGS = BrowserSettings()

SLEEPER = """
import asyncio, sys
from playwright.async_api import async_playwright
from webnavigator.browser.launch import process_id, start_browser
from webnavigator.config import BrowserSettings

async def main():
    async with async_playwright() as playwright:
        browser = await start_browser(playwright, BrowserSettings())
        page = await browser.new_page()
        await page.set_content("<title>still here</title>")
        print(await process_id(browser), flush=True)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            print(await page.title(), flush=True)
            await browser.close()
            raise

asyncio.run(main())
"""


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        started = await start_browser(playwright, SETTINGS)
        yield started
        await started.close()


def executable(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\necho Chromium 1.2.3\n")
    path.chmod(0o755)
    return path


def alive(pid: int) -> bool:
    """A zombie has ended: nobody has asked for its exit code yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_gone(pid: int, limit_s: float = 20.0) -> bool:
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        if not alive(pid):
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "downloads"))
    monkeypatch.setattr(find, "USUAL_PLACES", {})
    return tmp_path


def test_a_given_path_wins_and_is_asked_for_its_version(nothing_installed: Path):
    executable(nothing_installed / "bin" / "chromium")
    given = executable(nothing_installed / "mine")
    found = find_browser(BrowserSettings(executable_path=str(given)))
    assert (found.executable_path, found.source, found.version) == (str(given), "given", "Chromium 1.2.3")


@pytest.mark.parametrize("name", ["missing", "text.txt", ""])
def test_a_given_path_that_is_no_program_is_refused(name: str, tmp_path: Path):
    (tmp_path / "text.txt").write_text("not a program")
    with pytest.raises(BrowserMissingError, match=str(tmp_path / name)):
        find_browser(BrowserSettings(executable_path=str(tmp_path / name)))


def test_playwrights_own_comes_before_the_path(nothing_installed: Path):
    executable(nothing_installed / "bin" / "chromium")
    listed = json.loads((Path(playwright.__file__).parent / "driver/package/browsers.json").read_text(encoding="utf-8"))
    revision = next(entry["revision"] for entry in listed["browsers"] if entry["name"] == "chromium")
    stale = nothing_installed / "downloads" / "chromium-1" / "chrome-linux" / "chrome"
    executable(stale)
    assert find_browser(SETTINGS).source == "PATH"
    own = executable(nothing_installed / "downloads" / f"chromium-{revision}" / "chrome-linux" / "chrome")
    assert find_browser(SETTINGS) == find.FoundBrowser(str(own), "playwright", "Chromium 1.2.3")


def test_chrome_and_edge_on_the_path_will_do(nothing_installed: Path):
    edge = executable(nothing_installed / "bin" / "microsoft-edge")
    assert find_browser(SETTINGS).executable_path == str(edge)
    chrome = executable(nothing_installed / "bin" / "google-chrome")
    assert find_browser(SETTINGS).executable_path == str(chrome)


def test_without_any_browser_the_error_says_what_to_run(nothing_installed: Path):
    with pytest.raises(BrowserMissingError, match=r"playwright install chromium .*doctor"):
        find_browser(SETTINGS)


def test_an_installation_that_fails_ends_in_the_same_error(nothing_installed: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PLAYWRIGHT_DOWNLOAD_HOST", "http://127.0.0.1:9")
    with pytest.raises(BrowserMissingError, match="playwright install chromium"):
        find_browser(SETTINGS, install=True)


async def test_a_program_that_is_no_browser_is_one_line(tmp_path: Path):
    settings = BrowserSettings(executable_path=str(executable(tmp_path / "mine")))
    async with async_playwright() as playwright:
        with pytest.raises(BrowserMissingError, match="does not start") as caught:
            await start_browser(playwright, settings)
    assert "\n" not in str(caught.value)


@pytest.mark.browser
async def test_the_missing_sandbox_is_told_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    launch._warn_once.cache_clear()
    monkeypatch.setattr(launch, "unsandboxed_reason", lambda: "a test says so")
    with caplog.at_level(logging.WARNING):
        async with async_playwright() as playwright:
            for _ in range(2):
                await (await start_browser(playwright, SETTINGS)).close()
    assert [record.message for record in caplog.records if "sandbox" in record.message] == [
        "the browser runs without its sandbox: a test says so; explore only sites that you trust"
    ]


@pytest.mark.browser
async def test_a_context_follows_the_settings(browser: Browser):
    settings = BrowserSettings(viewport_width_px=1000, viewport_height_px=700, locale="zh-CN")
    context = await new_context(browser, settings)
    page = await context.new_page()
    seen = await page.evaluate(
        "() => [innerWidth, innerHeight, navigator.language, matchMedia('(prefers-reduced-motion)').matches]"
    )
    assert seen == [1000, 700, "zh-CN", True]
    await context.close()


@pytest.mark.browser
async def test_frames_of_other_sites_stay_in_the_pages_process(browser: Browser):
    context = await new_context(browser, SETTINGS)
    await context.route("**/*", lambda route: route.fulfill(body="<p>hello</p>", content_type="text/html"))
    page = await context.new_page()
    await page.goto("http://one.test/")
    await page.evaluate(
        """() => new Promise(done => {
          const frame = document.createElement('iframe');
          frame.onload = done; frame.src = 'http://two.test/'; document.body.append(frame); })"""
    )
    session = await browser.new_browser_cdp_session()
    targets = (await session.send("Target.getTargets"))["targetInfos"]
    assert len(page.frames) == 2
    assert "iframe" not in {target["type"] for target in targets}
    await context.close()


@pytest.mark.browser
async def test_session_storage_is_there_before_the_pages_scripts(browser: Browser):
    login = LoginState(
        {
            "cookies": [],
            "origins": [{"origin": "http://one.test", "localStorage": [{"name": "a", "value": "1"}]}],
        },
        {"http://one.test": {"token": "t"}},
    )
    context = await new_context(browser, SETTINGS, login)
    body = "<script>document.title = [localStorage.a, sessionStorage.token].join()</script>"
    await context.route("**/*", lambda route: route.fulfill(body=body, content_type="text/html"))
    page = await context.new_page()
    await page.goto("http://one.test/")
    assert await page.title() == "1,t"
    await page.goto("http://two.test/")
    assert await page.title() == ","
    await context.close()


@pytest.mark.browser
async def test_a_killed_browser_is_noticed():
    async with async_playwright() as playwright:
        browser = await start_browser(playwright, SETTINGS)
        page = await browser.new_page()
        pid = await process_id(browser)
        gone = asyncio.Event()
        browser.on("disconnected", lambda _: gone.set())
        await kill_browser(browser)
        await asyncio.wait_for(gone.wait(), 20)
        with pytest.raises(Error):
            await page.title()
        assert await asyncio.to_thread(wait_gone, pid)


@pytest.mark.browser
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_the_browser_ends_with_its_process_however_that_dies(how: signal.Signals):
    with subprocess.Popen([sys.executable, "-c", SLEEPER], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        assert alive(pid)
        process.send_signal(how)
        process.wait(20)
    assert wait_gone(pid)


@pytest.mark.browser
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")
def test_ctrl_c_leaves_the_browser_usable_for_tidying_up():
    with subprocess.Popen(
        [sys.executable, "-c", SLEEPER],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        os.killpg(process.pid, signal.SIGINT)  # what a terminal does: all processes of the group get it
        out, _ = process.communicate(timeout=90)
    assert out.strip() == "still here"
    assert wait_gone(pid)
