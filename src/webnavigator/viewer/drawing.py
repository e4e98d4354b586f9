"""The whole map in the few numbers that its picture needs."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.model.url_template import UrlTemplates
from webnavigator.retrieval.boilerplate import Boilerplate, name_key, title_parts
from webnavigator.retrieval.document import state_kind
from webnavigator.viewer.layout import Group, Rect, arrange
from webnavigator.viewer.text import Json, plain


def kinds(graph: InteractionGraph) -> dict[str, str]:
    """For each state what it is: see `webnavigator.retrieval.document.StateKind`."""
    return {node.id: state_kind(node, _incoming(graph, node))[0] for node in graph.nodes}


def drawing(graph: InteractionGraph, kind_of: Mapping[str, str]) -> Json:
    """States by column, with places; groups with their boxes; edges as pairs of places in the columns.

    Edges of one pair of states are one pair. ``parents`` holds for each state the place of the state from which
    it was first within reach, or -1.

    Args:
        graph: the map.
        kind_of: from `kinds`.
    """
    nodes = list(graph.nodes)
    place = {node.id: at for at, node in enumerate(nodes)}
    names, members = _groups(nodes)
    groups = [Group(name, min(nodes[at].depth for at in members[name]), len(members[name])) for name in names]
    boxes = arrange(groups)
    pairs = sorted({(place[edge.source], place[edge.target]) for edge in graph.edges if edge.source != edge.target})
    return {
        "states": {**_columns(graph, nodes, kind_of), **_places(len(nodes), [members[name] for name in names], boxes)},
        "groups": [
            {"name": plain(group.name, 200), "depth": group.depth, "size": group.size, **_rounded(box)}
            for group, box in zip(groups, boxes, strict=True)
        ],
        "edges": {"source": [source for source, _ in pairs], "target": [target for _, target in pairs]},
        "parents": _parents(graph, nodes, place),
    }


def _columns(graph: InteractionGraph, nodes: list[Node], kind_of: Mapping[str, str]) -> Json:
    """What is told of each state, a list for each fact."""
    return {
        "id": [node.id for node in nodes],
        "url": [plain(node.url, 1000) for node in nodes],
        "title": [plain(title) for title in _own_titles(nodes)],
        "name": [plain(node.name or _linked_as(graph, node)) for node in nodes],
        "kind": [kind_of[node.id] for node in nodes],
        "depth": [node.depth for node in nodes],
        "status": [node.status for node in nodes],
        "visited": [int(node.visited) for node in nodes],
        "picture": [int(bool(node.screenshot)) for node in nodes],
    }


def _places(count: int, members: list[list[int]], boxes: list[Rect]) -> Json:
    """Where each of `count` states is drawn, and in which group."""
    group, x, y = [0] * count, [0] * count, [0] * count
    for number, (inside, box) in enumerate(zip(members, boxes, strict=True)):
        for at, (left, top) in zip(inside, box.places(len(inside)), strict=True):
            group[at], x[at], y[at] = number, round(left), round(top)
    return {"group": group, "x": x, "y": y}


def _rounded(box: Rect) -> Json:
    return {
        "x": round(box.x),
        "y": round(box.y),
        "width": round(box.width),
        "height": round(box.height),
        "head": round(box.head),
    }


def _own_titles(nodes: list[Node]) -> list[str]:
    """Titles without what most of the site's titles carry, such as its name."""
    seen = {node.url: {name_key(part) for part in title_parts(node.title)} for node in nodes if node.title}
    shared = Boilerplate(len(seen), Counter(key for keys in seen.values() for key in keys))
    return [shared.own_title(node.title) for node in nodes]


def _linked_as(graph: InteractionGraph, node: Node) -> str:
    """What links call a state that was never visited; "" for any other."""
    if node.visited:
        return ""
    labels = Counter(edge.label for edge in graph.edges_to(node.id) if edge.label)
    return labels.most_common(1)[0][0] if labels else ""


def _groups(nodes: list[Node]) -> tuple[list[str], dict[str, list[int]]]:
    """States by page template, named by their address template; links not followed join those they look like."""
    addresses = UrlTemplates(node.url for node in nodes)
    address_of = [addresses.template(node.url) for node in nodes]
    by_template: dict[str, list[int]] = defaultdict(list)
    for at, node in enumerate(nodes):
        if node.template:
            by_template[node.template.rstrip("+")].append(at)
    by_name: dict[str, list[int]] = defaultdict(list)
    home: dict[str, str] = {}
    for inside in by_template.values():
        name = _unused(Counter(address_of[at] for at in inside).most_common(1)[0][0], by_name)
        by_name[name] = inside
        home |= {address_of[at]: home.get(address_of[at], name) for at in inside}
    for at, node in enumerate(nodes):
        if not node.template:
            by_name[home.get(address_of[at], address_of[at])].append(at)
    for inside in by_name.values():
        inside.sort(key=lambda at: (not nodes[at].visited, nodes[at].url, nodes[at].name, nodes[at].id))
    names = sorted(by_name, key=lambda name: (min(nodes[at].depth for at in by_name[name]), -len(by_name[name]), name))
    return names, by_name


def _unused(name: str, taken: Mapping[str, object]) -> str:
    """The name, with a number when several page templates share one address template."""
    number, made = 1, name
    while made in taken:
        number += 1
        made = f"{name} ({number})"
    return made


def _parents(graph: InteractionGraph, nodes: list[Node], place: Mapping[str, int]) -> list[int]:
    parents: list[int] = []
    for node in nodes:
        nearer = [source for _, source in _incoming(graph, node) if source.depth < node.depth]
        best = min(nearer, key=lambda source: (source.url != node.url, source.depth, source.id), default=None)
        parents.append(-1 if best is None else place[best.id])
    return parents


def _incoming(graph: InteractionGraph, node: Node) -> list[tuple[Edge, Node]]:
    return list(_with_sources(graph, graph.edges_to(node.id)))


def _with_sources(graph: InteractionGraph, edges: Iterable[Edge]) -> Iterable[tuple[Edge, Node]]:
    for edge in edges:
        source = graph.node(edge.source)
        if source is not None:
            yield edge, source
