"""One page that takes tasks from the frontier: stand where the task starts, try it, record what came of it."""

import time
from dataclasses import dataclass, field, replace
from typing import Protocol

from webnavigator.browser.perform import Landing, Performed, Pilot
from webnavigator.browser.replay import Replayed, replay
from webnavigator.errors import (
    BrowserError,
    ElementGoneError,
    NavigationError,
    PageCrashedError,
    UnresponsiveError,
)
from webnavigator.explore.candidates import edge_kind
from webnavigator.explore.politeness import TRIES, Politeness, retry_after_s
from webnavigator.explore.recorder import Recorder
from webnavigator.explore.step import Step
from webnavigator.model.action import Action, Click, Goto, Hover, Press, Select, Type
from webnavigator.model.arrival import Expected
from webnavigator.model.graph import EdgeKind
from webnavigator.model.page import Observation
from webnavigator.model.safety import Deny
from webnavigator.model.task import AuditRecord, Task
from webnavigator.model.url import canonical_url, redact_url

_PLANS = 3
"""Ways tried to get to a state before its tasks are given up."""

_POPUPS = 3
"""New windows of one action that are looked at; the rest are closed and counted."""

_LATE_S = 0.35
"""How long a kind of page never seen before is watched for parts that come late."""

_LATE_ENABLED_S = 1.5
"""The same where a control is disabled that no form explains."""

_PAGE_TYPES = ("text/html", "application/xhtml+xml", "")


class Probe(Protocol):
    """Evaluates the user's checks on a page; returns the ids of those that hold."""

    async def __call__(self, pilot: Pilot) -> list[str]:
        """Ids of the checks that hold on the page now."""
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one task.

    Attributes:
        word: see `Task.outcome`.
        new: a state was found that was not on the map.
        fresh_links: addresses it showed that were not known before.
        template: kind of page of the state that was found, "" when none was.
        retry: the page or the browser went away: the task may be tried once more.
    """

    word: str
    new: bool = False
    fresh_links: int = 0
    template: str = ""
    retry: bool = False


@dataclass(slots=True)
class Worker:
    """Drives one page; knows which state it stands in.

    Attributes:
        pilot: the page.
        at: node id of the state that the page is in; None when that is not known.
    """

    pilot: Pilot
    recorder: Recorder
    politeness: Politeness
    probe: Probe | None = None
    at: str | None = None
    _stubborn: set[str] = field(default_factory=set[str])

    async def attempt(self, task: Task) -> Outcome:
        """Try a task and record what came of it; whatever the page does becomes an outcome."""
        try:
            if isinstance(task.action, Goto):
                outcome = await self._visit(task, task.action)
            else:
                outcome = await self._act(task)
        except PageCrashedError as error:
            self.at = None
            outcome = Outcome(f"failed: crash: {_first_line(error)}", retry=True)
        except UnresponsiveError as error:
            self.at = None
            outcome = Outcome(f"failed: unresponsive: {_first_line(error)}", retry=True)
        except ElementGoneError as error:
            outcome = Outcome(f"failed: {_first_line(error)}")
        except NavigationError as error:
            self.at = None
            word = f"HTTP {error.status}" if error.status else "failed"
            outcome = Outcome(f"{word}: {_first_line(error)}")
        except BrowserError as error:
            self.at = None
            outcome = Outcome(f"failed: {_first_line(error)}")
        self._keep_audit()
        return outcome

    def _keep_audit(self) -> None:
        watch = self.pilot.watch
        if watch is not None and watch.records:
            self.recorder.store.put_audit(watch.drain())

    async def _visit(self, task: Task, action: Goto) -> Outcome:
        if not self.politeness.allows(action.url):
            self._audit(action.url, task.label or action.url, "robots.txt")
            return Outcome("held: robots.txt")
        start = time.monotonic()
        landing = await self._open_politely(action.url)
        if landing.content_type not in _PAGE_TYPES:
            self.at = None
            return Outcome(f"not a page: {landing.content_type}")
        step = Step(
            source=task.source,
            action=action,
            label=task.label,
            depth=task.depth,
            seconds=time.monotonic() - start,
            by_url=True,
            asked_url=redact_url(canonical_url(action.url)),
        )
        return await self._record(await self._look_well(action.url), step)

    async def _look_well(self, url: str) -> Observation:
        """Look; at a kind of page never seen before a second time, if something comes late."""
        observation = await self.pilot.look()
        if self.recorder.faithful or not self.recorder.addresses.is_new_kind(url):
            return observation
        waits = any("disabled" in e.states and e.form is None for e in observation.elements)
        await self.pilot.changes_within(_LATE_ENABLED_S if waits else _LATE_S)
        return await self.pilot.look()  # in any case: what changes in a shadow root is not told

    async def _open_politely(self, url: str) -> Landing:
        """Open an address; an answer of 429 or 503 is waited out, a few times."""
        for left in reversed(range(TRIES)):
            await self.politeness.turn()
            self.at = None
            landing = await self.pilot.open(url)
            if landing.status not in (429, 503) or not left:
                return landing
            self.politeness.pause(retry_after_s(landing.retry_after))
        raise AssertionError("the last try returns")

    async def _act(self, task: Task) -> Outcome:
        start = time.monotonic()
        performed = await self._operate(task)
        if performed is None:
            return Outcome("failed: its state could not be reached again")
        if isinstance(performed, Deny):
            self._audit(self.pilot.page.url, task.label, performed.reason)
            return Outcome(f"held: {performed.reason}")
        seconds = time.monotonic() - start
        if performed.popups:
            return await self._look_into_popups(task, performed, seconds)
        if not self.recorder.policy.scope.contains(self.pilot.page.url):
            self.at = None
            return Outcome("held: leaves the site")
        observation = await self.pilot.look()
        outcome = await self._record(observation, self._step(task, performed, observation, seconds))
        return _told_by_page(performed, outcome)

    async def _operate(self, task: Task) -> Performed | Deny | None:
        """Do it; on a page that earlier actions may have left untidy, a second time after a fresh start."""
        assert isinstance(task.action, Click | Hover | Select | Type | Press)
        arrived_before = self.at == task.source
        if not await self.stand_at(task.source):
            return None
        try:
            return await self.pilot.act(task.action)
        except ElementGoneError:
            if not arrived_before:
                raise
        self.at = None
        return await self.pilot.act(task.action) if await self.stand_at(task.source) else None

    def _step(self, task: Task, performed: Performed, observation: Observation, seconds: float) -> Step:
        source = self.recorder.graph.node(task.source)
        here = redact_url(canonical_url(observation.url))
        in_place = not performed.new_document and source is not None and source.url == here
        return Step(
            source=task.source,
            action=task.action,
            label=task.label,
            kind=_kind(task.action, performed),
            depth=task.depth,
            seconds=seconds,
            in_place=in_place,
        )

    async def _record(self, observation: Observation, step: Step) -> Outcome:
        identity, _ = self.recorder.identify(observation)
        if identity == step.source:
            self.at = identity
            return Outcome("unchanged")
        picture = None if self.recorder.knows(identity) else await self.pilot.picture()
        recorded = self.recorder.record(observation, step, picture)
        self.at = recorded.node.id
        if recorded.new and self.probe is not None:
            self.recorder.store.put_labels(recorded.node.id, await self.probe(self.pilot))
        if observation.status is not None and observation.status >= 400:
            return Outcome(f"HTTP {observation.status}", new=recorded.new)
        word = "new" if recorded.new else "known"
        return Outcome(word, recorded.new, recorded.fresh_links, recorded.node.template)

    async def _look_into_popups(self, task: Task, performed: Performed, seconds: float) -> Outcome:
        """Each window that opened is a state of the site, or is closed."""
        outcome = Outcome("held: opens a window off the site")
        for popup in performed.popups[:_POPUPS]:
            pilot = await self.pilot.beside(popup)
            try:
                if pilot is None or not self.recorder.policy.scope.contains(popup.url):
                    continue
                observation = await pilot.look()
                picture = await pilot.picture()
                step = replace(self._step(task, performed, observation, seconds), kind="popup", in_place=False)
                recorded = self.recorder.record(observation, step, picture)
                if recorded.new and self.probe is not None:
                    self.recorder.store.put_labels(recorded.node.id, await self.probe(pilot))
                outcome = Outcome("new" if recorded.new else "known", new=recorded.new)
            finally:
                await self.pilot.dismiss(popup)
        for popup in performed.popups[_POPUPS:]:
            await self.pilot.dismiss(popup)
        self.at = None
        return outcome

    async def stand_at(self, node_id: str) -> bool:
        """Bring the page into a state; False when no way leads there any more."""
        if self.at == node_id:
            return True
        if await self._undone(node_id):
            return True
        avoid: set[str] = set()
        for _ in range(_PLANS):
            path = self.recorder.graph.shortest_path(node_id, self.at, avoid=avoid)
            if path is None:
                return False
            self.at = None
            replayed = await replay(self.pilot, path, self._expected)
            self._learn(replayed)
            if replayed.outcome == "reached":
                self.at = node_id
                return True
            avoid.add(replayed.stuck)
        return False

    async def _undone(self, node_id: str) -> bool:
        """Escape closes most of what opens in place: cheaper than loading the page again."""
        if self.at is None or self.at in self._stubborn:
            return False
        opened = any(
            edge.source == node_id and edge.kind in _CLOSABLE for edge in self.recorder.graph.edges_to(self.at)
        )
        target = self.recorder.graph.node(node_id)
        here = self.recorder.graph.node(self.at)
        if not opened or target is None or here is None or here.url != target.url:
            return False
        await self.pilot.act(Press("Escape"))
        url, keys = await self.pilot.peek()
        expected = self.recorder.expected(target)
        if url == expected.url and keys == expected.keys:
            self.at = node_id
            return True
        self._stubborn.add(self.at)
        return False

    def _expected(self, node_id: str) -> Expected | None:
        node = self.recorder.graph.node(node_id)
        return self.recorder.expected(node) if node is not None and node.visited else None

    def _learn(self, replayed: Replayed) -> None:
        with self.recorder.store.transaction():
            for tried in replayed.steps:
                self.recorder.growth.count_try(tried.edge, arrived=tried.arrived, seconds=tried.seconds)
        if replayed.goto_s:
            graph = self.recorder.graph
            graph.goto_s = 0.8 * graph.goto_s + 0.2 * replayed.goto_s

    def _audit(self, url: str, what: str, reason: str) -> None:
        where = redact_url(canonical_url(url))
        self.recorder.store.put_audit([AuditRecord("control", where, what, reason)])


_CLOSABLE = frozenset({"menu", "dialog", "control", "select", "hover"})


def _kind(action: Action, performed: Performed) -> EdgeKind:
    if isinstance(action, Select):
        return "select"
    if isinstance(action, Hover):
        return "hover"
    if isinstance(action, Type):
        return "type"
    return edge_kind(performed.element) if performed.element is not None else "control"


def _told_by_page(performed: Performed, outcome: Outcome) -> Outcome:
    """An action without a new state may still have done something that can be told."""
    if outcome.word != "unchanged":
        return outcome
    if performed.downloads:
        return Outcome("download")
    if performed.dialogs:
        return Outcome("dialog")
    if performed.held:
        return Outcome(f"held: {performed.held[0].reason}")
    return outcome


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [""])[0][:200]
