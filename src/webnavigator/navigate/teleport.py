"""Bring a page into a state: plan, replay, look whether it is there, and plan around what failed."""

from dataclasses import dataclass, field, replace

from webnavigator.browser.perform import Pilot
from webnavigator.browser.replay import LONG_PATIENCE_S, Replayed, replay
from webnavigator.model.arrival import Expected, shape
from webnavigator.model.graph import Edge, InteractionGraph, Node, Path
from webnavigator.model.inferred import placeholder_id
from webnavigator.model.page import similarity, structure_keys
from webnavigator.model.safety import Policy
from webnavigator.model.url import canonical_url, redact_url
from webnavigator.navigate.arrival import PathStep
from webnavigator.navigate.instances import Instance
from webnavigator.navigate.lessons import Lessons
from webnavigator.navigate.locate import locate
from webnavigator.navigate.unseen import Unseen
from webnavigator.store.base import Store

_PLANS = 4
"""Ways tried before a teleport is given up."""

_RESULTS_ALIKE = 0.5
"""Similarity of shapes from which on two pages show results of one search."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where to go: a state, or a state of one page opened on another page.

    Attributes:
        node: the state; for a composite the page that it is opened on.
        inner: the state to open there; None when `node` is all.
        search: a step that types the user's words on `node`; None when nothing is typed.
        instance: a thing like `node` that was never visited; None when `node` itself is meant.
    """

    node: Node
    inner: Node | None = None
    search: Edge | None = None
    instance: Instance | None = None

    @property
    def shown(self) -> Node:
        """The state of the map that the page will show, or one of its kind."""
        return self.inner or self.node


@dataclass(slots=True)
class Teleport:
    """Takes pages to places of one map.

    Attributes:
        store: the map.
        graph: its states and edges, in memory.
        policy: what may be done on the way.
        lessons: what replaying taught, and teaches.
    """

    store: Store
    graph: InteractionGraph
    policy: Policy
    lessons: Lessons

    _faithful: bool = field(init=False)

    def __post_init__(self) -> None:
        self._faithful = self.store.get_meta("preset") == "paper"

    def way_to(self, target: Target) -> Path | None:
        """The way to a target from an address of the site; None when there is none."""
        if target.instance is not None:
            url = target.instance.url
            return Path(placeholder_id(url), start_url=url) if url else None
        path = self.graph.shortest_path(target.node.id)
        if path is None:
            return None
        if target.search is not None:
            return replace(path, target=target.shown.id, steps=(*path.steps, target.search))
        if target.inner is None:
            return path
        onward = self._way_in(target.inner)
        return replace(path, target=target.inner.id, steps=(*path.steps, *onward.steps)) if onward else None

    async def go(self, pilot: Pilot, target: Target) -> tuple[Replayed, tuple[PathStep, ...]]:
        """Bring a page to a target; returns what the last way came to, and all steps that were taken."""
        if target.instance is not None:
            unseen = Unseen(
                target.instance,
                self.store,
                self.graph,
                lambda node: self.go(pilot, Target(node)),
                faithful=self._faithful,
            )
            return await unseen.reach(pilot)
        taken: list[PathStep] = []
        replayed = Replayed("failed", reason="no way leads there")
        avoid: set[str] = set()
        source = await self._standing_at(pilot)
        for _ in range(_PLANS):
            path = self.graph.shortest_path(target.node.id, source, avoid=avoid)
            if path is None:
                break
            replayed = await replay(pilot, path, self.expected, self.lessons.heals, patience_s=LONG_PATIENCE_S)
            self.lessons.learn(replayed)
            taken += _steps(path, replayed)
            if replayed.outcome == "reached":
                break
            avoid.add(replayed.stuck)
            source = await self._standing_at(pilot)
        if replayed.outcome == "reached" and target.search is not None:
            replayed = await self._search(pilot, target.search, taken)
        elif replayed.outcome == "reached" and target.inner is not None:
            replayed = await self._open_inner(pilot, target.node, target.inner, taken)
        return replayed, tuple(taken)

    async def _open_inner(self, pilot: Pilot, page: Node, inner: Node, taken: list[PathStep]) -> Replayed:
        """Open on one page what was seen opened on another."""
        host, path = self._host_of(inner), self._way_in(inner)
        if host is None or path is None:
            return Replayed("failed", reason=f"no way opens “{inner.name}” on {page.url}")
        seen = await pilot.look()
        here = structure_keys(seen, faithful=self._faithful)
        elsewhere = page.template != host.template
        before = self._structure(host)
        url = redact_url(canonical_url(seen.url))

        def expected(node_id: str) -> Expected | None:
            node = self.graph.node(node_id)
            if node is None or not node.visited:
                return None
            there = self._structure(node)
            keys = (here - (before - there)) | (there - before)
            return Expected(url, keys, own_page=False, faithful=self._faithful, elsewhere=elsewhere)

        replayed = await replay(pilot, path, expected, self.lessons.heals)
        taken += _steps(path, replayed)
        return replayed

    async def _search(self, pilot: Pilot, edge: Edge, taken: list[PathStep]) -> Replayed:
        """Type words that were never typed here: the page must then be of the kind that other words led to."""
        replayed = await replay(pilot, Path(edge.target, steps=(edge,)), lambda _: None, self.lessons.heals)
        taken += _steps(Path(edge.target), replayed)
        results = self.graph.node(edge.target)
        if replayed.outcome == "reached" and results is not None:
            url, keys = await pilot.peek(faithful=self._faithful)
            at_results = url.partition("?")[0] == results.url.partition("?")[0]
            if not (at_results or similarity(shape(keys), shape(self._structure(results))) >= _RESULTS_ALIKE):
                return Replayed("drifted", reason="the search led to a page of another kind")
        return replayed

    def _way_in(self, inner: Node) -> Path | None:
        """The steps that open an inner state on the page that it was seen on; None when they begin elsewhere."""
        host = self._host_of(inner)
        path = self.graph.shortest_path(inner.id, host.id) if host is not None else None
        return path if path is not None and path.start_url is None else None

    def _host_of(self, inner: Node) -> Node | None:
        hosts = (self.graph.node(edge.source) for edge in self.graph.edges_to(inner.id))
        pages = [host for host in hosts if host is not None and host.url == inner.url and host.id != inner.id]
        return min(pages, key=lambda host: (host.depth, host.id)) if pages else None

    async def _standing_at(self, pilot: Pilot) -> str | None:
        if not self.policy.scope.contains(pilot.page.url):
            return None
        url, keys = await pilot.peek(faithful=self._faithful)
        node = locate(url, keys, self.graph, self.store, faithful=self._faithful)
        return node.id if node is not None else None

    def _structure(self, node: Node) -> frozenset[str]:
        return self.store.structure(node, faithful=self._faithful)

    def expected(self, node_id: str) -> Expected | None:
        """How a page looks that is in a state; None for a place never visited."""
        node = self.graph.node(node_id)
        if node is None or not node.visited:
            return None
        return Expected(node.url, self._structure(node), node.url_reachable is not False, self._faithful)


def _steps(path: Path, replayed: Replayed) -> list[PathStep]:
    steps: list[PathStep] = []
    if path.start_url is not None:
        steps.append(PathStep("goto", path.start_url, "goto"))
    for tried in replayed.steps:
        healed = tried.locator.label or tried.locator.xpath if tried.locator is not None else ""
        steps.append(PathStep(tried.edge.action.kind, tried.edge.label, tried.edge.kind, healed))
    return steps
