"""`webnavigator bench webarena-verified`: judged by the benchmark's own command, from traffic and a typed answer."""

import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

from webnavigator.cli.bench_options import BenchOptions, bench_from, run_bench
from webnavigator.cli.bench_tasks import GROUPS, AgentOption, SiteOption, site_urls
from webnavigator.cli.option_groups import ActingOptions, ModelOptions, WindowOptions


def bench_verified(
    tasks: Annotated[
        Path,
        typer.Argument(
            metavar="TASKS.json", help="As webarena-verified dataset-get or subset-export writes.", show_default=False
        ),
    ],
    models: ModelOptions,
    options: BenchOptions,
    acting: ActingOptions,
    window: WindowOptions,
    agent: AgentOption = "webnavigator",
    site: SiteOption = None,
    evaluator: Annotated[
        str | None,
        typer.Option(metavar="COMMAND", help="The benchmark's own, such as 'uvx webarena-verified'; else not judged."),
    ] = None,
) -> int:
    """Run an agent over WebArena-Verified's tasks.

    Traffic is recorded with each try, cookies and passwords too: keep --out to yourself.
    """
    from webnavigator.bench.datasets import sha256_of
    from webnavigator.bench.verified import load_verified, verified_tasks
    from webnavigator.errors import BadInputError

    work = acting.task_options(agent)
    urls = site_urls(site or (), os.environ)
    command = shlex.split(evaluator) if evaluator else None
    chosen = options.chosen(verified_tasks(load_verified(tasks, urls), urls, command))
    for task in chosen:
        missing = [name.upper() for name in task.sites if name.upper() not in urls]
        if missing:
            raise BadInputError(
                f"where is the site {missing[0]}? give --site {missing[0]}=URL, or choose tasks by --only"
            )
    facts = {"benchmark": "webarena-verified", "data": sha256_of(tasks), "agent": agent}
    bench = bench_from(options, models, window, work, facts)
    return run_bench(chosen, bench, GROUPS, json_output=options.json_output)
