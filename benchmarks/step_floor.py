"""What one step of exploring costs, against the floor: a bare script that does the least on the same page and click.

    python benchmarks/step_floor.py [--url URL --login STATE.json] [--pages 3] [--clicks 3] [--repeats 7] [--json]

The floor (`bare.py`): script click, ``load`` when the click loads a page, 50 ms without a DOM mutation, accessibility
tree, MD5 of all XPaths, picture at half scale of a tall viewport, kept in memory. Playwright and CDP alone.

Ours, as the explorer does it with a state that is new: `Pilot.act` (find the control, ask the policy, is it covered,
mouse click under the network guard, settle: mutations, requests, finite animations), `Pilot.look` (controls with
roles, names, rectangles, forms and listeners; text by region; accessibility tree; structure, frames and shadow roots
included), identity, `Pilot.picture` (WebP), and `Recorder.record`: node, edge, links, tasks, blobs and SQLite on disk.

Both are taken in turn, in two browsers of the same kind and flags, each from the same page opened anew (not timed).
Clicks are chosen by chance (``--seed``) among links and buttons that the policy allows; ratio: median ours by median
floor, where the floor of a click is the cheaper of the two trees. Target: 1.25 at most. ``fastest``: the ratio of the
fastest step of each, which other programs on the machine disturb least.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from bare import TREES, Bare, BareStep, Tree
from common import Findings, Table, Target, median, ms, parser_for, run, settings_of, targets
from playwright.async_api import async_playwright

from webnavigator.browser.find import locate_browser
from webnavigator.browser.launch import FLAGS, keeps_indexed_db, unsandboxed_reason
from webnavigator.browser.perform import Performed, Pilot
from webnavigator.browser.session import BrowserSession
from webnavigator.config import Settings
from webnavigator.errors import BadInputError, BrowserError
from webnavigator.explore.frontier import Frontier
from webnavigator.explore.growth import Growth
from webnavigator.explore.recorder import Recorder
from webnavigator.explore.step import Step
from webnavigator.model.action import CROSSING, Click
from webnavigator.model.page import Element
from webnavigator.model.safety import Deny, Policy
from webnavigator.model.scope import scope_of
from webnavigator.model.template import Templates
from webnavigator.model.url import UrlTemplates, canonical_url
from webnavigator.store.sql import open_map

TARGET = 1.25
OUR_PARTS = ("act", "look", "identify", "picture", "record")
BARE_PARTS = ("click_and_settle_s", "tree_s", "hashes_s", "picture_s")


@dataclass(frozen=True, slots=True)
class Case:
    """One click on one page.

    Attributes:
        url: the page.
        element: what is clicked.
        loads: the click loads another document.
    """

    url: str
    element: Element
    loads: bool

    @property
    def xpath(self) -> str:
        """Full XPath of what is clicked."""
        return self.element.locator.xpath


@dataclass(frozen=True, slots=True)
class OurStep:
    """What one of our steps took: wall seconds by part, processor seconds of this process, elements on the page."""

    parts: dict[str, float]
    cpu_s: float
    elements: int

    @property
    def total_s(self) -> float:
        """The whole step."""
        return sum(self.parts.values())


@dataclass(slots=True)
class Measured:
    """All steps of one case."""

    case: Case
    ours: list[OurStep] = field(default_factory=list[OurStep])
    bare: dict[Tree, list[BareStep]] = field(default_factory=lambda: {tree: [] for tree in TREES})

    def floor(self) -> tuple[Tree, float]:
        """The cheaper tree and the median of its steps, in seconds."""
        return min(((tree, median([s.total_s for s in self.bare[tree]])) for tree in TREES), key=lambda row: row[1])

    def summary(self) -> dict[str, Any]:
        """Medians in seconds, and the ratio."""
        tree, floor_s = self.floor()
        ours_s = median([step.total_s for step in self.ours])
        best_s = min(step.total_s for step in self.ours), min(step.total_s for step in self.bare[tree])
        return {
            "page": self.case.url,
            "click": self.case.element.label,
            "role": self.case.element.role,
            "loads": self.case.loads,
            "elements": self.ours[-1].elements,
            "floor_tree": tree,
            "floor_s": floor_s,
            "ours_s": ours_s,
            "ratio": ours_s / floor_s,
            "ratio_of_fastest": best_s[0] / best_s[1],
            "ours_cpu_s": median([step.cpu_s for step in self.ours]),
            "floor_parts_s": {
                p.removesuffix("_s"): median([getattr(s, p) for s in self.bare[tree]]) for p in BARE_PARTS
            },
            "floor_other_tree_s": {t: median([s.total_s for s in self.bare[t]]) for t in TREES if t != tree},
            "ours_parts_s": {part: median([step.parts[part] for step in self.ours]) for part in OUR_PARTS},
        }


@dataclass(slots=True)
class Ours:
    """Our side: a page under control, and a fresh map for each step so that each finds a new state."""

    pilot: Pilot
    policy: Policy
    settings: Settings

    async def step(self, case: Case) -> OurStep:
        """One step from a page that was just opened."""
        with tempfile.TemporaryDirectory() as directory, open_map(Path(directory) / "map", create=True) as store:
            frontier = Frontier(self.settings.explore)
            graph = store.graph()
            growth = Growth(store, graph, frontier)
            recorder = Recorder(growth, self.policy, self.settings.explore, UrlTemplates(), Templates())
            await self.pilot.open(case.url)
            start = recorder.record(await self.pilot.look(), Step("", None, by_url=True), None)
            return await self._timed(case, recorder, start.node.id)

    async def _timed(self, case: Case, recorder: Recorder, source: str) -> OurStep:
        click = Click(case.element.locator)
        cpu, times = time.process_time(), [time.perf_counter()]
        performed = await self.pilot.act(click)
        times.append(time.perf_counter())
        seen = await self.pilot.look()
        times.append(time.perf_counter())
        recorder.identify(seen)
        times.append(time.perf_counter())
        picture = await self.pilot.picture()
        times.append(time.perf_counter())
        in_place = isinstance(performed, Performed) and not performed.new_document
        recorder.record(seen, Step(source, click, case.element.label, depth=1, in_place=in_place), picture)
        times.append(time.perf_counter())
        parts = [after - before for before, after in pairwise(times)]
        return OurStep(dict(zip(OUR_PARTS, parts, strict=True)), time.process_time() - cpu, len(seen.structure))


@asynccontextmanager
async def bare_page(target: Target, settings: Settings, image: str) -> AsyncGenerator[Bare]:
    """The floor's page, in a browser of its own without a guard; same browser, flags and window as ours."""
    login = target.login
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=locate_browser(settings.browser).executable_path,
            args=list(FLAGS),
            chromium_sandbox=unsandboxed_reason() is None,
        )
        context = await browser.new_context(
            viewport={"width": settings.browser.viewport_width_px, "height": settings.browser.viewport_height_px},
            locale=settings.browser.locale,
            service_workers="block",
            reduced_motion="reduce",
            storage_state=login.for_playwright(indexed_db=keeps_indexed_db()) if login else None,
        )
        if login is not None and login.session_storage:
            await context.add_init_script(login.session_script())
        yield await Bare.take(await context.new_page(), image)
        await browser.close()


async def choose(ours: Ours, bare: Bare, target: Target, options: argparse.Namespace) -> list[Case]:
    """Pages by chance among what the start page links to, and clicks by chance on each."""
    chance = random.Random(options.seed)
    await ours.pilot.open(target.url)
    links = [e.locator.href for e in (await ours.pilot.look()).elements if _is_link(e, ours.policy, target.url)]
    others = sorted({canonical_url(link.partition("#")[0]) for link in links} - {canonical_url(target.url)})
    pages = [target.url, *chance.sample(others, min(options.pages - 1, len(others)))]
    cases: list[Case] = []
    for page in pages:
        found: list[Case] = []
        await ours.pilot.open(page)
        seen = [e for e in (await ours.pilot.look()).elements if _is_click(e)]
        for element in chance.sample(seen, len(seen)):
            if len(found) >= options.clicks:
                break
            kinds = [case.loads for case in found]
            case = await _try(ours, bare, page, element)
            if case is not None and kinds.count(case.loads) <= options.clicks // 2:
                found.append(case)
        cases += found
    if not cases:
        raise BadInputError(f"no link or button that may be pressed does anything on {target.url}")
    return cases


async def _try(ours: Ours, bare: Bare, page: str, element: Element) -> Case | None:
    """The click as a case; None when it is not allowed, does nothing, or is not there for the bare script."""
    try:
        await ours.pilot.open(page)
        before = await ours.pilot.peek()
        if ours.pilot.watch is not None:
            ours.pilot.watch.drain()
        performed = await ours.pilot.act(Click(element.locator))
        if isinstance(performed, Deny) or performed.popups or performed.held or performed.downloads:
            return None
        if not ours.policy.scope.contains(ours.pilot.page.url) or await ours.pilot.peek() == before:
            return None
    except BrowserError:
        return None
    case = Case(page, element, performed.new_document)
    await bare.stand(page)
    return case if await bare.has(case.xpath) else None


def _is_click(element: Element) -> bool:
    return element.role in ("link", "button", "tab", "menuitem") and CROSSING not in element.locator.xpath


def _is_link(element: Element, policy: Policy, url: str) -> bool:
    click = Click(element.locator)
    return bool(element.locator.href) and not isinstance(policy.decide(click, element, url), Deny)


async def measure(ours: Ours, bare: Bare, cases: list[Case], repeats: int) -> list[Measured]:
    """Each case in turn with each contender; the order changes from round to round. The first round is not counted."""
    measured = [Measured(case) for case in cases]
    for turn in range(repeats + 1):
        for row in measured:
            for contender in _order(turn):
                if contender == "ours":
                    step = await ours.step(row.case)
                    if turn:
                        row.ours.append(step)
                else:
                    await bare.stand(row.case.url)
                    bare_step = await bare.step(row.case.xpath, contender, loads=row.case.loads)
                    if turn:
                        row.bare[contender].append(bare_step)
    return measured


def _order(turn: int) -> list[Any]:
    contenders: list[Any] = ["ours", *TREES]
    return contenders[turn % 3 :] + contenders[: turn % 3]


def table_of(name: str, rows: list[dict[str, Any]]) -> Table:
    """What people read."""
    lines = [
        (
            row["click"][:30],
            "loads" if row["loads"] else "in place",
            f"{row['elements']:,}",
            ms(row["floor_s"]),
            ms(row["ours_s"]),
            f"{row['ratio']:.2f}",
            f"{row['ratio_of_fastest']:.2f}",
            " ".join(f"{part} {ms(s)}" for part, s in row["floor_parts_s"].items()) + f" ({row['floor_tree']})",
            " ".join(f"{part} {ms(s)}" for part, s in row["ours_parts_s"].items()),
            ms(row["ours_cpu_s"]),
        )
        for row in rows
    ]
    headers = (
        "click",
        "kind",
        "structure",
        "floor ms",
        "ours ms",
        "ratio",
        "fastest",
        "floor's parts",
        "our parts",
        "our cpu ms",
    )
    total = sum(row["ours_s"] for row in rows) / sum(row["floor_s"] for row in rows)
    below = f"{name}: median ratio {median([row['ratio'] for row in rows]):.2f}, of all steps together {total:.2f}"
    return Table(headers, lines, (f"{below} (target: at most {TARGET})",))


async def compare(options: argparse.Namespace) -> Findings:
    """All applications, one after the other."""
    settings = settings_of(options)
    result: dict[str, Any] = {"target": TARGET, "applications": []}
    tables: list[Table] = []
    with targets(options) as applications:
        for target in applications:
            policy = Policy(scope_of(target.url, settings.explore.allow_hosts))
            async with (
                BrowserSession(settings.browser, policy, target.login) as session,
                bare_page(target, settings, options.image) as bare,
            ):
                ours = Ours(await session.pilot(), policy, settings)
                cases = await choose(ours, bare, target, options)
                rows = [row.summary() for row in await measure(ours, bare, cases, options.repeats)]
            ratio = median([row["ratio"] for row in rows])
            result["applications"].append(
                {"name": target.name, "url": target.url, "median_ratio": ratio, "clicks": rows}
            )
            tables.append(table_of(target.name, rows))
    return result, tables


def main(options: argparse.Namespace) -> Findings:
    return asyncio.run(compare(options))


if __name__ == "__main__":
    parser = parser_for(__doc__)
    parser.add_argument("--pages", type=int, default=3, help="pages: the start page and some that it links to")
    parser.add_argument("--clicks", type=int, default=3, help="clicks on each page")
    parser.add_argument("--repeats", type=int, default=7, help="rounds counted")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--image", choices=("jpeg", "webp"), default="jpeg", help="the floor's picture")
    run(main, parser)
