"""Resident memory of this process, the browser apart: while exploring, and while holding a map to search and teleport.

    python benchmarks/memory.py [--url URL --login STATE.json] [--states 2000] [--map DIR] [--json]

Explores until the map has ``--states`` states (by default of a generated catalogue, with the quotas that would stop
early lifted) and samples the resident set after each action; then, in a fresh process, opens the map, searches, and
holds it. Playwright's driver (a Node process) is told apart: it is neither ours nor the browser.

Targets: at most 300 MB with 1,000 states; flat over 2,000: in the last quarter of the states at most 10 % more than in
the second. ``growth``: megabytes for each further 100 states, the slope over the second half of the exploration: what a
longer run would add.
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common import Findings, Table, Target, parser_for, run, settings_of, targets

from webnavigator import app
from webnavigator.app import open_navigator
from webnavigator.cli.output import note
from webnavigator.config import Settings
from webnavigator.errors import BadInputError
from webnavigator.explore.report import Progress

TARGET_MB = 300
TARGET_QUARTERS = 1.10
QUERIES = ("delivery", "a product in green of size m", "类别 7", "category page sorted by price")


@dataclass(frozen=True, slots=True)
class Sample:
    """A moment: states in the map, and resident megabytes (10⁶ bytes) of this process and of Playwright's driver."""

    states: int
    own_mb: float
    driver_mb: float


def resident_mb(pid: int | str = "self") -> float:
    """Resident set of a process; 0 when it is gone.

    Raises:
        BadInputError: this system has no /proc.
    """
    try:
        status = Path(f"/proc/{pid}/status").read_text("utf-8")
    except (FileNotFoundError, ProcessLookupError):
        if not Path("/proc/self/status").exists():
            raise BadInputError("memory is read from /proc, which this system does not have: use Linux") from None
        return 0.0
    line = next((line for line in status.splitlines() if line.startswith("VmRSS:")), "VmRSS: 0 kB")
    return int(line.split()[1]) * 1024 / 1e6


def driver_mb() -> float:
    """Resident set of the Playwright driver that this process started, 0 without one."""
    children: list[str] = []
    for task in Path("/proc/self/task").iterdir():
        children += (task / "children").read_text("ascii").split()
    return sum(resident_mb(child) for child in children if _is_driver(child))


def _is_driver(pid: str) -> bool:
    try:
        return b"run-driver" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def explore(target: Target, settings: Settings, map_dir: Path) -> list[Sample]:
    """Explore, sampling after each action."""
    samples = [Sample(0, resident_mb(), 0.0)]

    def tick(progress: Progress) -> None:
        samples.append(Sample(progress.states, resident_mb(), driver_mb()))
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{progress.states} states, {samples[-1].own_mb:.0f} MB ")

    asyncio.run(app.explore(target.url, map_dir, settings, login=target.login, progress=tick))
    return samples


def hold(map_dir: Path, settings: Settings) -> dict[str, float]:
    """Open a map as the navigator does and search it; megabytes after each part.

    Runs in a process of its own: what exploring left behind would be counted otherwise.
    """
    sizes = {"imports": resident_mb()}
    with closing(open_navigator(map_dir, settings)) as navigator:
        sizes["open, index up to date"] = resident_mb()
        for query in QUERIES:
            navigator.search(query)
        sizes["searched"] = resident_mb()
    sizes["states"] = len(list(navigator.graph.nodes))
    return sizes


def hold_elsewhere(map_dir: Path) -> list[dict[str, float]]:
    """`hold` in two fresh processes, one after the other: the first embeds the map's texts, the second finds them."""
    command = [sys.executable, __file__, "--hold", str(map_dir)]
    return [json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout) for _ in range(2)]


def growth_mb(samples: list[Sample]) -> float | None:
    """Megabytes for each further 100 states: the least-squares slope over the second half; None of too few samples."""
    half = [sample for sample in samples if sample.states >= samples[-1].states / 2]
    if len({sample.states for sample in half}) < 3:
        return None
    return statistics.linear_regression([s.states for s in half], [s.own_mb for s in half]).slope * 100


def quarters(samples: list[Sample]) -> float | None:
    """Median of the last quarter of the states by that of the second; None of too few samples."""
    last = samples[-1].states
    second = [sample.own_mb for sample in samples if last / 4 < sample.states <= last / 2]
    fourth = [sample.own_mb for sample in samples if last * 3 / 4 < sample.states]
    return statistics.median(fourth) / statistics.median(second) if second and fourth else None


def milestones(samples: list[Sample], count: int = 8) -> list[Sample]:
    """Samples at about equal distances in states, the last one included."""
    wanted = [samples[-1].states * step / count for step in range(count + 1)]
    return [next(sample for sample in samples if sample.states >= states) for states in wanted]


def main(options: argparse.Namespace) -> Findings:
    if options.hold:
        sys.stdout.write(json.dumps(hold(Path(options.hold), settings_of(options))))
        sys.exit()
    quotas = {"pages_per_template": 10**6, "novelty_floor": 0.0}
    settings = settings_of(
        options, workers=options.workers, max_pages=options.states, max_minutes=options.minutes, **quotas
    )
    products = ("--products", str(options.states * 2))
    with targets(options, "catalogue", *products) as applications, tempfile.TemporaryDirectory() as directory:
        target = applications[0]
        map_dir = Path(options.map or Path(directory) / "map")
        samples = explore(target, settings, map_dir)
        held = hold_elsewhere(map_dir)
    peak = max(sample.own_mb for sample in samples)
    result = {
        "target_mb": TARGET_MB,
        "name": target.name,
        "url": target.url,
        "states": samples[-1].states,
        "exploring_peak_mb": peak,
        "exploring_growth_mb_per_100_states": growth_mb(samples),
        "last_quarter_by_second": quarters(samples),
        "exploring": [{"states": s.states, "own_mb": s.own_mb, "driver_mb": s.driver_mb} for s in milestones(samples)],
        "holding_first_time_mb": held[0],
        "holding_mb": held[1],
    }
    if samples[-1].states < options.states:
        note(f"only {samples[-1].states} states were found: raise --minutes, or take a larger site")
    return result, tables_of(result)


def tables_of(result: dict[str, Any]) -> list[Table]:
    """What people read."""
    growth = result["exploring_growth_mb_per_100_states"]
    flat = "" if growth is None else f", growth {growth:.1f} MB for each further 100 states"
    ratio = result["last_quarter_by_second"]
    times = "" if ratio is None else f"last quarter {ratio:.2f} x the second (target: at most {TARGET_QUARTERS:.2f} x)"
    exploring = Table(
        ("states", "this process MB", "Playwright's driver MB"),
        [(row["states"], f"{row['own_mb']:.0f}", f"{row['driver_mb']:.0f}") for row in result["exploring"]],
        (
            f"exploring {result['name']}: peak {result['exploring_peak_mb']:.0f} MB{flat} (target: {TARGET_MB} MB)",
            times,
        ),
    )
    parts = ("imports", "open, index up to date", "searched")
    holding = Table(
        ("holding the map", *parts),
        [
            (name, *(f"{result[key][part]:.0f}" for part in parts))
            for name, key in (("first time: texts are embedded", "holding_first_time_mb"), ("later", "holding_mb"))
        ],
    )
    return [exploring, holding]


if __name__ == "__main__":
    parser = parser_for(__doc__)
    parser.add_argument("--states", type=int, default=2000, help="states to explore")
    parser.add_argument("--minutes", type=float, help="longest exploration; default: until the states are there")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--map", metavar="DIR", help="explore into this map and keep it")
    parser.add_argument("--hold", metavar="MAP", help=argparse.SUPPRESS)
    run(main, parser)
