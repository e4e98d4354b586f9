"""The floor of a step: a script of Playwright and CDP alone, nothing of webnavigator, that does the least known to do.

One step on a page that stands ready:

1. click: ``element.click()`` by script, the cheapest click there is; no mouse, no search for what covers it;
2. settle: the ``load`` event if the click loads a page (which the script is *told* beforehand: it spends nothing on
   finding out), then 50 ms without a DOM mutation;
3. tree: Playwright's ARIA snapshot, or Chromium's full accessibility tree over CDP (two variants; the cheaper one on
   a page is its floor);
4. hashes: full XPaths of all elements as one joined string, MD5 of each, MD5 of the sorted list;
5. picture: viewport emulated as tall as the page (4,000 px at most) at half scale, one capture, viewport put back.

It keeps what it got in memory and nothing on disk; asks no policy, guards no request, finds no control, names nothing.
"""

import asyncio
import base64
import hashlib
import time
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, Self

from playwright.async_api import CDPSession, Page

Tree = Literal["aria", "ax"]
TREES: tuple[Tree, ...] = ("aria", "ax")
MAX_HEIGHT_PX = 4000
SCALE = 0.5
QUALITY = 60
QUIET_MS = 50
LOAD_S = 30

_CLICK = "document.evaluate(%s, document, null, 9, null).singleNodeValue.click()"
_QUIET = f"""
new Promise(done => {{
  let timer = setTimeout(end, {QUIET_MS});
  const observer = new MutationObserver(() => {{ clearTimeout(timer); timer = setTimeout(end, {QUIET_MS}); }});
  observer.observe(document, {{subtree: true, childList: true, attributes: true, characterData: true}});
  function end() {{ observer.disconnect(); done(); }}
}})
"""
_PATHS = """
(() => {
  const paths = [];
  const walk = (element, path) => {
    paths.push(path);
    const seen = {};
    for (let child = element.firstElementChild; child; child = child.nextElementSibling) {
      const name = child.localName, index = seen[name] = (seen[name] || 0) + 1;
      walk(child, path + '/' + name + '[' + index + ']');
    }
  };
  walk(document.documentElement, '/html[1]');
  return paths.join('\\n');
})()
"""
_HEIGHT = "Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight || 0)"


@dataclass(frozen=True, slots=True)
class BareStep:
    """What one step took, in seconds, and what it kept."""

    click_and_settle_s: float
    tree_s: float
    hashes_s: float
    picture_s: float
    tree: Any
    page_hash: str
    picture: bytes

    @property
    def total_s(self) -> float:
        """The whole step."""
        return self.click_and_settle_s + self.tree_s + self.hashes_s + self.picture_s


@dataclass(slots=True)
class Bare:
    """A page and its CDP session."""

    page: Page
    cdp: CDPSession
    image: str

    @classmethod
    async def take(cls, page: Page, image: str) -> Self:
        """Take a page.

        Args:
            page: of a context of its own.
            image: format of pictures, ``jpeg`` or ``webp``.
        """
        cdp = await page.context.new_cdp_session(page)
        await cdp.send("Page.enable")
        return cls(page, cdp, image)

    async def stand(self, url: str) -> None:
        """Open a page, not timed."""
        await self.page.goto(url, wait_until="load")
        await self._evaluate(_QUIET, promise=True)

    async def has(self, xpath: str) -> bool:
        """Whether an element is on the page."""
        found = f"!!document.evaluate({xpath!r}, document, null, 9, null).singleNodeValue"
        return bool(await self._evaluate(found))

    async def step(self, xpath: str, tree: Tree, *, loads: bool) -> BareStep:
        """One step, see the module.

        Args:
            xpath: full XPath of what is clicked.
            tree: which accessibility tree is read.
            loads: the click loads another document.
        """
        times = [time.perf_counter()]
        await self._click_and_settle(xpath, loads=loads)
        times.append(time.perf_counter())
        read = await (self.page.locator("html").aria_snapshot() if tree == "aria" else self._ax_tree())
        times.append(time.perf_counter())
        hashes = sorted(_md5(path) for path in (await self._evaluate(_PATHS)).split("\n"))
        page_hash = _md5("".join(hashes))
        times.append(time.perf_counter())
        picture = await self._picture()
        times.append(time.perf_counter())
        parts = [after - before for before, after in pairwise(times)]
        return BareStep(*parts, tree=read, page_hash=page_hash, picture=picture)

    async def _click_and_settle(self, xpath: str, *, loads: bool) -> None:
        loaded = asyncio.Event()
        self.cdp.once("Page.loadEventFired", lambda _: loaded.set())
        await self._evaluate(_CLICK % repr(xpath))
        if loads:
            async with asyncio.timeout(LOAD_S):
                await loaded.wait()
        await self._evaluate(_QUIET, promise=True)

    async def _ax_tree(self) -> Any:
        return await self.cdp.send("Accessibility.getFullAXTree")

    async def _picture(self) -> bytes:
        height = await self._evaluate(_HEIGHT)
        size = self.page.viewport_size or {"width": 1280, "height": 900}
        tall = max(size["height"], min(height, MAX_HEIGHT_PX))
        await self._metrics(size["width"], tall, SCALE)
        shot = {"format": self.image, "quality": QUALITY, "optimizeForSpeed": True}
        answer = await self.cdp.send("Page.captureScreenshot", shot)
        await self._metrics(size["width"], size["height"], 1)
        return base64.b64decode(answer["data"])

    async def _metrics(self, width: int, height: int, scale: float) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        await self.cdp.send("Emulation.setDeviceMetricsOverride", metrics)

    async def _evaluate(self, expression: str, *, promise: bool = False) -> Any:
        call = {"expression": expression, "returnByValue": True, "awaitPromise": promise}
        answer = await self.cdp.send("Runtime.evaluate", call)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"])[:300])
        return answer["result"].get("value")


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
