"""Addresses that give no page, known by their like: downloads by their ending (`.pdf`) or by a segment (`/raw/`)."""

from collections import Counter
from dataclasses import dataclass, field

from webnavigator.model.action import Goto
from webnavigator.model.task import Task
from webnavigator.model.url_template import ANY, ID

_IN_VAIN = 3
"""Addresses with one feature that gave no page, after which others with it are given up; one that did saves them."""
_LONGEST_ENDING = 5


@dataclass(slots=True)
class DeadEnds:
    """What addresses that cannot be opened have in common and others have not."""

    _failed: Counter[str] = field(default_factory=Counter[str])
    _opened: set[str] = field(default_factory=set[str])

    def learn(self, task: Task, outcome: str) -> None:
        """Take note of what opening an address came to; other tasks teach nothing."""
        if not isinstance(task.action, Goto):
            return
        if outcome.startswith("failed: http"):
            self._failed[_feature(task.group)] += 1
        elif outcome in ("new", "known", "unchanged"):
            self._opened.add(_feature(task.group))

    def __contains__(self, task: Task) -> bool:
        """Whether opening the task's address would be in vain, as far as its like tell."""
        feature = _feature(task.group)
        return isinstance(task.action, Goto) and self._failed[feature] >= _IN_VAIN and feature not in self._opened


def _feature(template: str) -> str:
    """The ending of an address; without one the segment that its last part stands in.

    >>> _feature("/wiki/{id}.pdf"), _feature("/repository/{id}/raw/Makefile"), _feature("/orders/{id}?page={}")
    ('.pdf', '/raw/', '/orders/')
    """
    *inner, last = template.partition("?")[0].split("/")
    stem, dot, ending = last.rpartition(".")
    if stem and dot and ending.isalnum() and len(ending) <= _LONGEST_ENDING:
        return dot + ending
    named = [segment for segment in inner if segment and segment not in (ANY, ID)]
    return f"/{named[-1]}/" if named else template
