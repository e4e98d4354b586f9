"""`webnavigator bench tasks` and `compare`: agents on task files in WebArena's schema."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webnavigator.cli.options import (
    BaseUrlOption,
    BrowserOption,
    BudgetTokensOption,
    BudgetUsdOption,
    InsecureOption,
    JsonOption,
    LocaleOption,
    llm_from,
    settings_from,
)
from webnavigator.cli.output import note, print_json, print_table, say
from webnavigator.cli.run import LoginsOption, agent_named, selector_named

if TYPE_CHECKING:
    from webnavigator.bench.results import Summary
    from webnavigator.llm.structured import Llm

FolderArgument = Annotated[Path, typer.Argument(metavar="DIR", help="Folder that `bench tasks` wrote.")]


def bench_tasks(
    tasks: Annotated[
        Path, typer.Argument(metavar="TASKS.json", help="Tasks in WebArena's schema.", show_default=False)
    ],
    model: Annotated[
        str, typer.Option("--model", metavar="NAME", help="Language model; {task} in it stands for a task's id.")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for results; the same one resumes.")],
    map_dirs: Annotated[
        list[Path] | None, typer.Option("--map", metavar="MAP", help="Map of a site; may be repeated.")
    ] = None,
    agent: Annotated[str, typer.Option(metavar="NAME", help="webnavigator, react or reflexion.")] = "webnavigator",
    selector: Annotated[str, typer.Option(metavar="NAME", help="model, offline, first or empty.")] = "model",
    site: Annotated[
        list[str] | None,
        typer.Option("--site", metavar="NAME=URL", help="What __NAME__ in the file stands for; may be repeated."),
    ] = None,
    judge: Annotated[str | None, typer.Option(metavar="NAME", help="Model that judges likeness of answers.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many tasks.")] = None,
    seeds: Annotated[int, typer.Option(min=1, help="Tries of each task.")] = 1,
    language: Annotated[str, typer.Option(metavar="TAG", help="en, or zh for the Chinese wording.")] = "en",
    parallel: Annotated[int, typer.Option(min=1, max=64, help="Tasks at a time.")] = 1,
    steps: Annotated[int, typer.Option(min=1, max=1000, help="Most actions of a task.")] = 20,
    allow_changes: Annotated[bool, typer.Option("--allow-changes", help="Do what changes the sites.")] = False,
    verify: Annotated[bool, typer.Option(help="Look critically at the end before stopping.")] = True,
    budget_tokens: BudgetTokensOption = None,
    budget_usd: BudgetUsdOption = None,
    base_url: BaseUrlOption = None,
    login: LoginsOption = None,
    json_output: JsonOption = False,
    browser: BrowserOption = None,
    ignore_https_errors: InsecureOption = False,
    locale: LocaleOption = None,
) -> int:
    """Run an agent over tasks and judge each once, all or nothing.

    The agent is given a task's words and start page, nothing else of the file. Budgets are those of one task.
    """
    settings = settings_from(browser=browser, ignore_https_errors=ignore_https_errors, locale=locale)

    from webnavigator import app
    from webnavigator.agents.base import Limits
    from webnavigator.bench.results import summary
    from webnavigator.bench.task_runs import TaskBench, run_tasks
    from webnavigator.bench.tasks import load_tasks
    from webnavigator.browser.login import joined_logins, load_login
    from webnavigator.cli.running import run_async

    def make_llm(task: str, folder: Path) -> "Llm":
        named = model.replace("{task}", task)
        llm = llm_from(
            named, base_url, folder / "exchanges.jsonl", tokens=budget_tokens, usd=budget_usd, makes_folders=True
        )
        assert llm is not None, "it has a name"
        return llm

    specs = load_tasks(tasks, _sites(site or ()))[:limit]
    options = app.TaskOptions(
        agent_named(agent), selector_named(selector), None, allow_changes, Limits(steps), verify=verify
    )
    bench = TaskBench(
        out,
        tuple(map_dirs or ()),
        make_llm,
        settings,
        options,
        joined_logins([load_login(path) for path in login or ()]),
        llm_from(judge, base_url) if judge else None,
        seeds,
        language,
        parallel,
        note,
    )
    rows = run_async(run_tasks(specs, bench))
    found = summary(rows)
    if json_output:
        print_json({"summary": asdict(found), "rows": [asdict(row) for row in rows]})
    else:
        _print_summary({str(out): found})
    return 0


def bench_compare(first: FolderArgument, second: FolderArgument, json_output: JsonOption = False) -> int:
    """Compare two agents on the tasks that both were judged on, with a 95 % bootstrap interval."""
    from webnavigator.bench.results import compare, read_results, summary

    a, b = read_results(first), read_results(second)
    compared = compare(a, b)
    if json_output:
        print_json({"comparison": asdict(compared), "first": asdict(summary(a)), "second": asdict(summary(b))})
        return 0
    _print_summary({str(first): summary(a), str(second): summary(b)})
    low, high = 100 * compared.low, 100 * compared.high
    say(f"difference {100 * compared.difference:+.1f} points [{low:+.1f}, {high:+.1f}] on {compared.tasks} tasks")
    return 0


def _print_summary(named: "Mapping[str, Summary]") -> None:
    headers = ("run", "tasks", "not judged", "success", "steps", "steps when done", "tokens", "usd", "seconds")
    rows = [
        (
            name,
            found.tasks,
            found.unjudged,
            "-" if found.success is None else f"{100 * found.success:.1f} %",
            f"{found.steps:.1f}",
            f"{found.steps_done:.1f}",
            f"{found.tokens:.0f}",
            f"{found.cost_usd:.4f}",
            f"{found.seconds:.1f}",
        )
        for name, found in named.items()
    ]
    print_table(headers, rows)


def _sites(given: list[str] | tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in given:
        name, equals, url = each.partition("=")
        if not equals:
            raise typer.BadParameter(f"--site {each}: give NAME=URL")
        found[name] = url
    return found
