"""Which state each address shows, and which pages are mere views of others."""

import pytest

from webnavigator.explore.addresses import Addresses
from webnavigator.model.action import Goto
from webnavigator.model.graph import InteractionGraph, Node
from webnavigator.model.inferred import placeholder_id
from webnavigator.model.task import Task
from webnavigator.model.url import UrlTemplates

BASE = "https://s.test/"


@pytest.fixture
def addresses() -> Addresses:
    return Addresses(InteractionGraph(), UrlTemplates())


def visited(addresses: Addresses, name: str, template: str = "t") -> Node:
    node = Node(name, BASE + name, url_reachable=True, template=template)
    addresses.graph.add_node(node)
    addresses.visited(node)
    return node


def visit(addresses: Addresses, name: str) -> Task:
    return Task("", Goto(BASE + name), "", addresses.urls.template(BASE + name), 1)


def test_an_address_shows_the_state_that_visiting_it_gave(addresses: Addresses) -> None:
    assert addresses.id_at(f"{BASE}a") is None
    node = visited(addresses, "a")
    assert addresses.id_at(node.url) == "a"
    assert addresses.node_at(node.url) == node


def test_a_further_address_never_takes_the_place_of_one_that_is_known(addresses: Addresses) -> None:
    first, second = visited(addresses, "a"), visited(addresses, "b")
    addresses.leads_to(f"{BASE}old", second)
    addresses.leads_to(first.url, second)
    assert addresses.id_at(f"{BASE}old") == "b"
    assert addresses.id_at(first.url) == "a"


def test_what_earlier_runs_visited_is_known_and_what_they_only_heard_of_is_not(addresses: Addresses) -> None:
    nodes = [
        Node("a", f"{BASE}a", url_reachable=True),
        Node("b", f"{BASE}b", url_reachable=False),
        Node(placeholder_id(f"{BASE}c"), f"{BASE}c", url_reachable=True, visited=False),
    ]
    addresses.resume(nodes)
    assert [addresses.id_at(node.url) for node in nodes] == ["a", None, None]


def test_a_kind_is_new_until_one_of_it_was_visited(addresses: Addresses) -> None:
    assert addresses.is_new_kind(f"{BASE}a")
    visited(addresses, "a")
    assert not addresses.is_new_kind(f"{BASE}a")


def test_a_sorted_list_is_a_view_of_the_list_once_one_sorted_list_was_seen_to_be(addresses: Addresses) -> None:
    visited(addresses, "list")
    assert not addresses.is_view(visit(addresses, "list?sort=name"))
    sorted_list = visited(addresses, "list?sort=name")
    assert addresses.shows_known_page(sorted_list)
    assert addresses.is_view(visit(addresses, "list?sort=price"))


def test_a_query_that_shows_another_kind_of_page_is_no_view(addresses: Addresses) -> None:
    visited(addresses, "index.php")
    other = visited(addresses, "index.php?page=cart", template="u")
    assert not addresses.shows_known_page(other)
    assert not addresses.is_view(visit(addresses, "index.php?page=help"))
