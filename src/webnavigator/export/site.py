"""A whole map for other tools: llms.txt, sitemap.xml, GraphML, Mermaid."""

import time
from collections import Counter
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

from webnavigator.export.escape import markdown, mermaid, one_line, web_address, xml_text
from webnavigator.export.steps import title_of
from webnavigator.model.graph import InteractionGraph, Node

_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
_GRAPHML = "http://graphml.graphdrawing.org/xmlns"
_MOST_URLS = 50_000
"""Addresses that one sitemap may hold (sitemaps.org)."""
_MOST_SHOWN = 60
"""States that are drawn one by one in a Mermaid chart; of larger maps, the kinds of pages are drawn."""
_MOST_ARROWS = 300
_MOST_INNER = 8
"""Inner states told of one page in llms.txt."""


def sitemap_xml(graph: InteractionGraph) -> str:
    """Addresses of the map's pages as a sitemap (sitemaps.org, 0.9); at most 50,000, nearest to the start first."""
    root = ElementTree.Element("urlset", xmlns=_SITEMAP)
    last: dict[str, float] = {}
    for node in _pages(graph):
        last[node.url] = max(last.get(node.url, 0.0), node.last_seen)
    for url, seen in list(last.items())[:_MOST_URLS]:
        entry = ElementTree.SubElement(root, "url")
        ElementTree.SubElement(entry, "loc").text = xml_text(url)
        if seen:
            ElementTree.SubElement(entry, "lastmod").text = time.strftime("%Y-%m-%d", time.gmtime(seen))
    return _xml(root)


def graphml(graph: InteractionGraph) -> str:
    """States and actions as GraphML, which Gephi, yEd, NetworkX and others read."""
    root = ElementTree.Element("graphml", xmlns=_GRAPHML)
    kinds = {"url": "string", "title": "string", "name": "string", "template": "string", "depth": "int"}
    for name, kind in kinds.items():
        ElementTree.SubElement(root, "key", {"id": name, "for": "node", "attr.name": name, "attr.type": kind})
    for name, kind in {"label": "string", "action": "string", "kind": "string", "seconds": "double"}.items():
        ElementTree.SubElement(root, "key", {"id": name, "for": "edge", "attr.name": name, "attr.type": kind})
    drawn = ElementTree.SubElement(root, "graph", edgedefault="directed")
    for node in graph.nodes:
        row = ElementTree.SubElement(drawn, "node", id=xml_text(node.id))
        for name in kinds:
            _data(row, name, getattr(node, name))
    for edge in graph.edges:
        ends = {"id": edge.id, "source": xml_text(edge.source), "target": xml_text(edge.target)}
        row = ElementTree.SubElement(drawn, "edge", ends)
        _data(row, "label", edge.label)
        _data(row, "action", edge.action.kind)
        _data(row, "kind", edge.kind)
        _data(row, "seconds", round(edge.expected_s, 3))
    return _xml(root)


def llms_txt(graph: InteractionGraph) -> str:
    """The map's pages for models that read, as llmstxt.org has it: a title, a line, lists of links by section."""
    pages = _pages(graph)
    start = pages[0] if pages else None
    inner = _inner_states(graph)
    sections: dict[str, list[str]] = {}
    told: set[str] = set()
    for node in pages:
        address = web_address(node.url)
        if not address or node.url in told:
            continue
        told.add(node.url)
        lines = sections.setdefault(_section(node.url), [])
        lines.append(f"- [{markdown(node.title or _last_words(node.url))}]({address})")
        lines += [f"  - {markdown(name)}" for name in inner.get(node.url, [])[:_MOST_INNER]]
    host = urlsplit(start.url).netloc if start is not None else ""
    lines = [f"# {markdown(start.title or host) if start is not None else 'An empty map'}", ""]
    lines += [f"> Pages of {markdown(host)} as webnavigator found them; indented: what opens on a page.", ""]
    for name, links in sections.items():
        lines += [f"## {markdown(name)}", "", *links, ""]
    return "\n".join(lines)


def mermaid_chart(graph: InteractionGraph) -> str:
    """The map as a Mermaid flowchart; of a map with more than 60 states, one box for each kind of page."""
    group = _groups(graph)
    boxes: dict[str, tuple[int, Node]] = {}
    members = Counter(group.values())
    for node in graph.nodes:
        if node.id in group:
            boxes.setdefault(group[node.id], (len(boxes), node))
    lines = ["flowchart LR"]
    for name, (number, node) in boxes.items():
        count = f" ({members[name]} states)" if members[name] > 1 else ""
        lines.append(f'  n{number}["{mermaid(title_of(node))}{count}"]')
    arrows: dict[tuple[int, int], str] = {}
    for edge in graph.edges:
        if edge.source in group and edge.target in group and group[edge.source] != group[edge.target]:
            ends = (boxes[group[edge.source]][0], boxes[group[edge.target]][0])
            arrows.setdefault(ends, edge.label)
    for (source, target), label in list(arrows.items())[:_MOST_ARROWS]:
        told = mermaid(label, 40)
        lines.append(f'  n{source} -->|"{told}"| n{target}' if told else f"  n{source} --> n{target}")
    if len(arrows) > _MOST_ARROWS:
        lines.append(f"  %% {len(arrows) - _MOST_ARROWS} arrows are left out")
    return "\n".join(lines) + "\n"


def _pages(graph: InteractionGraph) -> list[Node]:
    """States that their address opens, no error pages, nearest to the start first."""
    fits = [
        node
        for node in graph.nodes
        if (node.url_reachable or not node.visited) and (node.status is None or node.status < 400)
    ]
    return sorted(fits, key=lambda node: (node.depth, node.url, node.id))


def _inner_states(graph: InteractionGraph) -> dict[str, list[str]]:
    found: dict[str, dict[str, None]] = {}
    for node in graph.nodes:
        if node.visited and not node.url_reachable and node.name:
            found.setdefault(node.url, {})[one_line(node.name)] = None
    return {url: list(names) for url, names in found.items()}


def _section(url: str) -> str:
    first = urlsplit(url).path.strip("/").partition("/")[0]
    return unquote(first) if first and "/" in urlsplit(url).path.strip("/") else "Pages"


def _last_words(url: str) -> str:
    parts = urlsplit(url)
    return unquote(parts.path.rstrip("/").rpartition("/")[2]) or parts.netloc


def _groups(graph: InteractionGraph) -> dict[str, str]:
    """Node id → what it is drawn as; states never visited are left out of large charts."""
    if len(graph.nodes) <= _MOST_SHOWN:
        return {node.id: node.id for node in graph.nodes}
    visited = [node for node in graph.nodes if node.visited]
    return {node.id: node.template or urlsplit(node.url).path for node in visited}


def _data(row: ElementTree.Element, name: str, value: object) -> None:
    if value not in ("", None):
        ElementTree.SubElement(row, "data", key=name).text = xml_text(str(value))


def _xml(root: ElementTree.Element) -> str:
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
