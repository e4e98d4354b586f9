"""What rows of results come to: success, actions, cost; by group; two agents compared on the same tasks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean

from webnavigator.bench.results import ResultRow

_RESAMPLES = 2000

Measure = Callable[[ResultRow], float | None]
MEASURES: Mapping[str, Measure] = {
    "success": lambda row: row.score,
    "actions": lambda row: row.steps,
    "tokens": lambda row: row.tokens,
    "usd": lambda row: row.cost_usd,
    "seconds": lambda row: row.seconds,
}
"""What two agents are compared by; None where a row has no figure."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What rows come to.

    Attributes:
        tasks: rows that were judged.
        unjudged: rows that were not, errors among them.
        errors: tries that failed for reasons not the agent's.
        success: share of judged rows with score 1; None without any.
        steps: mean actions, over all judged rows.
        steps_done: mean, over the successful ones.
        tokens: mean.
        cost_usd: sum of the known prices.
        seconds: mean.
    """

    tasks: int
    unjudged: int
    errors: int
    success: float | None
    steps: float
    steps_done: float
    tokens: float
    cost_usd: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Costs:
    """What rows cost, those that were not judged included.

    Attributes:
        tries: rows.
        tokens: of the agent, all together.
        usd: of the agent, sum of the known prices.
        unpriced: rows that used tokens whose price is not known.
        usd_per_try: mean over the priced rows; None without any.
        usd_per_success: `usd` by the number of successes; None without any.
        seconds: wall time of all rows, as if one after another.
        judge_tokens: of the judge.
        judge_usd: likewise, sum of the known prices.
    """

    tries: int
    tokens: int
    usd: float
    unpriced: int
    usd_per_try: float | None
    usd_per_success: float | None
    seconds: float
    judge_tokens: int
    judge_usd: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two agents on the tasks that both were judged on.

    Attributes:
        tasks: how many.
        first: mean of the first.
        second: mean of the second.
        difference: the first less the second.
        low: lower end of the 95 % bootstrap interval of the difference.
        high: upper end.
    """

    tasks: int
    first: float
    second: float
    difference: float
    low: float
    high: float


def summary(rows: Iterable[ResultRow]) -> Summary:
    """See `Summary`."""
    listed = list(rows)
    judged = [row for row in listed if row.score is not None]
    done = [row for row in judged if row.score == 1]
    return Summary(
        tasks=len(judged),
        unjudged=len(listed) - len(judged),
        errors=sum(bool(row.error) for row in listed),
        success=len(done) / len(judged) if judged else None,
        steps=_mean([row.steps for row in judged]),
        steps_done=_mean([row.steps for row in done]),
        tokens=_mean([row.tokens for row in judged]),
        cost_usd=sum(row.cost_usd or 0.0 for row in listed),
        seconds=_mean([row.seconds for row in judged]),
    )


def by_group(rows: Sequence[ResultRow], names: Sequence[str]) -> dict[str, Summary]:
    """A summary for each combination of some groups' values, joined by `` · ``, in the order of their names."""
    parts: dict[str, list[ResultRow]] = {}
    for row in rows:
        parts.setdefault(" · ".join(row.groups.get(name, "-") for name in names), []).append(row)
    return {key: summary(parts[key]) for key in sorted(parts)}


def costs(rows: Iterable[ResultRow]) -> Costs:
    """See `Costs`."""
    listed = list(rows)
    prices = [row.cost_usd for row in listed if row.cost_usd is not None]
    done = sum(row.score == 1 for row in listed)
    usd = sum(prices)
    return Costs(
        tries=len(listed),
        tokens=sum(row.tokens for row in listed),
        usd=usd,
        unpriced=sum(row.cost_usd is None and row.tokens > 0 for row in listed),
        usd_per_try=usd / len(prices) if prices else None,
        usd_per_success=usd / done if done and prices else None,
        seconds=sum(row.seconds for row in listed),
        judge_tokens=sum(row.judge_tokens for row in listed),
        judge_usd=sum(row.judge_usd or 0.0 for row in listed),
    )


def compare(
    first: Iterable[ResultRow], second: Iterable[ResultRow], measure: str = "success", seed: int = 0
) -> Comparison:
    """Paired by task, tries of one task averaged; percentile bootstrap over tasks (2,000 resamples).

    Args:
        first: rows of one agent.
        second: rows of the other.
        measure: one of `MEASURES`.
        seed: of the resampling.
    """
    a, b = _values(first, MEASURES[measure]), _values(second, MEASURES[measure])
    pairs = [(mean(a[task]), mean(b[task])) for task in sorted(a.keys() & b.keys())]
    if not pairs:
        return Comparison(0, 0.0, 0.0, 0.0, 0.0, 0.0)
    differences = [one - other for one, other in pairs]
    chance = Random(seed)  # noqa: S311 - resampling, no secret
    means = sorted(mean(chance.choices(differences, k=len(differences))) for _ in range(_RESAMPLES))
    low, high = means[int(0.025 * _RESAMPLES)], means[int(0.975 * _RESAMPLES) - 1]
    return Comparison(
        len(pairs), mean(one for one, _ in pairs), mean(other for _, other in pairs), mean(differences), low, high
    )


def _values(rows: Iterable[ResultRow], measure: Measure) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for row in rows:
        value = measure(row) if row.score is not None else None
        if value is not None:
            found.setdefault(row.task, []).append(value)
    return found


def _mean(values: Sequence[float]) -> float:
    return mean(values) if values else 0.0
