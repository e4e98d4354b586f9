"""The isolated world: there after every navigation, bounded in time, with errors of ours alone."""

import asyncio

import pytest
from playwright.async_api import Page

from webnavigator.browser.tab import Tab
from webnavigator.config import BrowserSettings
from webnavigator.errors import BrowserError, PageCrashedError, UnresponsiveError

pytestmark = pytest.mark.browser
SETTINGS = BrowserSettings(action_timeout_s=20)


async def test_arguments_and_results_are_json(page: Page):
    tab = await Tab.attach(page, SETTINGS)
    assert await tab.evaluate("(a, b) => [b, a]", {"x": "ü'\n"}, None) == [None, {"x": "ü'\n"}]
    assert await tab.evaluate("async () => 7") == 7
    assert await tab.evaluate("() => undefined") is None


async def test_the_world_is_apart_from_the_page(page: Page):
    await page.set_content("<p id=p></p><script>window.secret = 1</script>")
    tab = await Tab.attach(page, SETTINGS)
    assert await tab.evaluate("() => typeof secret + document.getElementById('p').localName") == "undefinedp"
    assert await page.evaluate("typeof __webnavigator") == "undefined"


async def test_it_is_there_again_after_a_navigation(page: Page, site):
    served = site("hover-menu")
    tab = await Tab.attach(page, SETTINGS)
    for path in ("", "teapots.html", "whisks.html"):
        await page.goto(served.url + path)
        assert await tab.evaluate("() => location.href") == served.url + path
    await page.goto(served.foreign_url)
    assert await tab.evaluate("() => location.hostname") == "localhost"


async def test_a_look_across_a_navigation_is_taken_in_the_new_document(page: Page, site):
    served = site("hover-menu")
    await page.goto(served.url)
    tab = await Tab.attach(page, SETTINGS)
    waiting = asyncio.create_task(
        tab.evaluate("async () => { await new Promise(r => setTimeout(r, 500)); return location.pathname }")
    )
    await asyncio.sleep(0.1)
    await page.goto(served.url + "whisks.html")
    assert await waiting == "/whisks.html"


async def test_a_frozen_page_is_unresponsive(page: Page):
    tab = await Tab.attach(page, SETTINGS)
    with pytest.raises(UnresponsiveError, match="did not answer"):
        await tab.evaluate("() => new Promise(() => {})", timeout_s=0.2)


async def test_a_closed_page_has_gone(page: Page):
    tab = await Tab.attach(page, SETTINGS)
    await page.close()
    with pytest.raises(PageCrashedError):
        await tab.evaluate("() => 1")
    await tab.detach()


async def test_a_crash_ends_the_wait_at_once(page: Page):
    tab = await Tab.attach(page, SETTINGS)
    waiting = asyncio.create_task(tab.evaluate("() => new Promise(() => {})", timeout_s=60))
    await asyncio.sleep(0.1)
    crash = asyncio.create_task(page.goto("chrome://crash"))
    with pytest.raises(PageCrashedError, match="crash"):
        async with asyncio.timeout(30):
            await waiting
    with pytest.raises(PageCrashedError):
        await tab.evaluate("() => 1")
    crash.cancel()
    await asyncio.gather(crash, return_exceptions=True)


async def test_a_script_that_fails_says_so(page: Page):
    tab = await Tab.attach(page, SETTINGS)
    with pytest.raises(BrowserError, match="no such thing"):
        await tab.evaluate("() => { throw new Error('no such thing') }")


async def test_two_tabs_share_a_page(page: Page):
    first, second = await Tab.attach(page, SETTINGS), await Tab.attach(page, SETTINGS)
    for tab in (first, second, first):
        assert await tab.evaluate("() => __webnavigator.nodes().length") == 3
    await first.detach()
    assert await second.evaluate("() => 1") == 1
