"""What a page shows by itself after a while: parts made late, a dialog that comes on a timer, a control put in use."""

import time

from webnavigator.browser.perform import Pilot
from webnavigator.explore.recorder import Recorder
from webnavigator.model.page import Observation

_GLANCE_S = 0.8
"""Longest time between two looks: what changes inside a shadow root announces itself to nobody."""

_LOOKS_MORE = 3
"""Looks at a page that was still changing when the time was over."""


async def late_look(pilot: Pilot, recorder: Recorder, node_id: str, seconds: float) -> Observation | None:
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
