"""Why a control would change something, judged by what is seen of it: structure first, words after that.

Each function gives the reason in words, "" when it finds none.
"""

import re
from itertools import pairwise
from urllib.parse import urldefrag

from webnavigator.model.acting_words import DELETE, LOGOUT, PAY
from webnavigator.model.address import act_of, is_file
from webnavigator.model.page import Element
from webnavigator.model.searching import is_post_search, looks_something_up
from webnavigator.model.words import (
    reason_against,
    says_filter,
    says_logout,
    says_no_more_than,
    words_in_name,
    words_of,
)

ASKS = "asks to confirm what it does"
"""What it asks is dismissed, so that it may be pressed where nothing leaves the page."""

_DISCLOSURES = frozenset({"dropdown", "collapse", "tab", "pill", "modal", "offcanvas", "popover"})
_DISCLOSING_STATES = frozenset({"haspopup", "expanded", "collapsed"})
_DISCLOSING_ROLES = frozenset({"tab", "combobox", "treeitem"})
_BINS = frozenset({"trash", "bin", "eraser"})
_FIELD_ROLES = frozenset({"textbox", "searchbox", "spinbutton", "slider"})
_PAYMENT = re.compile(r"\bcc-|card-?_?(?:number|no|holder)|cvv|cvc|\biban\b|security-?_?code", re.IGNORECASE)
_SUBMITS = re.compile(r"\.\s*(?:submit|requestSubmit)\s*\(|\bsubmitForm\b|__doPostBack")
_CONFIRMS = re.compile(r"(?<![.\w])(?:window\.)?confirm\s*\(")
_CALLS = re.compile(r"([A-Za-z_$][\w$]*)\s*\(")


def against_field(element: Element) -> str:
    """Against touching it at all: fields for passwords, files and payments."""
    if element.input_type == "password":
        return "a password field"
    if element.input_type == "file":
        return "would upload a file"
    hints = f"{element.attributes.get('autocomplete', '')} {element.attributes.get('name', '')}"
    if element.tag in ("input", "select") and _PAYMENT.search(hints):
        return "a payment field"
    return ""


def against_structure(element: Element) -> str:
    """What the markup says, whatever the label: methods, submits, confirmations, downloads, handlers."""
    given, form = element.attributes, element.form
    for name in ("data-method", "data-turbo-method"):
        method = given.get(name, "get").lower()
        if method not in ("", "get"):
            return f"sends a {method.upper()[:10]} request"
    sends = next((name for name in ("hx-post", "hx-put", "hx-patch", "hx-delete") if name in given), "")
    if sends:
        return f"sends a {sends[3:].upper()} request"
    if any(given.get(name) for name in ("data-confirm", "data-turbo-confirm", "hx-confirm")):
        return ASKS
    if "logout" in given.get("rel", "").lower().split():
        return LOGOUT
    if _is_submit(element) and form is not None:
        return _against_submitting(element)
    return _against_handler(element)


def _is_submit(element: Element) -> bool:
    return element.tag in ("button", "input") and element.input_type in ("submit", "image")


def _against_submitting(element: Element) -> str:
    form = element.form
    assert form is not None
    if form.method not in ("get", "dialog") and not is_post_search(element):
        return f"submits a form by {form.method.upper()[:10]}"
    if form.sensitive:
        return "submits a form with a password, file or payment field"
    return act_of(form.action)


def _against_handler(element: Element) -> str:
    code = element.attributes.get("onclick", "")
    if _CONFIRMS.search(code):
        return ASKS
    by_get = element.form is not None and element.form.method == "get"
    if _SUBMITS.search(code) and not by_get and not says_filter(element.label):
        return "its script submits a form"
    for name in _CALLS.findall(code):
        said = reason_against(" ".join(words_in_name(name)))
        if said in (DELETE, LOGOUT, PAY):
            return f"its script {said}"
    return ""


def against_click(element: Element, page_url: str) -> str:
    """Against a click that its markup alone does not forbid: what downloads, logs out, or leads to an acting page."""
    if "download" in element.attributes:
        return "downloads a file"
    if _logs_out(element):
        return LOGOUT
    return _against_link(element) if _is_page_link(element, page_url) else ""


def against_words(element: Element, page_url: str) -> str:
    """Against a click that neither markup nor address forbids: what its name says."""
    if _is_page_link(element, page_url) or _discloses(element) or _is_filled_in(element):
        return ""
    if element.role == "switch" and not (element.form and element.form.method == "get"):
        return "a switch that acts at once"
    if element.input_type == "reset" or (element.form and element.form.search):
        return ""
    return reason_against(element.label) if words_of(element.label) else _against_hints(element)


def _logs_out(element: Element) -> bool:
    """By its label, or by the id that its developers gave it."""
    return reason_against(element.label) == LOGOUT or any(
        says_logout(hint) for hint in (element.locator.element_id, element.locator.test_id)
    )


def _is_page_link(element: Element, page_url: str) -> bool:
    """A link to another address or to a place on the page; ``href="#"`` is a button in a link's clothes."""
    href = element.locator.href
    if element.tag not in ("a", "area", "") or not href.lower().startswith(("http://", "https://")):
        return False
    place, fragment = urldefrag(href)
    return place != urldefrag(page_url)[0] or bool(fragment) or "#" not in href


def _is_filled_in(element: Element) -> bool:
    """A field whose label says what it holds: clicking it changes nothing but the form on the screen."""
    if element.role in _FIELD_ROLES or element.tag in ("select", "textarea"):
        return True
    return element.role in ("checkbox", "radio") and element.form is not None


def _against_link(element: Element) -> str:
    """A plain link is read by opening it: only what says plainly that opening it acts is left alone."""
    href, label = element.locator.href, element.label
    if is_file(href):
        return "a file and not a page"
    said = act_of(href)
    if said:
        return said
    reason = reason_against(label)
    plainly = reason in (PAY, DELETE) and says_no_more_than(label, reason)
    on_instance = "?" in href or bool(re.search(r"/\d+(?:/|$)", href))
    return reason if plainly and (on_instance or reason == DELETE) else ""


def _discloses(element: Element) -> bool:
    """It opens or switches something on the page: a menu, a tab, a dialog, a section."""
    given = element.attributes
    toggles = {given.get("data-toggle", ""), given.get("data-bs-toggle", "")}
    return (
        element.tag == "summary"
        or element.role in _DISCLOSING_ROLES
        or bool(element.states & _DISCLOSING_STATES)
        or not _DISCLOSURES.isdisjoint(toggles)
        or "aria-controls" in given
    )


def _against_hints(element: Element) -> str:
    """By what is known of a nameless control: its title, the names of its icons, its ids."""
    given, locator = element.attributes, element.locator
    hints = (given.get("title", ""), given.get("icon", ""), locator.test_id, locator.element_id)
    words = [word for hint in hints for word in words_in_name(hint)]
    if "glyphicon" in words:  # there, "remove" is the name of the cross that closes things
        words = [word for word in words if word != "remove"]
    if not _BINS.isdisjoint(words):
        return DELETE
    return next(filter(None, (reason_against(" ".join(pair)) for pair in pairwise(["", *words]))), "")


def against_enter(element: Element) -> str:
    """Against pressing Enter in a field."""
    form = element.form
    if form is None:
        searches = element.role == "searchbox" or element.input_type == "search" or element.landmark == "search"
        searches = searches or (element.input_type in ("", "text") and looks_something_up(element))
        return "" if searches else "Enter in a field that is not a search"
    if form.method not in ("get", "dialog") and not is_post_search(element):
        return f"Enter would submit a form by {form.method.upper()[:10]}"
    return "Enter would submit a form with a password, file or payment field" if form.sensitive else ""
