"""Files of records: a JSON array, or one JSON object a line."""

import json
from pathlib import Path
from typing import Any, cast

from webnavigator.errors import BadInputError


def read_records(path: Path) -> list[dict[str, Any]]:
    """The objects in a file, in order.

    Raises:
        BadInputError: it cannot be read, or holds something else.
    """
    try:
        text = path.read_text(encoding="utf-8")
        listed: Any = json.loads(text) if text.lstrip().startswith("[") else _lines(text)
    except (OSError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise BadInputError(f"{path} cannot be read as records: {error}") from None
    records = cast("list[Any]", listed)
    if not records or not all(isinstance(record, dict) for record in records):
        raise BadInputError(f"{path} holds no records: give a JSON array of objects, or one object a line")
    return records


def _lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.split("\n") if line.strip()]


def read_object(path: Path) -> dict[str, Any]:
    """The one object in a file.

    Raises:
        BadInputError: it cannot be read, or holds something else.
    """
    try:
        value: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise BadInputError(f"{path} cannot be read as JSON: {error}") from None
    if not isinstance(value, dict):
        raise BadInputError(f"{path} holds no JSON object")
    return cast("dict[str, Any]", value)
