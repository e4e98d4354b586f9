"""`webnavigator bench`: how well a map serves what users ask for."""

from pathlib import Path
from typing import Annotated, Any

import typer

from webnavigator.cli.options import (
    BrowserOption,
    InsecureOption,
    JsonOption,
    LocaleOption,
    LoginOption,
    login_from,
    settings_from,
)
from webnavigator.cli.output import jsonable, print_json, print_table, say

IntentsArgument = Annotated[
    Path, typer.Argument(metavar="INTENTS.json", help="What users ask for, with checks.", show_default=False)
]
MapOption = Annotated[
    Path, typer.Option("--map", metavar="DIR", help="Directory of the map.", show_default=False)
]


def register(cli: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Measure how well a map serves users.", rich_markup_mode=None)
    group.command("intents")(bench_intents)
    group.command("retrieval")(bench_retrieval)
    cli.add_typer(group, name="bench")


def bench_intents(
    intents: IntentsArgument,
    map_dir: MapOption,
    login: LoginOption = None,
    json_output: JsonOption = False,
    browser: BrowserOption = None,
    ignore_https_errors: InsecureOption = False,
    locale: LocaleOption = None,
) -> None:
    """Navigate to each intent and run its check.

    From the start page, on the live site; the checks that `explore --probe` noted give the coverage.
    """
    settings = settings_from(browser=browser, ignore_https_errors=ignore_https_errors, locale=locale)
    state = login_from(login)

    from webnavigator import app
    from webnavigator.cli.running import run_async

    report = run_async(app.bench_intents(intents, map_dir, settings, login=state))
    _print(jsonable(report), json_output=json_output)


def bench_retrieval(intents: IntentsArgument, map_dir: MapOption, json_output: JsonOption = False) -> None:
    """Look where search ranks a right state.

    Right is a state on which the intent's check held during `explore --probe`; no page is visited.
    """
    settings = settings_from()

    from webnavigator import app

    _print(jsonable(app.bench_retrieval(intents, map_dir, settings)), json_output=json_output)


def _print(report: dict[str, Any], *, json_output: bool) -> None:
    if json_output:
        print_json(report)
        return
    rows: list[dict[str, Any]] = report["rows"]
    if rows:
        columns = list(rows[0])
        print_table(columns, [[_cell(row.get(column)) for column in columns] for row in rows])
        say()
    for name, value in report["summary"].items():
        say(f"{name}: {_cell(value)}")


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        known: dict[str, Any] = value  # pyright: ignore[reportUnknownVariableType] - JSON
        return ", ".join(f"{name} {_cell(inner)}" for name, inner in known.items())
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
