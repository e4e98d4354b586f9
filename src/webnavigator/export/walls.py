"""Walls that ask for consent, as a map recorded them: what a script does when it sees one, and what people are told."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from webnavigator.export.escape import one_line
from webnavigator.model.consent import refused_by
from webnavigator.model.task import AuditRecord

_MOST = 4
_WORDS = 3
_BUTTONS = "button, [role=button], input[type=button], input[type=submit]"


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall that pages of the site put up.

    Attributes:
        text: what it says.
        refuse: label of the control that refuses; None: it has none, and is taken away.
    """

    text: str
    refuse: str | None = None

    def code(self, quoted: Callable[[str], str], *, python: bool) -> str:
        """A call of ``page.add_locator_handler``: Playwright runs it when the wall is in sight, however late it comes.

        The wall is the innermost part of a page that has its words and its buttons, so that a button elsewhere which is
        called alike is never pressed.

        Args:
            quoted: writes a string literal of the language.
            python: Python's spelling, else TypeScript's.
        """
        by_role, by_text, by = ("get_by_role", "get_by_text", "or_") if python else ("getByRole", "getByText", "or")
        exact = "exact=True" if python else "{ exact: true }"
        last, first = (".last", ".first") if python else (".last()", ".first()")

        def refusing(within: str) -> str:
            label = quoted(self.refuse or "")
            named = f"name={label}, {exact}" if python else f"{{ name: {label}, exact: true }}"
            role = f"{within}.{by_role}({quoted('button')}, {named})"
            return f"{role}.{by}({within}.{by_text}({label}, {exact}))"

        def filtered(name: str, value: str) -> str:
            return f".filter({name}={value})" if python else f".filter({{ {name}: {value} }})"

        text = "has_text" if python else "hasText"
        words = "".join(filtered(text, quoted(word)) for word in _telling(self.text))
        inside = refusing("page") if self.refuse else f"page.locator({quoted(_BUTTONS)})"
        wall = f"page.locator({quoted('body *')}){words}{filtered('has', inside)}{last}"
        remove = quoted("wall => wall.remove()") if python else "(wall) => wall.remove()"
        act = f"{refusing('wall')}{first}.click()" if self.refuse else f"wall.evaluate({remove})"
        if python:
            return f"page.add_locator_handler({wall}, lambda wall: {act})"
        return f"await page.addLocatorHandler({wall}, async (wall) => {{ await {act}; }});"

    def words(self) -> str:
        """What a person does about it, on one line."""
        asked = f"If the site asks for consent (“{one_line(self.text, 60)}”)"
        if self.refuse:
            return f"{asked}: press “{one_line(self.refuse, 80)}”"
        return f"{asked}: nothing there refuses; agreeing is up to you"


def recorded_walls(audit: Iterable[AuditRecord]) -> tuple[Wall, ...]:
    """The walls that exploring met, one of each text; those in frames of other sites are not among them."""
    walls: dict[str, Wall] = {}
    for record in audit:
        if record.kind == "consent" and _telling(record.what):
            wall = Wall(record.what, refused_by(record.reason))
            if wall.refuse or record.what not in walls:
                walls[record.what] = wall
    return tuple(walls.values())[:_MOST]


def _telling(text: str) -> list[str]:
    """The longest words of a text, which tell it from others; their order in the page is not known."""
    words = dict.fromkeys(re.findall(r"\w{2,}", text[:300]))
    return sorted(words, key=len, reverse=True)[:_WORDS]
