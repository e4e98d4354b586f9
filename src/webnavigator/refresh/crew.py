"""Pages that look at units side by side; what happens to a page or a server happens to one unit, or ends the run."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from webnavigator.browser.anywhere import discard
from webnavigator.browser.session import BrowserSession
from webnavigator.errors import NavigationError, PageCrashedError, UnresponsiveError, WebNavigatorError
from webnavigator.explore.presence import Presence
from webnavigator.explore.signed_in import SignedIn
from webnavigator.explore.worker import Worker
from webnavigator.refresh.order import Unit
from webnavigator.refresh.pages import SignedOutError
from webnavigator.refresh.revise import Reviser
from webnavigator.refresh.visit import Visitor

_TRIES = 2
"""How often a unit is tried whose page or browser went away, or whose page the server does not answer."""
_HIRES = 5
"""Pages in a row that a busy or broken browser may fail to make before the run ends."""
_LOOK_S = 60.0
"""Longest time for one state, all waiting included."""
_UNITS_PER_CONTEXT = 250
"""Memory is freed only when a context closes: each page gets a new one after this many units."""


@dataclass(slots=True)
class Crew:
    """Looks at units until none is left or the run is over.

    Attributes:
        session: gives pages.
        hire: makes a worker with a page of its own.
        reviser: puts what is seen into the map.
        presence: whether the server is still there.
        signed_in: whether the session lives.
        failed: failures of edges that are known of already, by edge id.
        over: a word when a budget is spent or the run is to stop, "" before; given the states looked at so far.
        told: called after each unit with the address of its page, the states looked at, and those left.
        unseen: why states could not be looked at, by id.
        ended: why the crew ended before its time; "" when it did not.
    """

    session: BrowserSession
    hire: Callable[[], Awaitable[Worker]]
    reviser: Reviser
    presence: Presence
    signed_in: SignedIn
    failed: Mapping[str, int]
    over: Callable[[int], str]
    told: Callable[[str, int, int], None]
    unseen: dict[str, str] = field(default_factory=dict[str, str])
    looked: int = 0
    ended: str = ""
    _left: int = 0
    _unhired: int = 0
    _tries: dict[str, int] = field(default_factory=dict[str, int])

    async def look_at(self, queue: deque[Unit], first: Worker, workers: int) -> None:
        """Take units from the left until none is left; those not done are put back."""
        self._left = sum(map(len, queue))
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._work(queue, first))
                for _ in range(workers - 1):
                    group.create_task(self._work(queue, None))
        except* WebNavigatorError as errors:
            raise errors.exceptions[0] from None

    async def _work(self, queue: deque[Unit], worker: Worker | None) -> None:
        done = 0
        while queue and not self._is_over():
            unit = queue.popleft()
            try:
                worker = await self._try(worker, unit)
            except asyncio.CancelledError:
                queue.appendleft(unit)
                raise
            if unit.looks or unit.late:
                queue.append(unit) if not self.ended else queue.appendleft(unit)
            done += 1
            if worker is not None and done % _UNITS_PER_CONTEXT == 0:
                await discard(self.session, worker.pilot)
                worker = None
        if worker is not None:
            await discard(self.session, worker.pilot)

    def _is_over(self) -> bool:
        self.ended = self.ended or self.over(self.looked)
        return bool(self.ended)

    async def _try(self, worker: Worker | None, unit: Unit) -> Worker | None:
        """Look at a unit; what is left in it is tried once more. Gives the worker, None when its page is gone."""
        began = time.monotonic()
        try:
            worker = worker or await self.hire()
        except (PageCrashedError, UnresponsiveError):
            self._unhired += 1
            if self._unhired >= _HIRES:
                raise
            return None
        self._unhired = 0
        visitor = Visitor(worker, self.reviser, self.failed, self.unseen)
        reason = ""
        try:
            async with asyncio.timeout(_LOOK_S * len(unit) + _LOOK_S):
                await visitor.visit(unit)
        except (PageCrashedError, UnresponsiveError) as error:
            reason = str(error).splitlines()[0][:200]
        except TimeoutError:
            reason = f"not done after {time.monotonic() - began:.0f} s"
        except NavigationError as error:
            await self._without_answer(worker, unit, str(error).splitlines()[0][:200])
            return worker
        except SignedOutError:
            await discard(self.session, worker.pilot)
            await self._signed_out(unit)
            return None
        finally:
            self.looked += visitor.looked
            self._left -= visitor.looked
            self._keep_audit(worker)
            self.told(visitor.title, self.looked, self._left)
        if not reason and not worker.pilot.is_sealed:
            return worker
        await discard(self.session, worker.pilot)
        if reason:
            self._count_try(unit, reason)
        return None

    def _count_try(self, unit: Unit, reason: str) -> None:
        """A unit could not be looked at; after a few tries it is given up for this run."""
        key = unit.page or unit.looks[0]
        self._tries[key] = self._tries.get(key, 0) + 1
        if self._tries[key] >= _TRIES:
            self.unseen.update(dict.fromkeys((*unit.looks, *unit.late), reason))
            unit.looks.clear()
            unit.late.clear()

    async def _without_answer(self, worker: Worker, unit: Unit, reason: str) -> None:
        """A page was not answered: is its server there?"""
        worker.standing.at = None
        if await self.presence.ask(worker.pilot) == "gone":
            self.ended = self.ended or ("interrupted" if self.presence.stop.is_set() else "unreachable")
        else:
            self._count_try(unit, reason)

    async def _signed_out(self, unit: Unit) -> None:
        self._count_try(unit, "asks to sign in")
        if not await self.signed_in.again():
            self.ended = self.ended or "signed-out"

    def _keep_audit(self, worker: Worker) -> None:
        store = self.reviser.recorder.store
        if seen := worker.pilot.drain_audit():
            store.put_audit(seen)
        for key in self.session.take_learned():
            store.put_read_endpoint(key)
