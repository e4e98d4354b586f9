"""The picture shows the whole page and leaves the page as it was."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.async_api import Browser, Page

from webnavigator.browser.screenshot import screenshot
from webnavigator.browser.tab import Tab
from webnavigator.config import BrowserSettings
from webnavigator.errors import BrowserError

pytestmark = pytest.mark.browser
SETTINGS = BrowserSettings(action_timeout_s=20, screenshot_max_height_px=2000)
TALL = (
    "<body style='margin:0'><div style='height:1500px;background:#f00'></div><div style='height:{}px;background:#00f'>"
)
SIZES = "[innerWidth, innerHeight, devicePixelRatio, scrollX, scrollY].join()"


async def picture(page: Page, settings: BrowserSettings = SETTINGS) -> Image.Image:
    tab = await Tab.attach(page, settings)
    data = await screenshot(tab, settings)
    await tab.detach()
    image = Image.open(BytesIO(data))
    assert image.format == "WEBP"
    return image.convert("RGB")


async def test_the_whole_page_is_in_the_picture(page: Page):
    await page.set_content(TALL.format(300))
    image = await picture(page)
    assert image.size == (640, 900)
    red, _, blue = image.getpixel((320, 890))
    assert blue > 200 > 50 > red


async def test_a_taller_page_is_cut(page: Page):
    await page.set_content(TALL.format(9000))
    assert (await picture(page)).size == (640, 1000)


async def test_a_short_page_fills_the_window(page: Page):
    await page.set_content("short")
    assert (await picture(page)).size == (640, 360)


async def test_window_and_scroll_position_are_put_back(page: Page):
    await page.set_content(TALL.format(3000))
    await page.evaluate("scrollTo(0, 700)")
    before = await page.evaluate(SIZES)
    await picture(page)
    assert await page.evaluate(SIZES) == before


async def test_a_context_of_its_own_scale_is_put_back(chromium: Browser):
    context = await chromium.new_context(viewport={"width": 500, "height": 400}, device_scale_factor=2)
    page = await context.new_page()
    await page.set_content(TALL.format(10))
    before = await page.evaluate(SIZES)
    assert (await picture(page)).size == (250, 755)
    assert await page.evaluate(SIZES) == before
    await context.close()


async def test_a_font_that_never_comes_does_not_hold_the_picture(page: Page):
    async def never(route):
        return

    await page.route("**/*.woff2", never)
    await page.set_content(
        "<style>@font-face{font-family:f;src:url(http://x.test/f.woff2)}body{font-family:f}</style>text",
        wait_until="domcontentloaded",
    )
    assert (await picture(page)).size == (640, 360)
    await page.unroute_all(behavior="ignoreErrors")


async def test_a_closed_page_is_an_error_of_ours(page: Page):
    tab = await Tab.attach(page, SETTINGS)
    await page.close()
    with pytest.raises(BrowserError):
        await screenshot(tab, SETTINGS)
