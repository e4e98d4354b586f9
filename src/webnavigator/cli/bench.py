"""`webnavigator bench`: how well a map serves what users ask for, and how well agents do."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from webnavigator.cli.bench_compare import bench_compare
from webnavigator.cli.bench_live import bench_online_mind2web, bench_webvoyager, bench_webwalkerqa
from webnavigator.cli.bench_make_qa import bench_make_qa
from webnavigator.cli.bench_miniwob import bench_miniwob
from webnavigator.cli.bench_tasks import bench_tasks, bench_webarena
from webnavigator.cli.bench_verified import bench_verified
from webnavigator.cli.grouped import grouped
from webnavigator.cli.option_groups import WindowOptions
from webnavigator.cli.options import (
    EncoderOption,
    JsonOption,
    LoginOption,
    login_from,
    settings_from,
)
from webnavigator.cli.output import jsonable, note, print_json, print_table, say

if TYPE_CHECKING:
    from webnavigator.bench.intents import IntentRow

IntentsArgument = Annotated[
    Path, typer.Argument(metavar="INTENTS.json", help="What users ask for, with checks.", show_default=False)
]
MapOption = Annotated[Path, typer.Option("--map", metavar="DIR", help="Directory of the map.", show_default=False)]


COLUMNS = ("id", "language", "kind", "outcome", "check", "in_map", "rank", "seconds", "query", "url")
"""Fields of a row that people are shown; --json has all."""


def register(cli: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        help="Measure how well a map serves users, and how well agents do their tasks.", rich_markup_mode=None
    )
    group.callback()(_group)
    group.command("intents")(grouped(bench_intents))
    group.command("retrieval")(bench_retrieval)
    group.command("tasks")(grouped(bench_tasks))
    group.command("webarena")(grouped(bench_webarena))
    group.command("webarena-verified")(grouped(bench_verified))
    group.command("webwalkerqa")(grouped(bench_webwalkerqa))
    group.command("webvoyager")(grouped(bench_webvoyager))
    group.command("online-mind2web")(grouped(bench_online_mind2web))
    group.command("miniwob")(grouped(bench_miniwob))
    group.command("make-qa")(grouped(bench_make_qa))
    group.command("compare")(bench_compare)
    cli.add_typer(group, name="bench")


def _group() -> None:
    """Measure how well a map serves users, and how well agents do their tasks."""


def bench_intents(
    intents: IntentsArgument,
    map_dir: MapOption,
    window: WindowOptions,
    login: LoginOption = None,
    json_output: JsonOption = False,
) -> None:
    """Navigate to each intent and run its check.

    From the start page, on the live site; the checks that `explore --probe` noted give the coverage.
    """
    settings, state = window.settings(), login_from(login)

    from webnavigator.bench.intents import bench_intents as bench
    from webnavigator.cli.running import run_async

    report = run_async(bench(intents, map_dir, settings, login=state, progress=_progress))
    if json_output:
        print_json(report)
        return
    rows: list[dict[str, Any]] = [jsonable(row) for row in report.rows]
    print_table(COLUMNS, [[_cell(row[column]) for column in COLUMNS] for row in rows])
    say()
    _print_summary(report.summary)


def bench_retrieval(
    intents: IntentsArgument,
    map_dir: MapOption,
    ablation: Annotated[bool, typer.Option("--ablation", help="Also measure parts of the method alone.")] = False,
    encoder: EncoderOption = None,
    json_output: JsonOption = False,
) -> None:
    """Look where search ranks a right state.

    Right is a state on which the intent's check held during `explore --probe`; no page is visited.
    """
    settings = settings_from(retrieve={"encoder": encoder})

    from webnavigator.bench.retrieval import bench_retrieval as bench
    from webnavigator.bench.retrieval import format_report

    report = bench(intents, map_dir, settings, ablation=ablation)
    if json_output:
        print_json(report)
    else:
        for line in format_report(report).splitlines():
            say(line)


def _progress(row: "IntentRow") -> None:
    note(f"{row.id} ({row.language}): {row.outcome}, {'right' if row.check else 'wrong'}, {row.seconds:.1f} s")


def _print_summary(summary: dict[str, Any]) -> None:
    """One line a figure, a column a language."""
    by_language: dict[str, dict[str, Any]] = summary.get("by_language", {})
    parts = {"all": summary, **by_language}
    names = [name for name in summary if name != "by_language"]
    print_table(("", *parts), [(name, *(_cell(part.get(name)) for part in parts.values())) for name in names])


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        known: dict[str, Any] = value  # pyright: ignore[reportUnknownVariableType] - JSON
        return ", ".join(f"{name}: {_cell(inner)}" for name, inner in known.items())
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
