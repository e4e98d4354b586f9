"""All about one state: its controls with their places, its edges, and the way to it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from webnavigator.explore.controls import described
from webnavigator.model.action import Click, Hover, Select, Type
from webnavigator.model.graph import Edge, Node
from webnavigator.model.page import Box, Element, Observation
from webnavigator.model.task import Task
from webnavigator.viewer.snapshot import Snapshot
from webnavigator.viewer.text import Json, plain

MOST_CONTROLS = 600
MOST_EDGES = 400
MOST_LINES = 60
"""Of a page's text; the picture shows the rest."""


def details(snapshot: Snapshot, node_id: str) -> Json | None:
    """What is shown of a state; None when the map has none with this id.

    Controls and edges beyond `MOST_CONTROLS` and `MOST_EDGES` are counted and left out.
    """
    node = snapshot.graph.node(node_id)
    if node is None:
        return None
    page = snapshot.store.observation(node)
    leaving, coming = snapshot.graph.edges_from(node_id), snapshot.graph.edges_to(node_id)
    alone = snapshot.alone_at.get(node.url, {})
    spared = [task for task in snapshot.tasks_by_source.get(node_id, ()) if task.state == "held"]
    return {
        **_facts(node, snapshot.kinds[node_id]),
        **(_seen(page, leaving, alone) if page is not None else {"controls": [], "headings": [], "text": []}),
        "out": [_edge(edge, edge.target) for edge in leaving[:MOST_EDGES]],
        "out_count": len(leaving),
        "in": [_edge(edge, edge.source) for edge in coming[:MOST_EDGES]],
        "in_count": len(coming),
        "held": [{"label": plain(what), "reason": plain(reason), "safety": True} for what, reason in alone.items()]
        + [
            {"label": plain(task.label), "reason": plain(_reason(task)), "safety": False}
            for task in spared[:MOST_EDGES]
        ],
        "path": way(snapshot, node_id),
        "walk": walk(snapshot, node_id),
    }


def way(snapshot: Snapshot, node_id: str) -> Json | None:
    """The cheapest way to a state, frame by frame; None when the map knows none.

    Each frame names a state and what is done there to come to the next one; the last one does nothing.
    """
    path = snapshot.graph.shortest_path(node_id)
    if path is None:
        return None
    frames = [_frame(snapshot, edge) for edge in path.steps]
    return {
        "start_url": plain(path.start_url or "", 1000),
        "seconds": round(path.expected_s, 2),
        "frames": [*frames, {"state": node_id}],
    }


def walk(snapshot: Snapshot, node_id: str) -> Json | None:
    """The way by actions alone along which a state was first within reach; None for a page nothing leads to."""
    stops = snapshot.walk_to(node_id)
    edges = [_edge_between(snapshot, source, target) for source, target in pairwise(stops)]
    start = snapshot.graph.node(stops[0])
    if not edges or start is None:
        return None
    frames = [_frame(snapshot, edge) for edge in edges]
    seconds = round(sum(edge.expected_s for edge in edges), 2)
    return {"start_url": plain(start.url, 1000), "seconds": seconds, "frames": [*frames, {"state": node_id}]}


def _edge_between(snapshot: Snapshot, source: str, target: str) -> Edge:
    edges = [edge for edge in snapshot.graph.edges_to(target) if edge.source == source]
    return min(edges, key=lambda edge: (not edge.verified, edge.expected_s, edge.id))


def _frame(snapshot: Snapshot, edge: Edge) -> Json:
    node = snapshot.graph.node(edge.source)
    page = snapshot.store.observation(node) if node is not None else None
    xpath = _xpath(edge)
    element = next((e for e in page.elements if e.locator.xpath == xpath), None) if page is not None else None
    return {
        "state": edge.source,
        "action": edge.action.kind,
        "label": plain(edge.label or (element.label or element.role if element else "")),
        "input": plain(_input(edge)),
        "box": _box(element.box) if element is not None else None,
    }


def _facts(node: Node, kind: str) -> Json:
    return {
        "id": node.id,
        "url": plain(node.url, 2000),
        "title": plain(node.title, 1000),
        "name": plain(node.name, 1000),
        "kind": kind,
        "depth": node.depth,
        "status": node.status,
        "visited": node.visited,
        "url_reachable": node.url_reachable,
        "picture": bool(node.screenshot),
        "first_seen": node.first_seen,
        "last_seen": node.last_seen,
    }


def _seen(page: Observation, leaving: Sequence[Edge], alone: Mapping[str, str]) -> Json:
    targets = {_xpath(edge): edge.target for edge in reversed(leaving)}
    shown = [element for element in page.elements if element.box is not None]
    return {
        "language": plain(page.language, 40),
        "height_px": page.height_px,
        "blind": [plain(area) for area in page.blind[:40]],
        "headings": [plain(heading) for heading in page.headings[:40]],
        "text": [plain(region.text, 400) for region in page.regions[:MOST_LINES]],
        "controls": [_control(element, targets, alone) for element in shown[:MOST_CONTROLS]],
        "control_count": len(page.elements),
    }


def _control(element: Element, targets: Mapping[str, str], alone: Mapping[str, str]) -> Json:
    target = targets.get(element.locator.xpath)
    reason = alone.get(described(element)) if target is None else None
    return {
        "role": plain(element.role or element.tag, 40),
        "label": plain(element.label or element.attributes.get("placeholder", "")),
        "box": _box(element.box),
        "to": target,
        "held": plain(reason) if reason else None,
    }


def _edge(edge: Edge, other: str) -> Json:
    return {
        "state": other,
        "label": plain(edge.label),
        "kind": edge.kind,
        "action": edge.action.kind,
        "input": plain(_input(edge)),
        "verified": edge.verified,
        "tries": edge.tries,
        "successes": edge.successes,
        "seconds": round(edge.expected_s, 2),
    }


def _box(box: Box | None) -> list[int] | None:
    return [box.x, box.y, box.width, box.height] if box is not None else None


def _xpath(edge: Edge) -> str:
    return edge.action.target.xpath if isinstance(edge.action, Click | Hover | Type | Select) else ""


def _input(edge: Edge) -> str:
    match edge.action:
        case Type(text=text):
            return text
        case Select(option=option):
            return option
        case _:
            return ""


def _reason(task: Task) -> str:
    return task.outcome.removeprefix("held: ")
