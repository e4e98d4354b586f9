import pytest

from webnavigator.model.action import Click, Locator
from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.navigate.instances import named_instance


def shop(*orders: tuple[str, str], where: str = "orders", visited: int = 3) -> InteractionGraph:
    """A list that links to pages: of each the part of its address that varies, and what it is called."""
    graph = InteractionGraph()
    graph.add_node(Node("list", f"https://s.test/{where}", "Orders", url_reachable=True, template="t0", depth=1))
    for at, (part, title) in enumerate(orders):
        seen = at < visited
        graph.add_node(
            Node(f"n{at}", f"https://s.test/{where}/{part}", title if seen else "", template="t1", visited=seen)
        )
        graph.add_edge(Edge("list", f"n{at}", Click(Locator(f"/a[{at}]", "link", title)), title, "link"))
    return graph


def test_the_address_follows_from_instances_called_by_their_number() -> None:
    found = named_instance("order 000123", shop(("17", "Order #000017"), ("18", "Order #000018")))
    assert found is not None
    assert (found.code, found.url) == ("000123", "https://s.test/orders/123")
    assert [node.id for node in found.lists] == ["list"]
    assert {node.id for node in found.likes} == {"n0", "n1"}


def test_zeros_in_addresses_are_kept() -> None:
    found = named_instance("order 123", shop(("000017", "Order 17"), ("000018", "Order 18")))
    assert found is not None
    assert found.url == "https://s.test/orders/000123"


def test_a_number_that_addresses_do_not_show_gives_no_address() -> None:
    found = named_instance("order TT10123", shop(("41", "TT10041 order"), ("42", "TT10042 order")))
    assert found is not None
    assert not found.url


@pytest.mark.parametrize(
    "query",
    ["order", "order 17", "order 000018", "invoice 123", "orders of 2024", "123", "order 12 of 13", "order v2.4"],
)
def test_what_is_known_or_names_no_thing_of_the_kind_is_none(query: str) -> None:
    assert named_instance(query, shop(("17", "Order #000017"), ("18", "Order #000018"))) is None


def test_a_chinese_query_is_understood() -> None:
    assert named_instance("订单 000123", shop(("17", "Order 17"), ("18", "Order 18"))) is not None


def test_pages_of_a_list_are_no_things() -> None:
    assert named_instance("order 9", shop(("all?page=1", "Orders 1"), ("all?page=2", "Orders 2"))) is None
