"""Does preset ``default`` reach all that preset ``paper`` reaches, and in how many of its actions?

    python benchmarks/presets.py [--url URL --login STATE.json] [--probe INTENTS.json] [--depth 2] [--minutes 30]

Both presets explore the same application at the same depth into maps of their own (``paper``: Algorithm 1 of arXiv
2603.20366 to the letter, so it may take long: ``--minutes`` bounds each). Then, from the maps alone:

- intents: checks of the probe file (the demo shop has its own) that held on some state;
- templates: all states of both maps are sorted into templates together, ``default``'s first; what only ``paper``'s
  states found is missed;
- opened: what was opened in place (menus, tabs, dialogs), as pairs of the page's template and the control's name;
- actions: page loads, clicks and the rest; and those that ``default`` had taken when it had the last of ``paper``'s
  intents and templates that it found at all (it goes on to find more).

Target: nothing missed, and all of it reached in at most a third of ``paper``'s actions. A run that the clock ended is
said to be cut. ``paper`` tries whatever is before it, so a cut run counts what it had still to try as actions: it would
have taken at least those; what these would have found is not known.
"""

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from common import Findings, Table, Target, parser_for, run, settings_of, targets

from webnavigator import app
from webnavigator.demo import intents
from webnavigator.explore.report import ExploreReport, Progress
from webnavigator.model.graph import Node
from webnavigator.model.template import Templates
from webnavigator.model.url import UrlTemplates
from webnavigator.store.sql import open_map

Preset = Literal["default", "paper"]
TARGET = 1 / 3
_DIGITS = re.compile(r"\d+")
SHOWN = 20
"""Of what was missed, so many are printed; ``--json`` has all."""


@dataclass(frozen=True, slots=True)
class State:
    """A state of a map, as far as the comparison needs it.

    Attributes:
        node: the state.
        keys: the published structure: XPaths alone, the same for both presets.
        probes: ids of the checks that held on it.
        host: the state at the same address that it was opened on, None for a page.
    """

    node: Node
    keys: frozenset[str]
    probes: frozenset[str]
    host: str | None


@dataclass(slots=True)
class Explored:
    """One preset's run.

    Attributes:
        report: the explorer's.
        clock: (seconds since the epoch, actions taken) after each action.
        states: what it found.
    """

    report: ExploreReport
    clock: list[tuple[float, int]]
    states: list[State] = field(default_factory=list[State])

    @property
    def intents(self) -> set[str]:
        """Ids of all checks that held somewhere."""
        return {probe for state in self.states for probe in state.probes}

    @property
    def committed(self) -> int:
        """Actions taken, and for a run of ``paper`` that was cut those that it had still to take."""
        cut = self.report.preset == "paper" and self.report.ended == "max-minutes"
        return self.report.actions + (self.report.frontier if cut else 0)

    def actions_at(self, moment: float) -> int:
        """Actions taken until a moment, in seconds since the epoch; all when it is later than the last one."""
        return next((actions for at, actions in self.clock if at >= moment), self.report.actions)


def explore(
    target: Target, preset: Preset, options: argparse.Namespace, map_dir: Path, probes: Path | None
) -> Explored:
    """Explore with one preset and read its map."""
    clock: list[tuple[float, int]] = []

    def tick(progress: Progress) -> None:
        clock.append((time.time(), progress.actions))
        if sys.stderr.isatty():
            sys.stderr.write(
                f"\r{preset}: {progress.states} states, {progress.actions} actions, {progress.frontier} left "
            )

    settings = settings_of(
        options,
        preset=preset,
        depth=options.depth,
        max_minutes=options.minutes,
        max_pages=options.max_pages,
        workers=options.workers,
    )
    report = asyncio.run(app.explore(target.url, map_dir, settings, login=target.login, probes=probes, progress=tick))
    explored = Explored(report, clock)
    with open_map(map_dir) as store:
        graph = store.graph()
        labels = store.labels()
        for node in graph.nodes:
            if node.visited:
                held = frozenset(probe for probe, nodes in labels.items() if node.id in nodes)
                hosts = [e.source for e in graph.edges_to(node.id) if _same_page(graph.node(e.source), node)]
                host = hosts[0] if hosts and node.name else None
                explored.states.append(State(node, store.structure(node, faithful=True), held, host))
    return explored


def _same_page(host: Node | None, node: Node) -> bool:
    return host is not None and host.visited and host.url == node.url and host.id != node.id


@dataclass(frozen=True, slots=True)
class Sorted:
    """What each state of two maps stands for, in words of both.

    Attributes:
        template: template by state id.
        opened: (template of the page, name of the control) by state id, for what was opened in place.
    """

    template: dict[str, str]
    opened: dict[str, tuple[str, str]]


def sort_together(runs: Iterable[Explored]) -> Sorted:
    """Templates over the states of all runs, and what was opened on them; earlier runs found templates first."""
    runs = list(runs)
    urls, templates = UrlTemplates(), Templates()
    for explored in runs:
        for state in explored.states:
            urls.observe(state.node.url)
    template: dict[str, str] = {}
    opened: dict[str, tuple[str, str]] = {}
    for explored in runs:
        for state in sorted(explored.states, key=lambda state: state.host is not None):
            host = template.get(state.host) if state.host else None
            if host is not None:
                opened[state.node.id] = (host, _DIGITS.sub("#", " ".join(state.node.name.split()).casefold()))
            else:
                template[state.node.id] = templates.assign(state.keys, urls.template(state.node.url))
    return Sorted(template, opened)


def compare(default: Explored, paper: Explored) -> dict[str, Any]:
    """What paper reached, what default missed of it, and the actions of both."""
    kinds = sort_together([default, paper])
    missed_intents = sorted(paper.intents - default.intents)
    missed_templates = _missed(kinds.template, default, paper)
    missed_opened = _missed(kinds.opened, default, paper)
    until = _until_all(default, paper, kinds.template)
    return {
        "default": _figures(default, kinds),
        "paper": _figures(paper, kinds),
        "missed_intents": missed_intents,
        "missed_templates": [f"{state.node.title} {state.node.url}" for state in missed_templates],
        "missed_opened": [f"“{state.node.name}” on {state.node.url}" for state in missed_opened],
        "actions_ratio": default.report.actions / paper.committed,
        "actions_until_all": until,
        "actions_until_all_ratio": None if until is None else until / paper.committed,
        "paper_cut": paper.report.ended == "max-minutes",
    }


def _figures(explored: Explored, kinds: Sorted) -> dict[str, Any]:
    ids = {state.node.id for state in explored.states}
    return {
        "states": len(ids),
        "intents": len(explored.intents),
        "templates": len({kind for node, kind in kinds.template.items() if node in ids}),
        "opened": len({kind for node, kind in kinds.opened.items() if node in ids}),
        "actions": explored.report.actions,
        "still_to_take": explored.committed - explored.report.actions,
        "seconds": explored.report.seconds,
        "ended": explored.report.ended,
    }


def _missed(kind_of: dict[str, Any], default: Explored, paper: Explored) -> list[State]:
    """One state of each kind that paper reached and default did not."""
    reached = {kind_of[state.node.id] for state in default.states if state.node.id in kind_of}
    missed: dict[Any, State] = {}
    for state in paper.states:
        kind = kind_of.get(state.node.id)
        if kind is not None and kind not in reached:
            missed.setdefault(kind, state)
    return list(missed.values())


def _until_all(default: Explored, paper: Explored, template: dict[str, str]) -> int | None:
    """Actions after which default had all of paper's intents and templates that it found at all; None of nothing."""
    wanted: set[str] = {*paper.intents}
    wanted |= {template[state.node.id] for state in paper.states if state.node.id in template}
    first: dict[str, float] = {}
    for state in sorted(default.states, key=lambda state: state.node.first_seen):
        for what in (*state.probes, template.get(state.node.id, "")):
            first.setdefault(what, state.node.first_seen)
    had = [first[what] for what in wanted if what in first]
    return default.actions_at(max(had)) if had else None


def tables_of(name: str, depth: int, row: dict[str, Any]) -> Table:
    """What people read."""
    columns = ("states", "intents", "templates", "opened", "actions", "still_to_take", "seconds", "ended")
    lines = [
        (preset, *(round(row[preset][column]) if column == "seconds" else row[preset][column] for column in columns))
        for preset in ("default", "paper")
    ]
    until = row["actions_until_all"]
    below = [f"{name}, depth {depth}: all actions of default by those of paper {row['actions_ratio']:.2f}"]
    if until is not None:
        below.append(
            f"{name}, depth {depth}: default had what it found of paper's intents and templates after {until} actions: "
            f"{row['actions_until_all_ratio']:.2f} of paper's (target: at most {TARGET:.2f})"
        )
    if row["paper_cut"]:
        below.append("paper was cut by the clock: it takes at least the actions counted, and may have reached more")
    for what in ("intents", "templates", "opened"):
        missed = row[f"missed_{what}"]
        below += [f"{what} that only paper reached: {len(missed)}", *(f"- {one}" for one in missed[:SHOWN])]
    return Table(("preset", *columns), lines, below)


def main(options: argparse.Namespace) -> Findings:
    results: list[dict[str, Any]] = []
    tables: list[Table] = []
    with targets(options) as applications, tempfile.TemporaryDirectory() as directory:
        for number, target in enumerate(applications):
            here = Path(options.maps or directory) / str(number)
            here.mkdir(parents=True, exist_ok=True)
            probes = Path(options.probe[number]) if options.probe else None
            if not options.url:
                probes = here / "intents.json"
                probes.write_text(json.dumps(intents(target.url)), "utf-8")
            default = explore(target, "default", options, here / "default", probes)
            paper = explore(target, "paper", options, here / "paper", probes)
            row = compare(default, paper)
            results.append({"name": target.name, "url": target.url, "depth": options.depth, **row})
            tables.append(tables_of(target.name, options.depth, row))
    return {"target": TARGET, "applications": results}, tables


if __name__ == "__main__":
    parser = parser_for(__doc__)
    parser.add_argument(
        "--probe", action="append", metavar="INTENTS.json", help="checks; the n-th belongs to the n-th --url"
    )
    parser.add_argument("--depth", type=int, default=2, help="longest distance from the start page in actions")
    parser.add_argument("--minutes", type=float, default=30.0, help="longest run of each preset")
    parser.add_argument("--max-pages", type=int, help="most states of each run")
    parser.add_argument("--workers", type=int, default=2, help="pages driven in parallel")
    parser.add_argument("--maps", metavar="DIR", help="keep the maps here")
    run(main, parser)
