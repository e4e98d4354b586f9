"""The quirk of every site in tests/sites is real in plain Chromium: tests of the explorer may rely on it.

The steps of a ``proof`` in site.json; what can only become true a little later is waited for:

    goto:PATH  visit:PATH (without waiting for the load)  reload:  back:  press:KEY
    click:SELECTOR  hover:SELECTOR  fill:SELECTOR=>TEXT  select:SELECTOR=>VALUE
    popup:SELECTOR=>URL-PART  download:SELECTOR=>FILE
    dialog:SELECTOR=>KIND (refused)  leave:SELECTOR (a click whose dialog is accepted)
    click-raw:SELECTOR (without scripts)  frozen:SELECTOR  crash:SELECTOR
    wait:SELECTOR  url:PATH  js:EXPRESSION  mark:NAME  nomark:NAME  post:METHOD PATH  write:METHOD PATH
    nowrites:  http:PATH=>STATUS  title:TEXT
"""

import asyncio
from urllib.parse import urljoin

import pytest
from playwright.async_api import BrowserContext, Dialog, Error, Page

from sites.harness import Site, serve, site_names

pytestmark = pytest.mark.browser
NAMES = site_names()


async def becomes(site: Site, condition) -> bool:
    return await asyncio.to_thread(site.wait_for, condition)


def sent(hits, wanted: str) -> bool:
    return any(f"{hit.method} {hit.path.partition('?')[0]}" == wanted for hit in hits)


async def act(page: Page, site: Site, verb: str, first: str, second: str) -> bool:
    """Do a step that acts on the page; False when `verb` is none of these."""
    match verb:
        case "goto":
            await go(page, urljoin(site.url, first))
        case "visit":
            await page.goto(urljoin(site.url, first), wait_until="commit")
        case "reload":
            await page.reload()
        case "back":
            await page.go_back()
        case "click":
            await page.click(first)
        case "hover":
            await page.hover(first)
        case "fill":
            await page.fill(first, second)
        case "select":
            await page.select_option(first, second)
        case "press":
            await page.keyboard.press(first)
        case "popup":
            async with page.expect_popup() as popup:
                await page.click(first)
            opened = await popup.value
            await opened.wait_for_load_state()
            assert second in opened.url
            await opened.close()
        case "download":
            async with page.expect_download() as download:
                await page.click(first)
            assert (await download.value).suggested_filename == second
        case "dialog":
            kinds: list[str] = []

            async def dismiss(dialog: Dialog) -> None:
                kinds.append(dialog.type)
                await dialog.dismiss()

            page.once("dialog", dismiss)
            await page.click(first)
            assert kinds == [second]
        case "leave":
            page.once("dialog", lambda dialog: dialog.accept())
            async with page.expect_navigation():
                await page.click(first)
        case "click-raw":
            await press_by_browser(page, first)
        case "frozen":
            async with page.expect_event("framenavigated"):
                await page.click(first, no_wait_after=True)
            assert await freezes(page)
        case "crash":
            async with page.expect_event("crash", timeout=60_000):
                await page.click(first, no_wait_after=True)
        case _:
            return False
    return True


async def freezes(page: Page) -> bool:
    """Whether the page soon answers nothing any more; a busy machine may let it answer a few times first."""
    for _ in range(50):
        try:
            await asyncio.wait_for(asyncio.shield(asyncio.ensure_future(page.evaluate("1"))), 2)
        except TimeoutError:
            return True
        await asyncio.sleep(0.05)
    return False


async def go(page: Page, url: str) -> None:
    """Open an address, also while a form that was just sent is still leading the page elsewhere."""
    for _ in range(20):
        try:
            await page.goto(url)
        except Error as error:
            if "interrupted by another navigation" not in error.message:
                raise
            await page.wait_for_load_state()
        else:
            return
    raise AssertionError(f"the page leads itself elsewhere again and again instead of to {url}")


async def press_by_browser(page: Page, selector: str) -> None:
    """Click where the element is, without a script in the page: the page may have spoilt what scripts use."""
    session = await page.context.new_cdp_session(page)
    root = (await session.send("DOM.getDocument"))["root"]
    found = await session.send("DOM.querySelector", {"nodeId": root["nodeId"], "selector": selector})
    box = await session.send("DOM.getBoxModel", {"nodeId": found["nodeId"]})
    left, top, right, _, _, bottom, *_ = box["model"]["content"]
    await page.mouse.click((left + right) / 2, (top + bottom) / 2)


async def prove(page: Page, site: Site, verb: str, first: str, second: str) -> bool:
    """Check a step that claims something; False when `verb` is none of these."""
    match verb:
        case "wait":
            await page.wait_for_selector(first)
        case "url":
            await page.wait_for_function(
                "wanted => location.pathname + location.search + location.hash === wanted", arg=first
            )
        case "js":
            await page.wait_for_function(f"!!({first})")
        case "mark":
            assert await becomes(site, lambda site: first in site.marks), f"no mark {first}: {site.marks}"
        case "nomark":
            assert first not in site.marks
        case "post":
            assert await becomes(site, lambda site: sent(site.posts, first)), site.posts
        case "write":
            assert await becomes(site, lambda site: sent(site.writes, first)), site.writes
        case "nowrites":
            assert site.writes == []
        case "http":
            answer = await page.context.request.get(urljoin(site.url, first), max_redirects=0)
            assert answer.status == int(second)
        case "title":
            assert await page.title() == first
        case _:
            return False
    return True


@pytest.mark.parametrize("name", NAMES)
async def test_the_quirk_is_real(name: str, context: BrowserContext):
    page = await context.new_page()
    with serve(name) as site:
        if not site.about["proof"][0].startswith(("goto:", "visit:")):
            await page.goto(site.url)
        for step in site.about["proof"]:
            print(step)  # pytest shows it when the step fails
            verb, _, rest = step.partition(":")
            first, _, second = rest.partition("=>") if "=>" in rest and verb != "js" else (rest, "", "")
            done = await act(page, site, verb, first, second) or await prove(page, site, verb, first, second)
            assert done, f"unknown step {step}"
        await context.close()


@pytest.mark.parametrize("name", NAMES)
def test_every_site_is_described(name: str):
    with serve(name) as site:
        assert {"what", "expect", "marks", "never", "proof"} == set(site.about)
        assert site.about["proof"], "a site proves its quirk"
        proved = {step.partition(":")[2] for step in site.about["proof"] if step.startswith("mark:")}
        assert set(site.about["marks"]) <= proved, "every mark that an explorer should reach can be reached"
