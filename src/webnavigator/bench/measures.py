"""Measures that every benchmark counts alike: shares, recall at k, the rank of the first right answer."""

import statistics
from collections.abc import Container, Iterable, Sequence


def share(held: Iterable[bool]) -> float | None:
    """Fraction of what holds, 0 to 1; None when there is nothing to count.

    >>> share([True, False]), share([])
    (0.5, None)
    """
    counted = list(held)
    return sum(counted) / len(counted) if counted else None


def median(values: Sequence[float]) -> float | None:
    """The median; None of nothing."""
    return statistics.median(values) if values else None


def rank_of(candidates: Iterable[str], right: Container[str]) -> int | None:
    """Position of the first right one, from 1; None when there is none.

    >>> rank_of(["a", "b", "c"], {"b", "c"})
    2
    """
    return next((at for at, candidate in enumerate(candidates, 1) if candidate in right), None)


def recall_at(k: int, ranks: Iterable[int | None]) -> float | None:
    """Recall@k: the share of ranks that are at most `k`; None counts as not found."""
    return share(rank is not None and rank <= k for rank in ranks)


def mean_reciprocal_rank(ranks: Sequence[int | None]) -> float | None:
    """MRR: the mean of 1/rank, 0 for what was not found; None of nothing."""
    return statistics.fmean(1 / rank if rank else 0.0 for rank in ranks) if ranks else None
