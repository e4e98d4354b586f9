"""Where a page stands on the map, and how it is brought into a state that is known."""

from dataclasses import dataclass, field

from webnavigator.browser.anywhere import AnyPilot, walk
from webnavigator.browser.replay import LONG_PATIENCE_S, PATIENCE_S, Replayed
from webnavigator.errors import NavigationError
from webnavigator.explore.recorder import Recorder
from webnavigator.model.action import Press
from webnavigator.model.arrival import Expected

_PLANS = 3
"""Ways tried to get to a state before its tasks are given up."""

_CLOSABLE = frozenset({"menu", "dialog", "control", "select", "hover"})
"""Kinds of edges whose target Escape may close."""


@dataclass(slots=True)
class Standing:
    """Knows which state a page stands in, and brings it into another.

    Attributes:
        pilot: the page.
        recorder: the map.
        at: node id of the state that the page is in; None when that is not known.
    """

    pilot: AnyPilot
    recorder: Recorder
    at: str | None = None
    _stubborn: set[str] = field(default_factory=set[str])

    async def bring_to(self, node_id: str) -> bool:
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
            replayed = await walk(self.pilot, path, self.expected, patience_s=patience_s)
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

    def expected(self, node_id: str) -> Expected | None:
        """A state as it should be found; None for one that was never captured."""
        node = self.recorder.graph.node(node_id)
        return self.recorder.expected(node) if node is not None and node.visited else None

    def _learn(self, replayed: Replayed) -> None:
        with self.recorder.store.transaction():
            for tried in replayed.steps:
                self.recorder.growth.count_try(tried.edge, arrived=tried.arrived, seconds=tried.seconds)
        if replayed.goto_s:
            graph = self.recorder.graph
            graph.goto_s = 0.8 * graph.goto_s + 0.2 * replayed.goto_s
