"""Which control of a page before is which one now: by place and name, by ids, by name alone, by address, by place."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from webnavigator.model.action import Click, Hover, Locator, Press, Select, Type, action_key
from webnavigator.model.graph import Edge
from webnavigator.model.page import Element
from webnavigator.model.template import folded, index_free
from webnavigator.refresh.looks import address_of

T = TypeVar("T")
Key = Callable[[T], Hashable | None]
"""What two things must have in common to be the same; None: nothing can be told by it."""


def pair(before: Iterable[T], after: Iterable[T], keys: Sequence[tuple[Key[T], bool]]) -> list[tuple[T, T]]:
    """Pair things that are the same, by the first key that tells.

    Args:
        before: the old ones.
        after: the new ones.
        keys: most telling first; True: also where several share a key, in order, when there are as many as before.

    Returns:
        The pairs; what has no partner is in none.
    """
    old, new = list(before), list(after)
    pairs: list[tuple[T, T]] = []
    for key, in_order in keys:
        theirs = _by(new, key)
        taken: set[int] = set()
        for value, mine in _by(old, key).items():
            partners = theirs.get(value, [])
            if len(mine) == len(partners) and (in_order or len(mine) == 1):
                pairs += zip(mine, partners, strict=True)
                taken |= {id(row) for row in (*mine, *partners)}
        old, new = ([row for row in rows if id(row) not in taken] for rows in (old, new))
    return pairs


def _by(rows: list[T], key: Key[T]) -> dict[Hashable, list[T]]:
    found: dict[Hashable, list[T]] = defaultdict(list)
    for row in rows:
        if (value := key(row)) is not None:
            found[value].append(row)
    return found


def pair_elements(before: Iterable[Element], after: Iterable[Element]) -> list[tuple[Element, Element]]:
    """The same controls in two looks at a page."""
    return pair(before, after, _ELEMENT_KEYS)


def pair_edges(before: Iterable[Edge], after: Iterable[Edge]) -> list[tuple[Edge, Edge]]:
    """The same edges of one state in two maps; where they lead does not matter."""
    return pair(before, after, _EDGE_KEYS)


def place(locator: Locator) -> str:
    """Where a control stands, whatever came before it in its lists."""
    return index_free(locator.xpath)


def _named(locator: Locator) -> Hashable | None:
    return (locator.role, locator.label) if locator.label else None


def _alike(locator: Locator) -> Hashable | None:
    return (locator.role, folded(locator.label)) if locator.label else None


def _identified(locator: Locator) -> Hashable | None:
    name = locator.test_id or locator.element_id
    return (locator.role, name) if name else None


def _element(key: Callable[[Locator], Hashable | None]) -> Key[Element]:
    return lambda element: key(element.locator)


_ELEMENT_KEYS: tuple[tuple[Key[Element], bool], ...] = (
    (_element(lambda at: (at.xpath, at.role, at.label, address_of(at.href))), False),
    (_element(lambda at: (_identified(at), address_of(at.href)) if _identified(at) else None), False),
    (_element(lambda at: (address_of(at.href), at.role, at.label) if at.href else None), True),
    (lambda e: (_named(e.locator), e.context) if e.locator.label and not e.locator.href else None, True),
    (_element(lambda at: _named(at) if not at.href else None), True),
    (_element(lambda at: _alike(at) if not at.href else None), False),
    (_element(_identified), False),
    (_element(lambda at: (at.xpath, at.role) if not at.href else None), False),
)


def _target(edge: Edge) -> Locator | None:
    action = edge.action
    return action.target if isinstance(action, Click | Hover | Select | Type) else None


def href_of(edge: Edge) -> str:
    """Address that the control of an edge points to, "" for anything but a link."""
    target = _target(edge)
    return address_of(target.href) if target is not None else ""


def argument(edge: Edge) -> str:
    """What besides the control makes an action: an option, words, a key."""
    action = edge.action
    if isinstance(action, Select):
        return f"select {action.option}"
    if isinstance(action, Type):
        return f"type {action.text}"
    return f"press {action.key}" if isinstance(action, Press) else action.kind


def _on(key: Callable[[Locator], Hashable | None]) -> Key[Edge]:
    def of(edge: Edge) -> Hashable | None:
        target = _target(edge)
        value = key(target) if target is not None else None
        return (argument(edge), value) if value is not None else None

    return of


_EDGE_KEYS: tuple[tuple[Key[Edge], bool], ...] = (
    (lambda edge: (action_key(edge.action), edge.label, edge.target), False),
    (_on(lambda at: (at.xpath, at.role, at.label, address_of(at.href))), True),
    (_on(lambda at: (address_of(at.href), at.label) if at.href else None), True),
    (_on(lambda at: (_identified(at), address_of(at.href)) if _identified(at) else None), False),
    (_on(lambda at: (_named(at), at.xpath) if at.label else None), False),
    (_on(_named), True),
    (_on(_alike), False),
    (_on(_identified), False),
    (_on(lambda at: address_of(at.href) or None), False),
    (_on(lambda at: (at.xpath, at.role) if not at.href else None), True),
)
