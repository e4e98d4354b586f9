"""What is seen of a page: elements, the observation, and the hashes that give a state its identity."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from webnavigator.model.action import Locator


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in CSS pixels, measured from the top left corner of the whole page."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class FormInfo:
    """The form that a control belongs to, as far as safety needs it.

    Attributes:
        method: lower case HTTP method that submitting would use (``formmethod`` included).
        action: absolute URL that submitting would request (``formaction`` included).
        search: the form is a search: role search, or a type=search or q-like field and method get.
        sensitive: it holds a password, file or payment field.
        alone: a text field is all that a person fills in.
    """

    method: str = "get"
    action: str = ""
    search: bool = False
    sensitive: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Element:
    """Something a person can operate on the page.

    Attributes:
        locator: how to find it again (role, name, text and href are there).
        tag: lower case tag name.
        input_type: type of an input or button element, lower case, "" otherwise.
        landmark: role of the nearest landmark around it (banner, navigation, main, complementary,
            contentinfo, search, form, region, dialog) or "".
        box: where it is; None when it has no box of its own.
        states: ARIA and HTML states that hold: expanded, collapsed, selected, checked, pressed, disabled,
            current, required, haspopup, readonly.
        listens: it is operable only because a script listens on it: no role says so.
        hovers: pointing at it may open something: it says so, a script waits for the pointer there, or a menu beside it
            is hidden.
        form: the form it would submit or belongs to, None outside forms.
        attributes: what else the safety policy reads: target, download, onclick (its source text),
            data-method, data-confirm, rel, aria-controls, title, placeholder, icon (classes of a nameless
            control), beside (what stands next to a nameless field).
        options: labels of a select element's options, in order.
        value: current value of a field; never that of a password.
        context: nearest heading or row text before it, at most 120 characters; tells equal labels apart.
    """

    locator: Locator
    tag: str = ""
    input_type: str = ""
    landmark: str = ""
    box: Box | None = None
    states: frozenset[str] = frozenset()
    listens: bool = False
    hovers: bool = False
    form: FormInfo | None = None
    attributes: dict[str, str] = field(default_factory=dict[str, str])
    options: tuple[str, ...] = ()
    value: str = ""
    context: str = ""

    @property
    def role(self) -> str:
        """ARIA role, "" when it has none."""
        return self.locator.role

    @property
    def label(self) -> str:
        """What a person would call it."""
        return self.locator.label


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of visible text, in reading order.

    Attributes:
        landmark: as in `Element`.
        heading: the heading it stands under, "" before the first.
        text: visible text, whitespace folded.
    """

    landmark: str
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Observation:
    """All that one look at a page gives.

    Attributes:
        url: address as the browser shows it, fragment included.
        title: document title, whitespace folded.
        language: the lang attribute of the document, "" when it has none.
        structure: keys of all visible elements with a role other than generic or none: their full XPath (as
            in `Locator.xpath`); sorted, no duplicates. This is H_v before hashing (arXiv 2603.20366, section
            1.1).
        states: for the keys in `structure` that are selected, expanded, checked, pressed or open, the states.
        elements: what can be operated, in document order.
        headings: texts of the headings, in document order.
        regions: visible text by region, in reading order.
        status: HTTP status of the document; None when it is not known (client-side routes).
        content_type: MIME type of the document.
        tree: accessibility tree as indented text, one element a line: ``role "name" [state, …]``.
        blind: areas that cannot be seen into, in words: closed shadow roots, canvas, image maps, blocked
            frames.
        lines: for each of `elements` the number of the line of `tree` that tells of it; of an element that the tree
            has no line for, the number of the line that comes after it. Empty in maps of earlier versions.
        height_px: height of the whole page in CSS pixels.
    """

    url: str
    title: str = ""
    language: str = ""
    structure: tuple[str, ...] = ()
    states: dict[str, str] = field(default_factory=dict[str, str])
    elements: tuple[Element, ...] = ()
    headings: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()
    status: int | None = None
    content_type: str = "text/html"
    tree: str = ""
    blind: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    height_px: int = 0


def element_hash(xpath: str) -> str:
    """h_e: MD5 of the element's full XPath, 32 hex digits (arXiv 2603.20366, section 1.1).

    >>> element_hash("/html[1]/body[1]")
    '74c73e1a57ff9e37109eda52f9ec6076'
    """
    return hashlib.md5(xpath.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def structural_hash(keys: Iterable[str]) -> str:
    """MD5 over the sorted element hashes of a page; the order and repetition of `keys` do not matter."""
    hashes = sorted({element_hash(key) for key in keys})
    return hashlib.md5("".join(hashes).encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def structure_keys(observation: Observation, *, faithful: bool = False) -> frozenset[str]:
    """The keys whose hashes make up H_v.

    Args:
        observation: the page.
        faithful: the published identity, XPaths alone. Otherwise an element that is selected, expanded,
            checked or pressed counts as another element than the same one that is not, so that two tabs that
            show the same structure are two states.
    """
    if faithful:
        return frozenset(observation.structure)
    states = observation.states
    return frozenset(f"{key}#{states[key]}" if key in states else key for key in observation.structure)


def node_id(keys: Iterable[str], url: str) -> str:
    """id_v = MD5(sorted(H_v) ‖ canonical url_v), 32 hex digits (arXiv 2603.20366, section 1.1).

    Args:
        keys: from `structure_keys`.
        url: canonical, from `webnavigator.model.url.canonical_url`.
    """
    return hashlib.md5(
        f"{structural_hash(keys)}\n{url}".encode("utf-8", "surrogatepass"), usedforsecurity=False
    ).hexdigest()


def similarity(a: frozenset[str], b: frozenset[str]) -> float:
    """Jaccard index of two key sets, 0 to 1; two empty sets are alike (1.0)."""
    if not a and not b:
        return 1.0
    return len(a & b) / len(a | b)
