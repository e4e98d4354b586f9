"""The accessibility tree of an observation as a tree again, each operable element at its place in it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from webnavigator.model.page import Element, Observation

_LINE = re.compile(r'( *)(\S+)(?: ("(?:[^"\\]|\\.)*"))?(?: \[([^\]]*)\])?$')

_NONE: frozenset[str] = frozenset()


@dataclass(slots=True)
class Item:
    """One line of the tree with what is below it.

    Attributes:
        role: its role; ``text`` for text, ``frame`` for the document of a frame, ``clickable`` for what only a script
            makes operable.
        name: accessible name, or the text.
        states: as the tree tells them.
        ref: number of the element, 0 when it cannot be operated.
        element: what can be operated here.
        items: what is below it, in order.
    """

    role: str
    name: str = ""
    states: frozenset[str] = frozenset()
    ref: int = 0
    element: Element | None = None
    items: list["Item"] = field(default_factory=list["Item"])

    def walk(self) -> Iterator["Item"]:
        """All that is below it, in document order."""
        waiting = self.items[::-1]
        while waiting:
            item = waiting.pop()
            yield item
            waiting += item.items[::-1]


def outline(observation: Observation) -> Item:
    """The tree of a page; elements are numbered from 1 in document order.

    Elements that have no line of their own in the tree get an item where they stand. On observations without
    `Observation.lines` all elements come at the end.
    """
    root = Item("page", observation.title)
    stack: list[tuple[int, Item]] = [(-1, root)]
    waiting = _by_line(observation)
    lines = observation.tree.split("\n") if observation.tree else []
    for number, line in enumerate(lines):
        indent, item = _read(line)
        while stack[-1][0] >= indent:
            stack.pop()
        for ref, element in waiting.pop(number, ()):
            if not item.ref and element.role == item.role and element.label[:80] == (item.name or element.label)[:80]:
                item.ref, item.element = ref, element
            else:
                stack[-1][1].items.append(_standing_alone(ref, element))
        stack[-1][1].items.append(item)
        stack.append((indent, item))
    for number in sorted(waiting):
        root.items += [_standing_alone(ref, element) for ref, element in waiting[number]]
    return root


def _by_line(observation: Observation) -> dict[int, list[tuple[int, Element]]]:
    places = observation.lines or (1 << 30,) * len(observation.elements)
    found: dict[int, list[tuple[int, Element]]] = {}
    for ref, (line, element) in enumerate(zip(places, observation.elements, strict=True), 1):
        found.setdefault(line, []).append((ref, element))
    return found


def _read(line: str) -> tuple[int, Item]:
    bare = line.lstrip(" ")
    if bare.startswith('text "') and bare.endswith('"') and "\\" not in bare:  # most lines of a long page
        return len(line) - len(bare), Item("text", bare[6:-1])
    match = _LINE.match(line)
    if match is None:
        return len(line) - len(line.lstrip()), Item("text", line.strip())
    indent, role, name, states = match.groups()
    told = frozenset(states.split(", ")) if states else _NONE
    return len(indent), Item(role, _unquoted(name) if name else "", told)


def _unquoted(name: str) -> str:
    """A JSON string's text; most have nothing escaped, and a long page has thousands."""
    return json.loads(name) if "\\" in name else name[1:-1]


def _standing_alone(ref: int, element: Element) -> Item:
    return Item(element.role or "clickable", element.label, element.states, ref, element)
