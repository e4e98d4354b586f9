from webnavigator.model.action import Click, Locator
from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.model.inferred import inferred_pages, placeholder_id

SITE = "https://s.test"


def site(*visited: str, known: tuple[str, ...] = ()) -> InteractionGraph:
    graph = InteractionGraph()
    for path in visited:
        graph.add_node(Node(path, f"{SITE}{path}", url_reachable=True, template="t", depth=path.count("/")))
    for path in known:
        graph.add_node(Node(path, f"{SITE}{path}", url_reachable=True, visited=False))
    return graph


def link(graph: InteractionGraph, source: str, target: str, label: str) -> None:
    graph.add_edge(Edge(source, target, Click(Locator(f"/a[{label}]")), label, "link"))


def addresses(graph: InteractionGraph) -> list[str]:
    return [node.url.removeprefix(SITE) for node in inferred_pages(graph)]


def test_what_two_instances_have_a_third_is_expected_to_have() -> None:
    graph = site("/orders/1/items", "/orders/2/items", known=("/orders/3",))
    link(graph, "/orders/1/items", "/orders/2/items", "Items")
    (page,) = inferred_pages(graph)
    assert page == Node(
        placeholder_id(page.url), f"{SITE}/orders/3/items", title="Items", url_reachable=True, depth=3, visited=False
    )


def test_one_instance_is_not_enough() -> None:
    assert addresses(site("/orders/1/items", known=("/orders/2", "/orders/3"))) == []


def test_an_instance_that_was_looked_at_and_does_not_link_to_it_has_none() -> None:
    graph = site("/orders/1", "/orders/2", "/orders/3", "/orders/1/refund", "/orders/2/refund", known=("/orders/4",))
    for number in (1, 2):
        link(graph, f"/orders/{number}", f"/orders/{number}/refund", "Refund")
    assert addresses(graph) == ["/orders/4/refund"]


def test_pages_that_failed_promise_nothing() -> None:
    graph = site("/orders/1/items", known=("/orders/3",))
    graph.add_node(Node("gone", f"{SITE}/orders/2/items", url_reachable=True, template="t", status=404))
    assert addresses(graph) == []


def test_what_is_known_is_not_inferred() -> None:
    assert addresses(site("/orders/1/items", "/orders/2/items", known=("/orders/3/items",))) == []


def test_sections_of_a_site_and_instances_below_instances_are_left_out() -> None:
    graph = site("/shop/about", "/blog/about", "/orders/1/items/7", "/orders/2/items/8", known=("/forum", "/orders/3"))
    assert addresses(graph) == []


def test_nobody_asks_for_a_hash_by_its_name() -> None:
    graph = site("/revisions/5f7d591f0/diff", "/revisions/7acb001e2/diff", known=("/revisions/98712fee3",))
    assert addresses(graph) == []


def test_addresses_with_parameters_are_views_and_name_no_place() -> None:
    assert addresses(site("/orders/1/items?page=2", "/orders/2/items?page=2", known=("/orders/3",))) == []


def test_a_link_without_a_name_and_a_link_on_the_page_itself_name_nothing() -> None:
    graph = site("/orders/1/items", "/orders/2/items", known=("/orders/3",))
    link(graph, "/orders/1/items", "/orders/2/items", "")
    link(graph, "/orders/2/items", "/orders/2/items", "To the top")
    assert [node.title for node in inferred_pages(graph)] == [""]


def test_several_hosts_are_told_apart() -> None:
    graph = site("/orders/1/items", "/orders/2/items", known=("/orders/3",))
    graph.add_node(Node("other", "https://help.test/orders/4", url_reachable=True, visited=False))
    assert [node.url for node in inferred_pages(graph)] == [f"{SITE}/orders/3/items"]


def test_addresses_of_an_odd_form_are_passed_over() -> None:
    assert addresses(site("/orders/1/items", "/orders/2/items", known=("/orders//3",))) == []
