"""`webnavigator ask`: answer a question from what a site says, with sources."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webnavigator.cli.grouped import grouped
from webnavigator.cli.option_groups import ModelOptions, WindowOptions
from webnavigator.cli.options import JsonOption, LoginOption, login_from
from webnavigator.cli.output import note, print_json, say
from webnavigator.cli.run import OutOption, print_cost, record_folder

if TYPE_CHECKING:
    from webnavigator.app.questions import Method


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("ask")(grouped(ask))


def ask(
    url: Annotated[str, typer.Argument(metavar="URL", help="Page of the site to start from.", show_default=False)],
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What you want to know.", show_default=False)],
    models: ModelOptions,
    window: WindowOptions,
    method: Annotated[
        str, typer.Option(metavar="NAME", help="webwalker, mango, or a control: react, reflexion, random-url.")
    ] = "webwalker",
    map_dir: Annotated[
        Path | None, typer.Option("--map", metavar="MAP", help="Map of the site, to start at its best pages.")
    ] = None,
    actions: Annotated[int, typer.Option(min=1, max=1000, help="Most pages visited, or steps.")] = 15,
    crawl_pages: Annotated[int, typer.Option(min=1, max=1000, help="Without a map: most pages crawled.")] = 60,
    faithful: Annotated[bool, typer.Option("--faithful", help="As published.")] = False,
    seed: Annotated[int, typer.Option(help="Of everything drawn at random.")] = 0,
    documents: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Text or PDF that the answer may rest on too; may be repeated."),
    ] = None,
    login: LoginOption = None,
    out: OutOption = None,
    json_output: JsonOption = False,
) -> int:
    """Answer a question from what a site says, or say that it does not say it.

    Nothing on the site is changed. Exit code 0 when it was answered, 1 when not.
    """
    settings, way = window.settings(), method_named(method)
    state, folder = login_from(login), record_folder(out)
    llm = models.llm(folder / "exchanges.jsonl")

    from webnavigator import app
    from webnavigator.cli.running import run_async

    options = app.AskOptions(
        way, map_dir, actions, crawl_pages, faithful, seed, documents=tuple(documents or ()), out=folder
    )
    outcome = run_async(app.ask(url, question, llm, settings, options=options, login=state, progress=note))
    if json_output:
        print_json(outcome)
        return 0 if outcome.found else 1
    say(outcome.answer if outcome.found else f"not answered ({outcome.ending}): {outcome.reason}")
    for source in outcome.sources:
        say(f"  {source}")
    print_cost(outcome, folder)
    return 0 if outcome.found else 1


def method_named(name: str) -> "Method":
    """The way of answering with a name; a wrong call when there is none."""
    if name not in ("webwalker", "mango", "react", "reflexion", "random-url"):
        raise typer.BadParameter(f"no method {name}: webwalker, mango, react, reflexion or random-url")
    return name
