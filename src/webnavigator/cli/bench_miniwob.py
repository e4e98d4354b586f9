"""`webnavigator bench miniwob`: little pages that show whether execution fails."""

from pathlib import Path
from typing import Annotated

import typer

from webnavigator.cli.bench_options import BenchOptions, bench_from, run_bench
from webnavigator.cli.option_groups import ActingOptions, ModelOptions, WindowOptions


def bench_miniwob(
    pages: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="The benchmark's pages: miniwob/html of a checkout.", show_default=False),
    ],
    models: ModelOptions,
    options: BenchOptions,
    acting: ActingOptions,
    window: WindowOptions,
    instances: Annotated[int, typer.Option(min=1, help="Instances of each task, with seeds from 0.")] = 1,
    agent: Annotated[str, typer.Option(metavar="NAME", help="react or reflexion.")] = "react",
) -> int:
    """Do MiniWoB++'s tasks on their own pages, which judge them; no network is needed.

    Most need --allow-changes. The ids for --only are such as click-button.0.
    """
    from webnavigator.bench.miniwob import GROUPS, miniwob_tasks, served, task_names

    work = acting.task_options(agent)
    names = task_names(pages)
    with served(pages) as base_url:
        tasks = options.chosen(miniwob_tasks(names, base_url, instances))
        bench = bench_from(options, models, window, work, {"benchmark": "miniwob", "agent": agent})
        return run_bench(tasks, bench, GROUPS, json_output=options.json_output)
