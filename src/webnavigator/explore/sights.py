"""What was seen in the states that workers stand in, kept at hand."""

from dataclasses import dataclass, field

from webnavigator.model.graph import InteractionGraph
from webnavigator.model.page import Observation
from webnavigator.store.base import Store

_AT_HAND = 4
"""Observations kept in memory: a large page takes some megabytes."""


@dataclass(slots=True)
class Sights:
    """Observations of captured states, read from the map when they are not at hand.

    Attributes:
        store: the map.
        graph: the same map in memory.
    """

    store: Store
    graph: InteractionGraph
    _kept: dict[str, Observation | None] = field(default_factory=dict[str, Observation | None])

    def forget(self, node_id: str) -> None:
        """A state is not what it was."""
        self._kept.pop(node_id, None)

    def of(self, node_id: str) -> Observation | None:
        """What was seen in a state when it was captured; None when it was not."""
        node = self.graph.node(node_id)
        if node is None or not node.visited:
            return None
        if node_id not in self._kept:
            self._kept[node_id] = self.store.observation(node)
            for old in list(self._kept)[:-_AT_HAND]:
                del self._kept[old]
        return self._kept[node_id]
