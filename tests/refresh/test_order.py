"""What a refresh looks at first, and what it looks at together."""

from webnavigator.model.action import Click, Locator
from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.refresh.order import Unit, units

NOW = 1_000_000.0
DAY = 86_400.0


def node(name: str, *, age_s: float = DAY, own: bool = True, at: str = "") -> Node:
    return Node(name, f"https://a.test/{at or name}", url_reachable=own, last_seen=NOW - age_s)


def edge(source: str, target: str, *, tries: int = 1, successes: int = 1) -> Edge:
    action = Click(Locator(f"/{source}/{target}"))
    return Edge(source, target, action, target, verified=True, tries=tries, successes=successes)


def graph(*things: Node | Edge) -> InteractionGraph:
    made = InteractionGraph()
    for thing in things:
        made.add_node(thing) if isinstance(thing, Node) else made.add_edge(thing)
    return made


def order(made: InteractionGraph, *, uses=None, failed=None, before: float = NOW) -> list[str]:
    return [unit.page for unit in units(made, uses or {}, failed or {}, before, NOW)]


def test_the_older_and_the_more_used_comes_first() -> None:
    made = graph(node("young", age_s=DAY), node("old", age_s=5 * DAY), node("used", age_s=3 * DAY))
    assert order(made) == ["old", "used", "young"]
    assert order(made, uses={"used": 7}) == ["used", "old", "young"]


def test_walking_an_edge_counts_as_use() -> None:
    made = graph(node("a"), node("b"), edge("a", "b", tries=4, successes=4))
    assert order(made) == ["b", "a"]


def test_what_failed_since_comes_before_all() -> None:
    failing = edge("b", "c", tries=3, successes=1)
    made = graph(node("a", age_s=99 * DAY), node("b"), node("c"), failing)
    assert order(made)[:2] == ["c", "b"]
    assert order(made, failed={failing.id: 2})[0] == "a", "it was looked into already"
    assert order(made, failed={failing.id: 1})[0] != "a"


def test_what_was_seen_since_is_left_out() -> None:
    made = graph(node("young", age_s=60), node("old"))
    assert order(made, before=NOW - 3600) == ["old"]


def test_a_page_and_what_is_opened_on_it_are_one_unit_nearest_first() -> None:
    made = graph(
        node("inner", own=False, at="page"), node("menu", own=False, at="page"), node("page"),
        edge("page", "menu"), edge("menu", "inner"),
    )  # fmt: skip
    (unit,) = units(made, {}, {}, NOW, NOW)
    assert unit == Unit("page", ["page", "menu", "inner"])


def test_what_comes_by_itself_is_looked_at_after_its_page() -> None:
    made = graph(
        node("page"), node("late", at="page"), node("late menu", own=False, at="page"), edge("late", "late menu")
    )
    found = units(made, {}, {}, NOW, NOW)
    assert [(unit.page, unit.looks, unit.late) for unit in found if unit.page == "page"] == [
        ("page", ["page"], ["late"])]  # fmt: skip


def test_a_state_without_a_way_is_looked_at_by_itself() -> None:
    (unit,) = units(graph(node("lost", own=False)), {}, {}, NOW, NOW)
    assert unit == Unit("", ["lost"])
