"""What is typed into fields besides search boxes: comboboxes, filters, dates and numbers, with values of the page."""

import re
from collections.abc import Sequence

from webnavigator.model.action import Type
from webnavigator.model.page import Element, Observation
from webnavigator.model.searching import looks_something_up

_TEXT = frozenset({"", "text", "search"})
_ANY_DAY = "2026-01-15"
"""Put into a date field where the page names no day; always the same, so that two explorations do the same."""

_FORMS = {
    "date": re.compile(r"\d{4}-\d{2}-\d{2}"),
    "month": re.compile(r"\d{4}-\d{2}"),
    "week": re.compile(r"\d{4}-W\d{2}"),
    "time": re.compile(r"\d{2}:\d{2}"),
    "datetime-local": re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}"),
}
_DEFAULTS = {
    "date": _ANY_DAY, "month": _ANY_DAY[:7], "week": "2026-W03", "time": "12:00", "datetime-local": f"{_ANY_DAY}T12:00",
}  # fmt: skip
_NUMBER = re.compile(r"(?<![\w.,/:-])\d{1,6}(?:\.\d{1,2})?(?![\w/:-])")
_ISO_DAY = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
_WORDS_PER_FIELD = 2
_TEXT_READ = 4000


def fillings(element: Element, observation: Observation, words: Sequence[str]) -> list[Type]:
    """What is typed into a field of a page; empty when nothing is, or it is no such field.

    Args:
        element: the field; search boxes are for `webnavigator.explore.inputs`.
        observation: its page, for values that mean something there.
        words: words that the page shows often, most frequent first.
    """
    if element.tag != "input" or element.states & {"disabled", "readonly"} or _is_sent(element):
        return []
    by_get = element.form is not None and element.form.method == "get"
    if element.input_type in _FORMS or element.input_type in ("number", "range"):
        value = _day(element, observation) if element.input_type in _FORMS else _number(element, observation)
        return [Type(element.locator, value, submit=by_get)] if value and value != element.value else []
    if element.input_type not in _TEXT:
        return []
    values = [option for option in element.options if option][:_WORDS_PER_FIELD] or list(words[:_WORDS_PER_FIELD])
    if suggests(element):
        return [Type(element.locator, value) for value in values]
    if element.form is None and looks_something_up(element):
        return [Type(element.locator, value, submit=submit) for submit in (False, True) for value in values[:1]]
    return []


def suggests(element: Element) -> bool:
    """A field that offers what it can be filled with while one types."""
    return element.role == "combobox" or element.attributes.get("aria-autocomplete", "none") != "none"


def is_choice(action: Type) -> bool:
    """It fills in a date or number, and no word: what it shows is a view of its page."""
    return not any(character.isalpha() for character in action.text)


def _is_sent(element: Element) -> bool:
    """It belongs to a form whose being sent would change something."""
    form = element.form
    return form is not None and (form.sensitive or form.method not in ("get", "dialog"))


def _day(element: Element, observation: Observation) -> str:
    """A day or time that the field takes: its least, else one that the page names, else always the same."""
    kind = _FORMS[element.input_type]
    given = [element.attributes.get("min", ""), element.attributes.get("max", "")]
    if element.input_type == "date":
        given[1:1] = _ISO_DAY.findall(_text(observation))[:1]
    return next((value for value in given if kind.fullmatch(value)), _DEFAULTS[element.input_type])


def _number(element: Element, observation: Observation) -> str:
    """A number that the field takes: one that the page names, else the middle of its range, else the least."""
    least, most = _bound(element, "min"), _bound(element, "max")
    named = [float(text) for text in _NUMBER.findall(_text(observation))]
    fitting = [n for n in named if (least is None or n >= least) and (most is None or n <= most) and n > 0]
    middle = (least + most) // 2 if least is not None and most is not None else least
    value = sorted(fitting)[len(fitting) // 2] if fitting and element.input_type == "number" else middle
    return f"{value:g}" if value is not None else "1"


def _bound(element: Element, name: str) -> float | None:
    try:
        return float(element.attributes.get(name, ""))
    except ValueError:
        return None


def _text(observation: Observation) -> str:
    return "\n".join(region.text for region in observation.regions)[:_TEXT_READ]
