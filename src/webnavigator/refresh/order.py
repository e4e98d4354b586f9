"""In what order a map is looked at again: what failed, then what is old and used.

A page and what is opened on it are one unit, looked at together: the page is loaded once.
"""

import math
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from webnavigator.model.graph import Edge, InteractionGraph, Node


@dataclass(slots=True)
class Unit:
    """What is looked at together.

    Attributes:
        page: id of the state that an address shows; "" for states that no way leads to.
        looks: ids of the states to look at; the page first, when it is one of them, then what is opened, nearest first.
        late: those of them that the page becomes by itself after a while.
    """

    page: str
    looks: list[str] = field(default_factory=list[str])
    late: list[str] = field(default_factory=list[str])

    def __len__(self) -> int:
        return len(self.looks) + len(self.late)


def units(
    graph: InteractionGraph, uses: Mapping[str, int], failed: Mapping[str, int], before: float, now: float
) -> list[Unit]:
    """What is to be looked at, in order.

    First what has to do with an edge that failed since it was last looked at, then by age × (1 + log2(1 + uses)): what
    is old, and what is asked for.

    Args:
        graph: the map.
        uses: how often somebody went to a state, by id.
        failed: failures of each edge that are known of already, by edge id.
        before: seconds since 1970; what was seen later is left out.
        now: likewise, the moment from which ages are counted.
    """
    found: dict[str, Unit] = {}
    hosts = _hosts(graph)
    first_at: dict[str, str] = {}
    for node in graph.nodes:
        if node.visited and node.url_reachable:
            first_at.setdefault(node.url, node.id)
    stale = [node for node in graph.nodes if node.visited and node.last_seen < before]
    for node in sorted(stale, key=lambda node: hosts.get(node.id, ("", 0))[1]):
        page = first_at[node.url] if node.url_reachable else hosts.get(node.id, ("", 0))[0]
        unit = found.setdefault(page, Unit(page))
        (unit.late if node.url_reachable and node.id != page else unit.looks).append(node.id)
    troubled = _troubled(graph, failed)
    weights = {node.id: _weight(node, graph, uses, now) for node in stale}

    def rank(unit: Unit) -> tuple[bool, float, int, str]:
        members = (*unit.looks, *unit.late)
        page = graph.node(unit.page or members[0])
        depth = page.depth if page is not None else 0
        return not troubled & set(members), -max(weights[name] for name in members), depth, unit.page

    return sorted(found.values(), key=rank)


def failures(edge: Edge) -> int:
    """How often an edge was taken in vain."""
    return edge.tries - edge.successes


def has_failed(edge: Edge, known: Mapping[str, int]) -> bool:
    """Whether an edge failed more often than was known."""
    return failures(edge) > known.get(edge.id, 0)


def _troubled(graph: InteractionGraph, known: Mapping[str, int]) -> set[str]:
    edges = [edge for edge in graph.edges if has_failed(edge, known)]
    return {end for edge in edges for end in (edge.source, edge.target)}


def _weight(node: Node, graph: InteractionGraph, uses: Mapping[str, int], now: float) -> float:
    asked = uses.get(node.id, 0) + sum(max(0, edge.tries - 1) for edge in graph.edges_to(node.id))
    return round(max(0.0, now - node.last_seen) / 60) * (1 + math.log2(1 + asked))


def _hosts(graph: InteractionGraph) -> dict[str, tuple[str, int]]:
    """For each state the page from whose address it is reached, and the steps from there."""
    found = {node.id: (node.id, 0) for node in graph.nodes if node.url_reachable}
    queue = deque(found)
    while queue:
        at = queue.popleft()
        page, steps = found[at]
        for target in _onward(graph.edges_from(at)):
            if target not in found:
                found[target] = (page, steps + 1)
                queue.append(target)
    return found


def _onward(edges: Iterable[Edge]) -> list[str]:
    """Where edges lead, those first that were taken with success."""
    ways: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        ways[edge.target].append(edge)
    return sorted(ways, key=lambda target: not any(edge.verified for edge in ways[target]))
