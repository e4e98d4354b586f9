"""A verdict on one try, and several of them taken together."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict.

    Attributes:
        score: 1 or 0; None when it cannot be judged here.
        reason: which part failed, or why it cannot be judged.
        failed: the judge did not do its part: another time it may.
    """

    score: int | None
    reason: str = ""
    failed: bool = False


def all_of(verdicts: Iterable[Judged]) -> Judged:
    """All must hold: the first that does not, else the first that could not be judged, else 1.

    >>> all_of([Judged(1), Judged(None, "no judge"), Judged(0, "wrong")]).reason
    'wrong'
    """
    kept = list(verdicts)
    failed = [verdict for verdict in kept if verdict.score == 0]
    unknown = [verdict for verdict in kept if verdict.score is None]
    return next(iter([*failed, *unknown]), Judged(1))
