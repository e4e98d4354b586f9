from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webnavigator.errors import StoreError
from webnavigator.model.action import Click, Goto, Hover, Locator, Press, Select, Type
from webnavigator.model.graph import Edge, EdgeKind, InteractionGraph, Node
from webnavigator.model.task import Task
from webnavigator.store.base import Feedback, Successor, follow
from webnavigator.store.sql import SqlStore, open_map

numbers = st.integers(0, 2**53)
seconds = st.floats(0, 1e12)
nodes = st.builds(
    Node,
    id=st.sampled_from("abcdef"),
    url=st.text(),
    title=st.text(),
    h_v=st.text(),
    url_reachable=st.sampled_from([None, True, False]),
    template=st.text(),
    depth=numbers,
    status=st.none() | numbers,
    first_seen=seconds,
    last_seen=seconds,
    name=st.text(),
    visited=st.booleans(),
    content=st.text(),
    screenshot=st.text(),
)
locators = st.from_type(Locator)
actions = st.one_of(
    st.builds(Goto, st.text()),
    st.builds(Click, locators),
    st.builds(Hover, locators),
    st.builds(Press, st.text()),
    st.builds(Select, locators, st.text()),
    st.builds(Type, locators, st.text(), st.booleans()),
)


@st.composite
def graphs(draw: st.DrawFn) -> InteractionGraph:
    graph = InteractionGraph()
    for node in draw(st.lists(nodes, min_size=1, max_size=6)):
        graph.add_node(node)
    ids = st.sampled_from([node.id for node in graph.nodes])
    edges = st.builds(
        Edge,
        source=ids,
        target=ids,
        action=actions,
        label=st.text(),
        kind=st.from_type(EdgeKind),
        verified=st.booleans(),
        tries=numbers,
        successes=numbers,
        seconds=seconds,
    )
    for edge in draw(st.lists(edges, max_size=8)):
        graph.add_edge(edge)
    return graph


def everything(graph: InteractionGraph) -> tuple[list[Node], list[Edge]]:
    return list(graph.nodes), graph.edges


def goto(source: str, target: str, **more: object) -> Edge:
    return replace(Edge(source, target, Goto(f"https://a.test/{target}")), **more)


def put(store: SqlStore, *names: str) -> None:
    store.put_nodes(Node(name, "https://a.test/") for name in names)


@settings(max_examples=40, deadline=None)
@given(graphs())
def test_a_graph_comes_back_as_it_was_and_twice_is_once(graph: InteractionGraph) -> None:
    with TemporaryDirectory() as directory:
        with open_map(Path(directory), create=True) as store:
            store.put_nodes(graph.nodes)
            store.put_edges(graph.edges)
            for node in graph.nodes:
                store.put_node(node)
            for edge in graph.edges:
                store.put_edge(edge)
            assert everything(store.graph()) == everything(graph)
        with open_map(Path(directory)) as store:
            assert everything(store.graph()) == everything(graph)


def test_a_second_put_replaces_and_keeps_the_order(store: SqlStore) -> None:
    put(store, "b", "a")
    store.put_edge(goto("b", "a"))
    store.put_edge(goto("a", "b"))
    store.put_node(Node("b", "https://b.test/", title="later"))
    store.put_edge(goto("b", "a", tries=2, successes=1, seconds=0.5, verified=True))
    graph = store.graph()
    assert [(node.id, node.title) for node in graph.nodes] == [("b", "later"), ("a", "")]
    assert [(edge.source, edge.tries, edge.verified) for edge in graph.edges] == [
        ("b", 2, True),
        ("a", 0, False),
    ]


def test_an_edge_needs_its_states(store: SqlStore) -> None:
    put(store, "a")
    with pytest.raises(StoreError, match=r"(?i)foreign key"):
        store.put_edge(goto("a", "b"))
    assert store.graph().edges == []


def test_text_that_no_encoding_can_write_is_kept_with_a_question_mark(store: SqlStore) -> None:
    store.put_nodes([Node("a", "https://a.test/", title="x\ud800y\0z"), Node("b", "https://a.test/")])
    store.put_edge(Edge("a", "b", Click(Locator("/a[1]", name="\udfff")), label="\udfff"))
    graph = store.graph()
    assert [node.title.replace("\ufffd", "\0") for node in graph.nodes] == ["x?y\0z", ""]
    assert graph.edges[0].label == "?"
    assert graph.edges[0].action == Click(Locator("/a[1]", name="?"))
    store.put_edge(Edge("a", "b", Click(Locator("/b[1]", name="\ud800订单"))))
    assert store.graph().edges[1].action == Click(Locator("/b[1]", name="?订单"))


def test_a_removed_state_takes_its_edges_tasks_and_labels_along(store: SqlStore) -> None:
    put(store, "a", "b", "c")
    store.put_edges([goto("a", "b"), goto("b", "c"), goto("a", "c")])
    store.put_tasks([Task("b", Goto("x")), Task("a", Goto("x"))])
    store.put_labels("b", ["p"])
    store.put_heal(goto("a", "b").id, Locator("/b[1]"))
    store.remove_node("b")
    store.remove_node("b")
    graph = store.graph()
    assert [node.id for node in graph.nodes] == ["a", "c"]
    assert graph.edges == [goto("a", "c")]
    assert [task.source for task in store.tasks()] == ["a"]
    assert store.labels() == {}
    assert store.heals() == {}


def test_a_renamed_state_takes_everything_along(store: SqlStore) -> None:
    put(store, "a", "old", "c")
    store.put_edges([goto("a", "old", tries=1), Edge("old", "c", Goto("y")), Edge("old", "old", Goto("z"))])
    store.put_tasks([Task("old", Goto("x"), state="done", outcome="new"), Task("a", Goto("x"))])
    store.put_labels("old", ["p", "q"])
    store.put_heal(goto("a", "old").id, Locator("/b[1]"))
    store.put_feedback(Feedback("words", "old", "right", 1.0))
    store.rename("old", "new")
    store.rename("old", "new")
    store.rename("new", "new")
    graph = store.graph()
    assert [node.id for node in graph.nodes] == ["a", "new", "c"]
    moved = Edge("a", "new", Goto("https://a.test/old"), tries=1)
    assert graph.edges == [moved, Edge("new", "c", Goto("y")), Edge("new", "new", Goto("z"))]
    assert store.tasks() == [Task("new", Goto("x"), state="done", outcome="new"), Task("a", Goto("x"))]
    assert store.finish_task(Task("new", Goto("x")).id, "done", "known")
    assert store.labels() == {"p": {"new"}, "q": {"new"}}
    assert store.heals() == {moved.id: [Locator("/b[1]")]}
    assert [row.node_id for row in store.feedback()] == ["new"]


def test_a_state_found_to_be_another_is_merged_into_it(store: SqlStore) -> None:
    store.put_nodes([Node("a", "a"), Node("old", "o", title="old"), Node("new", "n", title="new")])
    go = Goto("there")
    store.put_edge(Edge("a", "new", go, tries=1, successes=1, seconds=1.0, verified=True))
    store.put_edge(Edge("a", "old", go, label="There", tries=2, successes=1, seconds=0.5))
    store.put_tasks([Task("new", Goto("x")), Task("new", Goto("y"), state="done", outcome="known")])
    store.put_tasks([Task("old", Goto("x"), state="held", outcome="held: robots"), Task("old", Goto("y"))])
    store.put_labels("new", ["p"])
    store.put_labels("old", ["p", "q"])
    store.rename("old", "new")
    graph = store.graph()
    assert [node.title for node in graph.nodes] == ["", "new"]
    assert graph.edges == [Edge("a", "new", go, label="There", tries=3, successes=2, seconds=1.5, verified=True)]
    assert [(t.source, t.action, t.state) for t in store.tasks()] == [
        ("new", Goto("x"), "held"),
        ("new", Goto("y"), "done"),
    ]
    assert store.labels() == {"p": {"new"}, "q": {"new"}}


def test_healed_locators_come_newest_first_and_once(store: SqlStore) -> None:
    one, two = Locator("/a[1]", role="link", name="订单"), Locator("/b[1]")
    for locator in (one, two, one):
        store.put_heal("edge", locator)
    store.put_heal("other", two)
    assert store.heals() == {"edge": [one, two], "other": [two]}


def test_removed_edges_take_their_locators_along(store: SqlStore) -> None:
    put(store, "a", "b")
    store.put_edges([goto("a", "b"), goto("b", "a")])
    store.put_heal(goto("a", "b").id, Locator("/b[1]"))
    store.remove_edges([goto("a", "b").id, "stranger"])
    assert store.graph().edges == [goto("b", "a")]
    assert store.heals() == {}


def test_successors_are_followed_to_the_last_and_what_is_back_has_none(store: SqlStore) -> None:
    store.put_successor(Successor("a", "b", "structure", 1.0))
    store.put_successor(Successor("b", "c", "moved", 2.0))
    store.put_successor(Successor("c", "", "HTTP 404", 3.0))
    assert follow(store.successors(), "a") == "c", "the last id of a state that is gone"
    assert follow(store.successors(), "stranger") == "stranger"
    store.put_successor(Successor("c", "a", "structure", 4.0))
    assert set(store.successors()) == {"b", "c"}
    assert follow(store.successors(), "b") == "a"


def test_uses_add_up_and_follow_a_renamed_state(store: SqlStore) -> None:
    put(store, "a", "b")
    for name in ("a", "b", "a"):
        store.count_use(name)
    store.count_use("b", 3)
    assert store.uses() == {"a": 2, "b": 4}
    store.rename("a", "c")
    store.rename("b", "c")
    assert store.uses() == {"c": 6}
