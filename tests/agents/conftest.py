"""Pages under control, on small sites written in the test, with a browser of ours for all tests."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, async_playwright

from sites.harness import Site
from webnavigator.agents.asking import Question
from webnavigator.agents.base import Job, Limits
from webnavigator.agents.hands import Hands
from webnavigator.agents.trajectory import Trajectory
from webnavigator.browser.guard import Guard
from webnavigator.browser.launch import new_context, start_browser
from webnavigator.browser.perform import Pilot
from webnavigator.config import BrowserSettings
from webnavigator.llm.scripted import ScriptedModel
from webnavigator.llm.structured import Llm
from webnavigator.model.safety import Policy
from webnavigator.model.scope import scope_of

PATIENT = BrowserSettings(action_timeout_s=30, settle_timeout_s=15, navigation_timeout_s=60)
Make = Callable[..., Awaitable[Hands]]


@pytest.fixture(scope="session")
async def our_browser(chromium_path: str) -> AsyncIterator[Browser]:
    """A browser as the product starts it, for all tests; each puts its own guard on."""
    async with async_playwright() as playwright:
        browser = await start_browser(playwright, PATIENT)
        yield browser
        await browser.close()


@pytest.fixture
async def hands(our_browser: Browser, site: Callable[..., Site], tmp_path: Path) -> AsyncIterator[Make]:
    """``await hands({"index.html": body, …}, allow_changes=True)``: a page of that little site under control."""
    guards: list[Guard] = []
    contexts: list[BrowserContext] = []

    async def make(files: Mapping[str, str | bytes], *, allow_changes: bool = False, **options: object) -> Hands:
        folder = tmp_path / "site"
        folder.mkdir()
        (folder / "site.json").write_text(json.dumps({"what": "of one test"}))
        for name, body in files.items():
            if isinstance(body, bytes):
                (folder / name).write_bytes(body)
                continue
            title = name.removesuffix(".html")
            (folder / name).write_text(f"<!doctype html><meta charset=utf-8><title>{title}</title>{body}")
        served = site(folder)
        guard = Guard(Policy(scope_of(served.url), allow_changes=allow_changes, exploring=False), set())
        guards.append(guard)
        await guard.start(our_browser)
        contexts.append(await new_context(our_browser, PATIENT))
        pilot = await Pilot.take(await contexts[-1].new_page(), guard.policy, PATIENT, guard)
        await pilot.open(served.url)
        return Hands(pilot, **options)  # type: ignore[arg-type]

    yield make
    for context in contexts:
        await context.close()
    for guard in guards:
        await guard.stop()


def question(hands: Hands, text: str, *steps: object, folder: Path | None = None, **fields: object) -> Question:
    """A question whose model answers from a script."""
    llm, root = Llm(ScriptedModel(list(steps))), hands.pilot.page.url
    return Question(text, root, llm, hands, Trajectory(folder), **fields)  # type: ignore[arg-type]


def job(hands: Hands, *steps: object, steps_limit: int = 20, folder: Path | None = None, **fields: object) -> Job:
    """A job whose model answers from a script."""
    llm = Llm(ScriptedModel(list(steps)))
    return Job("do it", llm, hands, Trajectory(folder), Limits(steps_limit), **fields)  # type: ignore[arg-type]
