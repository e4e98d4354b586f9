"""Which start page to try next: Thompson sampling over arms with a prior from their relevance."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

Label = Literal["adequate", "inadequate", "feasible", "infeasible"]
"""Of a try: it answers fully; something useful but not all; nothing yet but promising; a dead end."""

KAPPA = 3.0
"""Weight of the prior, in tries."""

DECAY = 0.9
"""What is left of an arm's evidence after each of its own tries, in the update `learn`."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A page to start from.

    Attributes:
        url: its address.
        alpha: successes, prior included.
        beta: failures, prior included.
        open: it may be drawn.
    """

    url: str
    alpha: float
    beta: float
    open: bool = True


def arms_of(scored: Sequence[tuple[str, float]], kappa: float = KAPPA) -> list[Arm]:
    """Arms with α = 1 + κρ and β = 1 + κ(1 − ρ), ρ being the score scaled to 0 … 1 over all candidates.

    Args:
        scored: address and score of each candidate.
        kappa: see `KAPPA`.

    >>> [(arm.alpha, arm.beta) for arm in arms_of([("a", 10.0), ("b", 5.0), ("c", 0.0)])]
    [(4.0, 1.0), (2.5, 2.5), (1.0, 4.0)]
    """
    scores = [score for _, score in scored]
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    span = high - low
    relevance = [(score - low) / span if span else 0.5 for score in scores]
    return [Arm(url, 1 + kappa * rho, 1 + kappa * (1 - rho)) for (url, _), rho in zip(scored, relevance, strict=True)]


def draw(arms: Sequence[Arm], chance: Random) -> int | None:
    """Position of the open arm with the largest θ ~ Beta(α, β); None when none is open."""
    drawn = [(chance.betavariate(arm.alpha, arm.beta), at) for at, arm in enumerate(arms) if arm.open]
    return max(drawn)[1] if drawn else None


def learn_as_published(arm: Arm, label: Label) -> Arm:
    """The update of the paper: every try but a dead end counts as a success; a dead end closes the arm."""
    if label == "infeasible":
        return replace(arm, beta=arm.beta + 1, open=False)
    return replace(arm, alpha=arm.alpha + 1)


def learn(arm: Arm, label: Label) -> Arm:
    """Ours: a try that found nothing counts against its arm, half of one that found a part, and old evidence fades.

    With the published update an open arm can only win, so that one promising page takes all rounds.
    """
    alpha, beta = 1 + DECAY * (arm.alpha - 1), 1 + DECAY * (arm.beta - 1)
    match label:
        case "adequate":
            return replace(arm, alpha=alpha + 1, beta=beta)
        case "inadequate":
            return replace(arm, alpha=alpha + 0.5, beta=beta + 0.5)
        case "feasible":
            return replace(arm, alpha=alpha, beta=beta + 1)
        case _:
            return replace(arm, alpha=alpha, beta=beta + 1, open=False)
