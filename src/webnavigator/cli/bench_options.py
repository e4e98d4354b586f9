"""What all benchmarks of agents share on the command line: options, the runner's settings, the tables printed."""

import asyncio
import os
import shlex
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from webnavigator.cli.option_groups import ActingOptions, LoginsOption, ModelOptions, WindowOptions
from webnavigator.cli.options import JsonOption, llm_from
from webnavigator.cli.output import jsonable, note, print_json, print_table, say

if TYPE_CHECKING:
    from webnavigator.app import AskOptions, TaskOptions
    from webnavigator.bench.figures import Costs, Summary
    from webnavigator.bench.results import ResultRow
    from webnavigator.bench.task_runs import BenchTask, MakeLlm, Reset, TaskBench
    from webnavigator.llm.structured import Llm

ACTING = ("webnavigator", "react", "reflexion")
"""Agents that act on pages."""

ANSWERING = ("webwalker", "mango", "random-url")
"""Agents that answer questions and act on nothing."""

DataOption = Annotated[
    Path | None,
    typer.Option("--data", metavar="FILE", help="The benchmark's file; fetched into bench-data/ when left out."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchOptions:
    """How a benchmark is run."""

    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", help="Folder for results; the same one resumes.", show_default=False),
    ]
    map_dirs: Annotated[
        list[Path] | None, typer.Option("--map", metavar="MAP", help="Map of a site; may be repeated.")
    ] = None
    judge_model: Annotated[str | None, typer.Option(metavar="NAME", help="Model that judges; named as --model.")] = None
    only: Annotated[list[str] | None, typer.Option("--only", metavar="ID", help="Only this task; may be repeated.")] = (
        None
    )
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many tasks.")] = None
    seeds: Annotated[int, typer.Option(min=1, help="Tries of each task.")] = 1
    parallel: Annotated[int, typer.Option(min=1, max=64, help="Tasks at a time.")] = 1
    reset: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND",
            help="Run before each try; BENCH_TASK, BENCH_SITES and BENCH_SEED tell it which. Needs --parallel 1.",
        ),
    ] = None
    login: LoginsOption = None
    json_output: JsonOption = False

    def chosen(self, tasks: "Sequence[BenchTask]") -> "list[BenchTask]":
        """The tasks that are to be run.

        Raises:
            BadInputError: there is none of an id.
        """
        from webnavigator.errors import BadInputError

        known = {task.id for task in tasks}
        for wanted in self.only or ():
            if wanted not in known:
                raise BadInputError(f"--only {wanted}: there is no such task")
        found = [task for task in tasks if not self.only or task.id in self.only]
        return found[: self.limit]


def bench_from(
    options: BenchOptions,
    models: ModelOptions,
    window: WindowOptions,
    work: "TaskOptions | AskOptions",
    facts: Mapping[str, Any],
) -> "TaskBench":
    """The runner's settings; the folder for results is taken for this benchmark and agent.

    Raises:
        UserError: an option cannot be used, or the folder holds other results.
    """
    from webnavigator.bench.results import claim
    from webnavigator.bench.task_runs import TaskBench

    def make_llm(task: str, folder: Path) -> "Llm":
        return models.llm(folder / "exchanges.jsonl", task)

    if options.reset is not None and options.parallel > 1:
        raise typer.BadParameter("--reset needs --parallel 1: a try would find the sites of another one")
    bench = TaskBench(
        out=options.out,
        maps=tuple(options.map_dirs or ()),
        make_llm=make_llm,
        settings=window.settings(),
        options=work,
        logins=tuple(options.login or ()),
        make_judge=_judge_of(options.judge_model, models.base_url),
        seeds=options.seeds,
        parallel=options.parallel,
        reset=reset_by(options.reset) if options.reset is not None else None,
        progress=note,
    )
    named = {"model": models.model, "judge": options.judge_model, "options": _told(work)}
    claim(options.out, {**facts, **named})
    return bench


def _told(work: "TaskOptions | AskOptions") -> dict[str, Any]:
    """What of an agent's options must not change within a folder of results."""
    told: dict[str, Any] = jsonable(work)
    return {name: value for name, value in told.items() if name not in ("start_url", "out", "map_dir", "seed")}


def _judge_of(name: str | None, base_url: str | None) -> "MakeLlm | None":
    if name is None:
        return None

    def make_judge(task: str, folder: Path) -> "Llm":
        served = base_url if ":" not in name else None
        llm = llm_from(name.replace("{task}", task), served, folder / "judge.jsonl", makes_folders=True)
        assert llm is not None, "it has a name"
        return llm

    return make_judge


def reset_by(command: str) -> "Reset":
    """Puts sites back by a command of the user's, which is told the task by variables.

    Raises:
        BadInputError: the command is empty.
    """
    from webnavigator.errors import BadInputError, BrowserError

    words = shlex.split(command)
    if not words:
        raise BadInputError("--reset: no command given")

    async def reset(task: "BenchTask", seed: int) -> None:
        told = {"BENCH_TASK": task.id, "BENCH_SITES": "+".join(task.sites), "BENCH_SEED": str(seed)}
        environment = {**os.environ, **told}
        try:
            process = await asyncio.create_subprocess_exec(*words, stdin=DEVNULL, stdout=sys.stderr, env=environment)
        except OSError as error:
            raise BadInputError(f"--reset: {words[0]} cannot be run: {error.strerror}") from None
        if await process.wait():
            raise BrowserError(f"--reset: {words[0]} ended with status {process.returncode}")

    return reset


def work_of(
    agent: str, acting: ActingOptions, *, asks: bool = False, crawl_pages: int = 60, faithful: bool = False
) -> "TaskOptions | AskOptions":
    """How an agent works: acting on pages, or answering a question.

    Args:
        agent: its name.
        acting: of those that act; an answering one takes the number of steps from it.
        asks: the benchmark is one of questions: ReAct and Reflexion answer with sources as well.
        crawl_pages: see `AskOptions`.
        faithful: likewise.
    """
    if agent not in (*ACTING, *ANSWERING):
        raise typer.BadParameter(f"no agent {agent}: {', '.join((*ACTING, *ANSWERING))}")
    if agent not in ANSWERING and not (asks and agent in ("react", "reflexion")):
        return acting.task_options(agent)
    from webnavigator.app import AskOptions
    from webnavigator.cli.ask import method_named

    return AskOptions(method_named(agent), actions=acting.steps, crawl_pages=crawl_pages, faithful=faithful)


def run_bench(
    tasks: "Sequence[BenchTask]", bench: "TaskBench", groups: Sequence[Sequence[str]], *, json_output: bool
) -> int:
    """Run tasks and print what they come to, in all and by group."""
    from webnavigator.bench.figures import by_group, costs, summary
    from webnavigator.bench.task_runs import run_tasks
    from webnavigator.cli.running import run_async

    rows = run_async(run_tasks(tasks, bench))
    found, cost = summary(rows), costs(rows)
    parts = {" × ".join(names): by_group(rows, names) for names in groups}
    if json_output:
        told = {title: {name: asdict(part) for name, part in part_of.items()} for title, part_of in parts.items()}
        print_json({"summary": asdict(found), "costs": asdict(cost), "by": told, "rows": [asdict(row) for row in rows]})
        return 0
    print_summaries({str(bench.out): found}, "run")
    for title, part_of in parts.items():
        if len(part_of) > 1:
            say()
            print_summaries(part_of, title)
    say()
    print_costs({str(bench.out): cost})
    return 0


def print_summaries(named: "Mapping[str, Summary]", title: str) -> None:
    """A line for each summary."""
    headers = (title, "tasks", "not judged", "errors", "success", "actions", "actions when done", "tokens", "seconds")
    rows = [
        (
            name,
            found.tasks,
            found.unjudged,
            found.errors,
            "-" if found.success is None else f"{100 * found.success:.1f} %",
            f"{found.steps:.2f}",
            f"{found.steps_done:.2f}",
            f"{found.tokens:.0f}",
            f"{found.seconds:.1f}",
        )
        for name, found in named.items()
    ]
    print_table(headers, rows)


def print_costs(named: "Mapping[str, Costs]") -> None:
    """A line for each run's costs."""
    headers = ("costs", "tries", "tokens", "usd", "without price", "usd a try", "usd a success", "hours")
    judge = ("judge: tokens", "usd")
    rows = [
        (
            name,
            cost.tries,
            cost.tokens,
            f"{cost.usd:.4f}",
            cost.unpriced,
            _usd(cost.usd_per_try),
            _usd(cost.usd_per_success),
            f"{cost.seconds / 3600:.2f}",
            cost.judge_tokens,
            f"{cost.judge_usd:.4f}",
        )
        for name, cost in named.items()
    ]
    print_table((*headers, *judge), rows)


def rows_of(paths: Sequence[Path]) -> "list[list[ResultRow]]":
    """The results in some folders or files.

    Raises:
        BadInputError: one of them holds none.
    """
    from webnavigator.bench.results import read_results
    from webnavigator.errors import BadInputError

    found = [read_results(path) for path in paths]
    for path, rows in zip(paths, found, strict=True):
        if not rows:
            raise BadInputError(f"{path} holds no results of a benchmark")
    return found


def _usd(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
