"""Locators of a map as calls of Playwright, the sturdiest that is unambiguous first, XPath last."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from webnavigator.model.action import CROSSING, Locator
from webnavigator.model.page import Observation

_FRAME = re.compile(r"/i?frame\[\d+\]$")
_ROLES = frozenset(
    "alert alertdialog article banner blockquote button cell checkbox columnheader combobox complementary contentinfo "
    "dialog document feed figure form grid gridcell group heading img link list listbox listitem main menu menubar "
    "menuitem menuitemcheckbox menuitemradio meter navigation option progressbar radio radiogroup region row rowheader "
    "scrollbar search searchbox separator slider spinbutton status switch tab table tablist tabpanel textbox timer "
    "toolbar tooltip tree treegrid treeitem".split()
)
"""Roles that `get_by_role` takes, in Python and in TypeScript."""
_TEST_IDS = ("data-testid", "data-test", "data-cy")

Kind = str


@dataclass(frozen=True, slots=True)
class Call:
    """One way to find an element with Playwright.

    Attributes:
        frames: selectors of the frames around it, outermost first.
        role: ARIA role for ``get_by_role``; "" when `selector` is used.
        name: exact accessible name that goes with `role`.
        selector: CSS or ``xpath=`` selector, "" with a role.
    """

    frames: tuple[str, ...] = ()
    role: str = ""
    name: str = ""
    selector: str = ""

    def code(self, quoted: Callable[[str], str], *, python: bool) -> str:
        """The expression, from ``page`` on.

        Args:
            quoted: writes a string literal of the language.
            python: Python's spelling, else TypeScript's.
        """
        frame = "frame_locator" if python else "frameLocator"
        start = "".join(f".{frame}({quoted(selector)})" for selector in self.frames)
        if not self.role:
            return f"page{start}.locator({quoted(self.selector)})"
        if python:
            return f"page{start}.get_by_role({quoted(self.role)}, name={quoted(self.name)}, exact=True)"
        return f"page{start}.getByRole({quoted(self.role)}, {{ name: {quoted(self.name)}, exact: true }})"


def call_for(wanted: Locator, seen: Observation | None) -> Call:
    """The sturdiest call that finds one element only.

    Args:
        wanted: the element.
        seen: the page it stands on, which tells whether others are called alike; None: not known, and only its id
            or place is trusted.
    """
    frames, inner, shadowed = _frames(wanted.xpath)
    if wanted.test_id and _alone(seen, lambda other: other.test_id == wanted.test_id):
        return Call(frames, selector=", ".join(f"[{name}={_css(wanted.test_id)}]" for name in _TEST_IDS))
    named = wanted.role in _ROLES and wanted.name
    if named and _alone(seen, lambda other: (other.role, other.name) == (wanted.role, wanted.name)):
        return Call(frames, role=wanted.role, name=wanted.name)
    if wanted.element_id and (seen is None or _alone(seen, lambda other: other.element_id == wanted.element_id)):
        return Call(frames, selector=f"[id={_css(wanted.element_id)}]")
    if shadowed:  # XPath does not look into shadow roots; CSS does
        return Call(frames, selector=_css_path(inner))
    return Call(frames, selector=f"xpath={inner}")


def _alone(seen: Observation | None, fits: Callable[[Locator], bool]) -> bool:
    return seen is not None and sum(fits(element.locator) for element in seen.elements) == 1


def _frames(xpath: str) -> tuple[tuple[str, ...], str, bool]:
    """Frames around an element, the path in the innermost document, and whether shadow roots lie on it."""
    *hosts, last = xpath.split(CROSSING)
    frames: list[str] = []
    inside: list[str] = []
    for host in hosts:
        inside.append(host)
        if _FRAME.search(host):
            frames.append(_css_path(CROSSING.join(inside)) if len(inside) > 1 else f"xpath={host}")
            inside = []
    return tuple(frames), CROSSING.join([*inside, last]), bool(inside)


def _css_path(xpath: str) -> str:
    """A full XPath, through shadow roots, as a chain of CSS steps, which Playwright lets pierce open roots."""
    parts = [step for part in xpath.split(CROSSING) for step in [*_css_steps(part)]]
    return " >> ".join(parts)


def _css_steps(xpath: str) -> list[str]:
    steps = re.findall(r"/([^/\[]+)(?:\[(\d+)\])?", xpath)
    if not steps:
        return [f"xpath={xpath}"]
    chain = " > ".join(f"{name}:nth-of-type({number or 1})" for name, number in steps)
    return [f"css={chain}" if re.fullmatch(r"[\w\-:()> ]+", chain) else f"xpath={xpath}"]


def _css(value: str) -> str:
    """A CSS string for any value (CSSOM, serialize a string)."""
    plain = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char.isprintable() else f"\\{ord(char):x} " for char in plain) + '"'
