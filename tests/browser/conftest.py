"""Pilots on a browser of ours under guard, on the user's browser without, and pages written in the test itself."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, async_playwright

from sites.harness import Site
from webnavigator.browser.guard import Guard
from webnavigator.browser.launch import new_context, start_browser
from webnavigator.browser.perform import Pilot
from webnavigator.config import BrowserSettings
from webnavigator.model.action import Locator
from webnavigator.model.safety import Policy
from webnavigator.model.scope import scope_of

PATIENT = BrowserSettings(action_timeout_s=30, settle_timeout_s=15, navigation_timeout_s=60)
"""Deadlines that a busy machine keeps."""

Drive = Callable[..., Awaitable[Pilot]]
Little = Callable[..., Site]


@pytest.fixture(scope="session")
async def our_browser(chromium_path: str) -> AsyncIterator[Browser]:
    """A browser as the product starts it; the guard is put on by `drive`."""
    async with async_playwright() as playwright:
        browser = await start_browser(playwright, PATIENT)
        yield browser
        await browser.close()


@pytest.fixture
async def drive(our_browser: Browser) -> AsyncIterator[Drive]:
    """``await drive(url)``: a pilot under guard, on that page; a second one of a test shares the guard."""
    guards: list[Guard] = []
    contexts: list[BrowserContext] = []

    async def start(
        url: str, settings: BrowserSettings = PATIENT, *, learned: set[str] | None = None, **policy: object
    ) -> Pilot:
        if not guards:
            guards.append(Guard(Policy(scope_of(url), **policy), learned if learned is not None else set()))  # type: ignore[arg-type]
            await guards[0].start(our_browser)
        contexts.append(await new_context(our_browser, settings))
        pilot = await Pilot.take(await contexts[-1].new_page(), guards[0].policy, settings, guards[0])
        await pilot.open(url)
        return pilot

    yield start
    for context in contexts:
        await context.close()
    for guard in guards:
        await guard.stop()


@pytest.fixture
async def borrow(context: BrowserContext) -> AsyncIterator[Drive]:
    """``await borrow(url)``: a pilot without guard on a page of the user's, in a browser with site isolation."""
    pilots: list[Pilot] = []

    async def start(url: str, settings: BrowserSettings = PATIENT, **policy: object) -> Pilot:
        page = await context.new_page()
        await page.goto(url)
        pilots.append(await Pilot.take(page, Policy(scope_of(url), **policy), settings))  # type: ignore[arg-type]
        return pilots[-1]

    yield start
    for pilot in pilots:
        await pilot.release()


@pytest.fixture
def little(site: Callable[..., Site], tmp_path: Path) -> Little:
    """``little(body, {"more.html": text}, answer)``: pages written in the test; `answer` is the source of a site.py."""

    def make(body: str = "", files: dict[str, str] | None = None, answer: str = "") -> Site:
        (tmp_path / "site.json").write_text(json.dumps({"what": "of one test"}))
        (tmp_path / "index.html").write_text(f"<!doctype html><meta charset=utf-8><title>Little</title>{body}")
        for name, text in (files or {}).items():
            (tmp_path / name).write_text(text)
        if answer:
            (tmp_path / "site.py").write_text(answer)
        return site(tmp_path)

    return make


async def locator(pilot: Pilot, label: str) -> Locator:
    """The locator of the one control that is called so."""
    seen = await pilot.look()
    found = [element.locator for element in seen.elements if element.label == label]
    assert len(found) == 1, (label, [element.label for element in seen.elements])
    return found[0]
