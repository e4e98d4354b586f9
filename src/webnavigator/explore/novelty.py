"""When to stop: the chance that the next action finds something new."""

from collections import deque
from dataclasses import dataclass, field


@dataclass(slots=True)
class Novelty:
    """Good–Turing estimate of the chance that the next action finds something new.

    The share of the last `window` actions whose outcome was seen exactly once, i.e. that found a new state
    (I. J. Good, The population frequencies of species, Biometrika 40, 1953: P(new) ≈ n1 / N).
    """

    window: int
    floor: float
    _recent: deque[bool] = field(default_factory=deque[bool])

    def record(self, *, new: bool) -> None:
        """Count one action."""
        self._recent.append(new)
        if len(self._recent) > self.window:
            self._recent.popleft()

    @property
    def chance(self) -> float:
        """Estimated chance of something new, 0 to 1; 1 until the window is full."""
        return sum(self._recent) / len(self._recent) if len(self._recent) >= self.window else 1.0

    @property
    def exhausted(self) -> bool:
        """The chance has fallen under the floor."""
        return self.chance < self.floor
