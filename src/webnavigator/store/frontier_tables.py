"""Tasks, the audit trail and learnt facts about requests in tables."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import get_args

from sqlalchemy import case, delete, func, select, update
from typing_extensions import override

from webnavigator.model.task import AuditRecord, Task, TaskState
from webnavigator.store import schema
from webnavigator.store.base import FrontierStore
from webnavigator.store.database import Database
from webnavigator.store.dialect import insert_missing, insert_or_add, seconds_now
from webnavigator.store.rows import in_order, row_id, task_from_row, task_row

_FREE = {"holder": "", "leased_until": 0.0}
"""A task that nobody holds."""


class FrontierTables(FrontierStore):
    """`FrontierStore` on a `Database`."""

    _database: Database

    @override
    def put_tasks(self, tasks: Iterable[Task]) -> None:
        put = insert_missing(self._database.dialect, schema.tasks)
        self._database.change(put, [task_row(task) for task in tasks])

    @override
    def finish_task(self, task_id: str, state: TaskState, outcome: str) -> bool:
        finished = update(schema.tasks).where(schema.tasks.c.id == task_id)
        ended = {"state": state, "outcome": outcome, **_FREE}
        return self._database.change(finished.values(ended)) > 0

    @override
    def lease_task(self, task_ids: Sequence[str], holder: str, seconds: float) -> str | None:
        if not task_ids:
            return None
        tasks, now = schema.tasks, seconds_now(self._database.dialect)
        wanted = case({task_id: place for place, task_id in enumerate(task_ids)}, value=tasks.c.id)
        free = select(tasks.c.id).where(
            tasks.c.id.in_(task_ids), tasks.c.state == "pending", tasks.c.leased_until < now
        )
        # A row that another process is taking at this moment is passed over; one that it has just taken is looked at
        # once more by the database, as it has changed, and is no longer free.
        first = free.order_by(wanted).limit(1).with_for_update(skip_locked=True)
        with self._database.transaction():
            rows = self._database.read(first)
            for row in rows:
                taken = {"holder": holder, "leased_until": now + seconds}
                self._database.change(update(tasks).where(tasks.c.id == row.id).values(taken))
        return str(rows[0].id) if rows else None

    @override
    def end_leases(self, task_ids: Iterable[str] | None = None) -> int:
        held = update(schema.tasks).where(schema.tasks.c.holder != "")
        if task_ids is not None:
            held = held.where(schema.tasks.c.id.in_(list(task_ids)))
        return self._database.change(held.values(_FREE))

    @override
    def leases(self) -> dict[str, str]:
        tasks, now = schema.tasks, seconds_now(self._database.dialect)
        held = select(tasks.c.id, tasks.c.holder).where(tasks.c.holder != "", tasks.c.leased_until >= now)
        return {row.id: row.holder for row in self._database.read(held.order_by(tasks.c.seq))}

    @override
    def tasks(self, state: TaskState | None = None) -> list[Task]:
        query = in_order(schema.tasks)
        if state is not None:
            query = query.where(schema.tasks.c.state == state)
        return [task_from_row(row) for row in self._database.read(query)]

    @override
    def tasks_from(self, source: str) -> list[Task]:
        query = in_order(schema.tasks).where(schema.tasks.c.source == source)
        return [task_from_row(row) for row in self._database.read(query)]

    @override
    def remove_tasks(self, task_ids: Iterable[str]) -> None:
        with self._database.transaction():
            for task_id in task_ids:
                self._database.change(delete(schema.tasks).where(schema.tasks.c.id == task_id))

    @override
    def count_tasks(self) -> dict[TaskState, int]:
        query = select(schema.tasks.c.state, func.count()).group_by(schema.tasks.c.state)
        counts = {row[0]: int(row[1]) for row in self._database.read(query)}
        return {state: counts.get(state, 0) for state in get_args(TaskState)}

    @override
    def put_audit(self, records: Iterable[AuditRecord]) -> None:
        self.put_audit_counts(Counter(records))

    @override
    def put_audit_counts(self, counts: Mapping[AuditRecord, int]) -> None:
        rows = [
            {"id": row_id(r.kind, r.url, r.what, r.reason), **asdict(r), "count": count} for r, count in counts.items()
        ]
        self._database.change(insert_or_add(self._database.dialect, schema.audit, "id"), rows)

    @override
    def audit(self) -> list[AuditRecord]:
        return list(self.audit_counts())

    @override
    def audit_counts(self) -> dict[AuditRecord, int]:
        rows = self._database.read(select(schema.audit).order_by(schema.audit.c.seq))
        return {AuditRecord(row.kind, row.url, row.what, row.reason): row[-1] for row in rows}

    @override
    def put_read_endpoint(self, key: str) -> None:
        self._database.change(insert_missing(self._database.dialect, schema.read_endpoints), {"key": key})

    @override
    def read_endpoints(self) -> list[str]:
        table = schema.read_endpoints
        return [row.key for row in self._database.read(select(table).order_by(table.c.seq))]
