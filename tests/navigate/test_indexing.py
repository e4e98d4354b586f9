"""An index in step with its map is left alone; what documents are made of brings it up to date."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from webnavigator.config import RetrieveSettings
from webnavigator.model.action import Click, Locator
from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.navigate import indexing
from webnavigator.navigate.indexing import fingerprint, update_index
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.sql import open_map

LEXICAL = RetrieveSettings(encoder="lexical")
HOME, ORDERS = Node("home", "https://a.test/", title="Home"), Node("orders", "https://a.test/orders", title="Orders")
LINK = Edge("home", "orders", Click(Locator("/a[1]", "link", "Orders")), "Orders", "link")


def graph_of(*nodes: Node, edges: tuple[Edge, ...] = ()) -> InteractionGraph:
    graph = InteractionGraph()
    for node in nodes:
        graph.add_node(node)
    for edge in edges:
        graph.add_edge(edge)
    return graph


def test_documents_are_made_only_when_something_of_them_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    made: list[Callable[..., object]] = []
    documents = indexing.documents
    monkeypatch.setattr(indexing, "documents", lambda *given: made.append(documents) or documents(*given))
    with (
        open_map(tmp_path / "map", create=True) as store,
        closing(MapIndex.open(store.index_path, LEXICAL)) as index,
    ):
        assert update_index(store, graph_of(HOME, ORDERS), index).added == 2
        assert update_index(store, graph_of(HOME, ORDERS), index).unchanged == 2
        assert len(made) == 1
        assert update_index(store, graph_of(HOME, replace(ORDERS, title="Purchases")), index).changed == 1
        assert [hit.node_id for hit in index.search("purchases")][:1] == ["orders"]
        index.update([])  # by somebody who does not say what of
        assert update_index(store, graph_of(HOME, ORDERS), index).added == 2
        assert len(made) == 3


def test_tries_of_a_step_are_no_part_of_the_fingerprint():
    before = fingerprint(graph_of(HOME, ORDERS, edges=(LINK,)))
    assert fingerprint(graph_of(HOME, ORDERS, edges=(replace(LINK, tries=7, successes=6),))) == before
    assert fingerprint(graph_of(HOME, ORDERS, edges=(replace(LINK, label="My orders"),))) != before
    assert fingerprint(graph_of(HOME, replace(ORDERS, content="1" * 64), edges=(LINK,))) != before
