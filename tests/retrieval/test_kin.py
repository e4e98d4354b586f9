from webnavigator.model.action import Click, Locator
from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.retrieval.kin import kin_of, steps_from_host

URL = "https://s.test/orders"


def press(source: str, target: str, xpath: str = "/html[1]/body[1]/button[1]") -> Edge:
    return Edge(source, target, Click(Locator(xpath)), kind="dialog")


def orders() -> InteractionGraph:
    graph = InteractionGraph()
    graph.add_node(Node("one", f"{URL}/1", url_reachable=True, template="order"))
    graph.add_node(Node("menu", f"{URL}/1", name="Actions", url_reachable=False, template="order+"))
    graph.add_node(Node("assign", f"{URL}/1", name="Assign", url_reachable=False, template="order++"))
    graph.add_node(Node("two", f"{URL}/2", url_reachable=True, visited=False))
    graph.add_node(Node("list", URL, url_reachable=True, template="list"))
    graph.add_edge(press("one", "menu"))
    graph.add_edge(press("menu", "assign", "/html[1]/body[1]/div[1]"))
    return graph


def test_the_steps_lead_from_the_page_to_what_was_opened_on_it():
    steps = steps_from_host("assign", orders())
    assert [(step.source, step.target) for step in steps] == [("one", "menu"), ("menu", "assign")]


def test_a_page_has_no_steps_from_a_host():
    assert steps_from_host("one", orders()) == ()
    assert steps_from_host("nowhere", orders()) == ()


def test_what_is_opened_is_of_the_kind_of_its_page():
    kin = kin_of(orders())
    assert {kin.kinds[name] for name in ("one", "menu", "assign")} == {"order"}
    assert kin.hosts == {"menu": "one", "assign": "one"}


def test_a_page_never_visited_is_of_the_kind_of_like_addresses():
    assert kin_of(orders()).kinds["two"] == "order"


def test_a_state_without_a_template_has_no_kind():
    graph = InteractionGraph()
    graph.add_node(Node("a", URL))
    assert "a" not in kin_of(graph).kinds
