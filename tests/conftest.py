"""Fixtures shared by all tests: a plain Chromium, and the small sites of tests/sites."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from sites.harness import Site, serve
from webnavigator.browser.find import locate_browser
from webnavigator.config import BrowserSettings
from webnavigator.errors import BrowserMissingError


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The browser's executable; without one the tests fail, with the line that says how to install it."""
    try:
        return locate_browser(BrowserSettings()).executable_path
    except BrowserMissingError as missing:
        cure = str(missing)
    pytest.fail(cure, pytrace=False)


@pytest.fixture(scope="session")
async def chromium(chromium_path: str) -> AsyncIterator[Browser]:
    """One plain Chromium for the whole run, without anything of ours in it."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        yield browser
        await browser.close()


@pytest.fixture
async def context(chromium: Browser) -> AsyncIterator[BrowserContext]:
    """A fresh browser profile with deadlines that a busy machine keeps."""
    made = await chromium.new_context()
    made.set_default_timeout(30_000)  # plenty, as the machine may be busy
    yield made
    await made.close()


@pytest.fixture
async def page(context: BrowserContext) -> Page:
    """A blank page in a fresh profile."""
    return await context.new_page()


@pytest.fixture
def site() -> Iterator[Callable[..., Site]]:
    """Starts small sites by name, ``site("hover-menu")``, and closes them; see tests/sites/harness.py."""
    with ExitStack() as stack:
        yield lambda name, **options: stack.enter_context(serve(name, **options))
