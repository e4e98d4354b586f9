"""Tasks, the audit trail and learnt facts about requests in tables."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import get_args

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.sqlite import insert
from typing_extensions import override

from webnavigator.model.task import AuditRecord, Task, TaskState
from webnavigator.store import schema
from webnavigator.store.base import FrontierStore
from webnavigator.store.database import Database
from webnavigator.store.rows import in_order, row_id, task_from_row, task_row

_PUT_TASK = insert(schema.tasks).on_conflict_do_nothing()
_ADD_AUDIT = insert(schema.audit)
_PUT_AUDIT = _ADD_AUDIT.on_conflict_do_update(
    index_elements=["id"], set_={"count": schema.audit.c.count + _ADD_AUDIT.excluded["count"]}
)
_PUT_ENDPOINT = insert(schema.read_endpoints).on_conflict_do_nothing()


class FrontierTables(FrontierStore):
    """`FrontierStore` on a `Database`."""

    _database: Database

    @override
    def put_tasks(self, tasks: Iterable[Task]) -> None:
        self._database.change(_PUT_TASK, [task_row(task) for task in tasks])

    @override
    def finish_task(self, task_id: str, state: TaskState, outcome: str) -> bool:
        finished = update(schema.tasks).where(schema.tasks.c.id == task_id)
        return self._database.change(finished.values(state=state, outcome=outcome)) > 0

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
        self._database.change(_PUT_AUDIT, rows)

    @override
    def audit(self) -> list[AuditRecord]:
        return list(self.audit_counts())

    @override
    def audit_counts(self) -> dict[AuditRecord, int]:
        rows = self._database.read(select(schema.audit).order_by(schema.audit.c.seq))
        return {AuditRecord(row.kind, row.url, row.what, row.reason): row[-1] for row in rows}

    @override
    def put_read_endpoint(self, key: str) -> None:
        self._database.change(_PUT_ENDPOINT, {"key": key})

    @override
    def read_endpoints(self) -> list[str]:
        table = schema.read_endpoints
        return [row.key for row in self._database.read(select(table).order_by(table.c.seq))]
