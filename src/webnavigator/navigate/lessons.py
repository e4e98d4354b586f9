"""What replaying teaches: how often a step works and how long it takes, and where its element is now."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from webnavigator.browser.replay import Replayed, Tried
from webnavigator.model.action import Locator
from webnavigator.model.graph import Edge, InteractionGraph
from webnavigator.store.base import Store


@dataclass(slots=True)
class Lessons:
    """Statistics and healed locators: in the graph at once, in the map when it can be written.

    Attributes:
        store: the map.
        graph: its states and edges, in memory.
        write: keep them in the map; needs a store opened for writing.
    """

    store: Store
    graph: InteractionGraph
    write: bool = False
    _edges: dict[str, Edge] = field(default_factory=dict[str, Edge])
    _uses: Counter[str] = field(default_factory=Counter[str])
    _new_heals: dict[str, Locator] = field(default_factory=dict[str, Locator])
    _heals: dict[str, Locator] = field(default_factory=dict[str, Locator])

    def __post_init__(self) -> None:
        self._heals = {edge_id: found[0] for edge_id, found in self.store.heals().items() if found}

    @property
    def heals(self) -> Mapping[str, Locator]:
        """Where the element of an edge was found last, by edge id."""
        return self._heals

    @property
    def unsaved(self) -> bool:
        """Whether there is something that the map has not got yet."""
        return bool(self._edges or self._uses)

    def learn(self, replayed: Replayed) -> None:
        """Take note of the steps of a replay."""
        for tried in replayed.steps:
            edge = self.graph.edge(tried.edge.id)
            if edge is None:
                continue
            edge = edge.tried(arrived=tried.arrived, seconds=tried.seconds)
            self.graph.add_edge(edge)
            if self.write:
                self.store.put_edge(edge)
            else:
                self._edges[edge.id] = edge
            self._keep_heal(tried)

    def count_use(self, node_id: str) -> None:
        """Somebody wanted to be in a state and is there: a refresh looks at such states first."""
        if self.write:
            self.store.count_use(node_id)
        else:
            self._uses[node_id] += 1

    def _keep_heal(self, tried: Tried) -> None:
        if tried.locator is None or not tried.arrived:
            return
        self._heals[tried.edge.id] = tried.locator
        if self.write:
            self.store.put_heal(tried.edge.id, tried.locator)
        else:
            self._new_heals[tried.edge.id] = tried.locator

    def save_to(self, store: Store) -> None:
        """Keep what was learnt since the last time in a map that is open for writing."""
        there = store.graph()
        store.put_edges([edge for name, edge in self._edges.items() if there.edge(name) is not None])
        for edge_id, locator in self._new_heals.items():
            if there.edge(edge_id) is not None:
                store.put_heal(edge_id, locator)
        for node_id, times in self._uses.items():
            if there.node(node_id) is not None:
                store.count_use(node_id, times)
        self._uses.clear()
        self._edges.clear()
        self._new_heals.clear()
