"""The loop that all agents which act on a page share: observe, ask the model, act, check, remember.

Rivals differ in what they are told (`Job.prompt`, `Job.lessons`), in the actions they have and in what `navigate` does.
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from webnavigator.agents.hands import Effect, Hands
from webnavigator.agents.loops import LoopGuard
from webnavigator.agents.observe import View
from webnavigator.agents.step import Past, Step, Verdict, complaint_about, said
from webnavigator.agents.trajectory import Ending, Outcome, Trajectory
from webnavigator.agents.wording import label_of
from webnavigator.errors import BadInputError, BrowserError, BudgetSpentError, ModelError, NonsenseError
from webnavigator.llm.base import Picture, Usage
from webnavigator.llm.prompt import fence, prompt
from webnavigator.llm.structured import Llm
from webnavigator.llm.tracing import operation
from webnavigator.model.action import GoBack, Navigate, Note, Press, Stop, action_key, action_to_json
from webnavigator.navigate.arrival import Arrival

Navigating = Callable[[str, str], Awaitable[Arrival]]
"""From the name of a map and a place in words to an arrival."""

_VERBOSE = 5
_MOST_CHECKS = 2
"""How often a stop is looked at critically before it is let through."""

_MOST_FAILURES = 2
"""Steps in a row that a model fails to give before the run ends."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a run ends, besides the model's budget.

    Attributes:
        steps: most actions.
        seconds: most wall time; None: no bound.
        view_tokens: most tokens of one look at a page.
    """

    steps: int = 20
    seconds: float | None = None
    view_tokens: int = 6000


@dataclass(slots=True)
class Job:
    """One task and all that working on it needs.

    Attributes:
        task: what is wanted, in the user's words.
        llm: the model.
        hands: the page.
        trajectory: where steps are recorded.
        limits: see `Limits`.
        prompt: name of the prompt with the standing instructions.
        navigate: goes to a place on a map; None: the agent has no map.
        maps: name of each map, and what it is of.
        lessons: what earlier tries taught.
        pictures: show the model a screenshot of each page.
        verify: look critically at a stop before it is let through.
        progress: called with a line for each step.
    """

    task: str
    llm: Llm
    hands: Hands
    trajectory: Trajectory
    limits: Limits = Limits()
    prompt: str = "act"
    navigate: Navigating | None = None
    maps: Mapping[str, str] = field(default_factory=dict[str, str])
    lessons: tuple[str, ...] = ()
    pictures: bool = False
    verify: bool = True
    progress: Callable[[str], None] | None = None


async def run(job: Job) -> Outcome:
    """Work on a task until it is done or a limit is reached; never raises for what a page or a model does.

    Raises:
        StoreError: the record cannot be written.
    """
    with operation("invoke_agent", job.prompt):
        return await _Run(job).go()


class _Run:
    """The state of one run."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.start = time.monotonic()
        self.spent_before = job.llm.spent
        self.loops = LoopGuard()
        self.past: list[Past] = []
        self.notes: list[str] = []
        self.checks = 0
        self.failures = 0
        self.answer: str | None = None
        self.answered: dict[tuple[str, str], str] = {}

    async def go(self) -> Outcome:
        ending, reason = await self._steps()
        outcome = Outcome(
            answer=self.answer or "",
            ending=ending,
            steps=len(self.past),
            usage=less(self.job.llm.spent, self.spent_before),
            seconds=time.monotonic() - self.start,
            url=self.job.hands.pilot.page.url,
            reason=reason,
        )
        self.job.trajectory.end(outcome)
        return outcome

    async def _steps(self) -> tuple[Ending, str]:
        limits = self.job.limits
        try:
            view = await self.job.hands.look()
            for left in range(limits.steps, 0, -1):
                if limits.seconds is not None and time.monotonic() - self.start > limits.seconds:
                    return "seconds", f"{limits.seconds:.0f} seconds are over"
                view = await self._step(view, left)
                if self.answer is not None:
                    return "stopped", ""
                if self.loops.exhausted:
                    return "loop", "the agent repeats itself"
        except BudgetSpentError as error:
            return "budget", str(error)
        except ModelError as error:
            return "model", str(error)
        except BrowserError as error:
            return "browser", str(error)
        return "steps", f"{limits.steps} steps are over"

    async def _step(self, view: View, left: int) -> View:
        """One step; gives the view for the next."""
        job = self.job
        began, spent = time.monotonic(), job.llm.spent
        picture = await job.hands.pilot.picture() if job.pictures or job.trajectory.folder is not None else None
        looked = time.monotonic()
        try:
            step = await self._ask(view, left, picture)
            self.failures = 0
        except NonsenseError as error:
            self.failures += 1
            if self.failures >= _MOST_FAILURES:
                raise
            step, failure = Step(action="read", part=view.part), str(error)
        else:
            failure = ""
        asked = time.monotonic()
        url = job.hands.seen.url
        effect, next_view = (Effect(error=failure), view) if failure else await self._do(step, view, left)
        past = Past(len(self.past) + 1, step.thought, said(step, effect.label), _result(effect))
        self.past.append(past)
        if job.progress is not None:
            job.progress(f"{past.number}. {past.said} → {past.result[:160]}")
        job.trajectory.step(
            view.text,
            picture,
            url=url,
            thought=step.thought,
            action=action_to_json(effect.action) if effect.action is not None else None,
            said=past.said,
            effect=effect.text,
            error=effect.error,
            view_tokens=view.tokens,
            exchanges=[spent.calls + 1, job.llm.spent.calls],
            tokens=less(job.llm.spent, spent).tokens,
            cost_usd=less(job.llm.spent, spent).cost_usd,
            seconds={"look": looked - began, "model": asked - looked, "act": time.monotonic() - asked},
        )
        return next_view

    def _actions(self, view: View) -> list[str]:
        actions = ["click", "type", "hover", "press", "go_back", "note", "stop"]
        return actions + ["navigate"] * (self.job.navigate is not None) + ["read"] * (view.parts > 1)

    async def _ask(self, view: View, left: int, picture: bytes | None) -> Step:
        job, actions = self.job, self._actions(view)
        return await job.llm.ask(
            "act",
            prompt(job.prompt),
            self._told(view, left),
            Step,
            pictures=(Picture(picture),) if picture is not None and job.pictures else (),
            check=lambda step: complaint_about(step, view, actions, job.maps),
            choices={"action": actions},
        )

    def _told(self, view: View, left: int) -> str:
        job = self.job
        older, recent = self.past[:-_VERBOSE], self.past[-_VERBOSE:]
        parts = [f"Task: {job.task}"]
        if job.maps and job.navigate is not None:
            parts.append("Maps:\n" + "\n".join(f"- {name}: {what}" for name, what in job.maps.items()))
        if job.lessons:
            parts.append("Lessons of earlier tries:\n" + "\n".join(f"- {lesson}" for lesson in job.lessons))
        if self.notes:
            parts.append("Notes:\n" + fence("\n".join(f"- {note}" for note in self.notes), "notes"))
        if self.past:
            history = "\n".join([past.brief() for past in older] + [past.verbose() for past in recent])
            parts.append(f"Done so far:\n{fence(history, 'history')}")
        parts.append(f"Open page:\n{fence(view.text)}")
        parts.append(f"Actions: {', '.join(self._actions(view))}. Steps left: {left}.")
        if left == 1:
            parts.append("This is the last step: stop now, with the best answer there is.")
        return "\n\n".join(parts)

    async def _do(self, step: Step, view: View, left: int) -> tuple[Effect, View]:
        hands = self.job.hands
        match step.action:
            case "note":
                self.notes.append(step.text or "")
                return Effect("noted", changed=True, action=Note(step.text or "")), view
            case "read":
                return Effect(f"part {step.part} is shown", changed=True), hands.reread(step.part or 1)
            case "stop":
                return await self._stop(step.text or "", view, left), view
            case "navigate":
                effect = await self._navigate(step.domain or next(iter(self.job.maps), ""), step.text or "")
            case _:
                effect = await self._act(step, view)
                if not effect.error:
                    return effect, hands.reread(1)
        return effect, await hands.look()

    async def _act(self, step: Step, view: View) -> Effect:
        hands, element = self.job.hands, view.elements.get(step.ref or 0)
        if step.action == "press":
            key, element = action_key(Press(step.text or "")), None
        elif step.action == "go_back" or element is None:
            key, element = action_key(GoBack()), None
        else:
            key = f"{step.action}|{element.locator.xpath}|{step.text or ''}|{step.submit}"
        refused = self.loops.against(view.text, key)
        if refused:
            return Effect(error=refused, label=label_of(element) if element is not None else "")
        with operation("execute_tool", step.action):
            if step.action == "press":
                effect = await hands.press(step.text or "")
            elif element is None:
                effect = await hands.back()
            elif step.action == "click":
                effect = await hands.click(element)
            elif step.action == "hover":
                effect = await hands.hover(element)
            else:
                effect = await hands.fill(element, step.text or "", submit=step.submit)
        self.loops.note(view.text, key, changed=effect.changed and not effect.error)
        return effect

    async def _navigate(self, domain: str, query: str) -> Effect:
        assert self.job.navigate is not None, "the action is offered only then"
        before = self.answered.get((domain, query))
        action = Navigate(domain, query)
        if before is not None:
            refused = self.loops.against("", action_key(action)) or "this was asked before"
            return Effect(error=f"{refused}; then: {before}", action=action)
        with operation("execute_tool", "navigate"):
            try:
                arrival = await self.job.navigate(domain, query)
            except BadInputError as error:
                return Effect(error=str(error), action=action)
        text = arrived(arrival)
        self.answered[(domain, query)] = text
        self.loops.note("", action_key(action), changed=False)
        moved = arrival.outcome in ("reached", "drifted")
        return Effect(text if moved else "", "" if moved else text, moved, action)

    async def _stop(self, answer: str, view: View, left: int) -> Effect:
        action = Stop(answer)
        if self.job.verify and left > 1 and self.checks < _MOST_CHECKS:
            self.checks += 1
            verdict = await self._verdict(answer, view)
            if not verdict.complete:
                return Effect(error=f"not done yet: {verdict.missing}", action=action)
        self.answer = answer
        return Effect("stopped", changed=True, action=action)

    async def _verdict(self, answer: str, view: View) -> Verdict:
        history = "\n".join(past.brief() for past in self.past)
        text = "\n\n".join(
            [
                f"Task: {self.job.task}",
                f"Answer: {answer or '(none)'}",
                "Notes:\n" + fence("\n".join(self.notes) or "(none)", "notes"),
                f"Done:\n{fence(history or '(nothing)', 'history')}",
                f"Page at the end:\n{fence(view.text)}",
            ]
        )
        try:
            return await self.job.llm.ask("verify", prompt("verify"), text, Verdict)
        except NonsenseError:
            return Verdict(complete=True)


def arrived(arrival: Arrival) -> str:
    """What a navigation came to, for a model."""
    place = " · ".join(part for part in (arrival.title, arrival.name) if part)
    match arrival.outcome:
        case "reached":
            return f"reached “{place}”"
        case "none":
            return "the map has no such page: go there by the controls of the page, its search box for example"
        case "drifted":
            return f"came to a page that is not quite “{place}” as the map knows it: look whether it is what you need"
        case _:
            return f"{arrival.outcome} on the way to “{place}”: {arrival.reason}"


def _result(effect: Effect) -> str:
    return "; ".join(part for part in (effect.text, effect.error and f"ERROR: {effect.error}") if part) or "done"


def less(total: Usage, before: Usage) -> Usage:
    """What was spent since a tally was taken."""
    cost = None if total.cost_usd is None else total.cost_usd - (before.cost_usd or 0.0)
    return replace(
        total,
        input_tokens=total.input_tokens - before.input_tokens,
        output_tokens=total.output_tokens - before.output_tokens,
        cost_usd=cost,
        seconds=total.seconds - before.seconds,
        calls=total.calls - before.calls,
    )


def facts_of(job: Job, agent: str, **more: Any) -> dict[str, Any]:
    """The first row of a trajectory."""
    limits = job.limits
    return {
        "task": job.task,
        "agent": agent,
        "model": job.llm.model.name,
        "maps": dict(job.maps),
        "limits": {"steps": limits.steps, "seconds": limits.seconds, "view_tokens": limits.view_tokens},
        **more,
    }
