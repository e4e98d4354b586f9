"""How much faster several workers explore than one, on a site with a latency of 200 ms.

    python benchmarks/workers.py [--workers 1 2 8] [--delay-ms 200] [--actions 250] [--json]

The same generated shop (`sites/large-shop`, in a process of its own, each request answered after the delay) is explored
once with each number of workers, one run after the other, until the actions are spent. What is compared is actions a
second, between the first action that is told of and the last, so that starting the browser counts for none of them.

Targets: 2 workers at least 1.7 times as fast as 1, 8 workers at least 5 times. More workers than processors gain only
while pages wait: where the processors are busy (`busy`, of all processors of the machine), more would not help.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from common import Findings, Table, parser_for, percent, run, settings_of
from served import served

from webnavigator import app
from webnavigator.config import Settings
from webnavigator.explore.report import Progress

TARGETS = {2: 1.7, 8: 5.0}


def busy_s() -> float:
    """Seconds that all processors of the machine have worked since it started; 0 where that is not told."""
    try:
        fields = Path("/proc/stat").read_text("ascii").split("\n", 1)[0].split()[1:]
    except OSError:
        return 0.0
    user, nice, system, _, _, irq, softirq, *_ = map(int, fields)
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def explore(url: str, settings: Settings, map_dir: Path) -> dict[str, Any]:
    """Explore once; figures in seconds and actions."""
    told: list[tuple[float, int]] = []

    def tick(progress: Progress) -> None:
        told.append((time.perf_counter(), progress.actions))
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{progress.actions} actions ")

    before, start = busy_s(), time.perf_counter()
    report = asyncio.run(app.explore(url, map_dir, settings, progress=tick))
    seconds, actions = told[-2][0] - told[0][0], told[-2][1] - told[0][1]  # the last is told when indexing begins
    share = (busy_s() - before) / ((time.perf_counter() - start) * (os.cpu_count() or 1))
    return {
        "workers": settings.explore.workers,
        "actions": report.actions,
        "states": report.states,
        "seconds": seconds,
        "actions_per_second": actions / seconds,
        "busy": share,
        "ended": report.ended,
    }


def main(options: argparse.Namespace) -> Findings:
    shop = ("--products", "2000", "--categories", "40", "--delay-ms", str(options.delay_ms))
    rows: list[dict[str, Any]] = []
    with served("large-shop", *shop) as url, tempfile.TemporaryDirectory() as directory:
        for count in options.workers:
            settings = settings_of(options, workers=count, max_actions=options.actions, novelty_floor=0.0)
            rows.append(explore(url, settings, Path(directory) / str(count)))
    for row in rows:
        row["times"] = row["actions_per_second"] / rows[0]["actions_per_second"]
    lines = [
        (
            row["workers"],
            row["actions"],
            row["states"],
            f"{row['seconds']:.0f}",
            f"{row['actions_per_second']:.2f}",
            f"{row['times']:.2f} x",
            f"{TARGETS[row['workers']]:.1f} x" if row["workers"] in TARGETS else "",
            percent(row["busy"]),
        )
        for row in rows
    ]
    headers = ("workers", "actions", "states", "seconds", "actions/s", "times the first", "target", "busy")
    below = (f"{options.delay_ms} ms for each request",)
    return {"targets": TARGETS, "delay_ms": options.delay_ms, "runs": rows}, [Table(headers, lines, below)]


if __name__ == "__main__":
    parser = parser_for(__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 8])
    parser.add_argument("--delay-ms", type=int, default=200, help="latency of each request")
    parser.add_argument("--actions", type=int, default=250, help="actions of each run")
    run(main, parser)
