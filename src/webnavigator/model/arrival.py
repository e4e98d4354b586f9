"""Is the page that is seen the state that was expected? Structure decides, never text."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from webnavigator.model.page import similarity

Outcome = Literal["reached", "drifted", "failed"]

_INDEX = re.compile(r"\[\d+\]")
_PAGE_ALIKE = 0.6
_CHANGE_SHOWN = 0.7
_CHANGE_FORESEEN = 0.7
_CHANGE_DONE = 0.4
_NEAR = 2
"""Steps at the end of a path that tell what came or went where pages of two kinds have the same control."""


@dataclass(frozen=True, slots=True)
class Expected:
    """A state as the map knows it.

    Attributes:
        url: canonical URL.
        keys: structure keys.
        own_page: it is what its URL shows, and not something opened on a page.
        faithful: the keys are XPaths alone, see `webnavigator.model.page.structure_keys`.
        elsewhere: it was seen on a page of another kind, by a control that both have: where on the page that stands
            says nothing.
    """

    url: str
    keys: frozenset[str]
    own_page: bool = True
    faithful: bool = False
    elsewhere: bool = False


def shape(keys: frozenset[str]) -> frozenset[str]:
    """Keys without positions: ``/ul[1]/li[3]`` and ``/ul[1]/li[9]`` are one."""
    return frozenset(_INDEX.sub("", key) for key in keys)


def is_state(
    url: str,
    keys: frozenset[str],
    expected: Expected,
    before: Expected | None = None,
    left: frozenset[str] | None = None,
) -> bool:
    """Whether a page is the expected state, allowing for content that has changed.

    A page of its own is recognised by its address and the kinds of its elements: rows may have come or gone.
    Something opened in place (a menu, a tab, a dialog) is recognised by what it changed: either most of what it added
    to the state before is there, and most of what it removed is gone, place by place; or the step has changed the page
    that was left now as it changed the mapped one then, kind by kind.

    Args:
        url: canonical URL of the page seen.
        keys: its structure keys.
        expected: the state that should be there.
        before: the state that the last step started from; None when there was none.
        left: structure keys that the page had just before that step; None when not known.
    """
    if url != expected.url:
        return False
    if keys == expected.keys:
        return True
    if expected.own_page or before is None:
        return similarity(shape(keys), shape(expected.keys)) >= _PAGE_ALIKE
    if _shows(keys, before.keys, expected.keys):
        return True
    near = _NEAR if expected.elsewhere else None
    return left is not None and _alike(_change(left, keys, near), _change(before.keys, expected.keys, near))


def _shows(keys: frozenset[str], before: frozenset[str], after: frozenset[str]) -> bool:
    added, removed = after - before, before - after
    shown = len(added & keys) / len(added) if added else 1.0
    gone = 1 - len(removed & keys) / len(removed) if removed else 1.0
    return bool(added or removed) and shown >= _CHANGE_SHOWN and gone >= _CHANGE_SHOWN


def _change(before: frozenset[str], after: frozenset[str], near: int | None = None) -> Counter[str]:
    """How many elements of each kind came (``+``) and went (``-``).

    Args:
        before: structure keys.
        after: likewise.
        near: steps at the end of a path that make up the kind; None: the whole path.
    """
    came = Counter("+" + _kind(key, near) for key in after - before)
    went = Counter("-" + _kind(key, near) for key in before - after)
    return came + went


def _kind(key: str, near: int | None) -> str:
    path = _INDEX.sub("", key)
    return path if near is None else "/".join(path.split("/")[-near:])


def _alike(done: Counter[str], mapped: Counter[str]) -> bool:
    """Most of what changed now changed then, and much of what changed then changed now.

    The map's difference may hold more: what the application changed by itself between two looks at the page.
    """
    both = (done & mapped).total()
    return both > 0 and both >= _CHANGE_FORESEEN * done.total() and both >= _CHANGE_DONE * mapped.total()
