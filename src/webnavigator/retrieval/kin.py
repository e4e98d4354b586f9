"""Which states are of one kind: pages built alike, and what was opened on one of them."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.model.url import UrlTemplates

_OPENED = "+"
"""Ends the template of a state that was opened in place on a page of the template before it."""

_MAX_STEPS = 3


@dataclass(frozen=True, slots=True)
class Kin:
    """Kinds of pages, by node id.

    Attributes:
        kinds: kind of the page that a state is, or was opened on; a state of no kind is left out.
        hosts: of an inner state the page that it was opened on; one that no way opens is left out.
        openers: of an inner state that one step opens what the control is called.
    """

    kinds: Mapping[str, str]
    hosts: Mapping[str, str] = field(default_factory=dict[str, str])
    openers: Mapping[str, str] = field(default_factory=dict[str, str])


def kin_of(graph: InteractionGraph) -> Kin:
    """The kinds of a map's states. A page never visited is of the kind that most addresses of its pattern show."""
    urls = UrlTemplates(node.url for node in graph.nodes)
    shown: dict[str, Counter[str]] = defaultdict(Counter)
    for node in graph.nodes:
        if node.visited and node.template and not node.template.endswith(_OPENED):
            shown[urls.template(node.url)][node.template] += 1
    kinds: dict[str, str] = {}
    hosts: dict[str, str] = {}
    openers: dict[str, str] = {}
    for node in graph.nodes:
        likely = shown.get(urls.template(node.url)) if not node.visited else None
        kind = max(sorted(likely), key=likely.__getitem__) if likely else node.template.rstrip(_OPENED)
        if kind:
            kinds[node.id] = kind
        if node.visited and (way := steps_from_host(node.id, graph)):
            hosts[node.id] = way[0].source
            if len(way) == 1 and way[0].label:
                openers[node.id] = way[0].label
    return Kin(kinds, hosts, openers)


def steps_from_host(node_id: str, graph: InteractionGraph) -> tuple[Edge, ...]:
    """The edges that opened an inner state on its page: backwards while the address stays the same.

    Empty when the state is a page itself or was opened in more than three steps.
    """
    node = graph.node(node_id)
    steps: list[Edge] = []
    at = node
    while node is not None and at is not None and len(steps) < _MAX_STEPS:
        near = _openings(at, node, graph)
        if not near:
            return ()
        edge, source = min(near, key=lambda row: (row[1].depth, row[0].id))
        steps.insert(0, edge)
        if source.url_reachable or not source.name:
            return tuple(steps)
        at = source
    return ()


def _openings(at: Node, node: Node, graph: InteractionGraph) -> list[tuple[Edge, Node]]:
    sources = ((edge, graph.node(edge.source)) for edge in graph.edges_to(at.id))
    return [(edge, s) for edge, s in sources if s is not None and s.url == node.url and s.id != at.id]
