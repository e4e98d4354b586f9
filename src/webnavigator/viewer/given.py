"""JSON files that a person gives the viewer to show."""

import json
from pathlib import Path
from typing import Any

from webnavigator.errors import BadInputError
from webnavigator.outfile import why
from webnavigator.viewer.text import Json


def json_in(path: Path, what: str) -> Json:
    """The object in a JSON file; empty when the file holds something else.

    Args:
        path: the file.
        what: what it should hold, for the message: ``results``.

    Raises:
        BadInputError: it cannot be read.
    """
    try:
        data: Any = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadInputError(f"{what} {path} cannot be read: {why(error)}") from None
    except RecursionError:
        raise BadInputError(f"{what} {path} cannot be read: it is nested too deeply") from None
    return data if isinstance(data, dict) else {}  # pyright: ignore[reportUnknownVariableType] - JSON
