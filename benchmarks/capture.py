"""How long one look at a page takes, by the size of the page: browser, script, transfer and Python.

    python benchmarks/capture.py [--sizes 500,3000,5000] [--repeats 7]

``script`` is the walk in the page, ``listeners`` what the browser tells of event listeners, ``capture`` the whole
look with transfer and decoding; ``cpu`` columns are processor time, which does not grow when other programs run.
``picture`` is the WebP of the page, 4,000 px at half scale. Milliseconds, medians.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable

from playwright.async_api import CDPSession, Page, async_playwright
from rich.console import Console
from rich.table import Table

from webnavigator.browser.capture import capture
from webnavigator.browser.find import locate_browser
from webnavigator.browser.listeners import find_listeners
from webnavigator.browser.screenshot import screenshot
from webnavigator.browser.tab import Tab
from webnavigator.config import BrowserSettings

SETTINGS = BrowserSettings(action_timeout_s=60)
ROW = (
    "<tr><td><a href='/orders/{0}'>Order {0}</a></td><td>Customer <b>{0}</b></td><td><time>Monday</time></td>"
    "<td><button title='Open'>Open {0}</button></td></tr>"
)  # 10 elements
SCRIPT = "() => { __webnavigator.capture('') }"


def page_source(elements: int) -> str:
    """A back office list with a menu, headings and that many elements."""
    menu = "".join(f"<li><a href='/{i}'>Menu {i}</a></li>" for i in range(20))
    rows = "".join(ROW.format(i) for i in range(max(1, elements // 10 - 5)))
    return (
        f"<!doctype html><title>Orders</title><nav><ul>{menu}</ul></nav><main><h1>Orders</h1>"
        f"<form action='/find'><input name='q' placeholder='Search'></form><table><thead><tr><th>Order<th>Customer"
        f"<th>Day<th>Do</tr></thead><tbody>{rows}</tbody></table></main>"
    )


async def renderer_cpu_ms(session: CDPSession) -> float:
    """Processor time of all renderers so far."""
    answer = await session.send("SystemInfo.getProcessInfo")
    return sum(row["cpuTime"] for row in answer["processInfo"] if row["type"] == "renderer") * 1000


async def measure(
    session: CDPSession, act: Callable[[], Awaitable[object]], repeats: int
) -> tuple[float, float, float]:
    """Median wall time, renderer processor time and Python processor time of one call."""
    walls: list[float] = []
    renderer, own = await renderer_cpu_ms(session), time.process_time()
    for _ in range(repeats):
        start = time.perf_counter()
        await act()
        walls.append((time.perf_counter() - start) * 1000)
    own_ms = (time.process_time() - own) * 1000 / repeats
    return statistics.median(walls), (await renderer_cpu_ms(session) - renderer) / repeats, own_ms


async def row(page: Page, session: CDPSession, elements: int, repeats: int) -> list[str]:
    await page.set_content(page_source(elements))
    tab = await Tab.attach(page, SETTINGS)
    await capture(tab, timeout_s=60)
    script = await measure(session, lambda: tab.evaluate(SCRIPT), repeats)
    listeners = await measure(session, lambda: find_listeners(tab, tab.top, 60), repeats)
    look = await measure(session, lambda: capture(tab, timeout_s=60), repeats)
    picture = await measure(session, lambda: screenshot(tab, SETTINGS), max(1, repeats // 2))
    await tab.detach()
    times = [script[0], script[1], listeners[0], look[0], look[1], look[2], picture[0]]
    return [f"{elements:,}", *(f"{ms:.0f}" for ms in times)]


async def main(sizes: list[int], repeats: int) -> None:
    table = Table("elements", "script", "script cpu", "listeners", "capture", "renderer cpu", "python cpu", "picture")
    async with async_playwright() as playwright:
        path = locate_browser(SETTINGS).executable_path
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        session = await browser.new_browser_cdp_session()
        page = await browser.new_page()
        for elements in sizes:
            table.add_row(*await row(page, session, elements, repeats))
        await browser.close()
    Console().print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="500,1000,3000,5000,20000")
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    asyncio.run(main([int(size) for size in options.sizes.split(",")], options.repeats))
