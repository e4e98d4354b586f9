"""One control in the words of an observation: ``[12 Orders]`` is a link, ``[13 button Save]`` says what else it is."""

import re
from urllib.parse import urlsplit

from webnavigator.model.page import Element

_FORGED = re.compile(r"\[(?=\s*\d)")
_SHOWN_STATES = (
    "checked",
    "selected",
    "pressed",
    "expanded",
    "collapsed",
    "current",
    "required",
    "disabled",
    "readonly",
    "multiple",
)
_LIMITS = ("min", "max", "pattern", "maxlength")
_TELLING_TYPES = frozenset("date datetime-local month week time number range email tel url password file color".split())
_FIELDS = frozenset("textbox searchbox combobox listbox spinbutton slider".split())
_TOLD_BY_NEIGHBOURS = frozenset({"checkbox", "radio"})
LONGEST_LABEL = 120
"""Characters of a label; what is longer goes on behind the control."""

MOST_OPTIONS = 40
"""Options told of a select; the rest are counted."""


def clean(text: str) -> str:
    """Text of a page on one line, in which nothing looks like one of our controls.

    >>> clean("see [12] and  [x]")
    'see (12] and [x]'
    """
    folded = " ".join(text.split())
    return _FORGED.sub("(", folded) if "[" in folded else folded


def is_field(element: Element | None) -> bool:
    """It holds a value that is typed or chosen."""
    return element is not None and (element.role in _FIELDS or element.tag in ("textarea", "select"))


def label_of(element: Element) -> str:
    """What the control is called, or a hint of it where it has no name."""
    given = element.attributes
    said = given.get("title") or given.get("placeholder") or given.get("beside")
    hint = said or given.get("icon") or _tail(element.locator.href)
    if not hint and element.role not in _TOLD_BY_NEIGHBOURS:
        hint = element.locator.element_id or given.get("name", "")
    own = element.locator.name if is_field(element) else element.label  # what a field holds is no label
    label = clean(own or hint).strip("[]")
    return label if len(label) <= LONGEST_LABEL else f"{label[:LONGEST_LABEL]}…"


def control(ref: int, element: Element) -> str:
    """The control with its number, what it is, its value, states, requirements and options.

    >>> from webnavigator.model.action import Locator
    >>> control(7, Element(Locator("/a[1]", "textbox", "Name"), "input", "text", value="Ann"))
    '[7 textbox Name = "Ann"]'
    """
    label, kind = label_of(element), _kind(element)
    words = " ".join(part for part in (str(ref), kind, label) if part)
    if is_field(element):
        words += _value(element)
    told = [state for state in _SHOWN_STATES if state in element.states]
    told += _requirements(element, label)
    return f"[{', '.join([words, *told])}]"


def mark(ref: int, element: Element) -> str:
    """A control that holds others, without its label, which they make up.

    >>> from webnavigator.model.action import Locator
    >>> mark(7, Element(Locator("/tr[1]", "row", "A B"), "tr", "", states=frozenset({"selected"})))
    '[7 row, selected]'
    """
    told = [state for state in _SHOWN_STATES if state in element.states]
    kind = element.role or "clickable"
    return f"[{', '.join([f'{ref} {kind}', *told])}]"


def _kind(element: Element) -> str:
    """Links need no word; a select says that its options can be chosen."""
    if element.role == "link":
        return ""
    return "select" if element.tag == "select" else element.role or "clickable"


def _value(element: Element) -> str:
    if element.tag != "select":
        return f' = "{_exact(element.value)}"' if element.value else ""
    options = [clean(option) or "(none)" for option in element.options[:MOST_OPTIONS]]
    more = len(element.options) - len(options)
    chosen = clean(element.value) or "(none)"
    listed = " | ".join(options) + (f" | … {more} more" if more > 0 else "")
    return f" = {chosen}; options: {listed}" if options else f" = {chosen}"


def _exact(text: str) -> str:
    r"""A value as it is, its blanks too, on one line.

    >>> _exact("two  [1]\nlines ")
    'two  (1]\\nlines '
    """
    return _FORGED.sub("(", text).replace("\n", "\\n")


def _requirements(element: Element, label: str) -> list[str]:
    given = element.attributes
    told = ["multiline"] if element.tag == "textarea" else list[str]()
    if element.input_type in _TELLING_TYPES:
        told.append(_format_of(element.input_type))
    if given.get("aria-invalid") not in (None, "false", ""):
        told.append("invalid")
    told += [f"{name} {clean(given[name])}" for name in _LIMITS if given.get(name)]
    placeholder = clean(given.get("placeholder", ""))
    if placeholder and placeholder != label and not element.value:
        told.append(f"e.g. {placeholder[:60]}")
    return told


def _format_of(kind: str) -> str:
    formats = {"date": "date YYYY-MM-DD", "time": "time HH:MM", "month": "month YYYY-MM", "week": "week YYYY-Www"}
    return formats.get(kind, "date and time YYYY-MM-DDTHH:MM" if kind == "datetime-local" else kind)


def _tail(href: str) -> str:
    """The last words of an address."""
    try:
        parts = urlsplit(href)
    except ValueError:
        return ""
    return parts.path.rstrip("/").rpartition("/")[2] or parts.netloc
