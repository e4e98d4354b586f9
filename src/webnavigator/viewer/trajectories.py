"""What agents did: the trajectories in some folders, step by step, with their pictures."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webnavigator.errors import BadInputError
from webnavigator.viewer.text import Json, plain

ROWS = "trajectory.jsonl"
"""In the folder of a run: a row for the start, one for each step, one for the end."""
MOST = 500
"""Trajectories read; the first ones by name."""

_TEXT = 8000
_ARGUMENTS = ("text", "option", "query", "url", "content", "answer", "key")
_SHOWN = ("thought", "effect", "error")


@dataclass(frozen=True, slots=True)
class Trajectory:
    """One run of an agent.

    Attributes:
        folder: where it lies.
        told: what is shown of it.
        pictures: for each step the file with its picture; None where there is none.
    """

    folder: Path
    told: Json
    pictures: tuple[Path | None, ...] = ()

    def picture(self, step: int) -> bytes | None:
        """The WebP picture of a step, counted from 0; None when there is none."""
        path = self.pictures[step] if 0 <= step < len(self.pictures) else None
        try:
            return path.read_bytes() if path is not None else None
        except OSError:
            return None


def load_trajectories(paths: Sequence[Path]) -> list[Trajectory]:
    """The trajectories in some folders, each that of one run or one with such folders below it.

    Raises:
        BadInputError: a folder holds no trajectory, or one cannot be read.
    """
    found: list[Trajectory] = []
    for path in paths:
        files = [path / ROWS] if (path / ROWS).is_file() else sorted(path.rglob(ROWS))
        if not files:
            raise BadInputError(f"no trajectory in {path}: give a folder that has {ROWS} in it or below it")
        found += [_load(file) for file in files]
    return found[:MOST]


def _load(file: Path) -> Trajectory:
    try:
        lines = file.read_text("utf-8", "replace").splitlines()
    except OSError as error:
        raise BadInputError(f"trajectory {file} cannot be read: {error.strerror}") from None
    rows = list(_rows(lines))
    run, end = _first(rows, "run"), _first(rows, "end")
    steps = [row for row in rows if row.get("kind") == "step"]
    pictures = tuple(_picture(file.parent, row) for row in steps)
    told: Json = {
        "title": _text(run.get("task") or file.parent.name),
        "note": " · ".join(_text(part) for part in (run.get("agent"), run.get("model"), end.get("ending")) if part),
        "answer": _text(end.get("answer") or ""),
        "reason": _text(end.get("reason") or ""),
        "steps": [{**_step(row), "picture": path is not None} for row, path in zip(steps, pictures, strict=True)],
    }
    return Trajectory(file.parent, told, pictures)


def _first(rows: Iterable[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next((row for row in rows if row.get("kind") == kind), dict[str, Any]())


def _rows(lines: Iterable[str]) -> Iterable[dict[str, Any]]:
    """The rows, up to a line that was cut off."""
    for line in lines:
        try:
            row = json.loads(line)
        except ValueError:
            return
        if isinstance(row, dict):
            yield row


def _step(row: dict[str, Any]) -> Json:
    action = row.get("action")
    parts = [["action", _action(action)]] if action else []
    parts += [[name, _text(row[name])] for name in _SHOWN if row.get(name)]
    return {
        "title": _action(action) if action else _text(row.get("effect") or row.get("thought") or ""),
        "url": plain(str(row.get("url") or ""), 1000),
        "tokens": tokens if isinstance(tokens := row.get("tokens"), int) else None,
        "seconds": _seconds(row.get("seconds")),
        "parts": parts,
    }


def _seconds(parts: Any) -> float | None:
    """All that a step took; None when the row does not tell."""
    if not isinstance(parts, dict):
        return None
    known: dict[str, Any] = parts  # pyright: ignore[reportUnknownVariableType] - JSON
    return round(sum(value for value in known.values() if isinstance(value, int | float)), 1)


def _action(action: Any) -> str:
    """``click “Orders”``, ``type “tea” into “Search”``, ``navigate “my orders”``."""
    if not isinstance(action, dict):
        return _text(action)
    known: dict[str, Any] = action  # pyright: ignore[reportUnknownVariableType] - JSON
    place: Any = known.get("target")
    target: dict[str, Any] = place if isinstance(place, dict) else {}  # pyright: ignore[reportUnknownVariableType]
    name = target.get("name") or target.get("text") or target.get("xpath")
    words = next((known[key] for key in _ARGUMENTS if known.get(key)), None)
    told = [str(known.get("kind", ""))] + [f"“{_text(words)}”"] * bool(words)
    told += [("into " if words else "") + f"“{_text(name)}”"] * bool(name)
    return " ".join(told)


def _text(value: Any) -> str:
    return plain(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), _TEXT)


def _picture(folder: Path, row: dict[str, Any]) -> Path | None:
    """The step's picture, if it lies in the run's own folder: the row is data and not to be trusted with paths."""
    name = row.get("screenshot")
    if not isinstance(name, str) or not name:
        return None
    path = (folder / name).resolve()
    inside = path.is_relative_to(folder.resolve()) and path.suffix == ".webp"
    return path if inside and path.is_file() else None
