"""`webnavigator bench compare`: two agents on the same tasks."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from webnavigator.cli.bench_options import print_costs, print_summaries, rows_of
from webnavigator.cli.options import JsonOption
from webnavigator.cli.output import print_json, print_table, say

ResultsArgument = Annotated[
    Path, typer.Argument(metavar="DIR", help="Folder that a benchmark wrote, or its results.jsonl.", show_default=False)
]


def bench_compare(first: ResultsArgument, second: ResultsArgument, json_output: JsonOption = False) -> int:
    """Compare two agents on the tasks that both were judged on.

    Differences are the first less the second, with 95 % bootstrap intervals over tasks; tries of a task are averaged.
    """
    from webnavigator.bench.figures import MEASURES, compare, costs, summary

    a, b = rows_of((first, second))
    compared = {name: compare(a, b, name) for name in MEASURES}
    summaries, spent = {str(first): summary(a), str(second): summary(b)}, {str(first): costs(a), str(second): costs(b)}
    if json_output:
        told = {
            "comparison": {name: asdict(one) for name, one in compared.items()},
            "first": asdict(summary(a)),
            "second": asdict(summary(b)),
            "costs": [asdict(one) for one in spent.values()],
        }
        print_json(told)
        return 0
    print_summaries(summaries, "run")
    say()
    print_costs(spent)
    say()
    headers = ("first less second", "tasks", "first", "second", "difference", "from", "to")
    rows = [
        (name, one.tasks, *(f"{value:.4g}" for value in (one.first, one.second, one.difference, one.low, one.high)))
        for name, one in compared.items()
        if one.tasks
    ]
    if rows:
        print_table(headers, rows)
    else:
        say("no task was judged in both")
    return 0
