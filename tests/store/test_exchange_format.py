import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from webnavigator.model.action import Locator
from webnavigator.model.page import Box, Element, FormInfo, Observation, Region
from webnavigator.store import exchange_format
from webnavigator.store.exchange import export_json, import_json
from webnavigator.store.sql import open_map

PAGE = (Path(__file__).parents[2] / "docs" / "map-format.md").read_text(encoding="utf-8")


def example() -> Any:
    found = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return json.loads(found.group(1))


def test_the_documented_example_is_a_map_and_comes_back_as_it_was(tmp_path: Path) -> None:
    import_json(example(), tmp_path)
    with open_map(tmp_path) as store:
        assert json.dumps(export_json(store)) == json.dumps(example())


@pytest.mark.parametrize(
    "row",
    [
        exchange_format.MapFile,
        *exchange_format._Row.__subclasses__(),
        Locator,
        Observation,
        Element,
        Box,
        FormInfo,
        Region,
    ],
)
def test_every_field_is_documented(row: Any) -> None:
    fields = row.model_fields if issubclass(row, BaseModel) else row.__dataclass_fields__
    names = {name.removesuffix("_") for name in fields}
    assert {name for name in names if f"`{name}`" not in PAGE} == set()


def test_every_word_is_documented() -> None:
    words = re.findall(
        r"Literal\[(.*?)\]",
        repr(
            [
                exchange_format.EdgeKind,
                exchange_format.AuditKind,
                exchange_format.TaskState,
                exchange_format.Verdict,
            ]
        ),
    )
    for word in re.findall(r"'(\w+)'", " ".join(words)):
        assert f"`{word}`" in PAGE
    for name in {field for kind in exchange_format.Action.__args__ for field in kind.__dataclass_fields__}:
        assert f"`{name}`" in PAGE
