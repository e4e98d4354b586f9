"""Kinds of pages on which nothing comes late: they need not be watched for it each time anew."""

from dataclasses import dataclass, field

from webnavigator.model.page import Observation, similarity
from webnavigator.model.template import outline

_ALIKE = 0.7
"""Jaccard index of two outlines from which on pages are built alike, whatever their texts."""
_ENOUGH = 3
"""Pages built alike that must have been watched in vain."""
_KEPT = 60


@dataclass(slots=True)
class Calm:
    """How pages were built on which something came late, or nothing."""

    _still: list[frozenset[str]] = field(default_factory=list[frozenset[str]])
    _late: list[frozenset[str]] = field(default_factory=list[frozenset[str]])

    def is_expected_of(self, page: Observation) -> bool:
        """Nothing came late on several pages built like this one, and on none of them did something."""
        seen = outline(page.structure)
        if any(similarity(seen, other) >= _ALIKE for other in self._late):
            return False
        return sum(similarity(seen, other) >= _ALIKE for other in self._still) >= _ENOUGH

    def learn(self, page: Observation, *, came_late: bool) -> None:
        """Take note of a page that was watched."""
        known = self._late if came_late else self._still
        if len(known) < _KEPT:
            known.append(outline(page.structure))
