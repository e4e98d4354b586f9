"""Is a teleport that says “reached” in the state it chose? Asked of a second, independent look at the page.

    python benchmarks/teleport_truth.py [--url URL --login STATE.json] [--map DIR] [--teleports 200] [--seed 1] [--json]

Explores (``--minutes``), or takes a map made before (``--map``, made when missing). Then, again and again: to a state
by chance, and from there to another one by chance; the page is then judged by `second_look.py`, which shares nothing
with the product: a script of its own through plain Playwright, compared with what the map kept of its states.

``true``: of those that say they reached, the share that the second look confirms (target: 99.5 % at least). ``false
alarms``: of those that say they did not, the share that the second look finds in the chosen state all the same.
``told apart``: the second look is asked about a wrong state too, at the same address if there is one; the share that it
refuses says how far its word can be taken.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from common import Findings, Table, Target, median, parser_for, percent, run, settings_of, targets
from second_look import Judgement, Reference, judge, second_look

from webnavigator import app
from webnavigator.app import OpenNavigator, open_navigator
from webnavigator.browser.login import LoginState
from webnavigator.browser.perform import Pilot
from webnavigator.config import Settings
from webnavigator.errors import BrowserError
from webnavigator.navigate.arrival import Arrival

TARGET = 0.995
_LOOK_S = 20


@dataclass(frozen=True, slots=True)
class Row:
    """One teleport.

    Attributes:
        source: id of the state it started from; "" when that could not be reached and it started where the page was.
        target: id of the state chosen.
        url: the state's address.
        name: what tells it from others at this address.
        outcome: what the navigator says.
        steps: steps taken.
        seconds: wall time.
        judgement: the second look; None when the page could not be looked at.
        told_apart: the second look says that the page is not in another state, chosen by chance; None when not asked.
        said: the navigator's reason.
    """

    source: str
    target: str
    url: str
    name: str
    outcome: str
    steps: int
    seconds: float
    judgement: Judgement | None
    told_apart: bool | None
    said: str

    @property
    def true(self) -> bool:
        """The second look confirms the state."""
        return self.judgement is not None and self.judgement.true


@dataclass(slots=True)
class Trial:
    """Teleports on one map."""

    navigator: OpenNavigator
    references: dict[str, Reference]

    @classmethod
    def on(cls, navigator: OpenNavigator) -> "Trial":
        """Read from the map what the second look compares with."""
        references: dict[str, Reference] = {}
        for node in navigator.graph.nodes:
            seen = navigator.store.observation(node) if node.visited else None
            if seen is not None:
                marks = {path: seen.states.get(path, "") for path in seen.structure}
                references[node.id] = Reference(node.id, node.url, marks)
        return cls(navigator, references)

    async def run(self, count: int, seed: int, login: LoginState | None) -> list[Row]:
        """Teleport `count` times."""
        chance, ids = random.Random(seed), sorted(self.references)
        wrong = random.Random(seed)
        rows: list[Row] = []
        while len(rows) < count:
            async with self.navigator.browser(login) as pilot:
                for _ in range(min(50, count - len(rows))):
                    source, target = chance.sample(ids, 2) if len(ids) > 1 else [ids[0], ids[0]]
                    rows.append(await self._teleport(pilot, source, target, wrong))
                    _tell(rows)
                    if pilot.page.is_closed():
                        break
        return rows

    async def _teleport(self, pilot: Pilot, source: str, target: str, wrong: random.Random) -> Row:
        stands = await self._go(pilot, source)
        arrival = await self._go(pilot, target)
        judgement, told_apart = await self._judge(pilot, target, wrong)
        node = self.navigator.graph.node(target)
        assert node is not None, "references are made from the graph"
        return Row(
            source=source if stands.reached else "",
            target=target,
            url=node.url,
            name=node.name,
            outcome=arrival.outcome,
            steps=len(arrival.path),
            seconds=arrival.seconds.teleport,
            judgement=judgement,
            told_apart=told_apart,
            said=arrival.reason,
        )

    async def _go(self, pilot: Pilot, node_id: str) -> Arrival:
        try:
            return await self.navigator.go(pilot, node_id)
        except BrowserError as error:
            return Arrival("failed", node_id, reason=str(error))

    async def _judge(self, pilot: Pilot, target: str, wrong: random.Random) -> tuple[Judgement | None, bool | None]:
        try:
            async with asyncio.timeout(_LOOK_S):
                seen = await second_look(pilot.page)
        except Exception as error:  # noqa: BLE001 - whatever the page does becomes a row that says so
            return Judgement(False, 0, 0, "", f"no look: {error}"), None
        chosen = self.references[target]
        judgement = judge(seen, chosen, self._at_address_of(chosen))
        others = self._at_address_of(chosen) or [one for one in self.references.values() if one.id != target]
        if not others:
            return judgement, None
        other = wrong.choice(others)
        return judgement, not judge(seen, other, self._at_address_of(other)).true

    def _at_address_of(self, state: Reference) -> list[Reference]:
        return [one for one in self.references.values() if one.url == state.url and one.id != state.id]


def _tell(rows: list[Row]) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{len(rows)} teleports, {sum(row.outcome == 'reached' for row in rows)} reached ")


def summary_of(rows: list[Row], states: int) -> dict[str, Any]:
    """Shares from 0 to 1 and seconds; None where nothing was to be counted."""
    reached = [row for row in rows if row.outcome == "reached"]
    others = [row for row in rows if row.outcome != "reached"]
    return {
        "states": states,
        "teleports": len(rows),
        "reached": len(reached) / len(rows),
        "true": _share([row.true for row in reached]),
        "false_alarms": _share([row.true for row in others]),
        "told_apart": _share([row.told_apart for row in rows if row.told_apart is not None and row.true]),
        "seconds_p50": median([row.seconds for row in reached]),
        "seconds_p95": sorted(row.seconds for row in reached)[int(len(reached) * 0.95)] if reached else None,
        "steps_p50": median([row.steps for row in reached]),
        "outcomes": _counts(rows),
    }


def _share(held: list[bool]) -> float | None:
    return sum(held) / len(held) if held else None


def _counts(rows: list[Row]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for row in rows:
        counts[row.outcome] += 1
    return dict(counts)


async def trial(target: Target, map_dir: Path, settings: Settings, options: argparse.Namespace) -> dict[str, Any]:
    """Teleport on one map and judge."""
    async with open_navigator(map_dir, settings) as navigator:
        tried = Trial.on(navigator)
        rows = await tried.run(options.teleports, options.seed, target.login)
        return {
            "name": target.name,
            "url": target.url,
            "summary": summary_of(rows, len(tried.references)),
            "rows": [{**asdict(row), "true": row.true} for row in rows],
        }


def tables_of(results: list[dict[str, Any]]) -> list[Table]:
    """What people read: the shares, and each teleport that was not where it said it was."""
    headers = (
        "application",
        "states",
        "teleports",
        "reached",
        "true",
        "false alarms",
        "told apart",
        "s p50",
        "s p95",
        "steps p50",
    )
    lines = [
        (
            result["name"],
            one["states"],
            one["teleports"],
            percent(one["reached"]),
            *("" if one[part] is None else percent(one[part]) for part in ("true", "false_alarms", "told_apart")),
            f"{one['seconds_p50']:.2f}",
            "" if one["seconds_p95"] is None else f"{one['seconds_p95']:.2f}",
            f"{one['steps_p50']:.0f}",
        )
        for result in results
        for one in (result["summary"],)
    ]
    wrong = [
        (row["outcome"], row["name"] or row["url"], row["judgement"]["reason"] if row["judgement"] else "", row["said"])
        for result in results
        for row in result["rows"]
        if (row["outcome"] == "reached") != row["true"] or row["outcome"] != "reached"
    ]
    tables = [Table(headers, lines, (f"target: {percent(TARGET)} of those that say “reached” are true",))]
    return [*tables, Table(("said", "state", "second look", "reason said"), wrong)] if wrong else tables


def main(options: argparse.Namespace) -> Findings:
    settings = settings_of(options, max_minutes=options.minutes, workers=options.workers)
    results: list[dict[str, Any]] = []
    with targets(options) as applications, tempfile.TemporaryDirectory() as directory:
        for number, target in enumerate(applications):
            map_dir = Path(options.map[number] if options.map else Path(directory) / str(number))
            if not map_dir.exists():
                asyncio.run(app.explore(target.url, map_dir, settings, login=target.login))
            results.append(asyncio.run(trial(target, map_dir, settings, options)))
    return {"target": TARGET, "applications": results}, tables_of(results)


if __name__ == "__main__":
    parser = parser_for(__doc__)
    parser.add_argument(
        "--map",
        action="append",
        metavar="DIR",
        help="explore into it, or take it as it is; the n-th for the n-th --url",
    )
    parser.add_argument("--teleports", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5.0, help="longest exploration where no map is given")
    parser.add_argument("--workers", type=int, default=2)
    run(main, parser)
