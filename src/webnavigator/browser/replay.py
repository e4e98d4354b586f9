"""Walking a path: open its start, take its steps, and check after each that the state is the one expected."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from webnavigator.browser.perform import Landing, Pilot
from webnavigator.errors import BrowserError, PageCrashedError
from webnavigator.model.action import Click, Hover, Locator, Press, Select, Type
from webnavigator.model.arrival import Expected, Outcome, is_state
from webnavigator.model.graph import Edge, Path
from webnavigator.model.safety import Deny
from webnavigator.model.url import canonical_url

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
    """

    outcome: Outcome
    steps: list[Tried] = field(default_factory=list[Tried])
    stuck: str = ""
    reason: str = ""
    goto_s: float = 0.0


async def replay(pilot: Pilot, path: Path, lookup: Lookup, heals: Mapping[str, Locator] | None = None) -> Replayed:
    """Walk a path.

    Args:
        pilot: the page.
        path: from `InteractionGraph.shortest_path`.
        lookup: what each state should look like.
        heals: locators that found an edge's element when its own no longer did, by edge id.

    Raises:
        PageCrashedError: the page or the browser is gone.
    """
    done = Replayed("failed")
    first = path.steps[0].source if path.steps else path.target
    if path.start_url is not None:
        start = time.monotonic()
        try:
            landing = await pilot.open(path.start_url)
        except PageCrashedError:
            raise
        except BrowserError as error:
            done.stuck, done.reason = f"goto:{first}", str(error)
            return done
        done.goto_s = time.monotonic() - start
        if not await _opened(pilot, landing, path.start_url, lookup(first)):
            done.outcome, done.stuck = "drifted", f"goto:{first}"
            done.reason = f"{path.start_url} no longer shows what the map knows"
            return done
    for edge in path.steps:
        if not await _take(pilot, edge, lookup, done, heals or {}):
            return done
    done.outcome = "reached"
    return done


async def _take(pilot: Pilot, edge: Edge, lookup: Lookup, done: Replayed, heals: Mapping[str, Locator]) -> bool:
    start = time.monotonic()
    action = edge.action
    assert isinstance(action, Click | Hover | Select | Type | Press), action
    if edge.id in heals and not isinstance(action, Press):
        action = replace(action, target=heals[edge.id])
    try:
        performed = await pilot.act(action)
    except PageCrashedError:
        raise
    except BrowserError as error:
        done.steps.append(Tried(edge, arrived=False, seconds=time.monotonic() - start))
        done.stuck, done.reason = edge.id, f"“{edge.label}”: {error}"
        return False
    if isinstance(performed, Deny):
        done.steps.append(Tried(edge, arrived=False, seconds=time.monotonic() - start))
        done.stuck, done.reason = edge.id, f"“{edge.label}” is left alone: {performed.reason}"
        return False
    if performed.popups and edge.kind == "popup":
        await pilot.switch(performed.popups[0])
    arrived = await _stands_in(pilot, lookup(edge.target), lookup(edge.source))
    healed = performed.locator if performed.way != "xpath" else None
    done.steps.append(Tried(edge, arrived, time.monotonic() - start, healed if arrived else None))
    if not arrived:
        done.outcome, done.stuck = "drifted", edge.id
        done.reason = f"“{edge.label}” led to another state than the map knows"
    return arrived


async def _opened(pilot: Pilot, landing: Landing, url: str, expected: Expected | None) -> bool:
    """Whether opening an address gave its state; of a state never captured, address and status must do."""
    if expected is None:
        answered = landing.status is None or landing.status < 400
        return answered and canonical_url(landing.url) == canonical_url(url)
    return await _stands_in(pilot, expected, None)


async def _stands_in(pilot: Pilot, expected: Expected | None, before: Expected | None) -> bool:
    """Whether the page is the expected state; a page that is late is looked at again while it still changes."""
    if expected is None:
        return True
    for _ in range(_LOOKS):
        url, keys = await pilot.peek()
        if is_state(url, keys, expected, before):
            return True
        if not await pilot.changes_within(_LATE_S):
            return False
    return False


_LOOKS = 4
_LATE_S = 0.5
