"""Two looks at one state held against each other: what it says, what can be operated, where its links lead."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from webnavigator.model.change import Field
from webnavigator.model.page import Element, Observation, structure_keys
from webnavigator.model.url import canonical_url, redact_url

_QUOTED = re.compile(r'^\S+ "(.*)"(?: \[[^\]]*\])?$')
_DIGITS = re.compile(r"\d+")
_KEY = re.compile(r"(?<==)(?=[^&=]*\d)[\w.-]{20,}(?=&|$)")
"""A long value of a query parameter with digits in it: a key or signature that is another one in each session."""
_SHOWN = 5
"""Lines and controls that are told of each sort."""
_LINE = 200
"""Characters told of a line."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between two looks; all empty when nothing does.

    Attributes:
        fields: what differs, address and structure apart: those are the identity, see `compare`.
        added: lines of text, the first few.
        removed: likewise.
        controls_added: controls, the first few.
        controls_removed: likewise.
    """

    fields: tuple[Field, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    controls_added: tuple[str, ...] = ()
    controls_removed: tuple[str, ...] = ()


def lines(look: Observation) -> list[str]:
    r"""What a state says, line by line: the names and texts of its accessibility tree, in order.

    >>> lines(Observation("https://a.test/", tree='heading "Orders"\nlist\n listitem\n  text "No 1" [current]'))
    ['Orders', 'No 1']
    """
    found = (_QUOTED.match(line.strip()) for line in look.tree.splitlines())
    said = [match[1] for match in found if match is not None]
    return said or [region.text for region in look.regions]


def unsteady(look: Observation, again: Observation) -> frozenset[str]:
    """Lines that differ between two looks in a row at an unchanged page: clocks, advertisements, counters."""
    one, two = Counter(lines(look)), Counter(lines(again))
    return frozenset((one - two) | (two - one))


def compare(
    before: Observation, after: Observation, *, faithful: bool = False, ignore: frozenset[str] = frozenset()
) -> Difference:
    """What differs between two looks.

    Args:
        before: the earlier one.
        after: the later one.
        faithful: the published identity, see `webnavigator.model.page.structure_keys`.
        ignore: lines of the later one that change by themselves, from `unsteady`; those that stood in their places
            before are not told either.
    """
    added, removed = _told_lines(before, after, ignore)
    old, new = _controls(before), _controls(after)
    sorts: tuple[tuple[Field, bool], ...] = (
        ("address", _address(before) != _address(after)),
        ("title", before.title != after.title and after.title not in ignore),
        ("text", bool(added or removed) or (not ignore and lines(before) != lines(after))),
        ("structure", structure_keys(before, faithful=faithful) != structure_keys(after, faithful=faithful)),
        ("controls", old != new),
        ("links", _links(before) != _links(after)),
    )
    return Difference(
        tuple(name for name, differs in sorts if differs),
        _first(added),
        _first(removed),
        _first((new - old).elements()),
        _first((old - new).elements()),
    )


@lru_cache(maxsize=65_536)
def address_of(href: str) -> str:
    """An address as it is compared: canonical, without what each session has of its own; "" for no address.

    >>> address_of("https://a.test/feed?key=1e5ec81a5c0a2890d5bc57b8651#top")
    'https://a.test/feed?key=#'
    """
    return _KEY.sub("#", redact_url(canonical_url(href))) if _is_web(href) else href


def control_name(element: Element) -> str:
    """What a control is called in a report: role and name."""
    return f"{element.role or element.tag} “{element.label or element.locator.element_id}”"


def _told_lines(before: Observation, after: Observation, ignore: frozenset[str]) -> tuple[list[str], list[str]]:
    old, new = Counter(lines(before)), Counter(lines(after))
    added, removed = list((new - old).elements()), list((old - new).elements())
    by_itself = [line for line in added if line in ignore]
    steady = [line for line in added if line not in ignore]
    masks = {_DIGITS.sub("#", line) for line in ignore}
    left = [line for line in removed if line not in ignore and _DIGITS.sub("#", line) not in masks]
    if not steady and len(left) <= len(by_itself):
        left = []  # what stood there changes by itself: an advertisement says something else each time
    return steady, left


def _controls(look: Observation) -> Counter[str]:
    return Counter(control_name(element) for element in look.elements if element.label)


def _links(look: Observation) -> frozenset[str]:
    return frozenset(address_of(e.locator.href) for e in look.elements if _is_web(e.locator.href))


def _is_web(href: str) -> bool:
    return href.startswith(("http://", "https://"))


def _address(look: Observation) -> str:
    return redact_url(canonical_url(look.url))


def _first(told: Iterable[str]) -> tuple[str, ...]:
    return tuple(line[:_LINE] for line, _ in zip(told, range(_SHOWN), strict=False))
