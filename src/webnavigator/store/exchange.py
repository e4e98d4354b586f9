"""A map as one JSON value in the open format, and back."""

from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from webnavigator.model.action import action_to_json
from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.model.task import AuditRecord, Task
from webnavigator.store.base import Feedback, Store, Successor
from webnavigator.store.directory import refuse_occupied
from webnavigator.store.exchange_format import SCHEMA, EdgeRow, MapFile, NodeRow, TaskRow, parse
from webnavigator.store.rows import locator_to_json, observation_to_data
from webnavigator.store.sql import open_map


def export_json(store: Store, *, full: bool = False) -> dict[str, Any]:
    """A map in the format of docs/map-format.md, ready for `json.dumps`.

    Args:
        store: the map.
        full: also observations, healed locators, tasks, audit trail, probes, labels, feedback and meta:
            everything but screenshots and the index.
    """
    graph = store.graph()
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "nodes": [_node(graph, node) for node in graph.nodes],
        "edges": [_edge(edge) for edge in graph.edges],
        "templates": _templates(graph.nodes),
        "report": store.get_meta("report"),
    }
    if full:
        _add_observations(store, graph, data["nodes"])
        heals = store.heals()
        for row in data["edges"]:
            row["healed"] = [locator_to_json(locator) for locator in heals.get(row["id"], [])]
        data.update(_rest(store))
    return data


def import_json(data: Any, path: str | Path) -> None:
    """Make a map from the open format.

    Args:
        data: from `export_json` or from anybody who keeps to docs/map-format.md.
        path: where the map goes; nothing may be there yet.

    Raises:
        BadInputError: unknown schema or a broken row, with its place.
        MapError: something is at `path`.
        StoreError: it cannot be written.
    """
    file = parse(data)
    refuse_occupied(Path(path))
    with open_map(path, create=True) as store, store.transaction():
        store.put_nodes([_node_of(store, row) for row in file.nodes])
        _put_edges(store, file.edges)
        _put_rest(store, file)


def _node(graph: InteractionGraph, node: Node) -> dict[str, Any]:
    parents = {edge.source: None for edge in graph.edges_to(node.id) if edge.source != node.id}
    row = asdict(node)
    return {**row, "parents": sorted(parents)}


def _edge(edge: Edge) -> dict[str, Any]:
    own = {field.name: getattr(edge, field.name) for field in fields(edge)}
    return {"id": edge.id, **own, "action": action_to_json(edge.action)}


def _templates(nodes: Iterable[Node]) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for node in nodes:
        if node.template:
            row = found.setdefault(node.template, {"id": node.template, "instances": 0, "example": node.id})
            row["instances"] += 1
    return list(found.values())


def _add_observations(store: Store, graph: InteractionGraph, rows: list[dict[str, Any]]) -> None:
    for node, row in zip(graph.nodes, rows, strict=True):
        seen = store.observation(node)
        row["observation"] = observation_to_data(seen) if seen else None


def _rest(store: Store) -> dict[str, Any]:
    return {
        "meta": {key: value for key, value in store.meta().items() if key != "report"},
        "tasks": [_task(task) for task in store.tasks()],
        "audit": [{**asdict(record), "count": count} for record, count in store.audit_counts().items()],
        "read_endpoints": store.read_endpoints(),
        "probes": store.probes(),
        "labels": {probe: sorted(holds) for probe, holds in store.labels().items()},
        "feedback": [asdict(row) for row in store.feedback()],
        "successors": [asdict(row) for row in store.successors().values()],
        "uses": store.uses(),
    }


def _task(task: Task) -> dict[str, Any]:
    own = {field.name: getattr(task, field.name) for field in fields(task)}
    return {"id": task.id, **own, "action": action_to_json(task.action)}


def _node_of(store: Store, row: NodeRow) -> Node:
    own: dict[str, Any] = {name: getattr(row, name) for name in NodeRow.model_fields if name != "observation"}
    return Node(**own, content=store.put_observation(row.observation) if row.observation else "")


def _put_edges(store: Store, rows: Iterable[EdgeRow]) -> None:
    for row in rows:
        edge = Edge(**{field.name: getattr(row, field.name) for field in fields(Edge)})
        store.put_edge(edge)
        for locator in reversed(row.healed):
            store.put_heal(edge.id, locator)


def _put_rest(store: Store, file: MapFile) -> None:
    for key, value in file.meta.items():
        store.set_meta(key, value)
    if file.report is not None:
        store.set_meta("report", file.report)
    store.put_tasks([_task_of(row) for row in file.tasks])
    for row in file.audit:
        store.put_audit_counts({AuditRecord(row.kind, row.url, row.what, row.reason): row.count})
    for key in file.read_endpoints:
        store.put_read_endpoint(key)
    store.set_probes(file.probes)
    holds = {name: [probe for probe in file.labels if name in file.labels[probe]] for name in _labelled(file)}
    for name, probes in holds.items():
        store.put_labels(name, probes)
    for row in file.feedback:
        store.put_feedback(Feedback(row.query, row.node_id, row.verdict, row.time))
    for row in file.successors:
        store.put_successor(Successor(row.old, row.new, row.reason, row.time))
    for node_id, count in file.uses.items():
        store.count_use(node_id, count)


def _task_of(row: TaskRow) -> Task:
    return Task(**{field.name: getattr(row, field.name) for field in fields(Task)})


def _labelled(file: MapFile) -> list[str]:
    return sorted({name for names in file.labels.values() for name in names})
