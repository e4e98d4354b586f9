"""One page that takes tasks from the frontier: stand where the task starts, try it, record what came of it."""

import asyncio
import time
from dataclasses import dataclass, field, replace
from typing import Protocol

from webnavigator.browser.anywhere import AnyPilot
from webnavigator.browser.papers import MOST_BYTES, PDF_TYPE, is_pdf, pdf_observation, reads_pdf
from webnavigator.browser.perform import Landing, Performed
from webnavigator.browser.replay import PATIENCE_S
from webnavigator.errors import (
    BadInputError,
    BrowserError,
    ElementGoneError,
    NavigationError,
    PageCrashedError,
    UnresponsiveError,
)
from webnavigator.explore.effect import Effect, effect_of
from webnavigator.explore.groups import LATE
from webnavigator.explore.linger import late_look, look_at_opened, look_well, opens_dialog
from webnavigator.explore.outcome import SIGNED_OUT, Outcome, told_by_page
from webnavigator.explore.politeness import LONGEST_RETRY_S, TRIES, Politeness, retry_after_s
from webnavigator.explore.recorder import Recorder
from webnavigator.explore.sayings import Sayings
from webnavigator.explore.signed_in import Sign, asks_to_sign_in
from webnavigator.explore.standing import Standing
from webnavigator.explore.step import Step, kind_of_step
from webnavigator.model.action import Click, Goto, Hover, Press, Select, Type
from webnavigator.model.page import Observation
from webnavigator.model.safety import Deny
from webnavigator.model.task import AuditRecord, Task
from webnavigator.model.url import canonical_url, redact_url

_POPUPS = 3
"""New windows of one action that are looked at; the rest are closed and counted."""

_PAGE_TYPES = ("text/html", "application/xhtml+xml", "")


class Probe(Protocol):
    """Evaluates the user's checks on a page; returns the ids of those that hold."""

    async def __call__(self, pilot: AnyPilot) -> list[str]:
        """Ids of the checks that hold on the page now."""
        ...


@dataclass(slots=True)
class Worker:
    """Drives one page; knows which state it stands in.

    Attributes:
        pilot: the page.
        sayings: what pages of each kind have said, shared by all workers.
        signed_in: what tells that the session lives; None when the run began without a login state.
        standing: which state the page stands in.
    """

    pilot: AnyPilot
    recorder: Recorder
    politeness: Politeness
    sayings: Sayings
    signed_in: Sign | None = None
    probe: Probe | None = None
    standing: Standing = field(init=False)
    _acted_on: str | None = None

    def __post_init__(self) -> None:
        self.standing = Standing(self.pilot, self.recorder)

    @property
    def whereabouts(self) -> tuple[str | None, str | None]:
        """Node ids of the state that the page is in, and of the one that its last action started from."""
        return self.standing.at, self._acted_on

    async def attempt(self, task: Task) -> Outcome:
        """Try a task and record what came of it; whatever the page does becomes an outcome."""
        try:
            self._acted_on = task.source or None
            if isinstance(task.action, Goto):
                outcome = await self._visit(task, task.action)
            else:
                outcome = await self._act(task)
        except PageCrashedError as error:
            self.standing.at = None
            outcome = Outcome(f"failed: crash: {_first_line(error)}", retry=True)
        except UnresponsiveError as error:
            self.standing.at = None
            outcome = Outcome(f"failed: unresponsive: {_first_line(error)}", retry=True)
        except ElementGoneError as error:
            outcome = Outcome(f"failed: {_first_line(error)}")
        except NavigationError as error:
            self.standing.at = None
            word = f"HTTP {error.status}" if error.status else "failed"
            outcome = Outcome(f"{word}: {_first_line(error)}", unanswered=error.unanswered)
        except BrowserError as error:
            self.standing.at = None
            outcome = Outcome(f"failed: {_first_line(error)}")
        self._keep_audit()
        return outcome

    def _keep_audit(self) -> None:
        if seen := self.pilot.drain_audit():
            self.recorder.store.put_audit(seen)

    async def _visit(self, task: Task, action: Goto) -> Outcome:
        if not self.politeness.allows(action.url):
            self._audit(action.url, task.label or action.url, "robots.txt")
            return Outcome("held: robots.txt")
        if task.source:
            return await self._look_again(task, action)
        start = time.monotonic()
        if is_pdf(action.url) and (read := await self._read_pdf(task, action)) is not None:
            return read
        try:
            landing = await self.open_politely(action.url)
        except NavigationError:
            offered = self.pilot.document_type == PDF_TYPE and not is_pdf(action.url)
            if not offered or (read := await self._read_pdf(task, action)) is None:
                raise
            return read
        if landing.content_type == PDF_TYPE and (read := await self._read_pdf(task, action)) is not None:
            return read
        if landing.content_type not in _PAGE_TYPES:
            self.standing.at = None
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
        observation = await look_well(self.pilot, self.recorder, new_kind=new_kind)
        if self.signed_in is not None and self.signed_in.is_missing(observation, action.url):
            return SIGNED_OUT
        outcome = await self._record(observation, step, task.group)
        if new_kind and outcome.word == "new" and self.standing.at is not None:
            self._ask_for_late_look(task, self.standing.at)
        return outcome

    async def _read_pdf(self, task: Task, action: Goto) -> Outcome | None:
        """The text of a PDF file is a state; None when the address gives none, or nothing here can read it."""
        if not reads_pdf():
            return None
        start = time.monotonic()
        await self.politeness.turn()
        data = await self.pilot.fetch_file(action.url, MOST_BYTES)
        if not data.startswith(b"%PDF-"):
            return None
        try:
            observation = await asyncio.to_thread(pdf_observation, action.url, data)
        except BadInputError as error:
            return Outcome(f"not a page: {error}")
        asked = redact_url(canonical_url(action.url))
        seconds = time.monotonic() - start
        step = Step(task.source, action, task.label, depth=task.depth, seconds=seconds, by_url=True, asked_url=asked)
        recorded = self.recorder.record(observation, step, None)
        self.standing.at = None
        return Outcome("new" if recorded.new else "known", recorded.new, template=recorded.node.template)

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
            self.standing.at = None
            return Outcome("unchanged")
        here = redact_url(canonical_url(seen.url)) == redact_url(canonical_url(action.url))
        step = Step(task.source, None, depth=task.depth, by_url=here, in_place=here, late=True)
        return await self._record(seen, step)

    async def open_politely(self, url: str) -> Landing:
        """Open an address; an answer of 429 or 503 is waited out, a few times."""
        for left in reversed(range(TRIES)):
            await self.politeness.turn()
            self.standing.at = None
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
                return SIGNED_OUT
            return Outcome("failed: its state could not be reached again")
        if isinstance(performed, Deny):
            self._audit(self.pilot.url, task.label, performed.reason)
            return Outcome(f"held: {performed.reason}")
        seconds = time.monotonic() - start
        if performed.sealed:
            return replace(await self._look_at_sealed(task, performed, seconds), spoilt=True)
        if performed.popups:
            return await self._look_into_popups(task, performed, seconds)
        if self.pilot.shows_error:
            raise NavigationError(f"“{task.label}” leads to a page that is not answered", unanswered=True)
        if not self.recorder.policy.scope.contains(self.pilot.url):
            self.standing.at = None
            return Outcome("held: leaves the site")
        observation = await look_at_opened(self.pilot, self.recorder, task)
        if late := await self.pilot.windows_within(0):
            return await self._look_into_popups(task, replace(performed, popups=late), seconds)
        outcome = await self._record(observation, self._step(task, performed, observation, seconds))
        outcome = replace(outcome, effect=self._effect(task, observation))
        return told_by_page(performed, outcome)

    def _effect(self, task: Task, observation: Observation) -> Effect | None:
        before = None if self.recorder.faithful else self.recorder.sights.of(task.source)
        return effect_of(task, before, observation) if before is not None else None

    async def _look_at_sealed(self, task: Task, performed: Performed, seconds: float) -> Outcome:
        """What a control whose name warns of it shows on a page that is cut off; nothing when it asks for something."""
        for popup in performed.popups:
            await self.pilot.dismiss(popup)
        if performed.held or performed.new_document:
            self.standing.at = None
            return Outcome(f"held: {performed.held[0].reason if performed.held else 'leaves its page'}")
        observation = await self.pilot.look()
        step = self._step(task, performed, observation, seconds)
        outcome = told_by_page(performed, await self._record(observation, step))
        self.standing.at = None
        return outcome

    async def _operate(self, task: Task) -> Performed | Deny | None:
        """Do it; on a page that earlier actions may have left untidy, a second time after a fresh start."""
        assert isinstance(task.action, Click | Hover | Select | Type | Press)
        arrived_before = self.standing.at == task.source
        patience_s = 0.0 if arrived_before else PATIENCE_S  # what a step has opened may still be filling
        if not await self.standing.bring_to(task.source):
            return None
        try:
            return await self.pilot.act(task.action, patience_s=patience_s, sealed=not self.recorder.faithful)
        except ElementGoneError:
            if not arrived_before:
                raise
            await self._keep_what_came(task)
        self.standing.at = None
        return (
            await self.pilot.act(task.action, patience_s=patience_s, sealed=not self.recorder.faithful)
            if await self.standing.bring_to(task.source)
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
            kind=kind_of_step(task.action, performed.element),
            depth=task.depth,
            seconds=seconds,
            in_place=in_place,
        )

    async def _record(self, observation: Observation, step: Step, kind: str = "") -> Outcome:
        """Record a state; `kind` is the group of pages that it is of, "" when no address was opened for it."""
        identity, _ = self.recorder.identify(observation)
        says_new = self.sayings.learn(kind, observation) if kind else None
        if identity == step.source:
            self.standing.at = identity
            return Outcome("unchanged")
        picture = None if self.recorder.knows(identity) else await self.pilot.picture()
        recorded = self.recorder.record(observation, step, picture)
        self.standing.at = recorded.node.id
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
        self.standing.at = None
        return outcome

    def _audit(self, url: str, what: str, reason: str) -> None:
        where = redact_url(canonical_url(url))
        self.recorder.store.put_audit([AuditRecord("control", where, what, reason)])


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [""])[0][:200]
