"""What to try next: breadth first in classes, a quota for each group of like actions, and a stop by novelty.

Classes, tried in this order (within a class by depth, then by discovery):

0. pages of a kind (`page_kinds`) of which few were seen;
1. controls of a kind (same place, role and name on pages of one template) that was never tried; the first page of a
   view that its address names (``?tab=members``), and the next page of a list;
2. further pages of a kind that is known, as long as the kind is not too large;
3. controls of a kind that was tried once; pages with query parameters of which few of the kind were seen: often the
   same page sorted or filtered;
4. fields and in-page anchors, which rarely open anything;
5. further pages with query parameters;
6. one page of each kind once more, to see what comes late; the start page's turn is early.

Further *controls* of a kind that was tried often enough are dropped: what they do is known from their likes. So is what
did the same on several kinds of pages, what was tried twice in vain, what cannot be opened like its likes
(`dead_ends`), further pages of a kind once several in a row have said nothing that their likes have not, and further
*views* of a page (the same page sorted, filtered) once they show nothing new.
"""

import heapq
import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from webnavigator.config import ExploreSettings
from webnavigator.explore.dead_ends import DeadEnds
from webnavigator.explore.effect import Effect, Effects
from webnavigator.explore.page_kinds import PageKinds
from webnavigator.model.action import Goto
from webnavigator.model.task import Task
from webnavigator.model.url_template import ANY, ID

MINOR = "~"
"""First character of the group of a control that belongs to class 4."""

AT = "@"
"""In the group of one of several like controls: before its kind, after it its place."""

SITE = "site"
"""Template in the group of a control that stands on most pages of the site."""

SEARCH = "search"
"""Name in the group of a search box."""

LATE = "late"
"""Begins the group of a page that is opened once more to see what comes late."""

_PAGING = re.compile(r"[?&](?:page|p|offset|start|cursor|skip)=")
"""In the group of a further page of a list: what it holds is nowhere else."""

_SEARCH_QUOTA = 3
"""Words tried in a search box: some find something, some nothing."""
_CONTROL_QUOTA = 2
"""Tries of a control on pages of one template."""
_ELSEWHERE_QUOTA = 1
"""Tries on a template of a control that was tried on another template already."""
_SITE_QUOTA = 10
"""Tries of a control on all templates together."""
_IN_VAIN = 2
"""Tries without any effect after which a kind of control is given up."""
_IN_VAIN_BY_NAME = 4
"""The same for all controls of one role and name, wherever they stand."""
_LATE_QUOTA = 8
"""Pages that are watched for what comes late, the start page apart."""
_SILENT_PAGES = 3
"""Pages of a kind in a row that say nothing new, after which further ones are given up."""
_BARREN_VIEWS = 3
"""Views in a row that show nothing new, after which further views of the kind are given up."""
_BARREN_VIEWS_OF_PAGE = 8
"""The same for all views of one page template."""


@dataclass(slots=True)
class Frontier:
    """Pending tasks in the order in which they should be tried.

    Attributes:
        settings: quotas and bounds.
        quotas: False tries everything in breadth-first order (preset ``paper``).
        is_view: whether a page load is a view of another page: the same page with other query parameters.
    """

    settings: ExploreSettings
    quotas: bool = True
    is_view: Callable[[Task], bool] = lambda _: False
    tried: Counter[str] = field(default_factory=Counter[str])
    known: Counter[str] = field(default_factory=Counter[str])
    effects: Effects = field(default_factory=Effects)
    _tried_anywhere: Counter[str] = field(default_factory=Counter[str])
    _in_vain: Counter[str] = field(default_factory=Counter[str])
    _effective: set[str] = field(default_factory=set[str])
    _page_kinds: PageKinds = field(init=False)
    _dead_ends: DeadEnds = field(default_factory=DeadEnds)
    _silent: Counter[str] = field(default_factory=Counter[str])
    _late: int = 0
    _barren: Counter[str] = field(default_factory=Counter[str])
    _heap: list[tuple[int, int, int, str]] = field(default_factory=list[tuple[int, int, int, str]])
    _pending: dict[str, Task] = field(default_factory=dict[str, Task])
    _by_source: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    _seen: set[str] = field(default_factory=set[str])
    _count: int = 0

    def __post_init__(self) -> None:
        self._page_kinds = PageKinds(self.settings.instances_per_template)

    def push(self, tasks: Iterable[Task]) -> list[Task]:
        """Add tasks that were never added before; returns those that were new."""
        fresh: list[Task] = []
        for task in tasks:
            if task.id in self._seen:
                continue
            self._seen.add(task.id)
            fresh.append(task)
            self.known[task.group] += 1
            if task.state == "pending":
                self._enqueue(task)
        return fresh

    def restore(self, tasks: Iterable[Task]) -> None:
        """Take over the tasks of an earlier run: what was tried counts, what was pending is tried."""
        for task in tasks:
            if task.state == "done":
                self._count_try(task)
                self.learn(task, task.outcome, fresh_links=True)
            self.push([task])

    def _enqueue(self, task: Task) -> None:
        self._pending[task.id] = task
        self._by_source[task.source][task.id] = None
        heapq.heappush(self._heap, (self._class(task), task.depth, self._count, task.id))
        self._count += 1

    def _class(self, task: Task) -> int:
        if not self.quotas:
            return 0
        if task.group.startswith(LATE + "|"):
            return 6 if task.depth else 1
        if isinstance(task.action, Goto):
            few = self.tried[task.group] < self.settings.instances_per_template
            if "?" not in task.group:
                return 0 if self._page_kinds.are_few(task.group, self.tried[task.group]) else 2
            if not self.tried[task.group] and (_is_named_view(task.group) or _PAGING.search(task.group)):
                return 1
            return 3 if few else 5
        if task.group.startswith(MINOR):
            return 4
        return 3 if self.tried[task.group] else 1

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
        for source, classes in ((standing_at, (1, 3)), (opened_on, (1,))):
            if (task := self._at_hand(source, classes, dropped)) is not None:
                return task, dropped
        while self._heap:
            rank, depth, count, task_id = heapq.heappop(self._heap)
            task = self._pending.get(task_id)
            if task is None:
                continue
            if self.quotas and self._is_needless(task):
                dropped.append(self._remove(task))
            elif self._class(task) > rank:
                heapq.heappush(self._heap, (self._class(task), depth, count, task_id))
            else:
                return self._take(task), dropped
        return None, dropped

    def _at_hand(self, source: str | None, classes: tuple[int, ...], dropped: list[Task]) -> Task | None:
        """The first control of a state that is worth trying now."""
        for task_id in list(self._by_source.get(source or "", ())) if self.quotas else ():
            task = self._pending[task_id]
            if isinstance(task.action, Goto) or self._class(task) not in classes:
                continue
            if not self._is_needless(task):
                return self._take(task)
            dropped.append(self._remove(task))
        return None

    def _is_needless(self, task: Task) -> bool:
        """What the task would show is known from its likes."""
        if isinstance(task.action, Goto):
            return self._is_needless_page(task)
        if self.effects.are_known(task):
            return True
        control = _control(task.group)
        if any(self._in_vain[key] >= limit and key not in self._effective for key, limit in _vain_keys(task)):
            return True
        here, anywhere = self.tried[task.group], self._tried_anywhere[control]
        quota = _CONTROL_QUOTA if anywhere == here else _ELSEWHERE_QUOTA
        if control.startswith(SEARCH + "|"):
            quota = _SEARCH_QUOTA
        if task.group.startswith(MINOR):
            quota = min(quota, _ELSEWHERE_QUOTA)
        return here >= quota or (anywhere >= _SITE_QUOTA and _is_named(control))

    def _is_needless_page(self, task: Task) -> bool:
        if task in self._dead_ends:
            return True
        if task.group.startswith(LATE + "|"):
            return task.depth > 0 and self._late >= _LATE_QUOTA
        tried = self.tried[task.group]
        if tried < self.settings.instances_per_template:
            return self._barren[_path(task.group)] >= _BARREN_VIEWS_OF_PAGE and "?" in task.group
        if self._silent[task.group] >= _SILENT_PAGES:
            return True
        if self._barren[task.group] >= _BARREN_VIEWS and self.is_view(task):
            return True
        too_many = self.known[task.group] > self.settings.pages_per_template
        return too_many and tried >= self.settings.sample_per_template

    def learn(
        self,
        task: Task,
        outcome: str,
        *,
        fresh_links: bool,
        template: str = "",
        says_new: bool | None = None,
        effect: Effect | None = None,
    ) -> None:
        """Take note of what came of a task.

        Args:
            task: the task tried.
            outcome: in a word, as in `Task.outcome`; ``new`` and ``known`` led to another state than it started from.
            fresh_links: the state showed addresses that were not known before.
            template: of the state it led to; "" when there is none or it is not known.
            says_new: the page said something that others of its kind had not; None: not known.
            effect: what it changed, None when that is not known.
        """
        self._dead_ends.learn(task, outcome)
        if says_new is not None:
            self._silent[task.group] = 0 if says_new else self._silent[task.group] + 1
        if effect is not None:
            self.effects.learn(task, effect, _place(task))
        if not isinstance(task.action, Goto):
            for key, _ in _vain_keys(task):
                if outcome in ("new", "known"):
                    self._effective.add(key)
                else:
                    self._in_vain[key] += 1
            return
        self._page_kinds.learn(task.group, template)
        if "?" in task.group:
            for group in (task.group, _path(task.group)):
                self._barren[group] = 0 if fresh_links else self._barren[group] + 1

    def _count_try(self, task: Task, by: int = 1) -> None:
        self.tried[task.group] += by
        self._late += by if task.group.startswith(LATE + "|") else 0
        if not isinstance(task.action, Goto):
            self._tried_anywhere[_control(task.group)] += by

    def _take(self, task: Task) -> Task:
        self._count_try(task)
        return self._remove(task)

    def _remove(self, task: Task) -> Task:
        del self._pending[task.id]
        self._by_source[task.source].pop(task.id, None)
        return task

    def put_back(self, task: Task) -> None:
        """Give back a task that was taken and not tried."""
        self._count_try(task, -1)
        self._enqueue(task)

    def __len__(self) -> int:
        return len(self._pending)


def _place(task: Task) -> str:
    """The kind of page that a control stands on: its template; for one of the site's frame the state itself."""
    template = task.group.removeprefix(MINOR).partition("|")[0]
    return task.source if template == SITE else template


def _control(group: str) -> str:
    """A control's group without the template: what tells it from other controls of the site."""
    return group.partition("|")[2]


def _vain_keys(task: Task) -> tuple[tuple[str, int], ...]:
    """What is given up when tried in vain, and after how many tries: the kind of control, and its name."""
    kind, at, _ = _control(task.group).partition(AT)
    by_kind = (kind, _IN_VAIN + bool(at))
    if not task.label:
        return (by_kind,)
    return by_kind, (f"named {task.action.kind} {task.label}", _IN_VAIN_BY_NAME)


def _is_named(control: str) -> bool:
    """Whether the group tells controls apart by name; items of a repetition are told by place alone."""
    return AT not in control and not control.endswith("|")


def _is_named_view(group: str) -> bool:
    """Whether the address has query parameters that all have one of a few values: tabs and the like."""
    query = group.partition("?")[2]
    return bool(query) and ANY not in query and ID not in query


def _path(group: str) -> str:
    return group.partition("?")[0] + "?"


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
