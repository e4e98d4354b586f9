"""`webnavigator run`: let an agent do a task with the maps of one or several sites."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webnavigator.cli.options import (
    BaseUrlOption,
    BrowserOption,
    BudgetTokensOption,
    BudgetUsdOption,
    HeadedOption,
    InsecureOption,
    JsonOption,
    LocaleOption,
    llm_from,
    settings_from,
)
from webnavigator.cli.output import note, print_json, say

if TYPE_CHECKING:
    from webnavigator.agents.trajectory import Outcome
    from webnavigator.app.tasks import AgentName, SelectorName

RequiredModelOption = Annotated[
    str,
    typer.Option(
        "--model",
        metavar="NAME",
        help="Language model: PROVIDER:MODEL, human, human:FOLDER, scripted:FILE or replay:FILE.",
    ),
]
LoginsOption = Annotated[
    list[Path] | None,
    typer.Option("--login", metavar="STATE.json", help="Start signed in; once for each site."),
]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Folder for the record; one under runs/ when left out."),
]


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("run")(run)


def run(
    task: Annotated[
        str, typer.Argument(metavar="TASK", help="What is to be done, in plain words.", show_default=False)
    ],
    model: RequiredModelOption,
    map_dirs: Annotated[
        list[Path] | None, typer.Option("--map", metavar="MAP", help="Map of a site; may be repeated.")
    ] = None,
    agent: Annotated[
        str, typer.Option(metavar="NAME", help="webnavigator, or a control without a map: react, reflexion.")
    ] = "webnavigator",
    selector: Annotated[
        str,
        typer.Option(metavar="NAME", help="Who chooses among places: model, offline; controls: first, empty."),
    ] = "model",
    start: Annotated[
        str | None, typer.Option(metavar="URL", help="Page to start from; the first map's when left out.")
    ] = None,
    allow_changes: Annotated[
        bool, typer.Option("--allow-changes", help="Do what changes the site without asking.")
    ] = False,
    steps: Annotated[int, typer.Option(min=1, max=1000, help="Most actions.")] = 20,
    seconds: Annotated[float | None, typer.Option(min=1, help="Most seconds.")] = None,
    budget_tokens: BudgetTokensOption = None,
    budget_usd: BudgetUsdOption = None,
    view_tokens: Annotated[int, typer.Option(min=500, help="Most tokens of one look at a page.")] = 6000,
    pictures: Annotated[bool, typer.Option("--pictures", help="Show the model screenshots.")] = False,
    verify: Annotated[bool, typer.Option(help="Look critically at the end before stopping.")] = True,
    base_url: BaseUrlOption = None,
    login: LoginsOption = None,
    out: OutOption = None,
    json_output: JsonOption = False,
    headed: HeadedOption = False,
    browser: BrowserOption = None,
    ignore_https_errors: InsecureOption = False,
    locale: LocaleOption = None,
) -> int:
    """Let an agent do a task on sites that were explored.

    What changes a site is done only with --allow-changes, or with a yes in the terminal each time.

    Exit code 0 when the agent ended by itself, 1 when a limit or an error ended it.
    """
    settings = settings_from(browser=browser, headed=headed, ignore_https_errors=ignore_https_errors, locale=locale)
    folder = record_folder(out)
    llm = llm_from(
        model, base_url, folder / "exchanges.jsonl", tokens=budget_tokens, usd=budget_usd, makes_folders=True
    )
    assert llm is not None, "--model is required"

    from webnavigator import app
    from webnavigator.agents.base import Limits
    from webnavigator.agents.hands import ask_terminal, never
    from webnavigator.browser.login import joined_logins, load_login
    from webnavigator.cli.running import run_async

    options = app.TaskOptions(
        agent=agent_named(agent),
        selector=selector_named(selector),
        start_url=start,
        allow_changes=allow_changes,
        limits=Limits(steps, seconds, view_tokens),
        pictures=pictures,
        verify=verify,
        out=folder,
    )
    work = app.run_task(
        task,
        map_dirs or (),
        llm,
        settings,
        options=options,
        login=joined_logins([load_login(path) for path in login or ()]),
        confirm=ask_terminal if sys.stdin.isatty() and model != "human" else never,
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


def agent_named(name: str) -> "AgentName":
    """The agent with a name; a wrong call when there is none."""
    if name not in ("webnavigator", "react", "reflexion"):
        raise typer.BadParameter(f"no agent {name}: webnavigator, react or reflexion")
    return name


def selector_named(name: str) -> "SelectorName":
    """The selector with a name; a wrong call when there is none."""
    if name not in ("model", "offline", "first", "empty"):
        raise typer.BadParameter(f"no selector {name}: model, offline, first or empty")
    return name
