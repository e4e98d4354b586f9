"""What tasks are worth, as far as it is known from their likes: which come first, and which are needless.

Ranks, tried in this order (within a rank by depth, then by discovery):

0. the first page of a kind (`page_kinds`);
1. controls of a kind (same place, role and name on pages of one template) that was never tried; the first page of a
   view that its address names (``?tab=members``), and the next page of a list;
2. further instances, in rounds, the second of each kind before the third of any: pages and views of a kind, as long as
   it is not too large; a control once more on another page, to confirm it, and on each page of a kind of few pages
   where it has opened something;
3. pages with query parameters of which few of the kind were seen: often the same page sorted or filtered;
4. fields and in-page anchors, which rarely open anything;
5. further pages with query parameters;
6. one page of each kind once more, to see what comes late; the start page's turn is early.

Further *controls* of a kind of many pages are needless: what they do is known from their likes, and a navigator opens
on any page of a kind what was opened on another. So is what did the same on several kinds of pages, what was tried
twice in vain, what cannot be opened like its likes (`dead_ends`), further pages of a kind once several in a row have
said nothing that their likes have not, and further *views* of a page (the same page sorted, filtered) once they show
nothing new.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from webnavigator.config import ExploreSettings
from webnavigator.explore.dead_ends import DeadEnds
from webnavigator.explore.effect import Effect, Effects
from webnavigator.explore.groups import AT, LATE, MINOR, SEARCH, SITE
from webnavigator.explore.page_kinds import PageKinds
from webnavigator.model.action import Goto
from webnavigator.model.task import Task
from webnavigator.model.url_template import ANY, ID

Rank = tuple[int, int]
"""Class, and round within it: what is least comes first."""

_FURTHER = 2
"""The class of further instances."""

_PAGING = re.compile(r"[?&](?:page|p|offset|start|cursor|skip)=")
"""In the group of a further page of a list: what it holds is nowhere else."""

_SEARCH_QUOTA = 3
"""Words tried in a search box: some find something, some nothing."""
_CONTROL_QUOTA = 2
"""Tries of a control on pages of one template."""
_ELSEWHERE_QUOTA = 1
"""Tries on a template of a control that was tried on another template already."""
_FEW_PAGES = 12
"""A control is tried on all pages of its kind when there are not more of them, and it has opened something."""
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
class Likes:
    """What was learnt from tasks about others like them.

    Attributes:
        settings: quotas and bounds.
        is_view: whether a page load is a view of another page: the same page with other query parameters.
    """

    settings: ExploreSettings
    is_view: Callable[[Task], bool] = lambda _: False
    _tried: Counter[str] = field(default_factory=Counter[str])
    _known: Counter[str] = field(default_factory=Counter[str])
    _effects: Effects = field(default_factory=Effects)
    _tried_anywhere: Counter[str] = field(default_factory=Counter[str])
    _in_vain: Counter[str] = field(default_factory=Counter[str])
    _effective: set[str] = field(default_factory=set[str])
    _opens: set[str] = field(default_factory=set[str])
    _opened_at: dict[str, int] = field(default_factory=dict[str, int])
    _page_kinds: PageKinds = field(init=False)
    _dead_ends: DeadEnds = field(default_factory=DeadEnds)
    _silent: Counter[str] = field(default_factory=Counter[str])
    _late: int = 0
    _barren: Counter[str] = field(default_factory=Counter[str])

    def __post_init__(self) -> None:
        self._page_kinds = PageKinds(self.settings.instances_per_template)

    def meet(self, task: Task) -> None:
        """Take note that a task exists."""
        self._known[task.group] += 1

    def is_sampled(self, group: str) -> bool:
        """There are more pages of this kind than are visited one by one."""
        return self._known[group] > self.settings.pages_per_template

    def rank(self, task: Task) -> Rank:
        """When a task's turn is."""
        tried = self._tried[task.group]
        if task.group.startswith(LATE + "|"):
            return (6 if task.depth else 1), 0
        if isinstance(task.action, Goto):
            return self._rank_of_page(task.group, tried)
        if task.group.startswith(MINOR):
            return 4, 0
        return (_FURTHER, tried) if tried else (1, 0)

    def _rank_of_page(self, group: str, tried: int) -> Rank:
        if "?" not in group:
            first = not tried and self._page_kinds.are_few(group, tried)
            return (0, 0) if first else (_FURTHER, self._page_kinds.seen(group, tried))
        if _is_named_view(group) or (not tried and _PAGING.search(group)):
            return (_FURTHER, tried) if tried else (1, 0)
        return (3 if tried < self.settings.instances_per_template else 5), 0

    def is_at_hand(self, task: Task, *, known_too: bool) -> bool:
        """A control that is tried while a page shows it; `known_too`: also one that was tried on its kind of page."""
        control = not isinstance(task.action, Goto) and not task.group.startswith(MINOR)
        return control and (known_too or not self._tried[task.group])

    def can_wait(self, task: Task) -> bool:
        """What a control does is confirmed: another page's turn comes first."""
        nearer = task.depth < self._opened_at.get(_control(task.group), 0)
        return self._tried[task.group] >= self._quota(task) and not nearer

    def is_needless(self, task: Task) -> bool:
        """What a task would show is known from its likes."""
        if isinstance(task.action, Goto):
            return self._is_needless_page(task)
        control = _control(task.group)
        if task.depth < self._opened_at.get(control, 0):
            return False  # nearer to the start page, what it leads to is nearer too
        if self._effects.are_known(task):
            return True
        if any(self._in_vain[key] >= limit and key not in self._effective for key, limit in _vain_keys(task)):
            return True
        if self._tried_anywhere[control] >= _SITE_QUOTA and _is_named(control):
            return True
        return self.can_wait(task) and not self._is_worth_repeating(task)

    def _quota(self, task: Task) -> int:
        """Tries of a control on its kind of page."""
        control = _control(task.group)
        if control.startswith(SEARCH + "|"):
            return _SEARCH_QUOTA
        first_here = self._tried_anywhere[control] == self._tried[task.group]
        return _CONTROL_QUOTA if first_here and not task.group.startswith(MINOR) else _ELSEWHERE_QUOTA

    def _is_worth_repeating(self, task: Task) -> bool:
        """Of few pages a user knows each by name, and may ask for what opens on it."""
        group = task.group
        told_by_place = group.startswith((MINOR, SITE + "|")) or AT in group
        return group in self._opens and self._known[group] <= _FEW_PAGES and not told_by_place

    def _is_needless_page(self, task: Task) -> bool:
        if task in self._dead_ends:
            return True
        if task.group.startswith(LATE + "|"):
            return task.depth > 0 and self._late >= _LATE_QUOTA
        tried = self._tried[task.group]
        if tried < self.settings.instances_per_template:
            is_view = "?" in task.group and not _PAGING.search(task.group)
            return is_view and self._barren[_path(task.group)] >= _BARREN_VIEWS_OF_PAGE
        if self._silent[task.group] >= _SILENT_PAGES:
            return True
        if self._barren[task.group] >= _BARREN_VIEWS and self.is_view(task):
            return True
        return self.is_sampled(task.group) and tried >= self.settings.sample_per_template

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
            self._effects.learn(task, effect, _place(task))
        if not isinstance(task.action, Goto):
            if outcome == "new":
                self._opens.add(task.group)
                control = _control(task.group)
                self._opened_at[control] = min(task.depth, self._opened_at.get(control, task.depth))
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

    def count_try(self, task: Task, by: int = 1) -> None:
        """Count a try; -1 takes one back."""
        self._tried[task.group] += by
        self._late += by if task.group.startswith(LATE + "|") else 0
        if not isinstance(task.action, Goto):
            self._tried_anywhere[_control(task.group)] += by


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
