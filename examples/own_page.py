"""Explore a site, then bring a page of your own to a place on it.

Run:  python examples/own_page.py [URL "words"]      without arguments: the bundled shop
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import async_playwright

import webnavigator as wn
from webnavigator.demo import DemoShop


async def explore_and_go(url: str, words: str, map_dir: Path) -> None:
    """Make a map of a few states and go to the place that the words ask for."""
    report = await wn.explore(url, map_dir, wn.load_settings(explore={"max_pages": 40}))
    print(f"{report.states} states, {report.edges} edges; ended: {report.ended}")
    for state in wn.search(map_dir, words, 3, wn.load_settings()):
        print(f"  {state.rank}. {state.title} {state.url}")

    async with async_playwright() as playwright, wn.open_map(map_dir) as navigator:
        browser = await playwright.chromium.launch()
        page = await browser.new_page()  # your context, your login
        arrival = await navigator.navigate(page, words)
        print(f"{arrival.outcome}: {await page.title()} {page.url}")
        await browser.close()


def main() -> None:
    """Run on the address and words given, or on the bundled shop."""
    with tempfile.TemporaryDirectory() as folder:
        if len(sys.argv) == 3:
            asyncio.run(explore_and_go(sys.argv[1], sys.argv[2], Path(folder) / "map"))
            return
        with DemoShop() as shop:
            asyncio.run(explore_and_go(shop.url, "what shipping costs", Path(folder) / "map"))


if __name__ == "__main__":
    main()
