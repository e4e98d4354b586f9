"""What a control is, as its role, place and name tell: what operating it may come to, and which others are like it."""

import re

from webnavigator.model.action import Click, Select
from webnavigator.model.graph import EdgeKind
from webnavigator.model.page import Element, Observation
from webnavigator.model.searching import is_post_search

PAPER_ROLES = frozenset(
    {
        "link", "button", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "option", "checkbox", "radio",
        "switch", "combobox", "treeitem",
    }
)  # fmt: skip
"""R of Algorithm 1: roles that a click can be tried on."""

_TYPED = frozenset({"textbox", "searchbox", "spinbutton", "slider"})
_FIELDS = frozenset({"input", "textarea"})
_PUSHED = frozenset({"button", "submit", "image", "reset"})
_FIELDS_TO_SET = frozenset({"checkbox", "radio", "switch", "option"})
_MAX_OPTIONS = 3

_SHORT_NAME = re.compile(r"(?:[^\W\d]+\W{0,3}){1,3}")
"""What tabs and sections are called, and rows of data seldom are."""


def edge_kind(element: Element) -> EdgeKind:
    """What sort of step operating this control is, from its role and states."""
    role = element.role
    if role == "tab":
        return "tab"
    if role in ("menuitem", "menuitemcheckbox", "menuitemradio") or "haspopup" in element.states:
        return "menu"
    if role == "link" and is_plain_link(element):
        return "link"
    return "control"


_NO_PAGE = ("data-method", "data-remote", "data-toggle", "data-bs-toggle", "download", "data-confirm")
"""Attributes of a link whose address is not that of a page to look at."""


def is_plain_link(element: Element) -> bool:
    """Following the link is opening its address: an anchor with an http address and nothing that says otherwise."""
    return names_page(element) and "onclick" not in element.attributes


def names_page(element: Element) -> bool:
    """The link's address is that of a page, whatever a script does when it is clicked: a tab that has an address."""
    return (
        element.tag in ("a", "area")
        and element.locator.href.startswith(("http://", "https://"))
        and not any(name in element.attributes for name in _NO_PAGE)
        and "haspopup" not in element.states
    )


def opens_under_pointer(element: Element) -> bool:
    """A link that leads away when it is clicked, and may open a menu while the pointer is on it."""
    return element.hovers and element.locator.href.startswith(("http://", "https://"))


def can_be_pressed(element: Element) -> bool:
    """Whether operating it by itself may lead somewhere: no text field, no choice within a form to be filled."""
    if element.role in _TYPED or element.tag == "option":
        return False
    if element.tag in _FIELDS and element.input_type not in _PUSHED and element.role not in PAPER_ROLES:
        return False
    if element.role == "option" and not element.listens and element.form is not None:
        return False
    if element.form is None:
        return True
    if (element.form.search or is_post_search(element)) and element.input_type in ("submit", "image"):
        return False  # the search box itself is tried
    choice = element.role in _FIELDS_TO_SET
    return not choice and not (element.tag == "select" and element.form.method != "get")


def described(element: Element) -> str:
    """What the audit trail calls a control."""
    return f"{element.role or element.tag} “{(element.label or element.locator.element_id)[:80]}”"


def control_key(element: Element, page_names: frozenset[str]) -> str:
    """What tells a control from the others of a page: place, role and name; a name that is the page's own is not told.

    Args:
        element: the control.
        page_names: title and headings of its page.
    """
    name = "§" if element.label and element.label in page_names else element.label
    return f"{element.locator.xpath}|{element.role}|{name}"


def page_names(observation: Observation) -> frozenset[str]:
    """Title, its parts, and headings: what a control may be called after."""
    return frozenset((*observation.headings, observation.title, *observation.title.split(" - ")))


def is_a_section(element: Element) -> bool:
    """What is behind it is a part of the page, and no item of its data."""
    in_table = "/tr[" in element.locator.xpath
    return opens_a_section(element) or unfolds(element) or (bool(_SHORT_NAME.fullmatch(element.label)) and not in_table)


def opens_a_section(element: Element) -> bool:
    """A part of a page that is folded away, as an answer under its question; rows of tables are data."""
    return "collapsed" in element.states and "/tr[" not in element.locator.xpath


def is_minor(element: Element) -> bool:
    """A field: setting it rarely opens anything."""
    return element.tag == "select" or element.role in _FIELDS_TO_SET


def is_anchor(element: Element) -> bool:
    """A link to a place on the page itself."""
    anchor = element.locator.href.partition("#")[2]
    return element.role == "link" and bool(anchor) and is_plain_link(element)


def unfolds(element: Element) -> bool:
    """An anchor whose part of the page is not shown until it is followed: a tab by another name."""
    return "unfolds" in element.attributes


def actions_on(element: Element) -> list[Click | Select]:
    """What is tried on it: a click, or of a select the first options that are not chosen."""
    if element.tag == "select":
        others = [option for option in element.options if option and option != element.value]
        return [Select(element.locator, option) for option in others[:_MAX_OPTIONS]]
    return [Click(element.locator)]
