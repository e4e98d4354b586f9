"""Loops are caught by code: what had no effect is not done again, and nothing is done a third time in one state."""

from collections import Counter

_MOST_REFUSALS = 3
_MOST_IN_ONE_STATE = 2


class LoopGuard:
    """Counts actions by the state in which they were taken.

    Attributes:
        exhausted: so many actions in a row were refused that the run should end.
    """

    def __init__(self) -> None:
        self._taken: Counter[tuple[str, str]] = Counter()
        self._idle: set[tuple[str, str]] = set()
        self._refused = 0

    @property
    def exhausted(self) -> bool:
        """See `LoopGuard`."""
        return self._refused >= _MOST_REFUSALS

    def against(self, state: str, action: str) -> str:
        """Why an action should not be taken in a state, "" when it may.

        Args:
            state: what tells the page and its fields from others.
            action: `webnavigator.model.action.action_key`.
        """
        key = (state, action)
        if key in self._idle:
            reason = "this was done here before and had no effect"
        elif self._taken[key] >= _MOST_IN_ONE_STATE:
            reason = f"this was done here {self._taken[key]} times already"
        else:
            self._refused = 0
            return ""
        self._refused += 1
        return f"{reason}: do something else"

    def note(self, state: str, action: str, *, changed: bool) -> None:
        """Remember what was done."""
        self._taken[(state, action)] += 1
        if not changed:
            self._idle.add((state, action))
