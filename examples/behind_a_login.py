"""Sign in by steps, keep the login in a file, and explore what only customers see.

Run:  python examples/behind_a_login.py      on the bundled shop
"""

import asyncio
import json
import tempfile
from pathlib import Path

import webnavigator as wn
from webnavigator.browser.login import save_login
from webnavigator.browser.sign_in import load_steps, script_login
from webnavigator.demo import DemoShop, login_steps


async def explore_account(shop_url: str, folder: Path) -> None:
    """Sign in, explore from the account page, and ask for a place there."""
    (folder / "steps.json").write_text(json.dumps(login_steps(shop_url)), "utf-8")
    settings = wn.load_settings(explore={"max_pages": 30})

    state = await script_login(load_steps(folder / "steps.json"), settings.browser, secrets={})
    save_login(state, folder / "state.json")  # readable for you alone

    login = wn.load_login(folder / "state.json")
    report = await wn.explore(f"{shop_url}account/", folder / "map", settings, login=login)
    print(f"{report.states} states signed in; ended: {report.ended}")
    arrival = await wn.goto(folder / "map", "list of my past orders", settings, login=login)
    print(f"{arrival.outcome}: {arrival.title} {arrival.url}")


def main() -> None:
    """Start the shop and explore its account pages."""
    with tempfile.TemporaryDirectory() as folder, DemoShop() as shop:
        asyncio.run(explore_account(shop.url, Path(folder)))


if __name__ == "__main__":
    main()
