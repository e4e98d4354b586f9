from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webnavigator.model.action import Click, Goto, Locator
from webnavigator.model.graph import DEFAULT_STEP_S, Edge, InteractionGraph, Node

NODES = [f"n{n}" for n in range(6)]


def edge(source, target, name="x", seconds=1.0, **more):
    return Edge(source, target, Click(Locator(f"/{name}")), tries=8, successes=8, seconds=seconds * 8, **more)


def graph_of(nodes, edges, **more):
    graph = InteractionGraph(**more)
    for node in nodes:
        graph.add_node(node)
    for each in edges:
        graph.add_edge(each)
    return graph


@st.composite
def graphs(draw):
    reachable = draw(st.sets(st.sampled_from(NODES)))
    nodes = [Node(name, f"https://s.test/{name}", url_reachable=name in reachable) for name in NODES]
    ends = st.tuples(st.sampled_from(NODES), st.sampled_from(NODES))
    rows = draw(st.lists(st.tuples(ends, st.integers(1, 50)), max_size=14))
    edges = [edge(a, b, str(n), weight / 10) for n, ((a, b), weight) in enumerate(rows)]
    return graph_of(nodes, edges, goto_s=draw(st.sampled_from([0.0, 0.5, 3.0]))), edges


def cheapest(graph, edges, target, source, avoid):
    """By relaxing every edge until nothing changes (Bellman and Ford)."""
    cost = {node.id: graph.goto_s for node in graph.nodes if node.url_reachable and f"goto:{node.id}" not in avoid}
    if source is not None:
        cost[source] = 0.0
    for _ in NODES:
        for each in edges:
            if each.id not in avoid and each.source in cost:
                new = cost[each.source] + each.expected_s
                cost[each.target] = min(cost.get(each.target, new), new)
    return cost.get(target)


@settings(max_examples=300)
@given(graphs(), st.sampled_from(NODES), st.none() | st.sampled_from(NODES), st.data())
def test_shortest_paths_against_brute_force(made, target, source, data):
    graph, edges = made
    choices = [each.id for each in edges] + [f"goto:{name}" for name in NODES]
    avoid = data.draw(st.sets(st.sampled_from(choices), max_size=4))
    path = graph.shortest_path(target, source, avoid=avoid)
    best = cheapest(graph, edges, target, source, avoid)
    if best is None:
        assert path is None
        return
    assert path is not None
    assert path.expected_s == pytest.approx(best)
    steps_s = sum(step.expected_s for step in path.steps)
    assert path.expected_s == pytest.approx(steps_s + (graph.goto_s if path.start_url else 0))
    assert not avoid & {step.id for step in path.steps}
    assert all(one.target == other.source for one, other in pairwise(path.steps))
    assert path.target == target == (path.steps[-1].target if path.steps else target)
    first = path.steps[0].source if path.steps else target
    assert path.start_url == f"https://s.test/{first}" if path.start_url else first == source


@given(graphs(), st.sampled_from(NODES))
def test_removal_leaves_nothing_behind(made, gone):
    graph, edges = made
    graph.remove_node(gone)
    graph.remove_node(gone)
    assert graph.node(gone) is None
    left = {each.id for each in edges if gone not in (each.source, each.target)}
    assert {each.id for each in graph.edges} == left
    assert graph.edge_count == len(left)
    assert graph.edges_from(gone) == graph.edges_to(gone) == []
    assert graph.shortest_path(gone) is None


def test_nodes_and_edges_are_replaced_not_doubled():
    graph = graph_of([Node("a", "u"), Node("b", "v")], [edge("a", "b", label="old")])
    graph.add_node(Node("a", "u", title="new"))
    graph.add_edge(edge("a", "b", label="new"))
    node, known = graph.node("a"), graph.edge(edge("a", "b").id)
    assert node is not None
    assert node.title == "new"
    assert known is not None
    assert known.label == "new"
    assert len(graph.nodes) == 2
    assert [each.label for each in graph.edges_from("a")] == [each.label for each in graph.edges_to("b")] == ["new"]
    assert graph.edge("none") is None


def test_two_edges_may_join_two_states_and_the_cheaper_is_taken():
    slow, fast = edge("a", "b", "slow", 5), edge("a", "b", "fast", 1)
    graph = graph_of([Node("a", "u", url_reachable=True), Node("b", "v")], [slow, fast])
    path = graph.shortest_path("b", "a")
    assert path is not None
    assert path.steps == (fast,)
    around = graph.shortest_path("b", "a", avoid=[fast.id])
    assert around is not None
    assert around.steps == (slow,)


def test_an_edge_between_unknown_states():
    with pytest.raises(KeyError):
        InteractionGraph().add_edge(edge("a", "b"))


def test_a_page_off_the_map_starts_by_address():
    graph = graph_of([Node("a", "https://s.test/", url_reachable=True)], [])
    path = graph.shortest_path("a", "unknown")
    assert path is not None
    assert (path.start_url, path.steps, path.expected_s) == ("https://s.test/", (), DEFAULT_STEP_S)


def test_expected_seconds_grow_with_failures():
    fresh = Edge("a", "b", Goto("https://s.test/"))
    once = fresh.tried(arrived=True, seconds=2.0)
    failed = once.tried(arrived=False, seconds=9.0)
    assert once.verified
    assert not fresh.verified
    assert (failed.tries, failed.successes, failed.seconds, failed.verified) == (2, 1, 2.0, True)
    assert failed.expected_s > once.expected_s
    assert Edge("a", "b", Goto("x"), verified=True).expected_s < fresh.expected_s
    assert edge("a", "b", seconds=0).expected_s > 0
    assert fresh.id == failed.id


def test_an_edge_that_is_gone_is_no_way_any_more():
    only = edge("a", "b")
    graph = graph_of([Node("a", "u", url_reachable=True), Node("b", "v")], [only])
    graph.remove_edge(only.id)
    graph.remove_edge(only.id)
    assert (graph.edges, graph.edge_count) == ([], 0)
    assert graph.shortest_path("b") is None


def test_a_state_with_another_id_keeps_its_edges():
    nodes = [Node("a", "u", url_reachable=True), Node("old", "v"), Node("c", "w")]
    graph = graph_of(nodes, [edge("a", "old"), edge("old", "c"), edge("old", "old", "self")])
    graph.rename("old", "new")
    graph.rename("old", "other")
    assert [node.id for node in graph.nodes] == ["a", "c", "new"]
    assert {(each.source, each.target) for each in graph.edges} == {("a", "new"), ("new", "c"), ("new", "new")}
    path = graph.shortest_path("c")
    assert path is not None
    assert [step.target for step in path.steps] == ["new", "c"]


def test_two_states_that_turn_out_to_be_one_have_their_edges_added_up():
    nodes = [Node("a", "u"), Node("old", "v", title="old"), Node("new", "v", title="new")]
    graph = graph_of(nodes, [edge("a", "old", label="There"), edge("a", "new", seconds=3.0)])
    graph.rename("old", "new")
    (both,) = graph.edges
    assert (both.tries, both.successes, both.seconds, both.label) == (16, 16, 32.0, "There")
    known = graph.node("new")
    assert known is not None
    assert known.title == "new"
