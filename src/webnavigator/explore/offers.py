"""What a new state offers: its links become edges and visits, its controls become tasks."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from webnavigator.config import ExploreSettings
from webnavigator.explore.addresses import Addresses
from webnavigator.explore.candidates import Candidates, Link, Place, candidates, paper_candidates
from webnavigator.explore.confirmed import Confirmed
from webnavigator.explore.controls import edge_kind
from webnavigator.explore.effect import control_name
from webnavigator.explore.frame import SiteFrame
from webnavigator.explore.growth import Growth
from webnavigator.explore.sights import Sights
from webnavigator.explore.step import Step
from webnavigator.model.action import Click, Goto, Type
from webnavigator.model.graph import Edge, Node
from webnavigator.model.inferred import placeholder_id
from webnavigator.model.page import Observation
from webnavigator.model.safety import Policy
from webnavigator.model.task import AuditRecord, Task
from webnavigator.model.url import page_of, redact_url
from webnavigator.model.way_back import without_way_back

PAPER_DEPTH = 2
"""D of Algorithm 1 unless another is given: what the paper used on three of its five sites."""

OPENED = "+"
"""Ends the template of a state that was opened in place on a page of the template before it; once for each step."""

_DEEPEST_OPENED = 3
"""Steps in place from a page after which a state is kept, but offers nothing more."""

_REDUNDANT_SOURCES = 3
"""A link that stands in the header, menu or footer of this many states adds nothing as a further edge."""

_CHROME = ("banner", "navigation", "contentinfo")
"""Landmarks that a site repeats on its pages."""


@dataclass(slots=True)
class Offers:
    """Puts what new states offer on the frontier.

    Attributes:
        growth: the map.
        addresses: which addresses have their state already.
        policy: what may be done.
        settings: preset and depth.
        sights: what was seen in each state.
        confirmed: controls whose addresses show what they showed.
    """

    growth: Growth
    addresses: Addresses
    policy: Policy
    settings: ExploreSettings
    sights: Sights
    confirmed: Confirmed
    _frame: SiteFrame = field(default_factory=SiteFrame)
    _words_used: set[str] = field(default_factory=set[str])
    _chrome_links: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    _with_way_back: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def _faithful(self) -> bool:
        return self.settings.preset == "paper"

    def of(self, node: Node, observation: Observation, step: Step) -> int:
        """Put what a new state offers on the frontier.

        Returns:
            How many places were never heard of before, those apart that are views or of a kind that is only sampled:
            of such a kind there are always more, and a page that leads to further ones says nothing new.
        """
        if self._is_deep_enough(node) or (node.status is not None and node.status >= 400):
            return 0
        if not step.in_place:
            self._frame.learn(node.template, observation)
        found = self._candidates(node, observation, step)
        blind = [AuditRecord("blind", node.url, what, "cannot be seen into") for what in observation.blind]
        self.growth.store.put_audit([*found.held, *blind])
        visits = self._offer_links(node, found.links)
        self.growth.push([*visits, *found.tasks])
        likes = self.growth.frontier.likes
        return sum(
            page_of(visit.action.url) == visit.action.url and not likes.is_sampled(visit.group)
            for visit in visits
            if isinstance(visit.action, Goto)
        )

    def _is_deep_enough(self, node: Node) -> bool:
        depth = self.settings.depth
        if depth is None and self._faithful:
            depth = PAPER_DEPTH
        return depth is not None and node.depth >= depth

    def _candidates(self, node: Node, observation: Observation, step: Step) -> Candidates:
        urls = self.addresses.urls
        place = self._place(node, step)
        if self._faithful:
            return paper_candidates(place, observation, self.policy, urls)
        found = candidates(place, observation, self.policy, urls)
        searched = (task.action for task in found.tasks if isinstance(task.action, Type) and task.action.submit)
        self._words_used |= {action.text for action in searched}
        known = self.addresses.shows_known_page(node) or node.template.endswith(OPENED * _DEEPEST_OPENED)
        if known or self.settings.links_only:
            found.tasks.clear()
        return found

    def _place(self, node: Node, step: Step) -> Place:
        """What the state before offered is not offered again; but what was covered there and no longer is, is."""
        source = self.growth.graph.node(step.source) if step.source else None
        parent = frozenset[str]()
        if source is not None and self._faithful:
            parent = self.growth.store.structure(source, faithful=True)
        elif source is not None and step.in_place:
            before = self.sights.of(source.id)
            operable = (e for e in before.elements if "disabled" not in e.states) if before else ()
            parent = frozenset(element.locator.xpath for element in operable)
        return Place(node.id, node.depth, node.template, parent, step.in_place, self._words_used, self._frame)

    def _offer_links(self, node: Node, links: Sequence[Link]) -> list[Task]:
        """Record plain links as inferred edges; returns a visit for each place that was never heard of."""
        visits: list[Task] = []
        places: list[Node] = []
        edges: list[Edge] = []
        heard: set[str] = set()
        for link in links:
            url = redact_url(link.url)
            if self._only_leads_back(url, node):
                continue
            target = self.addresses.id_at(url)
            if target is None:
                target = placeholder_id(url)
                if self.growth.graph.node(target) is None and target not in heard:
                    heard.add(target)
                    places.append(Node(id=target, url=url, url_reachable=True, depth=node.depth + 1, visited=False))
                    template = self.addresses.urls.template(url)
                    visits.append(Task("", Goto(url), link.element.label, template, node.depth + 1))
            if link.plain and target != node.id and not self._redundant(link):
                action = Click(link.element.locator)
                edges.append(Edge(node.id, target, action, link.element.label, edge_kind(link.element)))
        self.growth.put_all(places, edges)
        return visits

    def _only_leads_back(self, url: str, node: Node) -> bool:
        """The same page is heard of under its own address, or with another way back: `without_way_back`."""
        page = without_way_back(url, node.url)
        if page == url:
            return False
        first = self._with_way_back.setdefault(page, url)
        known = self.addresses.id_at(page) or placeholder_id(page)
        return first != url or self.growth.graph.node(known) is not None

    def _redundant(self, link: Link) -> bool:
        if link.element.landmark not in _CHROME:
            return False
        key = (link.url, link.element.label)
        self._chrome_links[key] += 1
        return self._chrome_links[key] > _REDUNDANT_SOURCES

    def ask_for_address(self, node: Node, step: Step) -> None:
        """A new address come to by a control: visiting it tells whether it shows the same state.

        Where a control has shown that twice, it is not asked again.
        """
        if step.by_url or step.in_place or self._faithful or self.addresses.id_at(node.url) is not None:
            return
        if not self.policy.scope.contains(node.url) or node.url == step.asked_url:
            return
        control = control_name(step.action, step.label)
        if self.confirmed.holds_for(control):
            self.addresses.leads_to(node.url, node)
            self.growth.put_node(replace(node, url_reachable=True))
            return
        self.confirmed.ask(control, node)
        self.growth.push([Task("", Goto(node.url), step.label, self.addresses.urls.template(node.url), node.depth)])
