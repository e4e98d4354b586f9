"""The page in real Chromium, as a person uses it."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.async_api import Browser, Page, expect

from viewer.conftest import RESULTS, served
from viewer.maps import HOSTILE, SITE, make_large, make_small
from webnavigator.model.action import Goto
from webnavigator.model.graph import Edge, Node
from webnavigator.store.sql import open_map
from webnavigator.viewer import assets
from webnavigator.viewer.export import export_site
from webnavigator.viewer.server import viewer_of

pytestmark = pytest.mark.browser
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")


@pytest.fixture
async def tab(chromium: Browser) -> AsyncIterator[Page]:
    """A page that fails the test when a script breaks, a policy is violated or a request leaves the machine."""
    context = await chromium.new_context(locale="en-US", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(60_000)  # plenty, as the machine may be busy
    page = await context.new_page()
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("request", lambda request: trouble.append(request.url) if not is_ours(request.url) else None)
    page.on("dialog", lambda dialog: trouble.append(dialog.message))
    yield page
    assert trouble == []
    await context.close()


def is_ours(url: str) -> bool:
    return url.startswith(("http://127.0.0.1:", "data:", "file:"))


async def opened(page: Page, address: str) -> Page:
    await page.goto(address)
    await page.wait_for_selector("html[data-ready]")
    return page


async def audited(page: Page) -> list[str]:
    """What axe finds wrong."""
    await page.evaluate(AXE)
    found = await page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


async def test_a_state_is_found_opened_and_left_by_the_keyboard_alone(tab: Page, url: str):
    await opened(tab, url)
    await tab.keyboard.press("/")
    await tab.keyboard.type("refund")
    await expect(tab.locator("#count")).to_have_text("2 of 8 states")
    row = tab.locator("#found button").first
    await row.focus()
    await tab.keyboard.press("Enter")
    await expect(tab.locator("#state h2")).to_contain_text("Orders")
    await tab.locator("#tab-picture").focus()
    await tab.keyboard.press("ArrowRight")
    await expect(tab.get_by_role("tab", selected=True)).to_have_text("Leads to 2")
    await expect(tab.locator("#tab-leads")).to_be_focused()
    await tab.keyboard.press("Escape")
    await expect(tab.locator("#state")).to_be_hidden()
    assert tab.url.endswith("#map")
    await tab.locator("#canvas").focus()
    await tab.keyboard.press("ArrowRight")
    await expect(tab.locator("#state")).to_be_visible()


async def test_controls_stand_on_the_picture_where_they_are_on_the_page(tab: Page, url: str):
    await opened(tab, f"{url}#map/home")
    sheet = tab.locator("#state .sheet").first
    await expect(sheet.locator(".box.leads")).to_have_count(2)
    await expect(sheet.locator(".box.held")).to_have_count(1)
    width = (await sheet.bounding_box() or {})["width"]
    box = await sheet.locator(".box").first.bounding_box()
    around = await sheet.bounding_box()
    assert box and around
    assert box["x"] - around["x"] == pytest.approx(20 * width / 1280, abs=2)
    assert box["width"] == pytest.approx(100 * width / 1280, abs=2)
    await sheet.locator(".box.leads").first.click()
    await expect(tab.locator("#state h2")).to_contain_text("Orders")


async def test_the_way_is_a_strip_with_the_control_marked(tab: Page, url: str):
    await opened(tab, f"{url}#map/menu")
    await expect(tab.locator("#strip .frame")).to_have_count(2)
    await tab.get_by_role("button", name="by clicks from the start, 2").click()
    await expect(tab.locator("#strip .frame")).to_have_count(3)
    await expect(tab.locator("#strip .arrow").nth(1)).to_contain_text("Orders")
    await expect(tab.locator("#strip .mark-box")).to_have_count(1)


async def test_a_question_shows_what_fits_why_and_the_verdict(tab: Page, url: str):
    await opened(tab, url)
    await tab.locator("#words").fill("orders awaiting refund")
    await tab.keyboard.press("Enter")
    await expect(tab.locator(".verdict")).to_be_visible()
    await expect(tab.locator("#found .match").first).to_be_visible()
    await tab.locator("#found summary").first.click()
    await expect(tab.locator("#found .signals dd").first).to_be_visible()


async def test_words_of_pages_are_never_markup(tab: Page, url: str):
    await opened(tab, f"{url}#map/hostile")
    for view in ("run", "audit", "changes", "results", "trajectories", "map/home", "map/rtl", "map/huge"):
        await tab.evaluate("view => { location.hash = view }", view)
        await tab.wait_for_timeout(150)
    await tab.get_by_role("tab", name="Leads to").click()
    await expect(tab.locator("img[src='x']")).to_have_count(0)
    assert await tab.title() == "shop.test · webnavigator"
    await tab.locator("#words").fill(HOSTILE)
    await expect(tab.locator("#found .name").first).to_have_text(HOSTILE)
    width = await tab.evaluate("document.documentElement.scrollWidth")
    assert width <= 1280


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_wrong(chromium: Browser, url: str, scheme):
    context = await chromium.new_context(color_scheme=scheme, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    page = await context.new_page()
    for view in ("map/home", "run", "audit", "changes", "results", "trajectories"):
        await opened(page, f"{url}#{view}")
        await page.reload()
        await page.wait_for_selector("html[data-ready]")
        assert await audited(page) == [], view
    await context.close()


async def test_chinese_is_spoken_throughout_and_kept(tab: Page, url: str):
    await opened(tab, url)
    await tab.get_by_role("button", name="中文").click()
    await expect(tab.get_by_role("link", name="探索过程")).to_be_visible()
    assert await tab.evaluate("document.documentElement.lang") == "zh-CN"
    await opened(tab, f"{url}#audit")
    await expect(tab.locator("#view-audit h1")).to_have_text("未操作")


async def test_every_label_that_is_said_is_known(tab: Page, url: str):
    await opened(tab, url)
    wanted = set()
    for script in Path(assets.__file__).parent.glob("static/*.js"):
        wanted |= set(re.findall(r'labels\.say\("([\w-]+)"', script.read_text("utf-8")))
    missing = await tab.evaluate("keys => keys.filter(key => !labels.known(key))", sorted(wanted))
    assert missing == []


async def test_an_exported_page_needs_no_server(tab: Page, small_map: Path, lexical, runs, tmp_path: Path):
    viewer = viewer_of(small_map, lexical, results=[RESULTS], trajectories=runs)
    size = export_site(viewer, tmp_path / "site.html")
    viewer.reader.close()
    assert size == (tmp_path / "site.html").stat().st_size
    await opened(tab, (tmp_path / "site.html").as_uri() + "#map/menu")
    await expect(tab.locator("#state h2")).to_have_text("Sort by")
    await tab.wait_for_function("document.querySelector('#state img').naturalWidth > 0")
    await expect(tab.locator("#strip .frame")).to_have_count(2)
    await tab.locator("#found button", has_text="Home").click()
    await expect(tab.locator("#state h2")).to_contain_text("Home")
    await tab.get_by_role("link", name="Left alone").click()
    await expect(tab.locator("#audit-rows tr")).to_have_count(2)
    await tab.get_by_role("link", name="Results").click()
    await expect(tab.locator("#view-results tbody tr")).to_have_count(2)
    await tab.get_by_role("link", name="Trajectories").click()
    await expect(tab.locator("article.step pre").first).to_have_text("type “tea” into “Search”")
    assert await tab.title() == "shop.test · webnavigator"


async def test_what_changed_is_told_by_kind(tab: Page, url: str):
    await opened(tab, f"{url}#changes")
    view = tab.locator("#view-changes")
    await expect(view.locator("h2")).to_have_text("since-monday.json")
    await expect(view.locator("tbody tr")).to_have_count(3)
    await view.locator("summary").click()
    await expect(view.locator("ul.diff .came")).to_have_text("+ Two orders")
    await expect(view.locator("ul.diff .went")).to_have_text(f"− {HOSTILE}")
    await view.locator("select").select_option("gone")
    await expect(view.locator("tbody tr")).to_have_count(1)
    await view.locator("select").select_option("content")
    await view.get_by_role("link", name="Orders").click()
    await expect(tab.locator("#state h2")).to_contain_text("Orders")


async def test_a_trajectory_is_walked_step_by_step(tab: Page, url: str):
    await opened(tab, f"{url}#trajectories")
    await expect(tab.locator("article.step")).to_contain_text("Step 1 / 2")
    await tab.wait_for_function("document.querySelector('img.seen').naturalWidth > 0")
    await tab.get_by_role("link", name="Next").click()
    await expect(tab.locator("article.step")).to_contain_text("stop “green”")
    await expect(tab.get_by_role("link", name="Next")).to_have_count(0)


async def test_the_page_follows_a_running_exploration(tab: Page, lexical, tmp_path: Path):
    make_small(tmp_path / "map")
    viewer = viewer_of(tmp_path / "map", lexical)
    viewer.indexes = False
    with served(viewer) as url, open_map(tmp_path / "map", write=True) as store:
        await opened(tab, url)
        await expect(tab.locator("#pulse")).to_contain_text("exploring now")
        store.put_node(Node("new", f"{SITE}/new", "New", depth=1))
        store.put_edge(Edge("home", "new", Goto(f"{SITE}/new"), "New"))
        await expect(tab.locator("#site")).to_contain_text("9 states", timeout=60_000)
        await expect(tab.locator("#found")).to_contain_text("New")


async def test_a_map_of_two_thousand_states_is_usable(tab: Page, lexical, tmp_path: Path):
    make_large(tmp_path / "map", 2000)
    viewer = viewer_of(tmp_path / "map", lexical)
    viewer.indexes = False  # not what is looked at here
    with served(viewer) as url:
        await opened(tab, url)
        await expect(tab.locator("#count")).to_have_text("2,000 of 2,000 states")
        assert await tab.evaluate("graph.drawn.nodes('.state').length") == 2000
        await tab.locator("#words").fill("item 1999")
        await expect(tab.locator("#count")).to_have_text("1 of 2,000 states")
        await tab.locator("#found button").click()
        await expect(tab.locator("#state h2")).to_contain_text("Item 1999")
        await tab.locator("#words").fill("")
        await tab.get_by_label("Group").select_option(index=1)
        assert await tab.evaluate("graph.drawn.nodes('.state').not('.dim').length") == 34
