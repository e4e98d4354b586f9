"""Inner states of instances that were never opened there: the dialog of one order, asked for on another.

Pages of one template offer the same dialogs, but only a few instances are explored. A query such as
"dialog to assign order TT10041 to another customer" names an instance, and a dialog that was opened on order
TT10001 only. The pair of the two is a candidate of its own: go to the instance, then replay the edges
that opened the dialog on its host.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.retrieval.base import Hit
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.query import cue_terms, read_query
from webnavigator.retrieval.words import terms

_INNER_HITS = 8
_MAX_STEPS = 3


@dataclass(frozen=True, slots=True)
class CompositeHit:
    """An inner state, to be opened on another instance than the one it was seen on.

    Attributes:
        instance: id of the page to go to first.
        inner: id of the inner state, as it was seen on `host`.
        host: id of the page of the same template on which `inner` was opened.
        steps: edges from `host` to `inner`, to be replayed on `instance`.
        score: comparable with the scores of the hits it was made from.
        words: words of the query that name the instance and not the host.
    """

    instance: str
    inner: str
    host: str
    steps: tuple[Edge, ...]
    score: float
    words: tuple[str, ...]


def compose(
    query: str, hits: Sequence[Hit], graph: InteractionGraph, documents: Mapping[str, Document]
) -> list[CompositeHit]:
    """Pairs of an instance that the query names and an inner state of its template, best first.

    An inner state among the first hits is paired with another hit of its host's template when the query has words
    that name that page and not the host. The score is the inner state's own, plus what the page is better by than
    the host.

    Args:
        query: the user's words.
        hits: the search's answer; composites are made from its first inner states.
        graph: the map.
        documents: documents of the hits and of their hosts, by node id; states without are
            left out.
    """
    read = read_query(query)
    wanted = (set(read.entities) or set(read.words)) - cue_terms(read.text)
    words = set(read.words) | set(terms(read.english or ""))
    scores = {hit.node_id: hit.score for hit in hits}
    best: dict[tuple[str, str], CompositeHit] = {}
    inner_hits = [hit for hit in hits if (d := documents.get(hit.node_id)) is not None and d.kind != "page"]
    for hit in inner_hits[:_INNER_HITS]:
        way = steps_from_host(hit.node_id, graph)
        host = graph.node(way[0].source) if way else None
        if host is None or not host.template:
            continue
        for instance in _instances(host, hits, graph):
            names = _named(wanted, instance, documents) - _named(wanted, host, documents)
            asked_inside = words & _shown_by(documents[hit.node_id]) - _named(words, instance, documents)
            if not names or not asked_inside:
                continue
            gain = _gain(scores, instance.id, host.id) + len(names)
            found = CompositeHit(instance.id, hit.node_id, host.id, way, hit.score + gain, tuple(sorted(names)))
            best[instance.id, hit.node_id] = found
    return _nearest(best.values(), graph)


def _nearest(found: Iterable[CompositeHit], graph: InteractionGraph) -> list[CompositeHit]:
    """Best first; of those that open the same thing only the ones nearest to the start page."""
    by_name: dict[str, list[tuple[int, CompositeHit]]] = defaultdict(list)
    for hit in found:
        inner, instance = graph.node(hit.inner), graph.node(hit.instance)
        if inner is not None and instance is not None:
            by_name[inner.name].append((instance.depth, hit))
    kept: list[CompositeHit] = []
    for rows in by_name.values():
        least = min(depth for depth, _ in rows)
        kept += [hit for depth, hit in rows if depth == least]
    return sorted(kept, key=lambda c: (-c.score, c.instance, c.inner))


def steps_from_host(node_id: str, graph: InteractionGraph) -> tuple[Edge, ...]:
    """The edges that opened an inner state on its page: backwards while the address stays the same.

    Empty when the state is a page itself or was opened in more than three steps.
    """
    node = graph.node(node_id)
    steps: list[Edge] = []
    at = node
    while node is not None and at is not None and len(steps) < _MAX_STEPS:
        near = [
            (source.depth, edge.id, edge, source)
            for edge in graph.edges_to(at.id)
            if (source := graph.node(edge.source)) is not None and source.url == node.url and source.id != at.id
        ]
        if not near:
            return ()
        _, _, edge, source = min(near, key=lambda row: row[:2])
        steps.insert(0, edge)
        if source.url_reachable or not source.name:
            return tuple(steps)
        at = source
    return ()


def _instances(host: Node, hits: Sequence[Hit], graph: InteractionGraph) -> list[Node]:
    """Other pages of the host's template, as far as the search found them."""
    found = (graph.node(hit.node_id) for hit in hits)
    return [
        n
        for n in found
        if n is not None and n.template == host.template and n.url != host.url and _alike(n.url, host.url)
    ]


def _alike(url: str, other: str) -> bool:
    """Addresses of two instances: as many segments; of all that share a template, deeper ones are other pages."""
    return url.partition("?")[0].count("/") == other.partition("?")[0].count("/")


def _shown_by(inner: Document) -> set[str]:
    """Words of what an inner state is, and not of the page around it."""
    return {term for text in (inner.name, *inner.labels, *inner.added) for term in terms(text)}


def _named(wanted: set[str], node: Node, documents: Mapping[str, Document]) -> set[str]:
    """Words of the query that name a page: in its title, headings, labels or address."""
    document = documents.get(node.id)
    if document is None:
        return set()
    own = (document.title, document.url_words, *document.headings[:3], *document.labels)
    return wanted & {term for text in own for term in terms(text)}


def _gain(scores: Mapping[str, float], instance: str, host: str) -> float:
    """What the search held the instance better than the host, never below 0."""
    if instance not in scores:
        return 0.0
    return max(0.0, scores[instance] - scores.get(host, min(scores.values())))
