"""What operating a control changes, told so that the same change on another page is recognised.

A menu in the header opens alike on every page, and each list is sorted alike: after a few pages it is known what the
control does, and trying it on the next page finds another state of that page, but nothing that a user would ask for.
"""

import hashlib
from collections import defaultdict
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from webnavigator.model.action import Action, Click, Hover, Select, Type
from webnavigator.model.page import Observation
from webnavigator.model.task import Task
from webnavigator.model.template import folded, index_free, repeated_groups
from webnavigator.model.url import canonical_url

_FRAME = frozenset({"banner", "navigation", "contentinfo"})
_PLACES = 3
"""Kinds of pages on which a control must have done the same before that is taken for what it does."""
_PLACES_IN_FRAME = 2
"""The same for what stands in header, navigation or footer."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What an action changed.

    Attributes:
        signature: the same for the same change on another page: where it led, or which parameters of the address it
            changed and which controls and headings it brought, but for the items of lists, which are data.
        in_frame: the control stands in header, navigation or footer.
    """

    signature: str
    in_frame: bool = False


def effect_of(task: Task, before: Observation, after: Observation) -> Effect:
    """What a task changed: the page it was tried on against the page it led to."""
    path, _, query = canonical_url(before.url).partition("?")
    new_path, _, new_query = canonical_url(after.url).partition("?")
    if path != new_path:
        told = [f"to {new_path}?{new_query}"]
    else:
        changed = {name for name, _ in set(parse_qsl(query)) ^ set(parse_qsl(new_query))}
        told = [*sorted(changed), *sorted(_shown(after) - _shown(before))]
    text = "\n".join(told).encode("utf-8", "surrogatepass")
    target = getattr(task.action, "target", None)
    stood_in = next((e.landmark for e in before.elements if target and e.locator.xpath == target.xpath), "")
    return Effect(hashlib.md5(text, usedforsecurity=False).hexdigest(), stood_in in _FRAME)


def _shown(page: Observation) -> set[str]:
    """Controls and headings of a page, told apart by role and name; items of lists are left out."""
    items = repeated_groups(page.elements)
    controls = {
        f"{element.role} {folded(element.label) or index_free(element.locator.xpath)}"
        for element in page.elements
        if element.locator.xpath not in items
    }
    return controls | {f"heading {folded(heading)}" for heading in page.headings}


def control_name(action: Action | None, label: str) -> str:
    """What a control is called wherever it stands: kind of action, role and name; its place when it has no name.

    Returns:
        "" for what is no control: a key, an address.
    """
    if not isinstance(action, Click | Hover | Select | Type):
        return ""
    return f"{action.kind} {action.target.role} {folded(label) or index_free(action.target.xpath)}"


@dataclass(slots=True)
class Effects:
    """What each control of a site was seen to do, and on which kinds of pages."""

    _places: dict[str, dict[str, set[str]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))
    _in_frame: set[str] = field(default_factory=set[str])

    def learn(self, task: Task, effect: Effect, place: str) -> None:
        """Take note of an effect.

        Args:
            task: what was tried.
            effect: what came of it.
            place: kind of page that it was tried on.
        """
        name = control_name(task.action, task.label)
        if name and not isinstance(task.action, Type):
            self._places[name][effect.signature].add(place)
            if effect.in_frame:
                self._in_frame.add(name)

    def are_known(self, task: Task) -> bool:
        """The control did the same wherever it was tried, on enough kinds of pages."""
        name = control_name(task.action, task.label)
        seen = self._places.get(name, {})
        if len(seen) != 1:
            return False
        (places,) = seen.values()
        return len(places) >= (_PLACES_IN_FRAME if name in self._in_frame else _PLACES)
