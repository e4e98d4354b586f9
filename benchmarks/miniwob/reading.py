"""A page as a policy reads it: the text that a model would be shown, and nothing else."""

import re
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

Act = dict[str, Any]
"""The fields of a `webnavigator.agents.step.Step`; `wait_s` besides, for how long to think."""

_OPEN_PAGE = re.compile(r"Open page:\n<page-data[^>]*>\n(.*?)\n</page-data", re.DOTALL)
_CONTROL = re.compile(r"\[(\d+)((?: [^\]]*)?)\]")
_FIELDS = frozenset("textbox searchbox combobox spinbutton slider select".split())
_KINDS = frozenset(
    "button textbox searchbox checkbox radio select clickable tab combobox spinbutton slider menuitem option img "
    "dialog switch treeitem listitem row menu list".split()
)
_STATES = re.compile(
    r"(?:, (?:checked|selected|pressed|expanded|collapsed|current|required|disabled|readonly|multiple|multiline|invalid"
    r"|password|number|email|tel|url|date [-YMD]+|time HH:MM|e\.g\. [^,]*|(?:min|max|maxlength|pattern) [^,]*))+$"
)


@dataclass(frozen=True)
class Control:
    """One ``[12 button Save]``.

    Attributes:
        ref: its number.
        kind: the word for what it is, "link" for none.
        label: what it is called.
        value: what a field holds.
        states: the rest, as it stands.
        options: of a select.
        start: where it begins in the text.
        end: where it ends.
    """

    ref: int
    kind: str
    label: str
    value: str
    states: str
    options: tuple[str, ...]
    start: int
    end: int


class Page:
    """The open page of a request.

    Attributes:
        text: all of it below the address.
        controls: in order.
    """

    def __init__(self, request: str) -> None:
        found = _OPEN_PAGE.search(request)
        self.text = re.sub(r"\A(?:(?:Page|URL|Not visible|HTTP status):.*\n?)+", "", found[1] if found else "")
        self.controls = [_control(match) for match in _CONTROL.finditer(self.text)]

    def of(self, *kinds: str) -> list[Control]:
        """Controls of some kinds, of all without any."""
        return [control for control in self.controls if not kinds or control.kind in kinds]

    def find(self, label: str, *kinds: str) -> Control:
        """The control with a label, whole or at its beginning.

        Raises:
            LookupError: there is none.
        """
        wanted = _plain(label)
        some = self.of(*kinds)
        for fits in (str.__eq__, str.startswith):
            for control in some:
                if fits(_plain(control.label), wanted):
                    return control
        raise LookupError(f"no {'/'.join(kinds) or 'control'} “{label}”")

    def has(self, label: str, *kinds: str) -> bool:
        """Whether `find` would find it."""
        try:
            self.find(label, *kinds)
        except LookupError:
            return False
        return True

    def said(self, pattern: str) -> tuple[str, ...]:
        """The groups of the first match in the text, without blanks round them.

        Raises:
            LookupError: there is no match.
        """
        found = re.search(pattern, self.text)
        if found is None:
            raise LookupError(f"the page does not say {pattern}")
        return tuple((group or "").strip() for group in found.groups())

    def after(self, control: Control) -> str:
        """The text between a control and the next one."""
        starts = [other.start for other in self.controls if other.start >= control.end]
        return self.text[control.end : starts[0] if starts else len(self.text)].strip()

    def before(self, control: Control) -> str:
        """The text between a control and the one before."""
        ends = [other.end for other in self.controls if other.end <= control.start]
        return self.text[ends[-1] if ends else 0 : control.start].strip()

    @property
    def bare(self) -> str:
        """The text without its controls."""
        return _CONTROL.sub(" ", self.text)


Rule = Generator[Act, Page, None]
"""A policy at work: gives an action, gets the page that it led to."""


def click(control: Control, wait_s: float = 0) -> Act:
    """Press it."""
    return {"action": "click", "ref": control.ref, "wait_s": wait_s}


def hover(control: Control) -> Act:
    """Move the pointer there."""
    return {"action": "hover", "ref": control.ref}


def press(key: str) -> Act:
    """A key, where the keyboard is."""
    return {"action": "press", "text": key}


def fill(control: Control, text: str, *, submit: bool = False) -> Act:
    """Type into it, or choose."""
    return {"action": "type", "ref": control.ref, "text": text, "submit": submit}


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _control(match: re.Match[str]) -> Control:
    words = match[2].strip()
    states = _STATES.search(words)
    base = words[: states.start()] if states else words
    first, _, rest = base.partition(" ")
    kind, label = (first, rest) if first in _KINDS else ("link", base)
    value = options = ""
    if kind in _FIELDS:
        label, _, value = f" {label}".partition(" = ")
        value, _, options = value.partition("; options: ")
    told = states[0] if states else ""
    chosen = tuple(options.split(" | ")) if options else ()
    return Control(int(match[1]), kind, label.strip(), value.strip('"'), told, chosen, *match.span())
