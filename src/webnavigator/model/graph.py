"""The interaction graph: page states, the actions between them, and shortest paths.

Many edges may join two nodes. Edge weights are expected seconds: what an action took so far, divided by the
share of its tries that arrived.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

import rustworkx

from webnavigator.model.action import Action, action_key

EdgeKind = Literal["link", "control", "menu", "tab", "dialog", "select", "hover", "type", "popup", "goto"]
"""What sort of step an edge is: `link` follows an href, `control` anything else that cannot be told more
exactly."""

DEFAULT_STEP_S = 0.8
"""Expected seconds of a step never taken."""

_UNUSABLE_S = 1e9
"""Cost of an edge that must not be used: more than any path of usable ones."""


@dataclass(frozen=True, slots=True)
class Node:
    """A page state.

    Attributes:
        id: `webnavigator.model.page.node_id`: 32 hex digits, the same in every process.
        url: canonical URL.
        title: document title.
        h_v: `webnavigator.model.page.structural_hash`.
        url_reachable: opening `url` in a fresh page gives this state; None: not known yet.
        template: id of the page template it is an instance of, "" when none was assigned.
        depth: actions from the start page on the shortest known way.
        status: HTTP status of the document, None when it came without one (client-side route).
        first_seen: seconds since the epoch, UTC.
        last_seen: likewise.
        name: what tells this state from others at the same URL, in words: heading of its dialog or menu,
            label of the control that opened it; "" when it is the page itself.
        visited: False for a state known only by a link to it: its id is that of its URL alone, its text
            unknown.
        content: SHA-256 of the blob with the full observation; "" when not visited.
        screenshot: SHA-256 of the blob with the screenshot, "" when there is none.
    """

    id: str
    url: str
    title: str = ""
    h_v: str = ""
    url_reachable: bool | None = None
    template: str = ""
    depth: int = 0
    status: int | None = None
    first_seen: float = 0.0
    last_seen: float = 0.0
    name: str = ""
    visited: bool = True
    content: str = ""
    screenshot: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """An action that leads from one state to another.

    Attributes:
        source: node id.
        target: node id.
        action: what to do on `source`.
        label: what a person would call the control, e.g. "Orders".
        kind: see `EdgeKind`.
        verified: the action was taken and led here; False: inferred from a link's address.
        tries: how often it was taken.
        successes: how often it then led to `target`.
        seconds: total time of the successful tries.
    """

    source: str
    target: str
    action: Action
    label: str = ""
    kind: EdgeKind = "control"
    verified: bool = False
    tries: int = 0
    successes: int = 0
    seconds: float = 0.0

    @property
    def id(self) -> str:
        """32 hex digits from source, target and the action; statistics and labels do not matter."""
        key = f"{self.source}\n{self.target}\n{action_key(self.action)}"
        return hashlib.md5(key.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()

    @property
    def expected_s(self) -> float:
        """Seconds that a try costs on average, divided by the chance that it arrives (rule of succession)."""
        mean = self.seconds / self.successes if self.successes else DEFAULT_STEP_S
        chance = (self.successes + 1) / (self.tries + 2) if self.tries else (0.9 if self.verified else 0.8)
        return max(mean, 0.01) / chance

    def tried(self, *, arrived: bool, seconds: float) -> "Edge":
        """A copy with one more try counted."""
        return replace(
            self,
            tries=self.tries + 1,
            successes=self.successes + int(arrived),
            seconds=self.seconds + (seconds if arrived else 0.0),
            verified=self.verified or arrived,
        )

    def added(self, other: "Edge") -> "Edge":
        """This edge and another that turned out to be the same, as one: their statistics are added up."""
        return replace(
            self,
            label=self.label or other.label,
            verified=self.verified or other.verified,
            tries=self.tries + other.tries,
            successes=self.successes + other.successes,
            seconds=self.seconds + other.seconds,
        )


@dataclass(frozen=True, slots=True)
class Path:
    """A way to a state, ready to be replayed.

    Attributes:
        target: node id of the state it ends in.
        start_url: address to open first; None: start from the page as it is.
        steps: edges to take, in order; empty when opening `start_url` (or nothing) is enough.
        expected_s: sum of the expected seconds.
    """

    target: str
    start_url: str | None = None
    steps: tuple[Edge, ...] = ()
    expected_s: float = 0.0


@dataclass(slots=True)
class InteractionGraph:
    """Directed multigraph of states; the only mutable thing in the model, grown by `add_node` and `add_edge`.

    >>> from webnavigator.model.action import Goto
    >>> g = InteractionGraph()
    >>> g.add_node(Node(id="a", url="https://s.test/", url_reachable=True))
    >>> g.add_node(Node(id="b", url="https://s.test/"))
    >>> g.add_edge(Edge("a", "b", Goto("https://s.test/#b")))
    >>> path = g.shortest_path("b")
    >>> path.start_url, [edge.target for edge in path.steps]
    ('https://s.test/', ['b'])
    """

    goto_s: float = DEFAULT_STEP_S
    _graph: "rustworkx.PyDiGraph[str, Edge]" = field(
        default_factory=lambda: rustworkx.PyDiGraph[str, Edge](multigraph=True)
    )
    _index: dict[str, int] = field(default_factory=dict[str, int])
    _nodes: dict[str, Node] = field(default_factory=dict[str, Node])
    _edges: dict[str, tuple[int, Edge]] = field(default_factory=dict[str, tuple[int, Edge]])

    def add_node(self, node: Node) -> None:
        """Add a state, or replace what is known of it."""
        if node.id not in self._index:
            self._index[node.id] = self._graph.add_node(node.id)
        self._nodes[node.id] = node

    def add_edge(self, edge: Edge) -> None:
        """Add an edge, or replace its statistics and labels.

        Raises:
            KeyError: source or target is not in the graph.
        """
        source, target = self._index[edge.source], self._index[edge.target]
        known = self._edges.get(edge.id)
        if known is None:
            self._edges[edge.id] = (self._graph.add_edge(source, target, edge), edge)
        else:
            self._graph.update_edge_by_index(known[0], edge)
            self._edges[edge.id] = (known[0], edge)

    def remove_node(self, node_id: str) -> None:
        """Remove a state and its edges; nothing happens when it is not there."""
        index = self._index.pop(node_id, None)
        if index is None:
            return
        for edge in (*self.edges_from(node_id, index), *self.edges_to(node_id, index)):
            self._edges.pop(edge.id, None)
        self._graph.remove_node(index)
        del self._nodes[node_id]

    def remove_edge(self, edge_id: str) -> None:
        """Remove an edge; nothing happens when it is not there."""
        known = self._edges.pop(edge_id, None)
        if known is not None:
            self._graph.remove_edge_from_index(known[0])

    def rename(self, old: str, new: str) -> None:
        """Give the state `old` the id `new`, edges and all; when a state `new` is there already, the two become one."""
        node = self._nodes.get(old)
        if node is None or old == new:
            return
        edges = {edge.id: edge for edge in (*self.edges_from(old), *self.edges_to(old))}
        self.remove_node(old)
        if new not in self._nodes:
            self.add_node(replace(node, id=new))
        for edge in edges.values():
            ends = {name: new if getattr(edge, name) == old else getattr(edge, name) for name in ("source", "target")}
            moved = replace(edge, **ends)
            known = self.edge(moved.id)
            self.add_edge(known.added(moved) if known is not None else moved)

    def node(self, node_id: str) -> Node | None:
        """The state with this id, or None."""
        return self._nodes.get(node_id)

    def edge(self, edge_id: str) -> Edge | None:
        """The edge with this id, or None."""
        known = self._edges.get(edge_id)
        return known[1] if known else None

    @property
    def nodes(self) -> Collection[Node]:
        """All states, in the order in which they were added."""
        return self._nodes.values()

    @property
    def edges(self) -> list[Edge]:
        """All edges, in the order in which they were added."""
        return [edge for _, edge in self._edges.values()]

    @property
    def edge_count(self) -> int:
        """How many edges there are."""
        return len(self._edges)

    def edges_from(self, node_id: str, index: int | None = None) -> list[Edge]:
        """Edges that leave a state; empty when it is not in the graph."""
        at = self._index.get(node_id) if index is None else index
        return [] if at is None else [edge for _, _, edge in self._graph.out_edges(at)]

    def edges_to(self, node_id: str, index: int | None = None) -> list[Edge]:
        """Edges that lead to a state; empty when it is not in the graph."""
        at = self._index.get(node_id) if index is None else index
        return [] if at is None else [edge for _, _, edge in self._graph.in_edges(at)]

    def shortest_path(self, target: str, source: str | None = None, *, avoid: Iterable[str] = ()) -> Path | None:
        """The cheapest way to a state, in expected seconds.

        It starts either where we are (`source`) or at any URL-reachable state, whichever is cheaper: going to
        the nearest URL-reachable state and forward from there is the paper's reverse search (section 1.2).

        Args:
            target: node id.
            source: node id of the current page; None: the current page is not on the map.
            avoid: ids of edges that must not be used; also ``goto:<node id>`` for states whose URL failed.

        Returns:
            None when `target` is unknown or no way is left.
        """
        goal = self._index.get(target)
        if goal is None:
            return None
        if source == target:
            return Path(target=target)
        shunned = set(avoid)
        node = self._nodes[target]
        if source is None and node.url_reachable and f"goto:{target}" not in shunned:
            return Path(target, node.url, (), self.goto_s)  # every other way opens an address too, and goes on

        def cost(edge: Edge) -> float:
            return _UNUSABLE_S if edge.id in shunned else edge.expected_s

        distance = self._distances_to(goal, cost)
        starts = list(self._starts(source, distance, shunned))
        total, _, first, url = min(starts, default=(_UNUSABLE_S, 0, "", None))
        if total >= _UNUSABLE_S:
            return None
        return Path(target, url, self._walk(first, target, distance, cost), total)

    def _distances_to(self, goal: int, cost: Callable[[Edge], float]) -> dict[int, float]:
        """Seconds from each state, by index, to the goal; states without a way are absent."""
        reverse = self._graph.copy()
        reverse.reverse()
        return {**dict(rustworkx.dijkstra_shortest_path_lengths(reverse, goal, cost)), goal: 0.0}

    def _starts(
        self, source: str | None, distance: dict[int, float], shunned: set[str]
    ) -> Iterable[tuple[float, int, str, str | None]]:
        """Where a path may begin: seconds in all, 0 for here or 1 for an address, node id, address."""
        if source is not None and source in self._index:
            yield distance.get(self._index[source], _UNUSABLE_S), 0, source, None
        for node in self._nodes.values():
            if node.url_reachable and f"goto:{node.id}" not in shunned:
                along = distance.get(self._index[node.id], _UNUSABLE_S)
                yield along + self.goto_s, 1, node.id, node.url

    def _walk(
        self, first: str, target: str, distance: dict[int, float], cost: Callable[[Edge], float]
    ) -> tuple[Edge, ...]:
        """The edges of the cheapest way; every step has a cost, so the distance falls and the walk ends."""
        steps: list[Edge] = []
        at = first
        while at != target:
            onward = [edge for edge in self.edges_from(at) if self._index[edge.target] in distance]
            best = min(onward, key=lambda edge: (cost(edge) + distance[self._index[edge.target]], edge.id))
            steps.append(best)
            at = best.target
        return tuple(steps)
