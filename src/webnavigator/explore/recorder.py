"""Turning what was seen into nodes, edges and tasks of the map, one atomic step at a time."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from hashlib import md5

from webnavigator.config import ExploreSettings
from webnavigator.explore.candidates import (
    Link,
    Place,
    candidates,
    edge_kind,
    paper_candidates,
)
from webnavigator.explore.frame import SiteFrame
from webnavigator.explore.frontier import Frontier
from webnavigator.model.action import Action, Click, Goto, Type
from webnavigator.model.arrival import Expected
from webnavigator.model.graph import Edge, EdgeKind, InteractionGraph, Node
from webnavigator.model.page import Observation, node_id, structural_hash, structure_keys
from webnavigator.model.safety import Policy
from webnavigator.model.task import Task
from webnavigator.model.template import Templates
from webnavigator.model.url import UrlTemplates, canonical_url, redact_url
from webnavigator.store.base import Store

PAPER_DEPTH = 2
"""D of Algorithm 1 unless another is given: what the paper used on three of its five sites."""

OPENED = "+"
"""Ends the template of a state that was opened in place on a page of the template before it; once for each step."""

_DEEPEST_OPENED = 3
"""Steps in place from a page after which a state is kept, but offers nothing more."""

_REDUNDANT_SOURCES = 3
"""A link that stands in the header, menu or footer of this many states adds nothing as a further edge."""


@dataclass(frozen=True, slots=True)
class Step:
    """How a state was come to.

    Attributes:
        source: node id of the state before; "" for the start page.
        action: what was done there; None for the start page.
        label: name of the control.
        kind: see `EdgeKind`.
        depth: depth of the state come to.
        seconds: how long the action took, settling included.
        by_url: it was come to by opening its address in a fresh page.
        in_place: the page's document and address stayed the same.
        asked_url: the address that was opened, which may have been answered by another one; "" for an action.
    """

    source: str
    action: Action | None
    label: str = ""
    kind: EdgeKind = "control"
    depth: int = 0
    seconds: float = 0.0
    by_url: bool = False
    in_place: bool = False
    asked_url: str = ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What recording a step came to.

    Attributes:
        node: the state.
        new: it was not on the map before.
    """

    node: Node
    new: bool


def placeholder_id(url: str) -> str:
    """Id of a state that is known only by a link to `url`: 32 hex digits."""
    return md5(f"unvisited\n{url}".encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


@dataclass(slots=True)
class Recorder:
    """Grows the graph in memory and in the store together; the only writer of both during an exploration."""

    store: Store
    graph: InteractionGraph
    frontier: Frontier
    policy: Policy
    settings: ExploreSettings
    urls: UrlTemplates
    templates: Templates
    clock: Callable[[], float] = time.time
    frame: SiteFrame = field(default_factory=SiteFrame)
    _chrome_links: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    _page_of: dict[str, str] = field(default_factory=dict[str, str])
    _visited_of: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _words_used: set[str] = field(default_factory=set[str])
    fresh_links: int = 0
    """Addresses found by the step last recorded that were not known before."""

    @property
    def faithful(self) -> bool:
        """The published identity and algorithm are asked for."""
        return self.settings.preset == "paper"

    def resume(self) -> None:
        """Take over what earlier runs found: which state each address shows."""
        for node in self.graph.nodes:
            if node.visited and node.url_reachable:
                self._page_of.setdefault(node.url, node.id)

    def push_start(self, task: Task) -> bool:
        """Put the start page on the frontier; False when an earlier run has it."""
        fresh = self.frontier.push([task])
        self.store.put_tasks(fresh)
        return bool(fresh)

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

    def record(self, observation: Observation, step: Step, picture: bytes | None) -> Recorded:
        """Record a state and the step that led to it, in one transaction.

        Args:
            observation: what was seen.
            step: how it was come to.
            picture: its screenshot; None when it is known already or none could be taken.
        """
        with self.store.transaction():
            return self._record(observation, step, picture)

    def _record(self, observation: Observation, step: Step, picture: bytes | None) -> Recorded:
        identity, keys = self.identify(observation)
        self.fresh_links = 0
        known = self.graph.node(identity)
        now = self.clock()
        if known is not None and known.visited:
            node = replace(
                known,
                last_seen=now,
                depth=min(known.depth, step.depth),
                url_reachable=True if step.by_url else known.url_reachable,
            )
        else:
            node = self._new_node(identity, keys, observation, step, picture, now)
        self._put_node(node)
        if step.by_url:
            self._settle_address(node, step)
        if step.source and step.action is not None and not isinstance(step.action, Goto):
            self._put_edge(self._edge(step, node).tried(arrived=True, seconds=step.seconds))
        if known is None or not known.visited:
            self._offer(node, keys, observation, step)
            self._ask_for_address(node, step)
        return Recorded(node, known is None or not known.visited)

    def _new_node(
        self,
        identity: str,
        keys: frozenset[str],
        observation: Observation,
        step: Step,
        picture: bytes | None,
        now: float,
    ) -> Node:
        url = redact_url(canonical_url(observation.url))
        self.urls.observe(url)
        reachable = True if step.by_url else None
        if reachable is None and self._page_of.get(url, identity) != identity:
            reachable = False
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

    def is_view(self, task: Task) -> bool:
        """Whether a page load shows a page that is known under its address without the query: sorted, filtered."""
        if not isinstance(task.action, Goto):
            return False
        base = self._node_at(task.action.url.partition("?")[0])
        likes = (self._node_at(url) for url in self._visited_of.get(task.group, ()))
        return base is not None and any(like is not None and like.template == base.template for like in likes)

    def _shows_known_page(self, node: Node) -> bool:
        """A page that is known without its query: sorted or filtered, it offers the same controls again."""
        base, _, query = node.url.partition("?")
        known = self._node_at(base)
        return bool(query) and known is not None and known.id != node.id and known.template == node.template

    def is_new_kind(self, url: str) -> bool:
        """No page of this URL template was captured yet."""
        return not self._visited_of.get(self.urls.template(redact_url(canonical_url(url))))

    def _node_at(self, url: str) -> Node | None:
        known = self._page_of.get(url)
        return self.graph.node(known) if known is not None else None

    def _settle_address(self, node: Node, step: Step) -> None:
        """The address now has its state: others at this address were opened in place; links to it lead here."""
        self._page_of[node.url] = node.id
        self._visited_of[self.urls.template(node.url)].append(node.url)
        for asked in {step.asked_url, node.url} - {""}:
            self._page_of.setdefault(asked, node.id)
            self._resolve_placeholder(placeholder_id(asked), node)

    def _resolve_placeholder(self, placeholder: str, node: Node) -> None:
        if self.graph.node(placeholder) is None:
            return
        incoming = [edge for edge in self.graph.edges_to(placeholder) if edge.source != node.id]
        self.graph.remove_node(placeholder)
        self.store.remove_node(placeholder)
        for edge in incoming:
            self._put_edge(replace(edge, target=node.id))

    def _offer(self, node: Node, keys: frozenset[str], observation: Observation, step: Step) -> None:
        """Put what the new state offers on the frontier."""
        depth = self.settings.depth
        if depth is None and self.faithful:
            depth = PAPER_DEPTH
        if depth is not None and node.depth >= depth:
            return
        if node.status is not None and node.status >= 400:
            return
        if not step.in_place:
            self.frame.learn(node.template, observation)
        place = self._place(node, step)
        found = (paper_candidates if self.faithful else candidates)(place, observation, self.policy, self.urls)
        self._words_used |= {task.action.text for task in found.tasks if isinstance(task.action, Type)}
        if not self.faithful and (self._shows_known_page(node) or node.template.endswith(OPENED * _DEEPEST_OPENED)):
            found.tasks.clear()
        self.store.put_audit(found.held)
        links = [self._offer_link(node, link) for link in found.links]
        self.push([*(task for task in links if task), *found.tasks])

    def _ask_for_address(self, node: Node, step: Step) -> None:
        """A new address come to by a control: visiting it tells whether it shows the same state."""
        if step.by_url or step.in_place or self.faithful or node.url in self._page_of:
            return
        if not self.policy.scope.contains(node.url) or node.url == step.asked_url:
            return
        self.push([Task("", Goto(node.url), step.label, self.urls.template(node.url), node.depth)])

    def _place(self, node: Node, step: Step) -> Place:
        """What the state before offered is not offered again; but what was covered there and no longer is, is."""
        source = self.graph.node(step.source) if step.source else None
        parent = frozenset[str]()
        if source is not None and self.faithful:
            parent = self.store.structure(source, faithful=True)
        elif source is not None and step.in_place:
            before = self.store.observation(source)
            parent = frozenset(element.locator.xpath for element in before.elements) if before else parent
        return Place(node.id, node.depth, node.template, parent, step.in_place, self._words_used, self.frame)

    def _offer_link(self, node: Node, link: Link) -> Task | None:
        """Record a plain link as an inferred edge; returns the visit it asks for, None when its target is known."""
        stored_url = redact_url(link.url)
        target = self._page_of.get(stored_url)
        task = None
        if target is None:
            target = placeholder_id(stored_url)
            if self.graph.node(target) is None:
                self.fresh_links += "?" not in stored_url
                self._put_node(Node(id=target, url=stored_url, url_reachable=True, depth=node.depth + 1, visited=False))
                task = Task("", Goto(stored_url), link.element.label, self.urls.template(stored_url), node.depth + 1)
        if target != node.id and not self._redundant(node, target, link):
            action = Click(link.element.locator)
            self._put_edge(Edge(node.id, target, action, link.element.label, edge_kind(link.element)))
        return task

    def _redundant(self, node: Node, target: str, link: Link) -> bool:
        if link.element.landmark in ("banner", "navigation", "contentinfo"):
            key = (link.url, link.element.label)
            self._chrome_links[key] += 1
            return self._chrome_links[key] > _REDUNDANT_SOURCES
        return False

    def _edge(self, step: Step, node: Node) -> Edge:
        assert step.action is not None
        edge = Edge(step.source, node.id, step.action, step.label, step.kind, verified=True)
        return self.graph.edge(edge.id) or edge

    def _put_node(self, node: Node) -> None:
        self.graph.add_node(node)
        self.store.put_node(node)

    def _put_edge(self, edge: Edge) -> None:
        self.graph.add_edge(edge)
        self.store.put_edge(edge)

    def push(self, tasks: Iterable[Task]) -> None:
        """Add tasks to the frontier; those never seen before are kept in the store too."""
        self.store.put_tasks(self.frontier.push(tasks))

    def count_try(self, edge: Edge, *, arrived: bool, seconds: float) -> None:
        """Count a replayed step in the edge's statistics."""
        current = self.graph.edge(edge.id)
        if current is not None:
            self._put_edge(current.tried(arrived=arrived, seconds=seconds))

    def mark_unreachable_by_url(self, node: Node) -> None:
        """Opening the state's address gave another state."""
        current = self.graph.node(node.id)
        if current is not None:
            self._put_node(replace(current, url_reachable=False))
