"""All documents of a map, from its nodes, edges and stored observations."""

from collections.abc import Callable, Iterator

from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.model.page import Observation
from webnavigator.retrieval.boilerplate import Boilerplate, learn_boilerplate
from webnavigator.retrieval.document import Document, build_document

Load = Callable[[Node], Observation | None]
"""Gives the stored observation of a state, None when it has none."""


def boilerplate_of(graph: InteractionGraph, load: Load) -> Boilerplate:
    """What the site's pages share; reads every stored observation once, one at a time."""
    return learn_boilerplate((node.url, observation) for node in graph.nodes if (observation := load(node)) is not None)


def documents_of(graph: InteractionGraph, load: Load) -> Iterator[Document]:
    """The documents of all states; observations are read one or two at a time.

    An inner state (dialog, menu, tab) is compared with the page that it was opened on.
    """
    shared = boilerplate_of(graph, load)
    for node in graph.nodes:
        incoming = _incoming(node, graph)
        parent = _parent(node, incoming)
        before = load(parent) if parent is not None else None
        yield build_document(node, load(node), incoming, before, shared)


def _incoming(node: Node, graph: InteractionGraph) -> list[tuple[Edge, Node]]:
    pairs = ((edge, graph.node(edge.source)) for edge in graph.edges_to(node.id))
    return [(edge, source) for edge, source in pairs if source is not None]


def _parent(node: Node, incoming: list[tuple[Edge, Node]]) -> Node | None:
    """The nearest state at the same address from which this one was opened."""
    near = [(s.depth, bool(s.name), s.id, s) for _, s in incoming if s.url == node.url and s.id != node.id]
    return min(near, key=lambda row: row[:3])[3] if near else None
