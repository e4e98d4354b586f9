"""`webnavigator demo`: the whole of it on the bundled shop, in a minute or two."""

import asyncio
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from webnavigator.cli.explore import print_report
from webnavigator.cli.goto import print_arrival
from webnavigator.cli.options import BrowserOption, settings_from
from webnavigator.cli.output import note, say
from webnavigator.errors import MapError

if TYPE_CHECKING:
    from webnavigator.browser.perform import Pilot
    from webnavigator.config import Settings
    from webnavigator.demo import DemoShop
    from webnavigator.explore.report import ExploreReport
    from webnavigator.navigate.navigator import Navigator

MARK = ".webnavigator-demo"
"""A file that says a directory was made by the demo and may be made anew."""

QUESTIONS = {
    "demo-01": "a page with an address of its own",
    "demo-13": "a client-side route",
    "demo-29": "a tab in a frame: no URL leads to it",
    "demo-none-3": "there is no such page",
}
"""Intents of the shop that are asked for, with what each one shows."""


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("demo")(demo)


def demo(
    map_dir: Annotated[
        Path,
        typer.Option("--map", metavar="DIR", help="Where to make the map; an earlier demo's is replaced."),
    ] = Path("demo-map"),
    max_pages: Annotated[int, typer.Option(help="Most states in the map.")] = 150,
    browser: BrowserOption = None,
) -> int:
    """Explore the bundled shop and go to places in it.

    Exit code 1 when one of them does not come out as it should, or the shop was changed.
    """
    from webnavigator.cli.running import run_async, run_stoppable
    from webnavigator.demo import DemoShop

    settings = settings_from(browser=browser, explore={"max_pages": max_pages})
    _make_room(map_dir)
    with DemoShop() as shop:
        try:
            report = run_stoppable(lambda stop: _explore(shop, map_dir, settings, stop))
        finally:
            if map_dir.is_dir():
                (map_dir / MARK).touch()
        print_report(report, map_dir)
        if report.ended == "interrupted":
            return 130
        note("indexing the map, then asking for places from the start page")
        right = run_async(_ask_all(shop, map_dir, settings))
        changed = shop.writes
    say()
    say(f"{right} of {len(QUESTIONS)} questions came out as expected; writes to the shop: {len(changed)}")
    say("look at the result:")
    for line in ('search %s "delivery to Europe"', "audit %s", "export %s --json -o demo-map.json"):
        say(f"  {sys.argv[0]} {line % map_dir}")
    return 0 if right == len(QUESTIONS) and not changed else 1


def _make_room(map_dir: Path) -> None:
    """Remove what an earlier demo left, and nothing else."""
    if not map_dir.exists():
        return
    if not (map_dir / MARK).is_file():
        raise MapError(f"{map_dir} was not made by the demo and is left alone; choose another with --map")
    shutil.rmtree(map_dir)


async def _explore(shop: "DemoShop", map_dir: Path, settings: "Settings", stop: asyncio.Event) -> "ExploreReport":
    from webnavigator import app
    from webnavigator.cli.progress import ProgressLine

    note(f"the demo shop answers on {shop.url}; exploring it into {map_dir}")
    with ProgressLine() as progress:
        return await app.explore(shop.url, map_dir, settings, progress=progress, stop=stop)


async def _ask_all(shop: "DemoShop", map_dir: Path, settings: "Settings") -> int:
    """Ask for each place from the start page; returns how many came out as expected."""
    from webnavigator import app
    from webnavigator.demo import intents

    asked = {intent["id"]: intent for intent in intents(shop.url)["intents"]}
    right = 0
    async with app.open_navigator(map_dir, settings) as navigator, navigator.browser() as pilot:
        for intent_id, why in QUESTIONS.items():
            await pilot.open(shop.url)
            right += await _ask(navigator, pilot, asked[intent_id], why)
    return right


async def _ask(navigator: "Navigator", pilot: "Pilot", intent: dict[str, Any], why: str) -> bool:
    say()
    say(f'"{intent["intent"]}"  ({why})')
    arrival = await navigator.drive(pilot, intent["intent"])
    print_arrival(arrival)
    if intent["check"] is None:
        expected = arrival.outcome == "none"
    else:
        expected = arrival.reached and bool(await pilot.true_of([intent["check"]]))
    if not expected:
        note("error: this is not what was asked for")
    return expected
