"""The map while it grows: the graph in memory and the store, always changed together."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from webnavigator.explore.frontier import Frontier
from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.model.task import Task
from webnavigator.store.base import Store


@dataclass(frozen=True, slots=True)
class Growth:
    """The only writer of nodes, edges and tasks during an exploration.

    Attributes:
        store: the map, open for writing.
        graph: the same map in memory.
        frontier: the tasks that are left.
        clock: seconds since 1970, for when a state was seen.
    """

    store: Store
    graph: InteractionGraph
    frontier: Frontier
    clock: Callable[[], float] = time.time

    def put_node(self, node: Node) -> None:
        """Add a node, or replace the one with its id."""
        self.graph.add_node(node)
        self.store.put_node(node)

    def put_edge(self, edge: Edge) -> None:
        """Add an edge, or replace the one with its id."""
        self.graph.add_edge(edge)
        self.store.put_edge(edge)

    def put_all(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> None:
        """Add many nodes and edges at once; faster than one by one."""
        for node in nodes:
            self.graph.add_node(node)
        for edge in edges:
            self.graph.add_edge(edge)
        self.store.put_nodes(nodes)
        self.store.put_edges(edges)

    def rename(self, old: str, new: str) -> None:
        """Give a state another id; all that refers to it follows."""
        self.graph.rename(old, new)
        self.store.rename(old, new)

    def remove_edges(self, edges: Iterable[Edge]) -> None:
        """Remove edges whose controls are gone."""
        ids = [edge.id for edge in edges]
        for edge_id in ids:
            self.graph.remove_edge(edge_id)
        self.store.remove_edges(ids)

    def remove_node(self, node_id: str) -> None:
        """Remove a state that is gone, with its edges and tasks."""
        self.graph.remove_node(node_id)
        self.store.remove_node(node_id)

    def push(self, tasks: Iterable[Task]) -> bool:
        """Add tasks to the frontier, and those never seen before to the store; whether there were any."""
        fresh = self.frontier.push(tasks)
        self.store.put_tasks(fresh)
        return bool(fresh)

    def redirect(self, place: str, node: Node) -> None:
        """The state of a place known by links only was found: the place goes, its incoming edges lead to the state."""
        if self.graph.node(place) is None:
            return
        incoming = [edge for edge in self.graph.edges_to(place) if edge.source != node.id]
        self.graph.remove_node(place)
        self.store.remove_node(place)
        for edge in incoming:
            self.put_edge(replace(edge, target=node.id))

    def count_try(self, edge: Edge, *, arrived: bool, seconds: float) -> None:
        """Count a replayed step in the edge's statistics; an edge that is gone counts nothing."""
        current = self.graph.edge(edge.id)
        if current is not None:
            self.put_edge(current.tried(arrived=arrived, seconds=seconds))
