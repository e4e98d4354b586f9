"""A picture of the whole page: the viewport is emulated as tall as the page for the time of one capture.

On a page of 75,000 px cut at 4,000 this takes a tenth of the time of ``captureBeyondViewport`` (which lays
out and paints what is cut away). Pages see two resize events: take the picture after `capture`.
"""

import asyncio
import base64
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from webnavigator.browser.tab import Tab
from webnavigator.config import BrowserSettings
from webnavigator.errors import BrowserError, PageCrashedError, UnresponsiveError

QUALITY = 60
"""WebP quality, 0 to 100: text stays legible at half scale, 30 to 160 kB a page."""

_JPEG_QUALITY = 90
"""Of what the browser hands over: its own WebP encoder takes three times as long, and the page waits for it."""

_SIZES = """() => ({
  width: innerWidth, height: innerHeight, scale: devicePixelRatio, x: scrollX, y: scrollY,
  page: Math.max(document.documentElement?.scrollHeight || 0, document.body?.scrollHeight || 0),
  mobile: !!navigator.userAgentData?.mobile,
})"""
_SCROLL = "(x, y) => scrollTo({left: x, top: y, behavior: 'instant'})"


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Of the window and the page, CSS pixels; `scale` is device pixels a CSS pixel."""

    width: int
    height: int
    scale: float
    x: float
    y: float
    page: int
    mobile: bool


async def screenshot(tab: Tab, settings: BrowserSettings) -> bytes:
    """A WebP picture of the page from its top, `settings.screenshot_max_height_px` tall at most.

    Args:
        tab: the page; its viewport and scroll position are the same afterwards.
        settings: `screenshot_scale` is the picture's pixels a CSS pixel.

    Raises:
        UnresponsiveError: no picture in time, neither of the page nor of the part in the window.
        PageCrashedError: the page or the browser went away.
    """
    sizes = _Sizes(**await tab.evaluate(_SIZES))
    tall = max(min(sizes.page, settings.screenshot_max_height_px), sizes.height)
    for height in (tall, sizes.height):
        try:
            return await _taken(tab, sizes, height, settings)
        except PageCrashedError:
            raise
        except BrowserError:
            continue  # "Unable to capture screenshot" does not come twice
    raise UnresponsiveError(f"{tab.page.url} could not be pictured")


async def _taken(tab: Tab, sizes: _Sizes, height: int, settings: BrowserSettings) -> bytes:
    """The picture; the window is put back whatever happens, while the picture is encoded."""
    tab.emulated = True
    restored = False
    try:
        shot = await _shoot(tab, sizes, height, settings)
        restored = True
        picture, _ = await asyncio.gather(
            asyncio.to_thread(_to_webp, shot), _restore(tab, sizes, settings.action_timeout_s)
        )
        return picture
    finally:
        if not restored:
            await _restore(tab, sizes, settings.action_timeout_s)


async def _shoot(tab: Tab, sizes: _Sizes, height: int, settings: BrowserSettings) -> bytes:
    """A JPEG of the window made tall; both commands are sent together, the browser takes them in this order."""
    how = {"format": "jpeg", "quality": _JPEG_QUALITY, "optimizeForSpeed": True}
    async with tab.within(settings.action_timeout_s, "take a screenshot"):
        _, answer = await asyncio.gather(
            _set_metrics(tab, sizes, height, settings.screenshot_scale),
            tab.top.send("Page.captureScreenshot", **how),
        )
    return base64.b64decode(answer["data"])


def _to_webp(jpeg: bytes) -> bytes:
    with Image.open(BytesIO(jpeg)) as image:
        out = BytesIO()
        image.save(out, "webp", quality=QUALITY, method=0)
    return out.getvalue()


async def _restore(tab: Tab, sizes: _Sizes, timeout_s: float) -> None:
    async with tab.within(timeout_s, "restore the window"):
        if tab.page.viewport_size is None:
            await tab.top.send("Emulation.clearDeviceMetricsOverride")
        else:
            await _set_metrics(tab, sizes, sizes.height, sizes.scale)
    if sizes.x or sizes.y:
        await tab.evaluate(_SCROLL, sizes.x, sizes.y)


async def _set_metrics(tab: Tab, sizes: _Sizes, height: int, scale: float) -> None:
    await tab.top.send(
        "Emulation.setDeviceMetricsOverride",
        width=sizes.width,
        height=height,
        deviceScaleFactor=scale,
        mobile=sizes.mobile,
    )
