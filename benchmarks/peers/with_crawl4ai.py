"""Follows the links of a site with crawl4ai: screenshot and Markdown of each page are kept.

Run by `benchmarks/peers` with the Python of an environment that has it: URL PAGES BROWSER FOLDER. The last line printed
is the result.
"""

import asyncio
import base64
import json
import sys
import time
from pathlib import Path
from typing import Any

from crawl4ai import AsyncWebCrawler, BrowserConfig, CacheMode, CrawlerRunConfig
from crawl4ai.deep_crawling import BFSDeepCrawlStrategy
from playwright.async_api import Browser, BrowserType


def start_with(executable: str) -> None:
    """Let Playwright start a given browser: crawl4ai has no option for one."""
    original = BrowserType.launch

    async def launch(self: BrowserType, **options: Any) -> Browser:
        options.pop("channel", None)
        return await original(self, executable_path=executable, **options)

    BrowserType.launch = launch


async def crawl(url: str, most: int, folder: Path) -> int:
    links = BFSDeepCrawlStrategy(max_depth=50, max_pages=most, include_external=False)
    how = CrawlerRunConfig(
        deep_crawl_strategy=links,
        screenshot=True,
        cache_mode=CacheMode.BYPASS,
        semaphore_count=2,
        verbose=False,
        stream=True,
    )
    pages = 0
    async with AsyncWebCrawler(config=BrowserConfig(headless=True, verbose=False)) as crawler:
        async for result in await crawler.arun(url, config=how):
            if result.success and result.screenshot:
                (folder / f"{pages}.png").write_bytes(base64.b64decode(result.screenshot))
                (folder / f"{pages}.md").write_text(str(result.markdown), encoding="utf-8")
                pages += 1
    return pages


def main() -> None:
    url, most, browser, folder = sys.argv[1:5]
    start_with(browser)
    begun = time.perf_counter()
    pages = asyncio.run(crawl(url, int(most), Path(folder)))
    print()
    print(json.dumps({"pages": pages, "seconds": time.perf_counter() - begun}))


if __name__ == "__main__":
    main()
