"""What can be tried on a state: its plain links, its controls, and what is left alone with the reason."""

from collections.abc import Container
from dataclasses import dataclass, field

from webnavigator.explore.frontier import MINOR, SITE
from webnavigator.model.action import Click, Hover, Select
from webnavigator.model.graph import EdgeKind
from webnavigator.model.page import Element, Observation
from webnavigator.model.safety import Deny, Policy
from webnavigator.model.task import AuditRecord, Task
from webnavigator.model.template import control_group, repeated_groups
from webnavigator.model.url import UrlTemplates, canonical_url, is_trap, redact_url

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


@dataclass(frozen=True, slots=True)
class Link:
    """A plain link: following it is opening `url`, so it needs no click.

    Attributes:
        url: canonical address of the target.
        element: the link on the page.
    """

    url: str
    element: Element


@dataclass(slots=True)
class Candidates:
    """What one state offers.

    Attributes:
        links: plain links to pages of the site, the first to each address.
        tasks: controls worth trying, in document order.
        held: what is left alone.
    """

    links: list[Link] = field(default_factory=list[Link])
    tasks: list[Task] = field(default_factory=list[Task])
    held: list[AuditRecord] = field(default_factory=list[AuditRecord])


@dataclass(frozen=True, slots=True)
class Place:
    """Where candidates are looked for.

    Attributes:
        node_id: the state.
        depth: its depth.
        template: template of its page; of the page that it was opened on, with a "+", when it was opened in place.
        parent_keys: structure keys of the state that it was opened from by an action that kept the page's address;
            empty for a page of its own. Only what is new against them is a candidate (ΔH_v = H_v minus H_p).
        in_place: it was opened without leaving its page.
        frame: keys (`control_key`) of the controls that stand on most pages of the site.
    """

    node_id: str
    depth: int
    template: str
    parent_keys: frozenset[str] = frozenset()
    in_place: bool = False
    frame: Container[str] = frozenset[str]()


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


def is_plain_link(element: Element) -> bool:
    """Following the link is opening its address: an anchor with an http address and nothing that says otherwise."""
    attributes = element.attributes
    special = (
        "data-method",
        "data-remote",
        "data-toggle",
        "data-bs-toggle",
        "download",
        "onclick",
        "data-confirm",
    )
    return (
        element.tag in ("a", "area")
        and element.locator.href.startswith(("http://", "https://"))
        and not any(name in attributes for name in special)
        and "haspopup" not in element.states
    )


def candidates(place: Place, observation: Observation, policy: Policy, urls: UrlTemplates) -> Candidates:
    """What the default preset tries on a state.

    Args:
        place: the state.
        observation: what was seen there.
        policy: asked for each control and link; what it denies is held.
        urls: learns the addresses seen.
    """
    found = Candidates()
    here = canonical_url(observation.url)
    groups = repeated_groups(observation.elements)
    names = page_names(observation)
    seen_links: set[str] = set()
    for element in observation.elements:
        if place.in_place and element.locator.xpath in place.parent_keys:
            continue
        if is_plain_link(element):
            url = canonical_url(element.locator.href)
            if url == here and "#" not in element.locator.href:
                continue
            if url != here:
                if url not in seen_links:
                    seen_links.add(url)
                    _add_link(found, element, url, observation.url, policy, urls)
                continue
        _add_control(found, place, element, observation.url, policy, groups, names)
    return found


def _add_link(found: Candidates, element: Element, url: str, page_url: str, policy: Policy, urls: UrlTemplates) -> None:
    decision = policy.decide(Click(element.locator), element, page_url)
    reason = decision.reason if isinstance(decision, Deny) else ""
    if not reason and is_trap(url):
        reason = "the address repeats itself: a trap for crawlers"
    if reason:
        found.held.append(_left_alone(element, page_url, reason))
        return
    urls.observe(url)
    found.links.append(Link(url, element))


def _add_control(
    found: Candidates,
    place: Place,
    element: Element,
    page_url: str,
    policy: Policy,
    groups: dict[str, str],
    names: frozenset[str],
) -> None:
    if "disabled" in element.states or element.role in _TYPED:
        return
    if element.tag in _FIELDS and element.input_type not in _PUSHED and element.role not in PAPER_ROLES:
        return
    if element.tag == "option" or (element.role == "option" and not element.listens):
        return
    if element.form is not None and element.role in _FIELDS_TO_SET:
        return  # what a form holds is no place to go to
    if element.tag == "select" and element.form is not None and element.form.method != "get":
        return
    decision = policy.decide(Click(element.locator), element, page_url)
    if isinstance(decision, Deny):
        found.held.append(_left_alone(element, page_url, decision.reason))
        return
    group = _group(place, element, groups, names)
    found.tasks += [Task(place.node_id, action, element.label, group, place.depth + 1) for action in _actions(element)]


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


def _group(place: Place, element: Element, groups: dict[str, str], names: frozenset[str]) -> str:
    """Controls of one group are alike: one stands for all."""
    key = control_key(element, names)
    if key in place.frame:
        return f"{SITE}|{key}"
    if key.endswith("|§"):
        return control_group(element, place.template, repeated=True) + "§"
    group = control_group(element, place.template, repeated=element.locator.xpath in groups)
    return MINOR + group if _is_minor(element) else group


def _is_minor(element: Element) -> bool:
    """A field of a form or an in-page anchor: operating it rarely opens anything."""
    if element.tag == "select" or element.role in _FIELDS_TO_SET:
        return True
    anchor = element.locator.href.partition("#")[2]
    return element.role == "link" and bool(anchor) and is_plain_link(element)


def _actions(element: Element) -> list[Click | Select | Hover]:
    if element.tag == "select":
        others = [option for option in element.options if option and option != element.value]
        return [Select(element.locator, option) for option in others[:_MAX_OPTIONS]]
    return [Click(element.locator)]


def _left_alone(element: Element, page_url: str, reason: str) -> AuditRecord:
    what = f"{element.role or element.tag} “{(element.label or element.locator.element_id)[:80]}”"
    return AuditRecord("control", redact_url(canonical_url(page_url)), what, reason)


def paper_candidates(place: Place, observation: Observation, policy: Policy, urls: UrlTemplates) -> Candidates:
    """What Algorithm 1 tries: elements of a role in R that are in ΔH_v, each by a click.

    Links off the site and what the policy denies are never clicked.
    """
    found = Candidates()
    for element in observation.elements:
        if element.role not in PAPER_ROLES or element.locator.xpath in place.parent_keys:
            continue
        if "disabled" in element.states or element.tag == "option":
            continue
        decision = policy.decide(Click(element.locator), element, observation.url)
        if isinstance(decision, Deny):
            found.held.append(_left_alone(element, observation.url, decision.reason))
            continue
        if element.locator.href:
            urls.observe(canonical_url(element.locator.href))
        task = Task(place.node_id, Click(element.locator), element.label, "", place.depth + 1)
        found.tasks.append(task)
    return found
