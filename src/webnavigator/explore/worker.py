"""One page that takes tasks from the frontier: stand where the task starts, try it, record what came of it."""

import time
from dataclasses import dataclass, field, replace
from typing import Protocol

from webnavigator.browser.perform import Landing, Performed, Pilot
from webnavigator.browser.replay import LONG_PATIENCE_S, PATIENCE_S, Replayed, replay
from webnavigator.errors import (
    BrowserError,
    ElementGoneError,
    NavigationError,
    PageCrashedError,
    UnresponsiveError,
)
from webnavigator.explore.candidates import edge_kind
from webnavigator.explore.effect import Effect, effect_of
from webnavigator.explore.frontier import LATE
from webnavigator.explore.linger import late_look, opens_dialog
from webnavigator.explore.politeness import LONGEST_RETRY_S, TRIES, Politeness, retry_after_s
from webnavigator.explore.recorder import Recorder
from webnavigator.explore.sayings import Sayings
from webnavigator.explore.signed_in import asks_to_sign_in
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

_LATE_OPENED_S = 1.0
"""How long what a control has opened is waited for."""

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
        says_new: the page said something that others of its kind had not; None: not known.
        effect: what the action changed; None when nothing is known of it.
        retry: the page or the browser went away: the task may be tried once more.
        unanswered: the server did not answer: the task may be tried again when it does.
        spoilt: the page must not be used any further.
        signed_out: a page asked to sign in where the session should have let us in: the task may be tried again.
    """

    word: str
    new: bool = False
    fresh_links: int = 0
    template: str = ""
    says_new: bool | None = None
    effect: Effect | None = None
    retry: bool = False
    unanswered: bool = False
    spoilt: bool = False
    signed_out: bool = False


_SIGNED_OUT = Outcome("failed: asks to sign in", signed_out=True)


@dataclass(slots=True)
class Worker:
    """Drives one page; knows which state it stands in.

    Attributes:
        pilot: the page.
        sayings: what pages of each kind have said, shared by all workers.
        signed_in: the run began with a login state.
        at: node id of the state that the page is in; None when that is not known.
    """

    pilot: Pilot
    recorder: Recorder
    politeness: Politeness
    sayings: Sayings
    signed_in: bool = False
    probe: Probe | None = None
    at: str | None = None
    _acted_on: str | None = None
    _stubborn: set[str] = field(default_factory=set[str])

    @property
    def whereabouts(self) -> tuple[str | None, str | None]:
        """Node ids of the state that the page is in, and of the one that its last action started from."""
        return self.at, self._acted_on

    async def attempt(self, task: Task) -> Outcome:
        """Try a task and record what came of it; whatever the page does becomes an outcome."""
        try:
            self._acted_on = task.source or None
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
            outcome = Outcome(f"{word}: {_first_line(error)}", unanswered=error.unanswered)
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
        if task.source:
            return await self._look_again(task, action)
        start = time.monotonic()
        landing = await self.open_politely(action.url)
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
        new_kind = not self.recorder.faithful and self.recorder.addresses.is_new_kind(action.url)
        observation = await self._look_well(new_kind=new_kind)
        if self.signed_in and asks_to_sign_in(observation, action.url):
            return _SIGNED_OUT
        outcome = await self._record(observation, step, task.group)
        if new_kind and outcome.word == "new" and self.at is not None:
            self._ask_for_late_look(task, self.at)
        return outcome

    def _ask_for_late_look(self, task: Task, node_id: str) -> None:
        """The first page of a kind is opened once more later on, and watched for what comes by itself."""
        node = self.recorder.graph.node(node_id)
        if node is not None and self.recorder.settings.linger_s:
            group = f"{LATE}|{task.group}"
            self.recorder.growth.push([Task(node.id, Goto(node.url), "what comes late", group, task.depth)])

    async def _look_again(self, task: Task, action: Goto) -> Outcome:
        """Open a state's address and watch what becomes of it."""
        await self.open_politely(action.url)
        seen = await late_look(self.pilot, self.recorder, task.source, self.recorder.settings.linger_s)
        if seen is None or not self.recorder.policy.scope.contains(seen.url):
            self.at = None
            return Outcome("unchanged")
        here = redact_url(canonical_url(seen.url)) == redact_url(canonical_url(action.url))
        step = Step(task.source, None, depth=task.depth, by_url=here, in_place=here, late=True)
        return await self._record(seen, step)

    async def _look_well(self, *, new_kind: bool) -> Observation:
        """Look; at a kind of page never seen before also for what comes late, or when it is scrolled into view.

        What only scrolling shows is part of what the state offers, and not of what makes it this state: nobody
        scrolls through a page to see whether it is the one expected.
        """
        observation = await self.pilot.look()
        if not new_kind:
            return observation
        waits = any("disabled" in e.states and e.form is None for e in observation.elements)
        if not waits and self.recorder.calm.is_expected_of(observation):
            return observation
        first, changed = observation, await self.pilot.changes_within(_LATE_ENABLED_S if waits else _LATE_S)
        if changed or len(self.pilot.page.frames) > 1:  # what changes in a frame of another site is not told
            observation = await self.pilot.look()
        after = await self.pilot.look() if await self.pilot.scroll_through() else observation
        grown = (after.structure, len(after.elements)) != (observation.structure, len(observation.elements))
        self.recorder.calm.learn(first, came_late=changed or grown)
        return replace(after, structure=observation.structure, states=observation.states)

    async def open_politely(self, url: str) -> Landing:
        """Open an address; an answer of 429 or 503 is waited out, a few times."""
        for left in reversed(range(TRIES)):
            await self.politeness.turn()
            self.at = None
            landing = await self.pilot.open(url)
            wait_s = retry_after_s(landing.retry_after)
            if landing.status not in (429, 503) or not left or wait_s > LONGEST_RETRY_S:
                return landing
            self.politeness.pause(wait_s)
        raise AssertionError("the last try returns")

    async def _act(self, task: Task) -> Outcome:
        start = time.monotonic()
        performed = await self._operate(task)
        if performed is None:
            source = self.recorder.graph.node(task.source)
            if self.signed_in and source and asks_to_sign_in(await self.pilot.look(), source.url):
                return _SIGNED_OUT
            return Outcome("failed: its state could not be reached again")
        if isinstance(performed, Deny):
            self._audit(self.pilot.page.url, task.label, performed.reason)
            return Outcome(f"held: {performed.reason}")
        seconds = time.monotonic() - start
        if performed.sealed:
            return replace(await self._look_at_sealed(task, performed, seconds), spoilt=True)
        if performed.popups:
            return await self._look_into_popups(task, performed, seconds)
        if self.pilot.shows_error:
            raise NavigationError(f"“{task.label}” leads to a page that is not answered", unanswered=True)
        if not self.recorder.policy.scope.contains(self.pilot.page.url):
            self.at = None
            return Outcome("held: leaves the site")
        observation = await self._look_at_opened(task)
        outcome = await self._record(observation, self._step(task, performed, observation, seconds))
        outcome = replace(outcome, effect=self._effect(task, observation))
        return _told_by_page(performed, outcome)

    def _effect(self, task: Task, observation: Observation) -> Effect | None:
        before = None if self.recorder.faithful else self.recorder.sights.of(task.source)
        return effect_of(task, before, observation) if before is not None else None

    async def _look_at_opened(self, task: Task) -> Observation:
        """Look; a second time where a control says that it has opened something, and nothing is there yet."""
        observation = await self.pilot.look()
        identity, _ = self.recorder.identify(observation)
        source = self.recorder.graph.node(task.source)
        if self.recorder.faithful or source is None or self.recorder.knows(identity):
            return observation
        if frozenset(observation.structure) - self.recorder.store.structure(source, faithful=True):
            return observation
        return await self.pilot.look() if await self.pilot.changes_within(_LATE_OPENED_S) else observation

    async def _look_at_sealed(self, task: Task, performed: Performed, seconds: float) -> Outcome:
        """What a control whose name warns of it shows on a page that is cut off; nothing when it asks for something."""
        for popup in performed.popups:
            await self.pilot.dismiss(popup)
        if performed.held or performed.new_document:
            self.at = None
            return Outcome(f"held: {performed.held[0].reason if performed.held else 'leaves its page'}")
        observation = await self.pilot.look()
        step = self._step(task, performed, observation, seconds)
        outcome = _told_by_page(performed, await self._record(observation, step))
        self.at = None
        return outcome

    async def _operate(self, task: Task) -> Performed | Deny | None:
        """Do it; on a page that earlier actions may have left untidy, a second time after a fresh start."""
        assert isinstance(task.action, Click | Hover | Select | Type | Press)
        arrived_before = self.at == task.source
        patience_s = 0.0 if arrived_before else PATIENCE_S  # what a step has opened may still be filling
        if not await self.stand_at(task.source):
            return None
        try:
            return await self.pilot.act(task.action, patience_s=patience_s, sealed=not self.recorder.faithful)
        except ElementGoneError:
            if not arrived_before:
                raise
            await self._keep_what_came(task)
        self.at = None
        return (
            await self.pilot.act(task.action, patience_s=patience_s, sealed=not self.recorder.faithful)
            if await self.stand_at(task.source)
            else None
        )

    async def _keep_what_came(self, task: Task) -> None:
        """A dialog that came by itself stands between us and a control: it is a state, and closing it leads back."""
        source = self.recorder.graph.node(task.source)
        seen = await self.pilot.look()
        if source is None or redact_url(canonical_url(seen.url)) != source.url:
            return
        if opens_dialog(self.recorder.store.observation(source), seen):
            reachable = bool(source.url_reachable)
            await self._record(
                seen, Step(source.id, None, depth=task.depth, by_url=reachable, in_place=True, late=True)
            )

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

    async def _record(self, observation: Observation, step: Step, kind: str = "") -> Outcome:
        """Record a state; `kind` is the group of pages that it is of, "" when no address was opened for it."""
        identity, _ = self.recorder.identify(observation)
        says_new = self.sayings.learn(kind, observation) if kind else None
        if identity == step.source:
            self.at = identity
            return Outcome("unchanged")
        picture = None if self.recorder.knows(identity) else await self.pilot.picture()
        recorded = self.recorder.record(observation, step, picture)
        self.at = recorded.node.id
        if recorded.new and self.probe is not None:
            self.recorder.store.put_labels(recorded.node.id, await self.probe(self.pilot))
        if observation.status is not None and observation.status >= 400:
            return Outcome(f"HTTP {observation.status}", new=recorded.new, says_new=says_new)
        word = "new" if recorded.new else "known"
        return Outcome(word, recorded.new, recorded.fresh_links, recorded.node.template, says_new)

    async def _look_into_popups(self, task: Task, performed: Performed, seconds: float) -> Outcome:
        """Each window that opened is a state of the site, or is closed."""
        outcome = Outcome("held: opens a window off the site")
        for popup in performed.popups[:_POPUPS]:
            pilot = await self.pilot.beside(popup)
            try:
                if pilot is None or self.recorder.is_full or not self.recorder.policy.scope.contains(popup.url):
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
            patience_s = LONG_PATIENCE_S if self.recorder.is_late(path) else PATIENCE_S
            replayed = await replay(self.pilot, path, self._expected, patience_s=patience_s)
            if replayed.unanswered:
                raise NavigationError(replayed.reason, unanswered=True)
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
