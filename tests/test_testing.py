"""`goto_state` and its fixture, on pages of the user's own."""

import asyncio
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Page
from playwright.sync_api import sync_playwright

from webnavigator.app import explore
from webnavigator.browser.sync_pages import on_sync_page
from webnavigator.browser_use import go, told
from webnavigator.browsergym import action_set, run
from webnavigator.config import load_settings
from webnavigator.errors import BadInputError, BrowserMissingError, MissingExtraError, NavigationError
from webnavigator.navigate.arrival import Arrival
from webnavigator.testing import StateNotReachedError, goto_state, goto_state_sync

SETTINGS = load_settings(explore={"max_minutes": 5.0}, browser={"navigation_timeout_s": 60.0})


@pytest.fixture(scope="module")
async def shop(chromium_path: str, tmp_path_factory: pytest.TempPathFactory):
    from sites.harness import serve

    where = tmp_path_factory.mktemp("testing") / "map"
    with serve("zh-shop") as site:
        await explore(site.url, where, SETTINGS)
        yield where


@pytest.mark.browser
async def test_a_page_is_brought_there_or_the_test_fails(shop: Path, page: Page):
    arrival = await goto_state(page, "手机", shop)
    assert arrival.url == page.url
    with pytest.raises(StateNotReachedError, match=r"payroll.*: none") as failed:
        await goto_state(page, "quarterly payroll of the zebra department", shop)
    assert isinstance(failed.value, AssertionError)
    assert failed.value.arrival.outcome == "none"


@pytest.mark.browser
async def test_a_synchronous_page_is_brought_there_too(shop: Path, chromium_path: str):
    def in_a_thread() -> None:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
            page = browser.new_page()
            assert goto_state_sync(page, "手机", shop).url == page.url
            title = page.title()  # the page is its owner's as before
            maps = {"shop": str(shop)}
            assert run(page, maps, "shop", "手机").title == title
            with pytest.raises(NavigationError, match="no page for “quarterly"):
                run(page, maps, "shop", "quarterly payroll of the zebra department")
            with pytest.raises(BadInputError, match="no map wiki, only shop"):
                run(page, maps, "wiki", "手机")
            browser.close()

    await asyncio.to_thread(in_a_thread)


@pytest.mark.browser
async def test_contexts_and_frames_stay_their_owners(shop: Path, chromium_path: str):
    async def context_of(page: Page) -> object:
        return page.context

    def in_a_thread() -> None:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
            context = browser.new_context()  # as the fixture of pytest-playwright and BrowserGym have one
            page = context.new_page()
            assert isinstance(on_sync_page(page, context_of), BrowserContext)  # else what follows would never end
            assert goto_state_sync(page, "手机", shop).reached
            assert page.main_frame.evaluate("1 + 1") == 2  # a frame that the asynchronous API saw first
            assert page.context is context
            assert [opened.title() for opened in context.pages] == [page.title()]
            browser.close()

    await asyncio.to_thread(in_a_thread)


async def test_another_kind_of_page_is_told(page: Page):
    with pytest.raises(BadInputError, match="sync_api"):
        goto_state_sync(page, "anything", "map")  # type: ignore[arg-type]


def test_without_browsergym_or_a_map_the_cure_is_told():
    with pytest.raises(BadInputError, match="at least one map"):
        action_set({})
    with pytest.raises(MissingExtraError, match=r"webnavigator\[browsergym\]"):
        action_set({"shop": "map"})


@pytest.mark.browser
def test_the_fixture_is_there_for_tests_of_others(shop: Path, tmp_path: Path, chromium_path: str):
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["webnavigator.pytest_plugin"]\n')
    (tmp_path / "test_site.py").write_text(
        textwrap.dedent(f"""
        from playwright.async_api import async_playwright

        async def test_phones(goto_state):
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path={chromium_path!r}, args=["--no-sandbox"])
                arrival = await goto_state(await browser.new_page(), "手机")
                assert arrival.reached
                await browser.close()
        """)
    )
    ini = ["-o", "asyncio_mode=auto", "-o", f"webnavigator_map={shop}", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", "--rootdir", tmp_path, *ini, tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout
    command[command.index(f"webnavigator_map={shop}")] = "webnavigator_map="
    without = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert "goto_state needs a map" in without.stdout


def test_what_browser_use_is_told():
    there = told(Arrival("reached", "basket", url="https://s.test/basket", title="Basket"))
    assert there["extracted_content"] == "Arrived at Basket (https://s.test/basket)"
    assert "no page for “basket”" in told(Arrival("none", "basket"))["long_term_memory"]
    assert told(Arrival("drifted", "basket", reason="changed")) == {"error": "drifted: changed"}


def test_without_browser_use_the_cure_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    from webnavigator.browser_use import add_navigation

    monkeypatch.setitem(sys.modules, "browser_use", None)
    with pytest.raises(MissingExtraError, match=r"webnavigator\[browser-use\]"):
        add_navigation(object(), tmp_path)


@pytest.mark.browser
async def test_a_browser_that_is_not_there_is_told(shop: Path):
    with pytest.raises(BrowserMissingError, match="remote-debugging-port"):
        await go(shop, "手机", "http://127.0.0.1:9")
    with pytest.raises(BadInputError):
        await go(shop, "?!", "http://127.0.0.1:9")
