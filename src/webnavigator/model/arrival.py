"""Is the page that is seen the state that was expected? Structure decides, never text."""

import re
from dataclasses import dataclass
from typing import Literal

from webnavigator.model.page import similarity

Outcome = Literal["reached", "drifted", "failed"]

_INDEX = re.compile(r"\[\d+\]")
_PAGE_ALIKE = 0.6
_CHANGE_SHOWN = 0.7


@dataclass(frozen=True, slots=True)
class Expected:
    """A state as the map knows it.

    Attributes:
        url: canonical URL.
        keys: structure keys.
        own_page: it is what its URL shows, and not something opened on a page.
        faithful: the keys are XPaths alone, see `webnavigator.model.page.structure_keys`.
    """

    url: str
    keys: frozenset[str]
    own_page: bool = True
    faithful: bool = False


def shape(keys: frozenset[str]) -> frozenset[str]:
    """Keys without positions: ``/ul[1]/li[3]`` and ``/ul[1]/li[9]`` are one."""
    return frozenset(_INDEX.sub("", key) for key in keys)


def is_state(url: str, keys: frozenset[str], expected: Expected, before: Expected | None = None) -> bool:
    """Whether a page is the expected state, allowing for content that has changed.

    A page of its own is recognised by its address and the kinds of its elements: rows may have come or gone.
    Something opened in place (a menu, a tab, a dialog) is recognised by what it changed: most of what it
    added to the state before must be there, and most of what it removed must be gone.

    Args:
        url: canonical URL of the page seen.
        keys: its structure keys.
        expected: the state that should be there.
        before: the state that the last step started from; None when there was none.
    """
    if url != expected.url:
        return False
    if keys == expected.keys:
        return True
    if expected.own_page or before is None:
        return similarity(shape(keys), shape(expected.keys)) >= _PAGE_ALIKE
    added, removed = expected.keys - before.keys, before.keys - expected.keys
    shown = len(added & keys) / len(added) if added else 1.0
    gone = 1 - len(removed & keys) / len(removed) if removed else 1.0
    return bool(added or removed) and shown >= _CHANGE_SHOWN and gone >= _CHANGE_SHOWN
