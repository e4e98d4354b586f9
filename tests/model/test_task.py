from webnavigator.model.action import Click, Locator
from webnavigator.model.task import AuditRecord, Task


def test_a_task_is_its_source_and_action():
    one = Task("n1", Click(Locator("/a", name="Old")), "Old", depth=1)
    again = Task("n1", Click(Locator("/a", name="New")), "New", depth=4, state="done", outcome="known")
    assert one.id == again.id
    assert len(one.id) == 32
    assert Task("n2", one.action).id != one.id


def test_audit_records_compare_by_value():
    assert AuditRecord("control", "u", "w", "r") == AuditRecord("control", "u", "w", "r")
