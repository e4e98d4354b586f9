"""Turning what was seen into nodes and edges of the map, one atomic step at a time."""

from dataclasses import dataclass, field, replace

from webnavigator.config import ExploreSettings
from webnavigator.explore.addresses import Addresses
from webnavigator.explore.calm import Calm
from webnavigator.explore.confirmed import Confirmed
from webnavigator.explore.growth import Growth
from webnavigator.explore.offers import OPENED, Offers
from webnavigator.explore.sights import Sights
from webnavigator.explore.step import Step
from webnavigator.model.action import Goto
from webnavigator.model.arrival import Expected
from webnavigator.model.graph import Edge, InteractionGraph, Node, Path
from webnavigator.model.inferred import placeholder_id
from webnavigator.model.page import Observation, node_id, structural_hash, structure_keys
from webnavigator.model.safety import Policy
from webnavigator.model.template import Templates
from webnavigator.model.url import UrlTemplates, canonical_url, redact_url
from webnavigator.store.base import Store


@dataclass(frozen=True, slots=True)
class Recorded:
    """What recording a step came to.

    Attributes:
        node: the state.
        new: it was not on the map before.
        fresh_links: addresses it links to that were not known before, those with a query apart.
    """

    node: Node
    new: bool
    fresh_links: int = 0


@dataclass(slots=True)
class Recorder:
    """Records states and the steps between them.

    Attributes:
        growth: the map.
        policy: what may be done.
        settings: preset and depth.
        urls: patterns of the site's addresses.
        templates: kinds of pages met so far.
        addresses: which state each address shows.
        sights: what was seen in each state.
        calm: kinds of pages on which nothing comes late.
        captured: states captured in the map, earlier runs included.
        waited_for: groups of controls that did nothing although they were waited for.
    """

    growth: Growth
    policy: Policy
    settings: ExploreSettings
    urls: UrlTemplates
    templates: Templates
    addresses: Addresses = field(init=False)
    sights: Sights = field(init=False)
    captured: int = field(init=False)
    calm: Calm = field(default_factory=Calm)
    waited_for: set[str] = field(default_factory=set[str])
    _confirmed: Confirmed = field(default_factory=Confirmed)
    _offers: Offers = field(init=False)
    _late: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        self.addresses = Addresses(self.graph, self.urls)
        self.sights = Sights(self.store, self.graph)
        self.captured = sum(node.visited for node in self.graph.nodes)
        self._offers = Offers(self.growth, self.addresses, self.policy, self.settings, self.sights, self._confirmed)

    @property
    def store(self) -> Store:
        """The map, open for writing."""
        return self.growth.store

    @property
    def graph(self) -> InteractionGraph:
        """The same map in memory."""
        return self.growth.graph

    @property
    def is_full(self) -> bool:
        """No further state is asked for."""
        return self.captured >= self.settings.max_pages

    @property
    def faithful(self) -> bool:
        """The published identity and algorithm are asked for."""
        return self.settings.preset == "paper"

    def identify(self, observation: Observation) -> tuple[str, frozenset[str]]:
        """Node id and structure keys of what is seen."""
        keys = structure_keys(observation, faithful=self.faithful)
        return node_id(keys, redact_url(canonical_url(observation.url))), keys

    def expected(self, node: Node) -> Expected:
        """A state as replay should find it."""
        own_page = node.url_reachable is not False
        return Expected(node.url, self.store.structure(node, faithful=self.faithful), own_page, self.faithful)

    def knows(self, node_id: str) -> bool:
        """The state has been captured."""
        node = self.graph.node(node_id)
        return node is not None and node.visited

    def is_late(self, path: Path) -> bool:
        """A path starts in a state that its page becomes only after a while."""
        return (path.steps[0].source if path.steps else path.target) in self._late

    def record(self, observation: Observation, step: Step, picture: bytes | None) -> Recorded:
        """Record a state and the step that led to it, in one transaction.

        Args:
            observation: what was seen.
            step: how it was come to.
            picture: its screenshot; None when it is known already or none could be taken.
        """
        with self.store.transaction():
            identity, keys = self.identify(observation)
            if self.knows(identity):
                return Recorded(self._seen_again(identity, step), new=False)
            node = self._new_node(identity, keys, observation, step, picture)
            self._put(node, step)
            self.captured += 1
            fresh_links = self._offers.of(node, observation, step)
            self._offers.ask_for_address(node, step)
            return Recorded(node, new=True, fresh_links=fresh_links)

    def offer(self, node: Node, observation: Observation, step: Step) -> None:
        """Put what a state that is on the map already offers anew on the frontier; quotas as for any state.

        Args:
            node: the state.
            observation: what is offered: of its elements, those that were never offered.
            step: how it was come to.
        """
        self.sights.forget(node.id)
        self._offers.of(node, observation, step)

    def _seen_again(self, identity: str, step: Step) -> Node:
        known = self.graph.node(identity)
        assert known is not None
        node = replace(
            known,
            last_seen=self.growth.clock(),
            depth=min(known.depth, step.depth),
            url_reachable=True if step.by_url else known.url_reachable,
        )
        self._put(node, step)
        return node

    def _put(self, node: Node, step: Step) -> None:
        """Record the state, what its address shows and the edge that the step was."""
        self.growth.put_node(node)
        if step.late:
            self._late.add(node.id)
        if step.by_url and not step.late:
            self._settle_address(node, step)
        if step.source and step.action is not None and not isinstance(step.action, Goto):
            edge = Edge(step.source, node.id, step.action, step.label, step.kind, verified=True)
            known = self.graph.edge(edge.id) or edge
            self.growth.put_edge(known.tried(arrived=True, seconds=step.seconds))

    def _new_node(
        self, identity: str, keys: frozenset[str], observation: Observation, step: Step, picture: bytes | None
    ) -> Node:
        url = redact_url(canonical_url(observation.url))
        self.urls.observe(url)
        reachable = True if step.by_url else None
        if reachable is None and self.addresses.id_at(url) not in (None, identity):
            reachable = False
        now = self.growth.clock()
        return Node(
            id=identity,
            url=url,
            title=observation.title,
            h_v=structural_hash(keys),
            url_reachable=reachable,
            template=self._template(keys, url, step),
            depth=step.depth,
            status=observation.status,
            first_seen=now,
            last_seen=now,
            name=step.label if step.in_place else "",
            content=self.store.put_observation(observation),
            screenshot=self.store.put_screenshot(picture) if picture else "",
        )

    def _template(self, keys: frozenset[str], url: str, step: Step) -> str:
        """What is opened in place belongs to the template of its page."""
        host = self.graph.node(step.source) if step.in_place else None
        if host is not None and host.template:
            return host.template + OPENED
        return self.templates.assign(keys, self.urls.template(url))

    def _settle_address(self, node: Node, step: Step) -> None:
        """The address now has its state: others at this address were opened in place; links to it lead here."""
        self.addresses.visited(node)
        self._confirmed.learn(step.asked_url, node.id)
        for asked in {step.asked_url, node.url} - {""}:
            self.addresses.leads_to(asked, node)
            self.growth.redirect(placeholder_id(asked), node)
