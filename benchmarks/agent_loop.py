"""What a step of an agent costs beside the model and the browser: reading the page, telling what changed, the record.

    .venv/bin/python benchmarks/agent_loop.py [--url URL --login STATE.json] [--steps 20] [--json]

A model that answers at once follows links of the page and comes back. Of each step's wall time, what the browser took
(`Pilot`: acting, looking, pictures) and what the model took is left out. Target: 50 ms at most, as a median.
"""

import argparse
import asyncio
import json
import re
import tempfile
import time
from collections.abc import Awaitable
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

from common import Findings, Table, Target, median, parser_for, run, settings_of, targets

from webnavigator.agents.base import Job, Limits
from webnavigator.agents.hands import Hands
from webnavigator.agents.react import run_react
from webnavigator.agents.trajectory import Trajectory, read_rows
from webnavigator.browser.perform import Pilot
from webnavigator.browser.session import BrowserSession
from webnavigator.config import Settings
from webnavigator.llm.base import Reply, Request, Usage
from webnavigator.llm.structured import Llm
from webnavigator.model.safety import Policy
from webnavigator.model.scope import scope_of

T = TypeVar("T")


class TimedPilot(Pilot):
    """Counts the seconds that the browser takes."""

    __slots__ = ("browser_s",)

    async def timed(self, work: Awaitable[T]) -> T:
        """Wait for work of the browser's."""
        began = time.perf_counter()
        try:
            return await work
        finally:
            self.browser_s += time.perf_counter() - began

    async def act(self, *given: Any, **more: Any) -> Any:
        """As `Pilot.act`."""
        return await self.timed(super().act(*given, **more))

    async def look(self) -> Any:
        """As `Pilot.look`."""
        return await self.timed(super().look())

    async def back(self) -> bool:
        """As `Pilot.back`."""
        return await self.timed(super().back())

    async def picture(self) -> bytes | None:
        """As `Pilot.picture`."""
        return await self.timed(super().picture())

    async def changes_within(self, seconds: float) -> bool:
        """As `Pilot.changes_within`."""
        return await self.timed(super().changes_within(seconds))


class Walker:
    """A model that answers at once: a link not taken yet, then back, in turn; its own time is counted.

    Args:
        pilot: asked for the browser's time.
    """

    name = "walker"
    sees = False

    def __init__(self, pilot: TimedPilot) -> None:
        self.own_s: list[float] = []
        self._pilot = pilot
        self._taken: set[str] = set()
        self._left_at = 0.0

    async def answer(self, request: Request) -> Reply:
        """The next step; the time since the last answer, less the browser's, is that of the loop."""
        now = time.perf_counter()
        if self._left_at:
            self.own_s.append(now - self._left_at - self._pilot.browser_s)
        page = request.text.split("Open page:", 1)[1]
        links = [(ref, name) for ref, name in re.findall(r"\[(\d+) ([A-Z][^\]]*)\]", page) if name not in self._taken]
        if len(self.own_s) % 2 or not links:
            act: dict[str, Any] = {"action": "go_back"}
        else:
            ref, name = links[len(links) // 2]
            self._taken.add(name)
            act = {"action": "click", "ref": int(ref)}
        self._pilot.browser_s = 0.0
        self._left_at = time.perf_counter()
        return Reply(json.dumps(act), Usage(calls=1))


async def walk(target: Target, settings: Settings, steps: int) -> tuple[list[float], list[int]]:
    """Seconds of the loop, and tokens of the page, for each step."""
    async with BrowserSession(settings.browser, Policy(scope_of(target.url, ())), target.login) as session:
        plain = await session.pilot()
        pilot = TimedPilot(*(getattr(plain, field.name) for field in fields(Pilot)))
        pilot.browser_s = 0.0
        await pilot.open(target.url)
        model = Walker(pilot)
        with tempfile.TemporaryDirectory() as folder:
            job = Job("walk", Llm(model), Hands(pilot), Trajectory(Path(folder)), Limits(steps=steps), verify=False)
            await run_react(job)
            tokens = [row["view_tokens"] for row in read_rows(Path(folder)) if row["kind"] == "step"]
    return model.own_s, tokens


def measure(options: argparse.Namespace) -> Findings:
    """Walk on each application."""
    settings = settings_of(options)
    rows: list[dict[str, Any]] = []
    with targets(options) as found:
        for target in found:
            own, tokens = asyncio.run(walk(target, settings, options.steps))
            row = {"name": target.name, "steps": len(own), "page_tokens": median(tokens), "own_ms": median(own) * 1000}
            rows.append({**row, "slowest_ms": max(own) * 1000})
    table = Table(
        ("application", "steps", "tokens a page", "ms a step beside model and browser", "slowest"),
        [(r["name"], r["steps"], r["page_tokens"], f"{r['own_ms']:.1f}", f"{r['slowest_ms']:.1f}") for r in rows],
    )
    return {"applications": rows}, (table,)


if __name__ == "__main__":
    parser = parser_for(__doc__)
    parser.add_argument("--steps", type=int, default=20)
    run(measure, parser)
