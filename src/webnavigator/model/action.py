"""What can be done to a page: one tagged union, shared by explorer, navigator, store and agents."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

CROSSING = " >> "
"""Between two XPaths: from a frame or shadow host into the document or shadow root that it holds."""


@dataclass(frozen=True, slots=True)
class Locator:
    """How to find one element again, best way first: XPath, role and name, id or test id, text.

    Attributes:
        xpath: full XPath of the element in its own document or shadow root; where it lies inside frames or
            open shadow roots, the XPaths of these hosts come first, joined by `CROSSING`, outermost first.
        role: ARIA role as the accessibility tree gives it, or "".
        name: accessible name, or "".
        element_id: value of the id attribute, "" when absent.
        test_id: value of data-testid, data-test or data-cy, "" when absent.
        text: visible text, whitespace folded, at most 80 characters.
        href: absolute target of a link, "" for anything else.
    """

    xpath: str
    role: str = ""
    name: str = ""
    element_id: str = ""
    test_id: str = ""
    text: str = ""
    href: str = ""

    @property
    def label(self) -> str:
        """What a person would call the element; "" when it has neither name nor text."""
        return self.name or self.text


@dataclass(frozen=True, slots=True)
class Click:
    """Press an element once with the main button."""

    target: Locator
    kind: Literal["click"] = "click"


@dataclass(frozen=True, slots=True)
class Hover:
    """Move the pointer over an element."""

    target: Locator
    kind: Literal["hover"] = "hover"


@dataclass(frozen=True, slots=True)
class Type:
    """Replace the text of a field; `submit` presses Enter afterwards."""

    target: Locator
    text: str
    submit: bool = False
    kind: Literal["type"] = "type"


@dataclass(frozen=True, slots=True)
class Select:
    """Choose the option of a select element whose label or value is `option`."""

    target: Locator
    option: str
    kind: Literal["select"] = "select"


@dataclass(frozen=True, slots=True)
class Press:
    """Press a key or chord in Playwright's notation, e.g. ``Escape`` or ``Control+K``."""

    key: str
    kind: Literal["press"] = "press"


@dataclass(frozen=True, slots=True)
class Goto:
    """Open an address in the current page, as a browser's address bar does."""

    url: str
    kind: Literal["goto"] = "goto"


@dataclass(frozen=True, slots=True)
class GoBack:
    """One step back in the page's history."""

    kind: Literal["go_back"] = "go_back"


@dataclass(frozen=True, slots=True)
class Note:
    """Keep a piece of text for later steps of the same task."""

    content: str
    kind: Literal["note"] = "note"


@dataclass(frozen=True, slots=True)
class Stop:
    """End the task with an answer; "" when the task asks for none."""

    answer: str = ""
    kind: Literal["stop"] = "stop"


@dataclass(frozen=True, slots=True)
class Navigate:
    """Ask the map of `domain` for a place, in plain words, and go there."""

    domain: str
    query: str
    kind: Literal["navigate"] = "navigate"


Action = Click | Hover | Type | Select | Press | Goto | GoBack | Note | Stop | Navigate
ElementAction = Click | Hover | Type | Select

_adapter: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="kind")])


def action_to_json(action: Action) -> dict[str, Any]:
    """A JSON-ready dictionary; fields with empty defaults are left out.

    >>> action_to_json(Click(Locator(xpath="/html[1]/body[1]/a[1]", role="link", name="Orders")))
    {'kind': 'click', 'target': {'xpath': '/html[1]/body[1]/a[1]', 'role': 'link', 'name': 'Orders'}}
    """
    data: dict[str, Any] = _adapter.dump_python(action, mode="json", exclude_defaults=True)
    return {"kind": action.kind, **data}


def action_from_json(data: dict[str, Any]) -> Action:
    """The inverse of `action_to_json`.

    Raises:
        pydantic.ValidationError: `data` is not an action.
    """
    return _adapter.validate_python(data)


def action_key(action: Action) -> str:
    """What identifies an action on its source state: kind, place and argument, not the wording of labels.

    >>> action_key(Goto("https://a.test/"))
    'goto|https://a.test/'
    """
    match action:
        case Click() | Hover():
            return f"{action.kind}|{action.target.xpath}"
        case Type():
            return f"type|{action.target.xpath}|{action.text}|{int(action.submit)}"
        case Select():
            return f"select|{action.target.xpath}|{action.option}"
        case Press():
            return f"press|{action.key}"
        case Goto():
            return f"goto|{action.url}"
        case GoBack():
            return "go_back"
        case Note():
            return f"note|{action.content}"
        case Stop():
            return f"stop|{action.answer}"
        case _:
            return f"navigate|{action.domain}|{action.query}"
