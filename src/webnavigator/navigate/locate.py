"""Which state of the map is this page?"""

from webnavigator.model.graph import InteractionGraph, Node
from webnavigator.model.page import node_id, similarity
from webnavigator.store.base import ContentStore

_ALIKE = 0.97
"""Content changes; a state opened in place changes at least this much of a page."""


def locate(
    url: str, keys: frozenset[str], graph: InteractionGraph, store: ContentStore, *, faithful: bool = False
) -> Node | None:
    """The state that a page is in.

    Args:
        url: canonical URL of the page.
        keys: its structure keys.
        graph: the map's states.
        store: their structures.
        faithful: the map was made with the published identity.

    Returns:
        The state with the same id; else, of the states at this address, the most similar one if it is similar enough;
        None when the page is not on the map.
    """
    exact = graph.node(node_id(keys, url))
    if exact is not None and exact.visited:
        return exact
    here = [node for node in graph.nodes if node.visited and node.url == url]
    rated = [(similarity(keys, store.structure(node, faithful=faithful)), node.id, node) for node in here]
    if not rated:
        return None
    best, _, node = max(rated, key=lambda row: row[:2])
    return node if best >= _ALIKE else None
