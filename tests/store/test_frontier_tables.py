from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from webnavigator.model.action import Click, Goto, Locator
from webnavigator.model.task import AuditRecord, Task
from webnavigator.store.sql import SqlStore

TASKS = [
    Task("b", Goto("https://a.test/"), label="Home", group="home", depth=1),
    Task("", Goto("https://a.test/")),
    Task("a", Click(Locator("/a[1]", name="订单")), state="held", outcome="held: log out"),
]


def test_tasks_come_back_in_the_order_they_were_put(store: SqlStore) -> None:
    store.put_tasks(TASKS[:2])
    store.put_tasks(iter(TASKS))
    assert store.tasks() == TASKS
    assert store.tasks("pending") == TASKS[:2]
    assert store.count_tasks() == {"pending": 2, "done": 0, "held": 1}


def test_a_known_task_is_left_as_it_is(store: SqlStore) -> None:
    store.put_tasks(TASKS)
    assert store.finish_task(TASKS[0].id, "done", "new")
    store.put_tasks(TASKS)
    assert [(task.state, task.outcome) for task in store.tasks()] == [
        ("done", "new"),
        ("pending", ""),
        ("held", "held: log out"),
    ]


def test_finishing_what_is_not_there_says_so(store: SqlStore) -> None:
    assert not store.finish_task("stranger", "done", "new")


def test_the_audit_trail_counts_repetitions(store: SqlStore) -> None:
    one = AuditRecord("control", "https://a.test/", "Delete", "may change something")
    two = AuditRecord("dialog", "https://a.test/", "Sure?", "dismissed")
    store.put_audit([one, two, one])
    store.put_audit([one])
    store.put_audit([])
    assert store.audit() == [one, two]
    assert store.audit_counts() == {one: 3, two: 1}


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(record=st.from_type(AuditRecord))
@example(record=AuditRecord("control", "", "\0", "0\0"))
def test_any_record_comes_back(store: SqlStore, record: AuditRecord) -> None:
    store.put_audit([record])
    assert _legible(record) in map(_legible, store.audit())


def _legible(record: AuditRecord) -> AuditRecord:
    """The record without NUL: PostgreSQL keeps it in no text, and has the sign for an unknown character there."""
    url, what, reason = (text.replace("\0", "\ufffd") for text in (record.url, record.what, record.reason))
    return AuditRecord(record.kind, url, what, reason)


def test_read_endpoints_are_a_set_in_order(store: SqlStore) -> None:
    for key in ("POST /b", "POST /a", "POST /b"):
        store.put_read_endpoint(key)
    assert store.read_endpoints() == ["POST /b", "POST /a"]


def test_tasks_of_a_state_can_be_forgotten_and_put_anew(store: SqlStore) -> None:
    store.put_tasks(TASKS)
    store.finish_task(TASKS[0].id, "done", "new")
    assert [task.state for task in store.tasks_from("b")] == ["done"]
    store.remove_tasks([TASKS[0].id, "stranger"])
    assert store.tasks_from("b") == []
    store.put_tasks(TASKS[:1])
    assert store.tasks_from("b") == TASKS[:1]


def test_a_leased_task_is_nobody_elses_until_it_is_given_back(store: SqlStore) -> None:
    tasks = [Task("", Goto(f"https://a.test/{n}")) for n in range(3)]
    store.put_tasks(tasks)
    wanted = [tasks[2].id, tasks[0].id]
    assert store.lease_task(wanted, "one", 60) == tasks[2].id
    assert store.lease_task(wanted, "two", 60) == tasks[0].id
    assert store.lease_task(wanted, "three", 60) is None
    assert store.leases() == {tasks[0].id: "two", tasks[2].id: "one"}
    store.finish_task(tasks[2].id, "done", "new")
    assert store.lease_task(wanted, "three", 60) is None
    assert store.end_leases([tasks[0].id]) == 1
    assert store.lease_task(wanted, "three", 60) == tasks[0].id
    assert store.end_leases() == 1
    assert store.leases() == {}
    assert store.lease_task([], "one", 60) is None


def test_a_lease_that_ran_out_is_free(store: SqlStore) -> None:
    task = Task("", Goto("https://a.test/"))
    store.put_tasks([task])
    assert store.lease_task([task.id], "dead", -0.001) == task.id
    assert store.leases() == {}
    assert store.lease_task([task.id], "alive", 60) == task.id
    assert [kept.state for kept in store.tasks()] == ["pending"]
