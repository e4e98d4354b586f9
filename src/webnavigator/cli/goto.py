"""`webnavigator goto`: ask for a place in plain words and be there."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webnavigator.cli.grouped import grouped
from webnavigator.cli.option_groups import WindowOptions
from webnavigator.cli.options import (
    AsOption,
    BaseUrlOption,
    EncoderOption,
    JsonOption,
    LoginOption,
    MapArgument,
    ModelOption,
    RecordOption,
    WordsArgument,
    llm_from,
    login_from,
)
from webnavigator.cli.output import note, print_json, say

if TYPE_CHECKING:
    from webnavigator.navigate.arrival import Arrival


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("goto")(grouped(goto))


def goto(
    map_dir: MapArgument,
    words: WordsArgument,
    window: WindowOptions,
    screenshot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save a picture of the page arrived at.")
    ] = None,
    encoder: EncoderOption = None,
    model: ModelOption = None,
    base_url: BaseUrlOption = None,
    record: RecordOption = None,
    pictures: Annotated[bool, typer.Option("--pictures", help="Show the model the candidates' screenshots.")] = False,
    login: LoginOption = None,
    role: AsOption = None,
    json_output: JsonOption = False,
) -> int:
    """Ask for a state in plain words and go there.

    Exit code 0 when it was reached, 1 when it was not or no such state is on the map.
    """
    settings = window.settings(retrieve={"encoder": encoder})
    state, llm = login_from(login), llm_from(model, base_url, record)

    from webnavigator import app
    from webnavigator.cli.running import run_async

    layer = app.layer_of(map_dir, role)
    work = app.goto(layer, words, settings, login=state, screenshot=screenshot, llm=llm, pictures=pictures)
    arrival = run_async(work)
    if json_output:
        print_json(arrival)
    else:
        print_arrival(arrival)
    return 0 if arrival.reached else 1


def print_arrival(arrival: "Arrival") -> None:
    """Print for people where a teleport ended, and how it got there."""
    for warning in arrival.warnings:
        note(f"warning: {warning}")
    if arrival.outcome == "none":
        say("none: the map has no such page")
    else:
        say(f"{arrival.outcome}: {' · '.join(part for part in (arrival.title, arrival.name) if part)}")
        say(f"  {arrival.url}")
        for number, step in enumerate(arrival.path, 1):
            healed = f" (healed by {step.healed})" if step.healed else ""
            say(f"  {number}. {step.action} {step.label}{healed}")
    if arrival.reason:
        say(f"  {arrival.reason}")
    spent = arrival.seconds
    say(f"  retrieve {spent.retrieve:.2f} s, reason {spent.reason:.2f} s, teleport {spent.teleport:.2f} s")
