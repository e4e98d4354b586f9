"""What can be tried on a state: its plain links, its controls, and what is left alone with the reason."""

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass, field

from webnavigator.browser.papers import is_pdf, reads_pdf
from webnavigator.explore.controls import (
    PAPER_ROLES,
    actions_on,
    can_be_pressed,
    control_key,
    described,
    is_a_section,
    is_anchor,
    is_minor,
    is_plain_link,
    names_page,
    opens_a_section,
    opens_under_pointer,
    page_names,
    unfolds,
)
from webnavigator.explore.fields import fillings, is_choice
from webnavigator.explore.groups import AT, HOVER, MINOR, SEARCH, SITE
from webnavigator.explore.inputs import data_words, is_search_box, is_searched, search_words
from webnavigator.model.action import Click, Goto, Hover, Select, Type
from webnavigator.model.page import Element, Observation
from webnavigator.model.safety import Deny, Policy
from webnavigator.model.task import AuditRecord, Task
from webnavigator.model.template import control_group, repeated_groups
from webnavigator.model.url import UrlTemplates, canonical_url, is_trap, redact_url

_DATA_WORDS = 2
"""Words of a page that its filters and comboboxes choose from."""

_OF_A_KIND = 3
"""Controls of one kind that a page offers; the frontier tries fewer."""

_FEW_ITEMS = 5
"""Controls of a page that are alike are tried one by one up to this number; of more, a few stand for all."""

_FEW_SECTIONS = 12
"""The same for what opens a folded part of the page, or has the short name of one: each holds something else."""


@dataclass(frozen=True, slots=True)
class Link:
    """An address that a page names.

    Attributes:
        url: canonical address of the target.
        element: the link on the page.
        plain: following the link is opening its address, so it needs no click; else a script may do something else.
    """

    url: str
    element: Element
    plain: bool = True


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
        parent_keys: what the state that it was opened from has, by XPath; empty for a page of its own. Only what is
            new against them is a candidate (ΔH_v = H_v minus H_p). Preset ``paper``: all elements of the parent;
            ``default``: those that could be operated there.
        in_place: it was opened without leaving its page.
        words_used: words that were typed into search boxes of the site already.
        frame: keys (`control_key`) of the controls that stand on most pages of the site.
    """

    node_id: str
    depth: int
    template: str
    parent_keys: frozenset[str] = frozenset()
    in_place: bool = False
    words_used: Iterable[str] = frozenset[str]()
    frame: Container[str] = frozenset[str]()


def candidates(place: Place, observation: Observation, policy: Policy, urls: UrlTemplates) -> Candidates:
    """What the default preset tries on a state.

    Args:
        place: the state.
        observation: what was seen there.
        policy: asked for each control and link; what it denies is held.
        urls: learns the addresses seen.
    """
    finder = _Finder(place, observation, policy, urls)
    for element in observation.elements:
        if not (place.in_place and element.locator.xpath in place.parent_keys):
            finder.add(element)
    return finder.found


class _Finder:
    """Sorts the elements of one state into links, tasks and what is left alone."""

    def __init__(self, place: Place, observation: Observation, policy: Policy, urls: UrlTemplates) -> None:
        self.found = Candidates()
        self._place = place
        self._page_url = observation.url
        self._here = canonical_url(observation.url)
        self._policy = policy
        self._urls = urls
        self._repeated = repeated_groups(observation.elements)
        self._alike = Counter(self._kind(element) for element in observation.elements)
        self._names = page_names(observation)
        self._page = observation
        self._words = search_words(observation, place.words_used)
        self._page_words = data_words(observation, _DATA_WORDS) or self._words
        self._linked: set[str] = set()
        self._offered: Counter[str] = Counter()
        self._sealed = False

    def add(self, element: Element) -> None:
        if opens_under_pointer(element):
            self._add_hover(element)
        if is_plain_link(element):
            url = canonical_url(element.locator.href)
            if url != self._here:
                self._add_link(element, url)
                return
            if "#" not in element.locator.href:
                return
        if "disabled" in element.states:
            return
        if is_search_box(element):
            self._add_search(element)
        else:
            self._add_fillings(element)
        if can_be_pressed(element) and self._may(Click(element.locator), element):
            sealed, group = self._sealed, self._group(element)
            if not sealed and names_page(element) and canonical_url(element.locator.href) != self._here:
                self._add_link(element, canonical_url(element.locator.href))
            if sealed and not group.startswith(MINOR):
                group = MINOR + group
            self._offered[group] += 1
            if self._offered[group] <= _OF_A_KIND:
                self.found.tasks += [self._task(action, element, group) for action in actions_on(element)]

    def _add_hover(self, element: Element) -> None:
        """A link is not clicked to see what it opens, and a click on it would hide what pointing shows."""
        group = self._group(element).replace(f"|{element.role}|", f"|{HOVER}|", 1)
        self._offered[group] += 1
        if self._offered[group] <= _OF_A_KIND:
            self.found.tasks.append(self._task(Hover(element.locator), element, group))

    def _add_link(self, element: Element, url: str) -> None:
        """The first link to each address; it needs no click."""
        if url in self._linked:
            return
        self._linked.add(url)
        if not (is_pdf(url) and self._reads(url)) and not self._may(Click(element.locator), element):
            return
        if is_trap(url):
            self._leave(element, "the address repeats itself: a trap for crawlers")
            return
        self._urls.observe(url)
        self.found.links.append(Link(url, element, is_plain_link(element)))

    def _reads(self, url: str) -> bool:
        """A PDF file of the site is read and not opened."""
        return reads_pdf() and not isinstance(self._policy.decide(Goto(url), None, self._page_url), Deny)

    def _add_search(self, element: Element) -> None:
        asked = element.form.action if element.form is not None else element.locator.element_id
        if is_searched(self._page_url, element):
            return
        group = f"{SITE}|{SEARCH}|{asked}|{element.attributes.get('name', element.label)}"
        for word in self._words:
            action = Type(element.locator, word, submit=True)
            if self._may(action, element):
                self.found.tasks.append(self._task(action, element, group))

    def _add_fillings(self, element: Element) -> None:
        if element.input_type == "password" or is_searched(self._page_url, element):
            return
        for action in fillings(element, self._page, self._page_words):
            group = f"{control_group(element, self._place.template, repeated=False)}{'=' if action.submit else ''}"
            if self._may(action, element) and not self._sealed:
                minor = MINOR if is_choice(action) else ""
                self.found.tasks.append(self._task(action, element, minor + group + ":"))

    def _task(self, action: Click | Hover | Select | Type, element: Element, group: str) -> Task:
        return Task(self._place.node_id, action, element.label, group, self._place.depth + 1)

    def _may(self, action: Click | Select | Type, element: Element) -> bool:
        """Whether it is tried; what is tried with the page cut off from the network sets `_sealed`."""
        decision = self._policy.decide(action, element, self._page_url)
        self._sealed = isinstance(decision, Deny) and decision.sealable
        if isinstance(decision, Deny) and not decision.sealable:
            self._leave(element, decision.reason)
            return False
        return True

    def _leave(self, element: Element, reason: str) -> None:
        self.found.held.append(left_alone(element, self._page_url, reason))

    def _group(self, element: Element) -> str:
        """Controls of one group are alike: one stands for all."""
        key = control_key(element, self._names)
        if is_anchor(element) and not unfolds(element):
            return MINOR + control_group(element, self._place.template, repeated=True) + "#"
        if key in self._place.frame:
            return f"{SITE}|{key}"
        group = self._kind(element)
        if key.endswith("|§") and not opens_a_section(element):
            group = control_group(element, self._place.template, repeated=True) + "§"
        elif 1 < self._alike[group] <= (_FEW_SECTIONS if is_a_section(element) else _FEW_ITEMS):
            group = f"{group}{AT}{element.locator.xpath}"
        return MINOR + group if is_minor(element) else group

    def _kind(self, element: Element) -> str:
        repeated = element.locator.xpath in self._repeated
        return control_group(element, self._place.template, repeated=repeated)


def left_alone(element: Element, page_url: str, reason: str) -> AuditRecord:
    """The record of a control that is not operated."""
    return AuditRecord("control", redact_url(canonical_url(page_url)), described(element), reason)


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
            found.held.append(left_alone(element, observation.url, decision.reason))
            continue
        if element.locator.href:
            urls.observe(canonical_url(element.locator.href))
        task = Task(place.node_id, Click(element.locator), element.label, "", place.depth + 1)
        found.tasks.append(task)
    return found
