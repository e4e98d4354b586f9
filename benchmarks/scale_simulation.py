"""What a large exploration would take: a simulation on the graphs of maps that were made before.

    python benchmarks/scale_simulation.py MAP… [--states 1000 10000 100000 1000000] [--sites 1000] [--json]

No browser is started and no site is asked. Of each map is taken: which state was found from which, how many actions a
state costs, how long an action takes, how much of that is work of the one process that decides, and how many bytes a
state takes. Larger sites are made of copies of the recorded graph, each hanging from a state of the copies before.

Each worker takes the first action whose state has been found, waits for its host's turn, and works on it; then the one
process that decides takes its part, one action after the other. What holds a run up is one of four: `found`, nothing to
do was known; `host`, the interval between page loads; `decides`, that one process; `workers`, none was free.
"""

import argparse
import heapq
import itertools
from collections import Counter, deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common import Findings, Table, parser_for, run

from webnavigator.errors import BadInputError
from webnavigator.store.sql import SqlStore, open_map

WORKERS = (1, 8, 64)
INTERVALS_S = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a map tells of its site.

    Attributes:
        name: the map's directory.
        parents: for each captured state, in the order of finding, the place of the first that leads to it; -1: none.
        actions: actions for each state.
        action_s: seconds of an action, as one worker sees it.
        own_s: seconds of them that the deciding process computes.
        sizes: bytes for each state: tables, texts, pictures, index.
    """

    name: str
    parents: tuple[int, ...]
    actions: float
    action_s: float
    own_s: float
    sizes: dict[str, float]


def recorded(path: Path) -> Recorded:
    """Read a map.

    Raises:
        BadInputError: it holds no report of an exploration.
    """
    with open_map(path) as store:
        report = store.get_meta("report")
        if not report or not report.get("new_states") or not report.get("seconds"):
            raise BadInputError(f"map {path} has no report of its exploration")
        settings = store.get_meta("settings") or {}
        parents = _parents(store)
    workers = settings.get("explore", {}).get("workers", 1)
    return Recorded(
        path.name,
        parents,
        report["actions"] / report["new_states"],
        report["seconds"] * workers / report["actions"],
        report.get("own_cpu_seconds", 0.0) / report["actions"],
        _sizes(path, len(parents)),
    )


def _parents(store: SqlStore) -> tuple[int, ...]:
    graph = store.graph()
    seen = sorted((node for node in graph.nodes if node.visited), key=lambda node: node.first_seen)
    place = {node.id: number for number, node in enumerate(seen)}
    found: list[int] = []
    for number, node in enumerate(seen):
        before = [place[edge.source] for edge in graph.edges_to(node.id) if edge.source in place]
        earlier = [other for other in before if other < number]
        found.append(min(earlier, default=-1 if not number else 0))
    return tuple(found)


def _sizes(path: Path, states: int) -> dict[str, float]:
    sizes = {"tables": 0, "texts": 0, "pictures": 0, "index": 0}
    for file in path.rglob("*"):
        if not file.is_file():
            continue
        part = file.relative_to(path).parts[0]
        if part == "index":
            sizes["index"] += file.stat().st_size
        elif part == "blobs":
            sizes["pictures" if file.suffix == ".webp" else "texts"] += file.stat().st_size
        elif file.name == "map.db":
            sizes["tables"] += file.stat().st_size
    return {name: size / states for name, size in sizes.items()}


def larger(site: Recorded, states: int) -> list[int]:
    """Parents of a site of this many states, made of copies."""
    own = len(site.parents)
    parents: list[int] = []
    for number in range(states):
        copy, place = divmod(number, own)
        parent = site.parents[place]
        if parent >= 0:
            parents.append(copy * own + parent)
        else:  # the first of a copy hangs from a state of the copies before, evenly spread
            parents.append(copy * own * 7919 % (copy * own) if copy else -1)
    return parents


@dataclass(slots=True)
class Outcome:
    """What a simulated run took: seconds, and actions by what held them up."""

    seconds: float
    held_up: Counter[str]


def simulate(site: Recorded, states: int, workers: int, interval_s: float) -> Outcome:
    """Explore a site of this many states."""
    children: list[list[int]] = [[] for _ in range(states)]
    for number, parent in enumerate(larger(site, states)):
        if parent >= 0:
            children[parent].append(number)
    per_state = max(1, round(site.actions))
    away_s = max(site.action_s - site.own_s, 0.0)
    ready: deque[tuple[float, int]] = deque([(0.0, 0)])
    free = [0.0] * workers
    working: list[tuple[float, int, int]] = []
    host_s = decided_s = now = 0.0
    held_up: Counter[str] = Counter()
    count = itertools.count()
    while ready or working:
        while ready and free:
            known_s, state = ready.popleft()
            worker_s = heapq.heappop(free)
            begin = max(known_s, worker_s, host_s)
            held_up["host" if begin == host_s > known_s else "workers" if begin == worker_s > known_s else "found"] += 1
            host_s = begin + interval_s
            heapq.heappush(working, (begin + away_s, next(count), state))
        end, _, state = heapq.heappop(working)
        if decided_s > end:
            held_up["decides"] += 1
        decided_s = now = max(end, decided_s) + site.own_s
        heapq.heappush(free, now)
        if state < 0:
            continue
        ready.extend((now, child) for child in children[state])
        ready.extend((now, -1) for _ in range(per_state - 1))  # actions that find nothing new
    return Outcome(now, held_up)


def fleet(sites: list[Recorded], count: int, states: int, workers: int, interval_s: float) -> float:
    """Seconds until this many sites are explored, each by one of the workers at a time, the longest first."""
    times = [simulate(site, states, 1, interval_s).seconds for site in sites]
    queue = sorted((times[number % len(times)] for number in range(count)), reverse=True)
    free = [0.0] * workers
    for seconds in queue:
        heapq.heappush(free, heapq.heappop(free) + seconds)
    return max(free)


def main(options: argparse.Namespace) -> Findings:
    sites = [recorded(Path(path)) for path in options.maps]
    rows = [
        _run(site, states, workers, interval_s)
        for site in sites
        for states in options.states
        for interval_s in INTERVALS_S
        for workers in WORKERS
    ]
    fleets = [
        {"workers": workers, "hours": fleet(sites, options.sites, 1000, workers, 1.0) / 3600}
        for workers in (16, 64, 256, 1000)
    ]
    result: dict[str, Any] = {
        "recorded": [
            {"name": s.name, "states": len(s.parents), "actions": s.actions, "action_s": s.action_s, "own_s": s.own_s}
            | {"bytes": s.sizes}
            for s in sites
        ],
        "one_site": rows,
        "fleet": fleets,
    }
    return result, _tables(sites, rows, fleets, options)


def _run(site: Recorded, states: int, workers: int, interval_s: float) -> dict[str, Any]:
    outcome = simulate(site, states, workers, interval_s)
    held = outcome.held_up.most_common(1)[0][0]
    return {
        "name": site.name,
        "states": states,
        "workers": workers,
        "interval_s": interval_s,
        "hours": outcome.seconds / 3600,
        "held_up_by": held,
    }


def _told(row: dict[str, Any]) -> str:
    return f"{row['hours']:.2f} h ({row['held_up_by']})"


def _tables(
    sites: list[Recorded], rows: list[dict[str, Any]], fleets: list[dict[str, Any]], options: argparse.Namespace
) -> list[Table]:
    taken = Table(
        ("map", "states", "actions/state", "s/action", "of it decides", "tables", "texts", "pictures", "index"),
        [
            (
                s.name,
                len(s.parents),
                f"{s.actions:.1f}",
                f"{s.action_s:.2f}",
                f"{s.own_s * 1000:.0f} ms",
                *(f"{s.sizes[part] / 1000:.1f} kB" for part in ("tables", "texts", "pictures", "index")),
            )
            for s in sites
        ],
        ("bytes are those of a state",),
    )
    names = sorted({(row["name"], row["states"], row["interval_s"]) for row in rows})
    found = {(row["name"], row["states"], row["interval_s"], row["workers"]): row for row in rows}
    lines = [
        (name, f"{states:,}", f"{interval_s:.0f} s", *(_told(found[name, states, interval_s, w]) for w in WORKERS))
        for name, states, interval_s in names
    ]
    headers = ("site like", "states", "interval", *(f"{workers} workers" for workers in WORKERS))
    one = Table(headers, lines, ("in brackets what held most actions up",))
    many = Table(
        ("workers", "hours"),
        [(row["workers"], f"{row['hours']:.1f}") for row in fleets],
        (f"{options.sites} sites of 1,000 states, one worker a site at a time, 1 s between page loads",),
    )
    return [taken, one, many]


if __name__ == "__main__":
    parser = parser_for(__doc__)
    parser.add_argument("maps", nargs="+", metavar="MAP", help="maps that were explored before")
    parser.add_argument("--states", type=int, nargs="+", default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--sites", type=int, default=1000)
    run(main, parser)
