"""Walking a path: open its start, take its steps, and check after each that the state is the one expected."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from webnavigator.browser.papers import PDF_TYPE
from webnavigator.browser.perform import Landing, PageAction, Performed, Pilot
from webnavigator.errors import BrowserError, NavigationError, PageCrashedError
from webnavigator.model.action import Click, Hover, Locator, Press, Select, Type
from webnavigator.model.arrival import Expected, Outcome, is_state
from webnavigator.model.graph import Edge, Path
from webnavigator.model.safety import Deny
from webnavigator.model.url import canonical_url, redact_url

_LATE_S = 0.5
"""Longest wait for a change between two looks."""

PATIENCE_S = 1.0
"""How long a page is waited for that does not show the expected state, or the element wanted, at once."""

LONG_PATIENCE_S = 4.0
"""The same where parts are known to come late, and where somebody wants to be there."""

Lookup = Callable[[str], Expected | None]
"""Node id → the state as the map knows it; None for a state never captured."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One step of a path that was taken, or tried.

    Attributes:
        edge: the step.
        arrived: it led to the state it should lead to.
        seconds: how long it took, settling and checking included.
        locator: how the element was found, when not by the way that the edge knows: a heal; else None.
    """

    edge: Edge
    arrived: bool
    seconds: float
    locator: Locator | None = None


@dataclass(slots=True)
class Replayed:
    """How replaying a path went.

    Attributes:
        outcome: `reached`: the last state is the path's target; `drifted`: all steps were taken, and the page is
            another state; `failed`: a step could not be taken.
        steps: the steps tried.
        stuck: what failed: an edge id, or ``goto:<node id>``; "" when nothing did.
        reason: why, in words; "" when reached.
        goto_s: seconds that opening the start took; 0 when nothing was opened.
        unanswered: the server did not answer.
    """

    outcome: Outcome
    steps: list[Tried] = field(default_factory=list[Tried])
    stuck: str = ""
    reason: str = ""
    goto_s: float = 0.0
    unanswered: bool = False


@dataclass(slots=True)
class _Walk:
    """One replay under way."""

    pilot: Pilot
    lookup: Lookup
    heals: Mapping[str, Locator]
    patience_s: float
    done: Replayed = field(default_factory=lambda: Replayed("failed"))


async def replay(
    pilot: Pilot,
    path: Path,
    lookup: Lookup,
    heals: Mapping[str, Locator] | None = None,
    *,
    patience_s: float = PATIENCE_S,
) -> Replayed:
    """Walk a path.

    Args:
        pilot: the page.
        path: from `InteractionGraph.shortest_path`.
        lookup: what each state should look like.
        heals: locators that found an edge's element when its own no longer did, by edge id.
        patience_s: how long a page is waited for that does not show the expected state, or the element, at once.

    Raises:
        PageCrashedError: the page or the browser is gone.
    """
    walk = _Walk(pilot, lookup, heals or {}, patience_s)
    done = walk.done
    first = path.steps[0].source if path.steps else path.target
    if path.start_url is not None and not await _start(walk, path.start_url, lookup(first)):
        done.stuck = f"goto:{first}"
        return done
    for edge in path.steps:
        if not await _take(walk, edge):
            done.stuck = edge.id
            return done
    done.outcome = "reached"
    return done


async def _start(walk: _Walk, url: str, expected: Expected | None) -> bool:
    pilot, done, start = walk.pilot, walk.done, time.monotonic()
    try:
        landing = await pilot.open(url)
        done.goto_s = time.monotonic() - start
        opened = await _opened(walk, landing, url, expected)
    except PageCrashedError:
        raise
    except BrowserError as error:
        done.reason = str(error)
        if pilot.pulse.document_type == PDF_TYPE:
            done.reason = f"{redact_url(url)} is a PDF file, which this browser does not show: its text is on the map"
        done.unanswered = isinstance(error, NavigationError) and error.unanswered
        return False
    if not opened:
        done.outcome, done.reason = "drifted", f"{redact_url(url)} no longer shows what the map knows"
    return opened


async def _take(walk: _Walk, edge: Edge) -> bool:
    pilot, lookup, done = walk.pilot, walk.lookup, walk.done
    start = time.monotonic()
    arrived, healed = False, None
    try:
        left = await _left(pilot, lookup(edge.target))
        performed = await pilot.act(_healed(edge, walk.heals), patience_s=walk.patience_s, sealed=True)
        if isinstance(performed, Deny):
            done.reason = f"“{edge.label}” is left alone: {performed.reason}"
        else:
            await _follow_window(pilot, edge, performed)
            arrived = await _stands_in(walk, lookup(edge.target), lookup(edge.source), left)
            healed = performed.locator if arrived and performed.way != "xpath" else None
            if not arrived:
                done.unanswered = pilot.shows_error
                done.outcome, done.reason = "drifted", f"“{edge.label}” led to another state than the map knows"
    except PageCrashedError:
        raise
    except BrowserError as error:
        done.reason = f"“{edge.label}”: {error}"
    done.steps.append(Tried(edge, arrived, time.monotonic() - start, healed))
    return arrived


def _healed(edge: Edge, heals: Mapping[str, Locator]) -> PageAction:
    action = edge.action
    assert isinstance(action, Click | Hover | Select | Type | Press), action
    if edge.id in heals and not isinstance(action, Press):
        return replace(action, target=heals[edge.id])
    return action


async def _follow_window(pilot: Pilot, edge: Edge, performed: Performed) -> None:
    """Go on in the window that the step leads to; others that came are closed when they are ours."""
    extra = performed.popups
    if not extra and edge.kind == "popup":
        extra = await pilot.windows_within(PATIENCE_S)
    if extra and edge.kind == "popup":
        await pilot.switch(extra[0])
        extra = extra[1:]
    if pilot.guard is not None:
        for popup in extra:
            await pilot.dismiss(popup)


async def _opened(walk: _Walk, landing: Landing, url: str, expected: Expected | None) -> bool:
    """Whether opening an address gave its state; of a state never captured, address and status must do."""
    if expected is None:
        answered = landing.status is None or landing.status < 400
        return answered and canonical_url(landing.url) == canonical_url(url)
    return await _stands_in(walk, expected, None)


async def _left(pilot: Pilot, expected: Expected | None) -> frozenset[str] | None:
    """What the page is like before a step that opens something on it."""
    if expected is None or expected.own_page:
        return None
    return (await pilot.peek(faithful=expected.faithful))[1]


async def _stands_in(
    walk: _Walk, expected: Expected | None, before: Expected | None, before_step: frozenset[str] | None = None
) -> bool:
    """Whether the page is the expected state; a page that is late is looked at again."""
    if expected is None:
        return True
    until = time.monotonic() + walk.patience_s
    while True:
        url, keys = await walk.pilot.peek(faithful=expected.faithful)
        if is_state(url, keys, expected, before, before_step):
            return True
        left = until - time.monotonic()
        if left <= 0:
            return False
        await walk.pilot.changes_within(min(left, _LATE_S))
