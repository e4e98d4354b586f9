"""The loop of a refresh: look again, explore what is new, say what changed."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from webnavigator.browser.login import LoginState
from webnavigator.browser.session import BrowserSession
from webnavigator.config import Settings
from webnavigator.errors import NavigationError
from webnavigator.explore.explorer import Explorer
from webnavigator.explore.politeness import Politeness, robots_url
from webnavigator.explore.presence import Presence
from webnavigator.explore.report import ExploreReport, Progress
from webnavigator.explore.resume import take_up
from webnavigator.explore.sayings import Sayings
from webnavigator.explore.signed_in import Renew, Sign, SignedIn
from webnavigator.explore.worker import Worker
from webnavigator.model.safety import Policy, signs_of_login
from webnavigator.model.task import Task
from webnavigator.refresh.crew import Crew
from webnavigator.refresh.order import Unit, failures, units
from webnavigator.refresh.revise import Reviser
from webnavigator.store.base import Store, Successor, follow

FOR_OLD = 0.8
"""Share of a budget for what is on the map; the rest is kept for what is new."""
UNFINISHED = frozenset({"interrupted", "signed-out", "unreachable"})
"""Ends after which the next refresh goes on, and its diff covers both."""

_FAILED = "failed_edges"
"""Name under which a map keeps the failures of edges that a refresh has looked into."""


@dataclass(slots=True)
class Refresher:
    """One run of a refresh.

    Attributes:
        store: the map, open for writing.
        start_url: canonical address of its start page.
        settings: see `Settings`; preset and hosts are the map's.
        policy: what may be done.
        since: what was seen before this moment, in seconds since 1970, is looked at again.
        leave: ids of pending tasks of earlier explorations, which a refresh leaves alone.
        max_pages: most states to look at, new ones included; None: no bound.
        login: cookies and storage to start with.
        renew: signs in once more when the session ends in mid-run.
        on_progress: called after each unit and each action.
        stop: set it to end after what is under way.
    """

    store: Store
    start_url: str
    settings: Settings
    policy: Policy
    since: float
    leave: set[str]
    max_pages: int | None = None
    login: LoginState | None = None
    renew: Renew | None = None
    on_progress: Callable[[Progress], None] | None = None
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    looked: int = 0
    new_states: int = 0
    actions: int = 0
    ended: str = ""
    unseen: dict[str, str] = field(default_factory=dict[str, str])
    warnings: list[str] = field(default_factory=list[str])
    _began: float = field(default_factory=time.monotonic)

    async def run(self) -> None:
        """Look at what is on the map, explore what is new, and look at the rest while there is time.

        Raises:
            NavigationError: the start page cannot be opened, or asks to sign in.
            BrowserMissingError: no browser can be started.
        """
        await self._look_again(FOR_OLD)
        if self.ended in UNFINISHED:
            return
        stopped, self.ended = self.ended, ""
        await self._explore_new()
        if stopped and self.ended not in UNFINISHED and not self._over(self.looked, 1.0):
            self.ended = ""
            await self._look_again(1.0)
        if not self.ended and (self.left() or self.fresh()):
            self.ended = self._over(self.looked, 1.0)
        self.ended = self.ended or "complete"

    def left(self) -> list[Unit]:
        """What is still to be looked at."""
        queue = units(self.store.graph(), self.store.uses(), self._failed(), self.since, self.since)
        for unit in queue:
            unit.looks = [name for name in unit.looks if name not in self.unseen]
            unit.late = [name for name in unit.late if name not in self.unseen]
        return [unit for unit in queue if len(unit)]

    def fresh(self) -> list[str]:
        """Ids of the tasks that changed pages offered and that were not tried yet."""
        return [task.id for task in self.store.tasks("pending") if task.id not in self.leave]

    async def _look_again(self, share: float) -> None:
        queue = deque(self.left())
        if not queue:
            return
        learned = set(self.store.read_endpoints())
        recorder = take_up(self.store, self.settings.explore, self.policy, ())
        reviser = Reviser(recorder, self.leave)
        explore = self.settings.explore
        politeness, sayings = Politeness(explore.min_interval_ms / 1000), Sayings()
        sign = Sign(explore.signed_in_text or "")
        async with BrowserSession(self.settings.browser, self.policy, self.login, learned) as session:

            async def hire() -> Worker:
                return Worker(
                    await session.pilot(), recorder, politeness, sayings, sign if self.login is not None else None
                )

            presence = Presence(self.start_url, self.stop, explore.patience_s)
            crew = Crew(session, hire, reviser, presence, SignedIn(session, self.start_url, self.renew, sign),
                        self._failed(), lambda looked: self._over(self.looked + looked, share), self._tell,
                        self.unseen)  # fmt: skip
            try:
                first = await hire()
                await self._check_start(first)
                await crew.look_at(queue, first, explore.workers)
            except asyncio.CancelledError:
                task = asyncio.current_task()
                assert task is not None
                task.uncancel()
                crew.ended = "interrupted"
            finally:
                self.looked += crew.looked
                self.ended = crew.ended
                self._keep_failed()

    async def _check_start(self, worker: Worker) -> None:
        """What is wrong with the start page is wrong with the whole run: nothing is taken for gone because of it."""
        robots = self.settings.explore.respect_robots
        if robots or (robots is None and self.login is None):
            text = await worker.pilot.fetch_text(robots_url(self.start_url))
            if text is not None:
                worker.politeness.read_robots(text)
        landing = await worker.open_politely(self.start_url)
        if landing.status is not None and landing.status >= 400:
            raise NavigationError(f"the start page answers HTTP {landing.status}", self.start_url, landing.status)
        if signs_of_login(await worker.pilot.look()):
            if self.login is not None:
                cure = "the login state has expired; record it anew with webnavigator login"
                raise NavigationError(f"the start page asks to sign in: {cure}", self.start_url)
            if not self._asked_before(worker):
                cure = "the map was made signed in, so give --login"
                raise NavigationError(f"the start page asks to sign in: {cure}", self.start_url)

    def _asked_before(self, worker: Worker) -> bool:
        start = worker.recorder.addresses.node_at(self.start_url)
        look = self.store.observation(start) if start is not None else None
        return look is None or signs_of_login(look)

    def _over(self, looked: int, share: float) -> str:
        """Which budget is spent, "" while none is."""
        minutes = self.settings.explore.max_minutes
        pages = self.max_pages
        if self.stop.is_set():
            return "interrupted"
        if minutes is not None and (time.monotonic() - self._began) / 60 >= minutes * share:
            return "max-minutes"
        if pages is not None and looked + self.new_states >= max(1, pages * share):
            return "max-pages"
        return ""

    async def _explore_new(self) -> None:
        """What changed pages offer goes through the ordinary frontier; what earlier runs left stays left."""
        budget = self._rest()
        if not self.fresh() or budget is None:
            return
        kept: dict[str, Any] = {name: self.store.get_meta(name) for name in ("settings", "report")}
        explorer = Explorer(
            self.store, self.start_url, budget, self.policy, self.login, None, self._tell_action, self.stop, self.renew,
            self.leave,
        )  # fmt: skip
        try:
            report = await explorer.run()
        finally:
            for name, value in kept.items():
                if value is not None:
                    self.store.set_meta(name, value)
        self._take_over(report)

    def _rest(self) -> Settings | None:
        """The settings with what is left of the budgets; None when nothing is."""
        explore = self.settings.explore
        limits: dict[str, Any] = {}
        if explore.max_minutes is not None:
            limits["max_minutes"] = explore.max_minutes - (time.monotonic() - self._began) / 60
        room = explore.max_pages if self.max_pages is None else self.max_pages - self.looked
        limits["max_pages"] = self.store.size().visited + room
        if room <= 0 or limits.get("max_minutes", 1) <= 0:
            return None
        return self.settings.model_copy(update={"explore": explore.model_copy(update=limits)})

    def _take_over(self, report: ExploreReport) -> None:
        self.new_states += report.new_states
        self.actions += report.actions
        self.warnings += report.warnings
        if report.ended in UNFINISHED or report.ended in ("max-pages", "max-minutes"):
            self.ended = report.ended

    def _failed(self) -> dict[str, int]:
        return self.store.get_meta(_FAILED) or {}

    def _keep_failed(self) -> None:
        """Failures that were looked into; those of states not looked at yet stay news."""
        graph = self.store.graph()
        looked = {node.id for node in graph.nodes if node.last_seen >= self.since}
        seen = [edge for edge in graph.edges if failures(edge) and {edge.source, edge.target} <= looked]
        self.store.set_meta(_FAILED, {**self._failed(), **{edge.id: failures(edge) for edge in seen}})

    def _tell(self, page: str, looked: int, left: int) -> None:
        if self.on_progress is None:
            return
        elapsed = time.monotonic() - self._began
        size = self.store.size()
        held = sum(self.store.audit_counts().values())
        rate = looked / elapsed * 60 if elapsed else 0.0
        self.on_progress(
            Progress(size.visited, size.edges, left, self.looked + looked, held, elapsed, rate, f"looking at {page}")
        )

    def _tell_action(self, progress: Progress) -> None:
        if self.on_progress is not None:
            self.on_progress(progress)


def left_alone(before: Store, became: Mapping[str, Successor]) -> set[str]:
    """Ids of the pending tasks of a map before it was refreshed, and those that they have now."""
    pending = before.tasks("pending")
    return {task.id for task in pending} | {Task(follow(became, task.source), task.action).id for task in pending}
