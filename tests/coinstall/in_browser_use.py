"""browser-use and webnavigator in one environment: the tool is registered, and brings its page to a place.

Run by ``make coinstall`` with the Python of that environment; not collected by pytest.
"""

import asyncio
import tempfile
from pathlib import Path

from browser_use import Browser, Tools

import webnavigator
from webnavigator.browser.find import locate_browser
from webnavigator.browser_use import NAME, add_navigation, go
from webnavigator.demo import DemoShop


async def main() -> None:
    """Explore the demo shop, start browser-use's browser, go to a place of the map in it."""
    settings = webnavigator.load_settings(explore={"max_pages": 12})
    executable = str(locate_browser(settings.browser).executable_path)
    with tempfile.TemporaryDirectory() as folder, DemoShop() as shop:
        map_dir = Path(folder) / "shop"
        await webnavigator.explore(shop.url, map_dir, settings)
        tools = Tools()
        add_navigation(tools, map_dir)
        if NAME not in tools.registry.registry.actions:
            raise SystemExit("failed: the tool is not registered")
        browser = Browser(executable_path=executable, headless=True, chromium_sandbox=False, user_data_dir=None)
        await browser.start()
        try:
            arrival = await go(map_dir, "what shipping costs", str(browser.cdp_url))
            if not arrival.reached:
                raise SystemExit(f"failed: {arrival.outcome} {arrival.reason}")
            print(f"ok: {arrival.url} {arrival.title}")
        finally:
            await browser.kill()
    print("passed")


if __name__ == "__main__":
    asyncio.run(main())
