"""The state with an id, also with one that it had before its page changed."""

from webnavigator.errors import MapError
from webnavigator.model.graph import InteractionGraph, Node
from webnavigator.store.base import GraphStore, follow


def state_with_id(node_id: str, graph: InteractionGraph, store: GraphStore) -> Node:
    """The state that has an id, or had it before a refresh gave it another.

    Raises:
        MapError: there is none; the message says so, or why the state is gone.
    """
    node = graph.node(node_id)
    if node is not None:
        return node
    successors = store.successors()
    last = follow(successors, node_id)
    node = graph.node(last)
    if node is not None:
        return node
    if last in successors:
        raise MapError(f"the state {node_id} is gone: {successors[last].reason}")
    raise MapError(f"no state {node_id[:40]} on this map: `webnavigator search` lists their ids")
