"""`webnavigator demo`: the whole of it on the bundled shop, in a minute or two."""

import asyncio
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from webnavigator.cli.explore import print_report
from webnavigator.cli.goto import print_arrival
from webnavigator.cli.options import BrowserOption, settings_from
from webnavigator.cli.output import note, say
from webnavigator.errors import MapError

if TYPE_CHECKING:
    from webnavigator.config import Settings
    from webnavigator.demo import DemoShop
    from webnavigator.explore.report import ExploreReport
    from webnavigator.navigate.arrival import Arrival

MARK = ".webnavigator-demo"
"""A file that says a directory was made by the demo and may be made anew."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something to ask the map for.

    Attributes:
        words: what a person would say.
        expected: what should come of it.
        why: what the question shows.
    """

    words: str
    expected: Literal["reached", "none"]
    why: str


QUESTIONS = (
    Question("product page of the merino scarf", "reached", "a page with an address of its own"),
    Question("size chart of the fisherman sweater", "reached", "a dialog: no URL leads to it"),
    Question("menu of all categories in the header, opened", "reached", "a menu: no URL leads to it"),
    Question("choose a ribbon for a gift", "reached", "a client-side route"),
    Question("book a pottery course", "none", "there is no such page"),
)


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

    Exit code 1 when one of them does not come out as it should.
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
        right = [run_async(_ask(question, map_dir, settings)) for question in QUESTIONS]
        changed = shop.writes
    say()
    say(f"{sum(right)} of {len(right)} questions came out as expected; writes to the shop: {len(changed)}")
    say("look at the result:")
    for line in ('search %s "delivery to Europe"', "audit %s", "export %s --json -o demo-map.json"):
        say(f"  {sys.argv[0]} {line % map_dir}")
    return 0 if all(right) and not changed else 1


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


async def _ask(question: Question, map_dir: Path, settings: "Settings") -> bool:
    from webnavigator import app

    say()
    say(f'"{question.words}"  ({question.why})')
    arrival: Arrival = await app.goto(map_dir, question.words, settings)
    print_arrival(arrival)
    if arrival.outcome != question.expected:
        note(f"error: expected {question.expected}, but it is {arrival.outcome}")
    return arrival.outcome == question.expected
