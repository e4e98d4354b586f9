from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webnavigator.errors import BadInputError, StoreError
from webnavigator.model.graph import Node
from webnavigator.store.base import Feedback
from webnavigator.store.sql import SqlStore

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
json_values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(key=st.text(st.characters(codec="utf-8", exclude_characters="\0")), value=json_values)
def test_meta_keeps_any_json(store: SqlStore, key: str, value: Any) -> None:
    store.set_meta(key, value)
    store.set_meta("other", 1)
    assert store.get_meta(key) == (1 if key == "other" else value)


def test_meta_of_no_value_is_none_and_must_be_json(store: SqlStore) -> None:
    assert store.get_meta("start_url") is None
    with pytest.raises(TypeError):
        store.set_meta("start_url", object())
    with store.transaction():
        store.set_meta("start_url", "https://a.test/")
    assert store.get_meta("start_url") == "https://a.test/"


def test_probes_are_replaced_as_a_whole(store: SqlStore) -> None:
    store.set_probes([{"id": "b", "check": "true"}, {"id": "a", "check": "false", "query": "订单"}])
    store.set_probes([{"id": "b", "check": "1"}, {"id": "c"}])
    assert store.probes() == [{"id": "b", "check": "1"}, {"id": "c"}]
    for wrong in ([{"check": "1"}], [{"id": "a"}, {"id": "a"}], [{"id": 3}]):
        with pytest.raises(BadInputError, match="needs an id of its own"):
            store.set_probes(wrong)
    assert len(store.probes()) == 2


def test_labels_say_where_probes_hold(store: SqlStore) -> None:
    store.put_nodes([Node("a", "u"), Node("b", "u")])
    store.put_labels("a", ["p", "q", "p"])
    store.put_labels("b", ["q"])
    assert store.labels() == {"p": {"a"}, "q": {"a", "b"}}
    store.put_labels("a", [])
    assert store.labels() == {"q": {"b"}}
    with pytest.raises(StoreError):
        store.put_labels("stranger", ["p"])


def test_feedback_is_kept_once_a_query_and_state(store: SqlStore) -> None:
    rows = [Feedback("orders", "a", "right", 1.0), Feedback("orders", "", "wrong", 2.0)]
    for row in (*rows, Feedback("orders", "a", "wrong", 3.0)):
        store.put_feedback(row)
    assert store.feedback() == [Feedback("orders", "a", "wrong", 3.0), rows[1]]
    store.clear_feedback()
    assert store.feedback() == []
