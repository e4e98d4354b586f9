"""Text of pages on its way to a browser: nothing that steers, nothing without end."""

import json
from typing import Any

import orjson

Json = dict[str, Any]
"""What is sent: JSON-ready, all text through `plain`."""

_JOINERS = "\u200c\u200d"
"""Invisible, and part of the spelling in Persian, Hindi and of many pictographs."""


def plain(text: str, limit: int = 300) -> str:
    r"""Text without control characters and marks that turn the direction of writing, cut at `limit` characters.

    >>> plain("Orders\x00\u202e(3)"), plain("abcdef", 3)
    ('Orders  (3)', 'abc…')
    """
    cut = text[:limit] + ("…" if len(text) > limit else "")
    return "".join(char if char.isprintable() or char in _JOINERS else " " for char in cut)


def encoded(data: object) -> bytes:
    """JSON as UTF-8; also when a text holds what UTF-8 cannot say."""
    try:
        return orjson.dumps(data)
    except TypeError:
        return json.dumps(data, ensure_ascii=True, separators=(",", ":")).encode()


def for_script(data: object) -> str:
    r"""JSON that may stand inside a script element: no tag and no comment can begin in it.

    >>> for_script("</script>")
    '"\\u003c/script>"'
    """
    text = encoded(data).decode()
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def harmless(value: Any) -> Any:
    """JSON from elsewhere with all its texts through `plain`; lists are cut at 500 items."""
    if isinstance(value, str):
        return plain(value, 2000)
    if isinstance(value, dict):
        known: dict[str, Any] = value  # pyright: ignore[reportUnknownVariableType] - JSON
        return {plain(name, 100): harmless(inner) for name, inner in known.items()}
    if isinstance(value, list):
        items: list[Any] = value  # pyright: ignore[reportUnknownVariableType] - JSON
        return [harmless(inner) for inner in items[:500]]
    return value
