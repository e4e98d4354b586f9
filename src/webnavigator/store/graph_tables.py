"""States, edges and healed locators in tables."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Integer, String, cast, delete, func, insert, or_, select, update
from typing_extensions import override

from webnavigator.model.action import Locator
from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.model.task import Task
from webnavigator.store import schema
from webnavigator.store.base import GraphSize, GraphStore, Successor
from webnavigator.store.database import Database, json_text
from webnavigator.store.dialect import insert_missing, insert_or_add, upsert
from webnavigator.store.rows import (
    edge_from_row,
    edge_row,
    in_order,
    locator_from_json,
    locator_to_json,
    node_from_row,
    node_row,
    task_from_row,
    task_row,
)


class GraphTables(GraphStore):
    """`GraphStore` on a `Database`."""

    _database: Database

    @override
    def graph(self) -> InteractionGraph:
        graph = InteractionGraph()
        with self._database.transaction():
            for row in self._database.read(in_order(schema.nodes)):
                graph.add_node(node_from_row(row))
            for row in self._database.read(in_order(schema.edges)):
                graph.add_edge(edge_from_row(row))
        return graph

    @override
    def size(self) -> GraphSize:
        visited = func.coalesce(func.sum(schema.nodes.c.visited.cast(Integer)), 0)
        with self._database.transaction():
            states = self._database.read(select(func.count(), visited).select_from(schema.nodes))[0]
            edges = self._database.read(select(func.count()).select_from(schema.edges))[0]
        return GraphSize(int(states[0]), int(states[1]), int(edges[0]))

    @override
    def put_node(self, node: Node) -> None:
        self._database.change(upsert(self._database.dialect, schema.nodes), node_row(node))

    @override
    def put_nodes(self, nodes: Iterable[Node]) -> None:
        self._database.change(upsert(self._database.dialect, schema.nodes), [node_row(node) for node in nodes])

    @override
    def put_edge(self, edge: Edge) -> None:
        self._database.change(upsert(self._database.dialect, schema.edges), edge_row(edge))

    @override
    def put_edges(self, edges: Iterable[Edge]) -> None:
        self._database.change(upsert(self._database.dialect, schema.edges), [edge_row(edge) for edge in edges])

    @override
    def remove_node(self, node_id: str) -> None:
        with self._database.transaction():
            edges = [edge.id for edge in self._edges_at(node_id)]
            self._database.change(delete(schema.heals).where(schema.heals.c.edge_id.in_(edges)))
            self._database.change(delete(schema.tasks).where(schema.tasks.c.source == node_id))
            self._database.change(delete(schema.nodes).where(schema.nodes.c.id == node_id))

    @override
    def rename(self, old: str, new: str) -> None:
        if old == new:
            return
        nodes = schema.nodes
        with self._database.transaction():
            known = {row.id for row in self._database.read(select(nodes.c.id).where(nodes.c.id.in_([old, new])))}
            if old not in known:
                return
            edges, labels = self._edges_at(old), self._labels_at(old)
            self._database.change(delete(schema.edges).where(_touches(old)))
            self._database.change(delete(schema.labels).where(schema.labels.c.node_id == old))
            if new in known:
                self._database.change(delete(nodes).where(nodes.c.id == old))
            else:
                self._database.change(update(nodes).where(nodes.c.id == old).values(id=new))
            self._move_edges(edges, old, new)
            self._move_tasks(old, new)
            self._database.change(
                insert_missing(self._database.dialect, schema.labels),
                [{"node_id": new, "probe_id": probe} for probe in labels],
            )
            feedback = schema.feedback
            self._database.change(update(feedback).where(feedback.c.node_id == old).values(node_id=new))
            self._move_uses(old, new)

    @override
    def remove_edges(self, edge_ids: Iterable[str]) -> None:
        with self._database.transaction():
            for edge_id in edge_ids:
                self._database.change(delete(schema.heals).where(schema.heals.c.edge_id == edge_id))
                self._database.change(delete(schema.edges).where(schema.edges.c.id == edge_id))

    @override
    def put_successor(self, successor: Successor) -> None:
        table = schema.successors
        with self._database.transaction():
            self._database.change(delete(table).where(table.c.old.in_([successor.old, successor.new])))
            self._database.change(insert(table), asdict(successor))

    @override
    def successors(self) -> dict[str, Successor]:
        return {row.old: Successor(*row) for row in self._database.read(in_order(schema.successors))}

    @override
    def count_use(self, node_id: str, times: int = 1) -> None:
        self._database.change(
            insert_or_add(self._database.dialect, schema.uses, "node_id"), {"node_id": node_id, "count": times}
        )

    @override
    def uses(self) -> dict[str, int]:
        return {row.node_id: row[1] for row in self._database.read(select(schema.uses))}

    @override
    def put_heal(self, edge_id: str, locator: Locator) -> None:
        data, heals = locator_to_json(locator), schema.heals
        same = cast(heals.c.locator, String) == json_text(data)
        with self._database.transaction():
            self._database.change(delete(heals).where(heals.c.edge_id == edge_id, same))
            self._database.change(insert(schema.heals), {"edge_id": edge_id, "locator": data})

    @override
    def heals(self) -> dict[str, list[Locator]]:
        found: dict[str, list[Locator]] = {}
        for row in self._database.read(select(schema.heals).order_by(schema.heals.c.seq.desc())):
            found.setdefault(row.edge_id, []).append(locator_from_json(row.locator))
        return found

    def _edges_at(self, node_id: str) -> list[Edge]:
        query = in_order(schema.edges).where(_touches(node_id))
        return [edge_from_row(row) for row in self._database.read(query)]

    def _labels_at(self, node_id: str) -> list[str]:
        query = select(schema.labels.c.probe_id).where(schema.labels.c.node_id == node_id)
        return [row.probe_id for row in self._database.read(query)]

    def _move_edges(self, edges: Iterable[Edge], old: str, new: str) -> None:
        for edge in edges:
            moved = replace(
                edge,
                source=new if edge.source == old else edge.source,
                target=new if edge.target == old else edge.target,
            )
            known = self._database.read(in_order(schema.edges).where(schema.edges.c.id == moved.id))
            self.put_edge(edge_from_row(known[0]).added(moved) if known else moved)
            heals = schema.heals
            self._database.change(update(heals).where(heals.c.edge_id == edge.id).values(edge_id=moved.id))

    def _move_uses(self, old: str, new: str) -> None:
        uses = schema.uses
        for row in self._database.read(select(uses).where(uses.c.node_id == old)):
            self.count_use(new, row[1])
        self._database.change(delete(uses).where(uses.c.node_id == old))

    def _move_tasks(self, old: str, new: str) -> None:
        tasks = schema.tasks
        rows = self._database.read(in_order(tasks).where(tasks.c.source == old))
        for row in rows:
            moved = replace(task_from_row(row), source=new)
            known = self._database.read(in_order(tasks).where(tasks.c.id == moved.id))
            if known and (known[0].state != "pending" or moved.state == "pending"):
                self._database.change(delete(tasks).where(tasks.c.id == row.id))
            elif known:
                self._database.change(delete(tasks).where(tasks.c.id == row.id))
                self._database.change(upsert(self._database.dialect, schema.tasks), task_row(moved))
            else:
                self._database.change(update(tasks).where(tasks.c.id == row.id).values(_moved(moved)))


def _moved(task: Task) -> dict[str, Any]:
    return {"id": task.id, "source": task.source}


def _touches(node_id: str) -> Any:
    return or_(schema.edges.c.source == node_id, schema.edges.c.target == node_id)
