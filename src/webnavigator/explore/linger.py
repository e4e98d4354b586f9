"""What a page shows by itself after a while: parts made late, a dialog that comes on a timer, a control put in use."""

import time
from dataclasses import replace

from webnavigator.browser.anywhere import AnyPilot
from webnavigator.explore.recorder import Recorder
from webnavigator.model.page import Observation
from webnavigator.model.task import Task

_GLANCE_S = 0.8
"""Longest time between two looks: what changes inside a shadow root announces itself to nobody."""

_LOOKS_MORE = 3
"""Looks at a page that was still changing when the time was over."""

_LATE_S = 0.35
"""How long a kind of page never seen before is watched for parts that come late."""

_LATE_ENABLED_S = 1.5
"""The same where a control is disabled that no form explains."""

_LATE_OPENED_S = 1.0
"""How long what a control has opened is waited for."""


async def late_look(pilot: AnyPilot, recorder: Recorder, node_id: str, seconds: float) -> Observation | None:
    """Watch a page that was just opened.

    Args:
        pilot: the page.
        recorder: tells states apart.
        node_id: the state that it first shows.
        seconds: how long it is watched.

    Returns:
        What it has become: another state than `node_id`, and the same in the last two looks; None when it stayed the
        same, or goes on changing.
    """
    end = time.monotonic() + seconds
    seen, before, steady, more = None, node_id, True, _LOOKS_MORE
    while (left := end - time.monotonic()) > 0 or (not steady and more):
        more -= left <= 0
        await pilot.changes_within(min(max(left, _GLANCE_S / 2), _GLANCE_S))
        seen = await pilot.look()
        identity, _ = recorder.identify(seen)
        steady, before = identity == before, identity
    return seen if seen is not None and steady and before != node_id else None


def opens_dialog(before: Observation | None, now: Observation) -> bool:
    """A page shows a dialog that it did not show before."""
    return _dialogs(now) > (_dialogs(before) if before is not None else 0)


def _dialogs(observation: Observation) -> int:
    return sum(line.lstrip().startswith(("dialog", "alertdialog")) for line in observation.tree.splitlines())


async def look_well(pilot: AnyPilot, recorder: Recorder, *, new_kind: bool) -> Observation:
    """Look; at a kind of page never seen before also for what comes late, or when it is scrolled into view.

    What only scrolling shows is part of what the state offers, and not of what makes it this state: nobody
    scrolls through a page to see whether it is the one expected.
    """
    observation = await pilot.look()
    if not new_kind:
        return observation
    waits = any("disabled" in e.states and e.form is None for e in observation.elements)
    if not waits and recorder.calm.is_expected_of(observation):
        return observation
    first, changed = observation, await pilot.changes_within(_LATE_ENABLED_S if waits else _LATE_S)
    if changed or pilot.frames > 1:  # what changes in a frame of another site is not told
        observation = await pilot.look()
    after = await pilot.look() if await pilot.scroll_through() else observation
    grown = (after.structure, len(after.elements)) != (observation.structure, len(observation.elements))
    recorder.calm.learn(first, came_late=changed or grown)
    return replace(after, structure=observation.structure, states=observation.states)


async def look_at_opened(pilot: AnyPilot, recorder: Recorder, task: Task) -> Observation:
    """Look; a second time where a control has opened something that is not filled yet, or has done nothing so far.

    Of controls that are alike only the first that seems to do nothing is waited for.
    """
    observation = await pilot.look()
    identity, _ = recorder.identify(observation)
    source = recorder.graph.node(task.source)
    if recorder.faithful or source is None:
        return observation
    if identity == source.id:
        if task.group in recorder.waited_for or not await pilot.changes_within(_LATE_OPENED_S):
            recorder.waited_for.add(task.group)
            return observation
        return await pilot.look()
    if recorder.knows(identity):
        return observation
    if frozenset(observation.structure) - recorder.store.structure(source, faithful=True):
        return observation
    return await pilot.look() if await pilot.changes_within(_LATE_OPENED_S) else observation
