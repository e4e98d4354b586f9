"""Keeping the search index of a map in step with its states."""

import hashlib
import time
from collections.abc import Container, Iterator
from dataclasses import replace

from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.model.inferred import inferred_pages
from webnavigator.model.page import Observation
from webnavigator.retrieval.added import Pictures
from webnavigator.retrieval.base import IndexReport
from webnavigator.retrieval.boilerplate import Boilerplate, learn_boilerplate
from webnavigator.retrieval.document import Document, build_document
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.base import Store


def searchable(node: Node, visited_urls: Container[str] = ()) -> bool:
    """A state that somebody may want to go to: no error page, and no mere view of a page that is there itself.

    Args:
        node: the state.
        visited_urls: addresses of the states captured; a page never visited that differs from one of them in its
            query alone is the same page sorted, filtered or marked.
    """
    if node.status is not None and node.status >= 400:
        return False
    base, _, query = node.url.partition("?")
    return node.visited or not query or base not in visited_urls


def graph_to_search(store: Store) -> InteractionGraph:
    """The graph of a map, with the places that follow from it: see `webnavigator.model.inferred`."""
    graph = store.graph()
    for node in inferred_pages(graph):
        graph.add_node(node)
    return graph


def documents(store: Store, graph: InteractionGraph) -> Iterator[Document]:
    """The documents of all states that can be asked for, in the map's order."""
    boilerplate = _boilerplate(store, graph)
    visited_urls = {node.url for node in graph.nodes if node.visited}
    for node in graph.nodes:
        if searchable(node, visited_urls):
            incoming = _incoming(graph, node)
            parent = _parent(store, incoming, node)
            yield build_document(node, store.observation(node), incoming, parent, boilerplate)


def fingerprint(graph: InteractionGraph) -> str:
    """SHA-256 over all of a graph that documents are made of, 64 hex digits: tries and times are no part of it."""
    made = hashlib.sha256()
    for node in graph.nodes:
        said = (node.id, node.url, node.title, node.name, node.visited, node.status, node.url_reachable, node.content)
        made.update(repr(said).encode("utf-8", "surrogatepass"))
    for edge in graph.edges:
        said = (edge.source, edge.target, edge.label, edge.kind, edge.action.kind)
        made.update(repr(said).encode("utf-8", "surrogatepass"))
    return made.hexdigest()


def update_index(store: Store, graph: InteractionGraph, index: MapIndex, *, strict: bool = False) -> IndexReport:
    """Bring the index in step with the map; only what changed is encoded anew.

    Args:
        store: the map.
        graph: its graph.
        index: its index.
        strict: a model of the user's choice that cannot be used is an error and no warning of later answers.

    Raises:
        UserError: only when strict: the model is not there.
        ModelError: only when strict: it does not answer.
    """
    started = time.perf_counter()
    made_of = fingerprint(graph)
    if index.added is None:
        if index.made_of == made_of:
            return IndexReport(unchanged=len(index), seconds=time.perf_counter() - started)
        return index.update(documents(store, graph), made_of=made_of)
    made = list(documents(store, graph))
    pictures = _pictures(store, graph)
    report, started = index.update(made, made_of=made_of), time.perf_counter()
    encoded = (index.added.update if strict else index.added.try_to_update)(made, pictures)
    seconds = report.seconds + time.perf_counter() - started
    return replace(report, encoded=encoded, seconds=seconds)


def _pictures(store: Store, graph: InteractionGraph) -> Pictures:
    def read(node_id: str) -> bytes | None:
        node = graph.node(node_id)
        return store.screenshot(node) if node is not None else None

    return Pictures({node.id: node.screenshot for node in graph.nodes if node.screenshot}, read)


def _boilerplate(store: Store, graph: InteractionGraph) -> Boilerplate:
    pages = ((node, store.observation(node)) for node in graph.nodes if node.visited and searchable(node))
    return learn_boilerplate((node.url, page) for node, page in pages if page is not None)


def _incoming(graph: InteractionGraph, node: Node) -> list[tuple[Edge, Node]]:
    sources = ((edge, graph.node(edge.source)) for edge in graph.edges_to(node.id))
    return [(edge, source) for edge, source in sources if source is not None and source.id != node.id]


def _parent(store: Store, incoming: list[tuple[Edge, Node]], node: Node) -> Observation | None:
    """What a state that was opened in place was opened on: the first state at the same address that leads to it."""
    if node.url_reachable:
        return None
    hosts = [source for _, source in incoming if source.url == node.url]
    return store.observation(min(hosts, key=lambda host: host.depth)) if hosts else None
