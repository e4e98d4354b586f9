"""What changed on a site: the map's last refresh, and what `webnavigator refresh` or `diff --json` printed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from webnavigator.errors import BadInputError
from webnavigator.model.change import SCHEMA
from webnavigator.refresh.report import LAST_REFRESH
from webnavigator.viewer.given import json_in
from webnavigator.viewer.snapshot import Snapshot
from webnavigator.viewer.text import Json, harmless, plain

MOST_ROWS = 2000
"""States, and edges, that are shown of one diff."""


def load_changes(paths: Sequence[Path]) -> list[Json]:
    """The diffs in some files, as shown.

    Raises:
        BadInputError: a file cannot be read or holds something else.
    """
    return [_told(path.name, _load(path)) for path in paths]


def changes(snapshot: Snapshot, given: Sequence[Json]) -> Json:
    """The diffs given, and that of the map's last refresh when it has one."""
    own: Json | None = snapshot.meta.get(LAST_REFRESH)
    return {"diffs": [*([_told("", own)] if own else []), *given]}


def _load(path: Path) -> Json:
    data = json_in(path, "changes")
    if str(data.get("schema")).partition("/")[0] != SCHEMA.partition("/")[0]:
        raise BadInputError(f"{path} holds no changes: give it what `refresh` or `diff` printed with --json")
    return data


def _told(name: str, diff: Json) -> Json:
    """A diff for the page; `name` is "" for the map's own."""
    states, edges = _rows(diff.get("states")), _rows(diff.get("edges"))
    return {
        "name": plain(name, 100),
        "counts": harmless(diff.get("counts") or {}),
        "since": _number(diff.get("run")),
        "states": [harmless(row) for row in states[:MOST_ROWS]],
        "edges": [harmless(row) for row in edges[:MOST_ROWS]],
        "more": max(0, len(states) - MOST_ROWS) + max(0, len(edges) - MOST_ROWS),
    }


def _rows(value: Any) -> list[Json]:
    rows: list[Any] = value if isinstance(value, list) else []  # pyright: ignore[reportUnknownVariableType] - JSON
    return [row for row in rows if isinstance(row, dict)]


def _number(run: Any) -> float | None:
    since: Any = run.get("since") if isinstance(run, dict) else None  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType] - JSON
    return float(since) if isinstance(since, int | float) else None
