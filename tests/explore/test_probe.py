import json

import pytest

from webnavigator.errors import BadInputError
from webnavigator.explore.probe import load_intents


def written(tmp_path, data) -> str:
    path = tmp_path / "intents.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return str(path)


def test_intents_in_all_their_languages(tmp_path) -> None:
    rows = [{"id": "a", "intent": "orders", "intent_zh": "订单", "check": "true", "no_url": True, "kind": "page"}]
    (intent,) = load_intents(written(tmp_path, {"intents": rows}))
    assert intent.texts == {"en": "orders", "zh": "订单"}
    assert intent.no_url


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("nonsense", "is not an intents file"),
        ({"intents": []}, "intents"),
        ({"intents": [{"id": "a", "check": None}]}, "intent"),
        ({"intents": [{"id": "a", "intent": "x", "check": None}] * 2}, "same id"),
    ],
)
def test_a_file_that_is_none_is_said_so_in_one_line(tmp_path, data, said: str) -> None:
    with pytest.raises(BadInputError, match=said) as caught:
        load_intents(written(tmp_path, data))
    assert "\n" not in str(caught.value)


def test_a_missing_file(tmp_path) -> None:
    with pytest.raises(BadInputError, match="cannot be read"):
        load_intents(tmp_path / "missing.json")
