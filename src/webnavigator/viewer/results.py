"""Results of benchmarks: what `webnavigator bench … --json` printed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from webnavigator.errors import BadInputError
from webnavigator.viewer.given import json_in
from webnavigator.viewer.text import Json, harmless, plain

MOST_ROWS = 5000


def load_results(paths: Sequence[Path]) -> list[Json]:
    """The results in some files, as shown.

    Raises:
        BadInputError: a file cannot be read or holds something else.
    """
    return [_load(path) for path in paths]


def _load(path: Path) -> Json:
    known = json_in(path, "results")
    if not ({"rows", "summary", "parts"} & known.keys()):
        raise BadInputError(f"{path} holds no results: give it what `webnavigator bench … --json` printed")
    rows: list[Any] = known.get("rows") or []
    return {
        "name": plain(path.name, 100),
        "summary": harmless(known.get("summary") or known.get("parts") or {}),
        "rows": [harmless(row) for row in rows[:MOST_ROWS] if isinstance(row, dict)],
        "count": len(rows),
    }
