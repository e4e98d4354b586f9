import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from webnavigator.store.encodable import encodable

anything = st.text(st.characters())
values = st.recursive(
    anything | st.none() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(anything, inner)
)


@given(values)
def test_every_value_can_be_written_and_good_ones_stay(value: Any) -> None:
    written = json.dumps(encodable(value), ensure_ascii=False)
    assert written.encode()
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        assert "?" in written
    else:
        assert encodable(value) == value


def test_half_a_pair_becomes_a_question_mark() -> None:
    assert encodable({"\ud800": ["\udfff订单"]}) == {"?": ["?订单"]}
