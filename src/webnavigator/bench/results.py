"""Rows of results in a file that only grows; what they come to; two agents compared on the same tasks."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import mean

from pydantic import TypeAdapter, ValidationError

from webnavigator.errors import StoreError

FILE = "results.jsonl"
_RESAMPLES = 2000


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


@dataclass(frozen=True, slots=True)
class Summary:
    """What rows come to.

    Attributes:
        tasks: rows that were judged.
        unjudged: rows that were not, errors among them.
        success: share of judged rows with score 1; None without any.
        steps: mean, over all judged rows.
        steps_done: mean, over the successful ones.
        tokens: mean.
        cost_usd: sum of the known prices.
        seconds: mean.
    """

    tasks: int
    unjudged: int
    success: float | None
    steps: float
    steps_done: float
    tokens: float
    cost_usd: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two agents on the tasks that both were judged on.

    Attributes:
        tasks: how many.
        difference: mean score of the first less that of the second.
        low: lower end of the 95 % bootstrap interval of the difference.
        high: upper end.
    """

    tasks: int
    difference: float
    low: float
    high: float


_row: TypeAdapter[ResultRow] = TypeAdapter(ResultRow)


def append_row(folder: Path, row: ResultRow) -> None:
    """Add a row to a folder's results.

    Raises:
        StoreError: it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / FILE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")
    except OSError as error:
        raise StoreError(f"cannot write into {folder}: {error.strerror}") from error


def read_results(folder: Path) -> list[ResultRow]:
    """The last row of each try, in order; empty when there are none yet. A line that a crash cut off is left out."""
    path = folder / FILE
    if not path.exists():
        return []
    found: dict[tuple[str, int], ResultRow] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            row = _row.validate_json(line)
        except ValidationError:
            continue
        found[(row.task, row.seed)] = row
    return list(found.values())


def summary(rows: Iterable[ResultRow]) -> Summary:
    """See `Summary`."""
    listed = list(rows)
    judged = [row for row in listed if row.score is not None]
    done = [row for row in judged if row.score == 1]
    return Summary(
        tasks=len(judged),
        unjudged=len(listed) - len(judged),
        success=len(done) / len(judged) if judged else None,
        steps=_mean([row.steps for row in judged]),
        steps_done=_mean([row.steps for row in done]),
        tokens=_mean([row.tokens for row in judged]),
        cost_usd=sum(row.cost_usd or 0.0 for row in listed),
        seconds=_mean([row.seconds for row in judged]),
    )


def compare(first: Iterable[ResultRow], second: Iterable[ResultRow], seed: int = 0) -> Comparison:
    """Paired by task, tries of one task averaged; percentile bootstrap over tasks."""
    a, b = _scores(first), _scores(second)
    differences = [mean(a[task]) - mean(b[task]) for task in sorted(a.keys() & b.keys())]
    if not differences:
        return Comparison(0, 0.0, 0.0, 0.0)
    chance = Random(seed)  # noqa: S311 - resampling, no secret
    means = sorted(mean(chance.choices(differences, k=len(differences))) for _ in range(_RESAMPLES))
    low, high = means[int(0.025 * _RESAMPLES)], means[int(0.975 * _RESAMPLES) - 1]
    return Comparison(len(differences), mean(differences), low, high)


def _scores(rows: Iterable[ResultRow]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for row in rows:
        if row.score is not None:
            found.setdefault(row.task, []).append(row.score)
    return found


def _mean(values: Sequence[float]) -> float:
    return mean(values) if values else 0.0
