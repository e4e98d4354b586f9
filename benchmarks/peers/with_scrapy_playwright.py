"""Follows the links of a site with scrapy-playwright: screenshot and visible text of each page are kept.

Run by `benchmarks/peers` with the Python of an environment that has it: URL PAGES BROWSER FOLDER. The last line printed
is the result.
"""

import json
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

URL, MOST, BROWSER, FOLDER = sys.argv[1], int(sys.argv[2]), sys.argv[3], Path(sys.argv[4])
HANDLER = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"
META = {"playwright": True, "playwright_include_page": True}


class Pages(scrapy.Spider):
    """Keeps pages, the first ones that links lead to."""

    name = "pages"
    allowed_domains = (urlsplit(URL).hostname,)
    kept = 0
    asked: set[str]

    async def start(self) -> AsyncIterator[Any]:
        self.asked = {URL}
        yield scrapy.Request(URL, meta=META)

    async def parse(self, response: Any, **_: Any) -> AsyncIterator[Any]:
        page, number = response.meta["playwright_page"], self.kept
        self.kept += 1
        try:
            await page.screenshot(path=FOLDER / f"{number}.png", full_page=True)
            text = await page.evaluate("document.body.innerText")
        finally:
            await page.close()
        (FOLDER / f"{number}.txt").write_text(text, encoding="utf-8")
        for link in LinkExtractor().extract_links(response):
            if link.url not in self.asked and len(self.asked) < MOST:
                self.asked.add(link.url)
                yield scrapy.Request(link.url, meta=META)


def main() -> None:
    process = CrawlerProcess(
        settings={
            "DOWNLOAD_HANDLERS": {"http": HANDLER, "https": HANDLER},
            "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
            "PLAYWRIGHT_LAUNCH_OPTIONS": {"executable_path": BROWSER, "headless": True},
            "PLAYWRIGHT_MAX_PAGES_PER_CONTEXT": 2,
            "CONCURRENT_REQUESTS": 2,
            "CONCURRENT_REQUESTS_PER_DOMAIN": 2,
            "DOWNLOAD_DELAY": 0,
            "AUTOTHROTTLE_ENABLED": False,
            "ROBOTSTXT_OBEY": False,
            "TELNETCONSOLE_ENABLED": False,
            "LOG_LEVEL": "ERROR",
        }
    )
    crawler = process.create_crawler(Pages)
    begun = time.perf_counter()
    process.crawl(crawler)
    process.start()
    print(json.dumps({"pages": crawler.spider.kept, "seconds": time.perf_counter() - begun}))


if __name__ == "__main__":
    main()
