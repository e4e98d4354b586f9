"""Rows of results in a file that only grows, and what the file is of."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from webnavigator.errors import BadInputError, StoreError
from webnavigator.outfile import why, write_outfile

FILE = "results.jsonl"
FACTS = "bench.json"


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One try at one task.

    Attributes:
        task: its id.
        seed: number of the try, from 0.
        sites: joined by ``+``.
        score: 1 or 0; None when it could not be judged or the try failed for reasons not the agent's.
        reason: why not 1.
        ending: how the run ended, "" when it never started.
        answer: what was answered.
        steps: actions taken.
        tokens: of the model.
        cost_usd: None when the price is not known.
        seconds: wall time.
        error: what went wrong outside the agent, "" when nothing.
        groups: what results are told apart by, such as the difficulty.
        judge_tokens: of the model that judged.
        judge_usd: None when the price is not known.
    """

    task: str
    seed: int
    sites: str = ""
    score: int | None = None
    reason: str = ""
    ending: str = ""
    answer: str = ""
    steps: int = 0
    tokens: int = 0
    cost_usd: float | None = None
    seconds: float = 0.0
    error: str = ""
    groups: Mapping[str, str] = field(default_factory=dict[str, str])
    judge_tokens: int = 0
    judge_usd: float | None = None


_row: TypeAdapter[ResultRow] = TypeAdapter(ResultRow)


def append_row(folder: Path, row: ResultRow) -> None:
    """Add a row to a folder's results.

    Raises:
        StoreError: it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / FILE).open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")
    except OSError as error:
        raise StoreError(f"cannot write into {folder}: {error.strerror}") from error


def read_results(path: Path) -> list[ResultRow]:
    """The last row of each try, in order; empty when there are none yet. A line that a crash cut off is left out.

    Args:
        path: folder of the results, or the file itself.

    Raises:
        BadInputError: the file cannot be read.
    """
    path = path / FILE if path.is_dir() else path
    if not path.exists():
        return []
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"the results {path} cannot be read: {why(error)}") from None
    found: dict[tuple[str, int], ResultRow] = {}
    for line in text.split("\n"):
        try:
            row = _row.validate_json(line)
        except ValidationError:
            continue
        found[(row.task, row.seed)] = row
    return list(found.values())


def claim(folder: Path, facts: Mapping[str, Any]) -> None:
    """Note what a folder's results are of, so that no other benchmark or agent is mixed into them.

    Args:
        folder: made when it is missing.
        facts: JSON values that must be the same in every run that goes on in this folder.

    Raises:
        BadInputError: the folder holds results of something else.
        StoreError: the note cannot be written.
    """
    path = folder / FACTS
    wanted: dict[str, Any] = json.loads(json.dumps(facts))
    if path.exists():
        other = [name for name, value in wanted.items() if _facts(path).get(name) != value]
        if other:
            raise BadInputError(f"{folder} holds results with another {other[0]}: give another --out")
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make {folder}: {error.strerror}") from error
    write_outfile(path, (json.dumps(wanted, ensure_ascii=False, indent=2) + "\n").encode())


def _facts(path: Path) -> dict[str, Any]:
    try:
        facts: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInputError(f"{path} cannot be read: {why(error)}") from None
    return cast("dict[str, Any]", facts) if isinstance(facts, dict) else {}
