"""Is what is seen the state that the map knows? What differs is looked at twice before it counts as changed."""

from dataclasses import dataclass

from webnavigator.explore.worker import Worker
from webnavigator.model.arrival import is_state
from webnavigator.model.graph import Node
from webnavigator.model.page import Observation
from webnavigator.refresh.looks import Difference, compare, unsteady
from webnavigator.refresh.revise import Reviser


@dataclass(frozen=True, slots=True)
class Judge:
    """Holds looks against the map, and puts into it what has changed.

    Attributes:
        worker: the page that is looked at; it stands in the state judged afterwards.
        reviser: of the map.
    """

    worker: Worker
    reviser: Reviser

    def is_as_before(self, node: Node, look: Observation) -> bool:
        """Whether a look shows the state as the map has it; it then counts as seen."""
        recorder = self.worker.recorder
        before = recorder.store.observation(node)
        identity, _ = recorder.identify(look)
        if identity != node.id or before is None or self._difference(before, look).fields:
            return False
        self.reviser.seen(node)
        self.worker.standing.at = node.id
        return True

    async def settle(self, node: Node, first: Observation, second: Observation, host: str = "") -> None:
        """Two looks in a row differ from what the map has: tell what changes by itself from what has changed."""
        recorder = self.worker.recorder
        before = recorder.store.observation(node)
        identity, keys = recorder.identify(second)
        steady = recorder.identify(first)[0] == identity
        keeps_id = identity == node.id or (not steady and is_state(node.url, keys, recorder.expected(node)))
        told = self._difference(before, second, unsteady(first, second)) if before is not None else Difference()
        shaky = {name for name in self._difference(first, second).fields if name != "text"}
        if keeps_id and before is not None and not set(told.fields) - shaky - {"structure"}:
            self.reviser.seen(node)
            self.worker.standing.at = node.id
            return
        picture = await self.worker.pilot.picture()
        now = self.reviser.revise(node, second, picture, host=host, keeps_id=keeps_id)
        self.worker.standing.at = now.id

    def _difference(self, before: Observation, after: Observation, ignore: frozenset[str] = frozenset()) -> Difference:
        return compare(before, after, faithful=self.worker.recorder.faithful, ignore=ignore)


@dataclass(frozen=True, slots=True)
class Looks:
    """What looks of every sort need.

    Attributes:
        judge: of what is seen.
        unseen: why states could not be looked at, by id.
    """

    judge: Judge
    unseen: dict[str, str]

    @property
    def _worker(self) -> Worker:
        return self.judge.worker

    @property
    def _reviser(self) -> Reviser:
        return self.judge.reviser
