"""What to try next: breadth first in tiers, a quota for each group of like actions, and a stop by novelty.

Tier 0 holds the first few actions of each group (same control on pages of one template, links to one URL template);
tier 1 holds further pages of a template, which are captured as long as the template is not too large. Further
*controls* of a group that has been tried often enough are held: what they do is known from their likes.
"""

import heapq
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from webnavigator.config import ExploreSettings
from webnavigator.model.action import Goto
from webnavigator.model.task import Task


@dataclass(slots=True)
class Frontier:
    """Pending tasks in the order in which they should be tried.

    Attributes:
        settings: quotas and bounds.
        quotas: False tries everything in breadth-first order (preset ``paper``).
    """

    settings: ExploreSettings
    quotas: bool = True
    tried: Counter[str] = field(default_factory=Counter[str])
    known: Counter[str] = field(default_factory=Counter[str])
    _heap: list[tuple[int, int, int, str]] = field(default_factory=list[tuple[int, int, int, str]])
    _pending: dict[str, Task] = field(default_factory=dict[str, Task])
    _by_source: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    _seen: set[str] = field(default_factory=set[str])
    _count: int = 0

    def push(self, tasks: Iterable[Task]) -> list[Task]:
        """Add tasks that were never added before; returns those that were new."""
        fresh: list[Task] = []
        for task in tasks:
            if task.id in self._seen:
                continue
            self._seen.add(task.id)
            fresh.append(task)
            if isinstance(task.action, Goto):
                self.known[task.group] += 1
            if task.state == "pending":
                self._pending[task.id] = task
                self._by_source.setdefault(task.source, {})[task.id] = None
                self._enqueue(task)
        return fresh

    def restore(self, tasks: Iterable[Task]) -> None:
        """Take over the tasks of an earlier run: what was tried counts, what was pending is tried."""
        for task in tasks:
            if task.state == "done":
                self.tried[task.group] += 1
            self.push([task])

    def _enqueue(self, task: Task) -> None:
        heapq.heappush(self._heap, (self._tier(task), task.depth, self._count, task.id))
        self._count += 1

    def _tier(self, task: Task) -> int:
        if not self.quotas or self.tried[task.group] < self.settings.instances_per_template:
            return 0
        return 1

    def next(self, standing_at: str | None = None) -> tuple[Task | None, list[Task]]:
        """Take the task to try next.

        Args:
            standing_at: node id of the worker's page: a task of tier 0 that starts there is preferred, because
                going there costs nothing.

        Returns:
            The task, or None when nothing is left; and the tasks that were dropped on the way because their group
            has its quota.
        """
        dropped: list[Task] = []
        for task_id in list(self._by_source.get(standing_at or "", ())):
            task = self._pending[task_id]
            if not isinstance(task.action, Goto) and self._tier(task) == 0:
                return self._take(task), dropped
        while self._heap:
            tier, depth, count, task_id = heapq.heappop(self._heap)
            task = self._pending.get(task_id)
            if task is None:
                continue
            if self._tier(task) > tier:
                if self._over_quota(task):
                    dropped.append(self._drop(task))
                else:
                    heapq.heappush(self._heap, (1, depth, count, task_id))
                continue
            if tier == 1 and self._over_quota(task):
                dropped.append(self._drop(task))
                continue
            return self._take(task), dropped
        return None, dropped

    def _over_quota(self, task: Task) -> bool:
        if not isinstance(task.action, Goto):
            return True
        too_many = self.known[task.group] > self.settings.pages_per_template
        return too_many and self.tried[task.group] >= self.settings.sample_per_template

    def _take(self, task: Task) -> Task:
        self.tried[task.group] += 1
        return self._drop(task)

    def _drop(self, task: Task) -> Task:
        del self._pending[task.id]
        self._by_source[task.source].pop(task.id, None)
        return task

    def put_back(self, task: Task) -> None:
        """Give back a task that was taken and not tried."""
        self.tried[task.group] -= 1
        self._pending[task.id] = task
        self._by_source.setdefault(task.source, {})[task.id] = None
        self._enqueue(task)

    def __len__(self) -> int:
        return len(self._pending)


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
