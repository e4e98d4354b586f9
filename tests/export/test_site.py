"""A whole map in other formats: what is in them, what is not, and that they can be read."""

import re
from xml.etree import ElementTree

import pytest

from webnavigator.export.site import graphml, llms_txt, mermaid_chart, sitemap_xml
from webnavigator.model.action import Click, Locator
from webnavigator.model.graph import Edge, InteractionGraph, Node

BAD = '<b>"]; x\x00 [t](javascript:1)'


@pytest.fixture
def graph():
    made = InteractionGraph()
    made.add_node(Node("home", "https://s.test/", "Shop", url_reachable=True, last_seen=1767225600))
    made.add_node(Node("a", "https://s.test/shoes/1?q=<&>", BAD, url_reachable=True, depth=1))
    made.add_node(Node("menu", "https://s.test/", "Shop", url_reachable=False, name="menu " + BAD, depth=1))
    made.add_node(Node("gone", "https://s.test/gone", status=404, url_reachable=True))
    made.add_node(Node("far", "https://s.test/shoes/2", visited=False, depth=2))
    made.add_edge(Edge("home", "a", Click(Locator("/a[1]")), BAD, "link"))
    made.add_edge(Edge("home", "menu", Click(Locator("/b[1]")), "Menu", "menu"))
    return made


def test_a_sitemap_lists_pages_once_and_no_errors(graph):
    graph.add_node(Node("home2", "https://s.test/", "Shop", url_reachable=True))
    root = ElementTree.fromstring(sitemap_xml(graph))
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    found = [entry.findtext(f"{space}loc") for entry in root]
    assert found == ["https://s.test/", "https://s.test/shoes/1?q=<&>", "https://s.test/shoes/2"]
    assert root[0].findtext(f"{space}lastmod") == "2026-01-01"


def test_graphml_holds_every_state_and_edge(graph):
    root = ElementTree.fromstring(graphml(graph))
    space = "{http://graphml.graphdrawing.org/xmlns}"
    assert [node.get("id") for node in root.iter(f"{space}node")] == ["home", "a", "menu", "gone", "far"]
    ends = [(edge.get("source"), edge.get("target")) for edge in root.iter(f"{space}edge")]
    assert ends == [("home", "a"), ("home", "menu")]
    declared = {key.get("id") for key in root.iter(f"{space}key")}
    assert {data.get("key") for data in root.iter(f"{space}data")} <= declared


def test_llms_txt_links_pages_by_section_and_tells_what_opens_on_them(graph):
    lines = llms_txt(graph).splitlines()
    assert lines[0] == "# Shop"
    assert lines[2].startswith("> ")
    links = [line for line in lines if line.startswith("- ")]
    assert links[0] == "- [Shop](https://s.test/)"
    assert "(https://s.test/shoes/1?q=%3C&%3E)" in links[1]
    assert "- [2](https://s.test/shoes/2)" in links
    assert "## shoes" in lines
    assert any(line.startswith(r"  - menu \<b\>") for line in lines)
    assert not re.search(r"(?<!\\)\]\(javascript", "\n".join(lines))


def test_mermaid_has_one_box_a_state_and_no_way_out_of_a_label(graph):
    lines = mermaid_chart(graph).splitlines()
    assert lines[0] == "flowchart LR"
    assert all(re.fullmatch(r'  n\d+(\["[^"\[\]<>]*"\]| -->(\|"[^"|<>]*"\|)? n\d+)', line) for line in lines[1:])
    assert sum("[" in line for line in lines) == 5


def test_a_large_map_is_drawn_by_kinds_of_pages(graph):
    for number in range(80):
        graph.add_node(Node(f"s{number}", f"https://s.test/p/{number}", "Product", url_reachable=True, template="t"))
        graph.add_edge(Edge("home", f"s{number}", Click(Locator(f"/p[{number}]")), "Product", "link"))
    text = mermaid_chart(graph)
    assert '["Product (80 states)"]' in text
    assert text.count("-->") == 2


def test_an_empty_map_is_no_trouble():
    empty = InteractionGraph()
    assert llms_txt(empty).startswith("# An empty map")
    assert mermaid_chart(empty) == "flowchart LR\n"
    assert len(ElementTree.fromstring(sitemap_xml(empty))) == 0
