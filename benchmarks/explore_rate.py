"""How fast an application is explored, and how much of the time is ours and not the browser's.

    python benchmarks/explore_rate.py [--url URL --login STATE.json]… [--minutes 3] [--workers 2] [--json]

Each application is explored into a map of its own at default settings until the minutes are over. Columns:

- states a minute: new page states captured; the published system makes 2.6 to 7.6 (target: 60 with two workers);
- actions a minute: page loads, clicks and the rest, fruitful or not;
- own cpu: processor time of this process (with Playwright's Python half; the browser, Playwright's driver and the
  bundled shop are other processes) by wall time: what is ours (target: at most 15 %). It does not grow when other
  programs run beside it;
- loop busy: wall time in which this process's event loop was not waiting for anything, by wall time: the time that no
  worker could use to drive its page. On a busy machine it counts what other programs took.
"""

import argparse
import asyncio
import selectors
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from common import Findings, Table, Target, parser_for, percent, run, settings_of, targets

from webnavigator import app
from webnavigator.config import Settings
from webnavigator.explore.report import Progress

TARGET_STATES = 60
TARGET_OWN = 0.15


class PatientSelector(selectors.DefaultSelector):
    """An event loop's selector that counts how long it waited.

    Attributes:
        waited_s: seconds in which the loop had nothing to do.
    """

    waited_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """As the base class."""
        start = time.perf_counter()
        try:
            return super().select(timeout)
        finally:
            self.waited_s += time.perf_counter() - start


def explore(target: Target, settings: Settings, map_dir: Path) -> dict[str, Any]:
    """Explore one application in an event loop of its own; figures in seconds, states and shares from 0 to 1."""
    selector = PatientSelector()
    loop_factory = None if sys.platform == "win32" else lambda: asyncio.SelectorEventLoop(selector)
    line = _tell if sys.stderr.isatty() else None
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        start, cpu = time.perf_counter(), time.process_time()
        report = runner.run(app.explore(target.url, map_dir, settings, login=target.login, progress=line))
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    minutes = report.seconds / 60
    return {
        "name": target.name,
        "url": target.url,
        "workers": settings.explore.workers,
        "ended": report.ended,
        "seconds": report.seconds,
        "states": report.new_states,
        "templates": report.templates,
        "actions": report.actions,
        "states_per_minute": report.new_states / minutes,
        "actions_per_minute": report.actions / minutes,
        "own_cpu_share": cpu / seconds,
        "own_cpu_ms_per_action": cpu / report.actions * 1000 if report.actions else None,
        "loop_busy_share": None if loop_factory is None else 1 - selector.waited_s / seconds,
        "outcomes": report.outcomes,
    }


def _tell(progress: Progress) -> None:
    sys.stderr.write(f"\r{progress.states} states, {progress.actions} actions, {progress.elapsed_s:.0f} s ")
    sys.stderr.flush()


def table_of(rows: list[Mapping[str, Any]]) -> Table:
    """What people read."""
    headers = (
        "application",
        "seconds",
        "states",
        "actions",
        "states/min",
        "actions/min",
        "own cpu",
        "loop busy",
        "ended",
    )
    lines = [
        (
            row["name"],
            f"{row['seconds']:.0f}",
            row["states"],
            row["actions"],
            f"{row['states_per_minute']:.0f}",
            f"{row['actions_per_minute']:.0f}",
            percent(row["own_cpu_share"]),
            "" if row["loop_busy_share"] is None else percent(row["loop_busy_share"]),
            row["ended"],
        )
        for row in rows
    ]
    below = f"{rows[0]['workers']} workers; targets: {TARGET_STATES} states/min, own cpu at most {TARGET_OWN:.0%}"
    return Table(headers, lines, (below,))


def main(options: argparse.Namespace) -> Findings:
    settings = settings_of(options, workers=options.workers, max_minutes=options.minutes, max_pages=options.max_pages)
    rows: list[Mapping[str, Any]] = []
    with targets(options) as applications, tempfile.TemporaryDirectory() as directory:
        for number, target in enumerate(applications):
            rows.append(explore(target, settings, Path(directory) / str(number)))
    return {"targets": {"states_per_minute": TARGET_STATES, "own_share": TARGET_OWN}, "applications": rows}, [
        table_of(rows)
    ]


if __name__ == "__main__":
    parser = parser_for(__doc__)
    parser.add_argument("--minutes", type=float, default=3.0, help="longest exploration of each application")
    parser.add_argument("--max-pages", type=int, help="most states of each application")
    parser.add_argument("--workers", type=int, default=2, help="pages driven in parallel")
    run(main, parser)
