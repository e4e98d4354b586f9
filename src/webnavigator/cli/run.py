"""`webnavigator run`: let an agent do a task with the maps of one or several sites."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webnavigator.cli.grouped import grouped
from webnavigator.cli.option_groups import ActingOptions, LoginsOption, ModelOptions, WindowOptions, logins_from
from webnavigator.cli.options import JsonOption
from webnavigator.cli.output import note, print_json, say

if TYPE_CHECKING:
    from webnavigator.agents.trajectory import Outcome

OutOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Folder for the record; one under runs/ when left out."),
]


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("run")(grouped(run))


def run(
    task: Annotated[
        str, typer.Argument(metavar="TASK", help="What is to be done, in plain words.", show_default=False)
    ],
    models: ModelOptions,
    acting: ActingOptions,
    window: WindowOptions,
    map_dirs: Annotated[
        list[Path] | None, typer.Option("--map", metavar="MAP", help="Map of a site; may be repeated.")
    ] = None,
    agent: Annotated[
        str, typer.Option(metavar="NAME", help="webnavigator, or a control without a map: react, reflexion.")
    ] = "webnavigator",
    start: Annotated[
        str | None, typer.Option(metavar="URL", help="Page to start from; the first map's when left out.")
    ] = None,
    login: LoginsOption = None,
    out: OutOption = None,
    json_output: JsonOption = False,
) -> int:
    """Let an agent do a task on sites that were explored.

    What changes a site is done only with --allow-changes, or with a yes in the terminal each time.

    Exit code 0 when the agent ended by itself, 1 when a limit or an error ended it.
    """
    settings, folder = window.settings(), record_folder(out)
    options = acting.task_options(agent, start, folder)
    llm = models.llm(folder / "exchanges.jsonl")

    from webnavigator import app
    from webnavigator.agents.hands import ask_terminal, never
    from webnavigator.cli.running import run_async

    work = app.run_task(
        task,
        map_dirs or (),
        llm,
        settings,
        options=options,
        login=logins_from(login),
        confirm=ask_terminal if sys.stdin.isatty() and models.model != "human" else never,
        progress=note,
    )
    outcome = run_async(work)
    if json_output:
        print_json(outcome)
    else:
        print_outcome(outcome, folder)
    return 0 if outcome.ending == "stopped" else 1


def record_folder(out: Path | None) -> Path:
    """The folder for a run's record; it is made when there is something to write.

    Raises:
        BadInputError: it holds a record already.
    """
    from webnavigator.errors import BadInputError

    folder = out or Path("runs") / time.strftime("%Y%m%d-%H%M%S")
    if (folder / "trajectory.jsonl").exists():
        raise BadInputError(f"{folder} holds the record of a run already: give another --out")
    return folder


def print_outcome(outcome: "Outcome", folder: Path) -> None:
    """Print for people what a task came to and cost."""
    if outcome.ending == "stopped":
        say(outcome.answer or "done")
    else:
        say(f"not done ({outcome.ending}): {outcome.reason}")
        if outcome.answer:
            say(outcome.answer)
    print_cost(outcome, folder)


def print_cost(outcome: "Outcome", folder: Path) -> None:
    """Tell what a run took, and where its record is."""
    usage = outcome.usage
    cost = "" if usage.cost_usd is None else f", ${usage.cost_usd:.4f}"
    note(f"{outcome.steps} steps, {outcome.seconds:.1f} s, {usage.calls} model calls, {usage.tokens} tokens{cost}")
    note(f"record: {folder}")
