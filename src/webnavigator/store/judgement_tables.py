"""Settings, reports, probe labels and feedback in tables."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from sqlalchemy import delete, insert, select
from typing_extensions import override

from webnavigator.errors import BadInputError
from webnavigator.store import schema
from webnavigator.store.base import Feedback, JudgementStore
from webnavigator.store.database import Database
from webnavigator.store.dialect import upsert
from webnavigator.store.rows import row_id


class JudgementTables(JudgementStore):
    """`JudgementStore` on a `Database`."""

    _database: Database

    @override
    def get_meta(self, key: str) -> Any | None:
        rows = self._database.read(select(schema.meta.c.value).where(schema.meta.c.key == key))
        return rows[0].value if rows else None

    @override
    def meta(self) -> dict[str, Any]:
        return {row.key: row.value for row in self._database.read(select(schema.meta).order_by(schema.meta.c.key))}

    @override
    def set_meta(self, key: str, value: Any) -> None:
        json.dumps(value, allow_nan=False)
        self._database.change(upsert(self._database.dialect, schema.meta, "key"), {"key": key, "value": value})

    @override
    def set_probes(self, probes: Iterable[dict[str, Any]]) -> None:
        rows: list[dict[str, Any]] = []
        for place, probe in enumerate(probes):
            name = probe.get("id")
            if not isinstance(name, str) or any(row["id"] == name for row in rows):
                raise BadInputError(f"probe {place}: needs an id of its own, got {name!r}")
            rows.append({"id": name, "definition": probe})
        with self._database.transaction():
            self._database.change(delete(schema.probes))
            self._database.change(insert(schema.probes), rows)

    @override
    def probes(self) -> list[dict[str, Any]]:
        query = select(schema.probes.c.definition).order_by(schema.probes.c.seq)
        return [row.definition for row in self._database.read(query)]

    @override
    def put_labels(self, node_id: str, probe_ids: Iterable[str]) -> None:
        rows = [{"node_id": node_id, "probe_id": probe} for probe in sorted(set(probe_ids))]
        with self._database.transaction():
            self._database.change(delete(schema.labels).where(schema.labels.c.node_id == node_id))
            self._database.change(insert(schema.labels), rows)

    @override
    def labels(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for row in self._database.read(select(schema.labels).order_by(schema.labels.c.probe_id)):
            found.setdefault(row.probe_id, set()).add(row.node_id)
        return found

    @override
    def put_feedback(self, feedback: Feedback) -> None:
        row = {"id": row_id(feedback.query, feedback.node_id), **asdict(feedback)}
        self._database.change(upsert(self._database.dialect, schema.feedback), row)

    @override
    def feedback(self) -> list[Feedback]:
        rows = self._database.read(select(schema.feedback).order_by(schema.feedback.c.seq))
        return [Feedback(row.query, row.node_id, row.verdict, row.time) for row in rows]

    @override
    def clear_feedback(self) -> None:
        self._database.change(delete(schema.feedback))
