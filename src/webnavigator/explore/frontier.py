"""What to try next: breadth first by rank (`likes`), and what is at hand before what is far."""

import heapq
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from webnavigator.config import ExploreSettings
from webnavigator.explore.likes import Likes, Rank
from webnavigator.model.task import Task

_ALL_ALIKE: Rank = (0, 0)
"""Rank of every task where quotas are off."""


@dataclass(slots=True)
class Frontier:
    """Pending tasks in the order in which they should be tried.

    Attributes:
        settings: quotas and bounds.
        quotas: False tries everything in breadth-first order (preset ``paper``).
        likes: what is known of tasks from others like them.
    """

    settings: ExploreSettings
    quotas: bool = True
    likes: Likes = field(init=False)
    _heap: list[tuple[Rank, int, int, str]] = field(default_factory=list[tuple[Rank, int, int, str]])
    _pending: dict[str, Task] = field(default_factory=dict[str, Task])
    _by_source: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    _seen: set[str] = field(default_factory=set[str])
    _count: int = 0

    def __post_init__(self) -> None:
        self.likes = Likes(self.settings)

    def push(self, tasks: Iterable[Task]) -> list[Task]:
        """Add tasks that were never added before; returns those that were new."""
        fresh: list[Task] = []
        for task in tasks:
            if task.id in self._seen:
                continue
            self._seen.add(task.id)
            fresh.append(task)
            self.likes.meet(task)
            if task.state == "pending":
                self._enqueue(task)
        return fresh

    def restore(self, tasks: Iterable[Task]) -> None:
        """Take over the tasks of an earlier run: what was tried counts, what was pending is tried."""
        for task in tasks:
            if task.state == "done":
                self.likes.count_try(task)
                self.likes.learn(task, task.outcome, fresh_links=True)
            self.push([task])

    def _enqueue(self, task: Task) -> None:
        self._pending[task.id] = task
        self._by_source[task.source][task.id] = None
        heapq.heappush(self._heap, (self._rank(task), task.depth, self._count, task.id))
        self._count += 1

    def _rank(self, task: Task) -> Rank:
        return self.likes.rank(task) if self.quotas else _ALL_ALIKE

    def next(self, standing_at: str | None = None, opened_on: str | None = None) -> tuple[Task | None, list[Task]]:
        """Take the task to try next.

        Args:
            standing_at: node id of the worker's page: controls there are preferred, because going there costs
                nothing.
            opened_on: node id of the page that this was opened on: what was never tried there comes next, so that
                what pages have in common is tried on the first of them.

        Returns:
            The task, or None when nothing is left; and the tasks that were dropped on the way.
        """
        dropped: list[Task] = []
        for source, known_too in ((standing_at, True), (opened_on, False)):
            if (task := self._at_hand(source, dropped, known_too=known_too)) is not None:
                return task, dropped
        while self._heap:
            rank, depth, count, task_id = heapq.heappop(self._heap)
            task = self._pending.get(task_id)
            if task is None:
                continue
            if self.quotas and self.likes.is_needless(task):
                dropped.append(self._remove(task))
            elif self._rank(task) > rank:
                heapq.heappush(self._heap, (self._rank(task), depth, count, task_id))
            else:
                return self._take(task), dropped
        return None, dropped

    def _at_hand(self, source: str | None, dropped: list[Task], *, known_too: bool) -> Task | None:
        """The first control of a state that is worth trying now; `known_too`: also to confirm what it does."""
        for task_id in list(self._by_source.get(source or "", ())) if self.quotas else ():
            task = self._pending[task_id]
            if not self.likes.is_at_hand(task, known_too=known_too):
                continue
            if self.likes.is_needless(task):
                dropped.append(self._remove(task))
            elif not self.likes.can_wait(task):
                return self._take(task)
        return None

    def _take(self, task: Task) -> Task:
        self.likes.count_try(task)
        return self._remove(task)

    def _remove(self, task: Task) -> Task:
        del self._pending[task.id]
        self._by_source[task.source].pop(task.id, None)
        return task

    def put_back(self, task: Task) -> None:
        """Give back a task that was taken and not tried."""
        self.likes.count_try(task, -1)
        self._enqueue(task)

    def __len__(self) -> int:
        return len(self._pending)
