"""Retrieve, reason, teleport: from words to a page state, verified."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from playwright.async_api import Page

from webnavigator.browser.perform import Pilot
from webnavigator.browser.replay import LONG_PATIENCE_S, Replayed, Tried, replay
from webnavigator.config import Settings
from webnavigator.errors import MapError
from webnavigator.model.action import Locator
from webnavigator.model.arrival import Expected, shape
from webnavigator.model.graph import Edge, InteractionGraph, Node, Path
from webnavigator.model.page import similarity, structure_keys
from webnavigator.model.safety import Policy
from webnavigator.model.url import canonical_url, redact_url
from webnavigator.navigate.arrival import Arrival, PathStep, Seconds
from webnavigator.navigate.composites import IndexedDocuments, joined
from webnavigator.navigate.locate import locate
from webnavigator.navigate.selector import Candidate, Choice, Selector
from webnavigator.navigate.typed import search_edge, searched_words, with_words
from webnavigator.navigate.verdicts import answer, verdicts_of
from webnavigator.retrieval.base import Answer, Hit
from webnavigator.retrieval.compose import compose
from webnavigator.retrieval.feedback import SURE, lesson
from webnavigator.retrieval.query import read_query
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.base import Store

_PLANS = 4
"""Ways tried before a teleport is given up."""

_RESULTS_ALIKE = 0.5
"""Similarity of shapes from which on two pages show results of one search."""

_COMPOSITES = 10
"""Pairs of a page and a state opened on its like that are offered to the selector."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where to go: a state, or a state of one page opened on another page of the same template.

    Attributes:
        node: the state; for a composite the page that it is opened on.
        inner: the state to open there; None when `node` is all.
        search: a step that types the user's words on `node`; None when nothing is typed.
    """

    node: Node
    inner: Node | None = None
    search: Edge | None = None

    @property
    def shown(self) -> Node:
        """The state of the map that the page will show, or one of its kind."""
        return self.inner or self.node


@dataclass(slots=True)
class Navigator:
    """The map of one site, ready to be asked; works on pages that the user made.

    Attributes:
        store: the map.
        graph: its states and edges, in memory.
        index: its search index.
        selector: chooses one of the candidates, or none.
        policy: what may be done on the way.
        settings: see `Settings`.
        learn: keep statistics and healed locators in the map; needs a store opened for writing.
        unsaved: edges with statistics that the map has not got yet, by id; see `save_to`.
    """

    store: Store
    graph: InteractionGraph
    index: MapIndex
    selector: Selector
    policy: Policy
    settings: Settings
    learn: bool = False
    unsaved: dict[str, Edge] = field(default_factory=dict[str, Edge])
    _unsaved_heals: dict[str, Locator] = field(default_factory=dict[str, Locator])
    _heals: dict[str, Locator] = field(default_factory=dict[str, Locator])

    def __post_init__(self) -> None:
        self._heals = {edge_id: found[0] for edge_id, found in self.store.heals().items() if found}
        self._faithful = self.store.get_meta("preset") == "paper"

    _faithful: bool = field(init=False, default=False)

    def search(self, query: str, k: int | None = None) -> Answer:
        """The states that fit a query, best first; what users said of earlier answers counts.

        Raises:
            BadInputError: the query has no words.
        """
        return answer(self.index, query, k or self.settings.retrieve.k, verdicts_of(self.store))

    async def navigate(self, page: Page, query: str, *, k: int | None = None) -> Arrival:
        """Bring a page into the state that a query asks for.

        Args:
            page: any Playwright page (async API, Chromium), with its own context and login; it stays open.
            query: the place, in words, e.g. "orders awaiting refund".
            k: candidates to choose from; None: `Settings.retrieve.k`.

        Returns:
            What it came to; "no such page" is an outcome and no error.

        Raises:
            BadInputError: the query has no words.
            PageCrashedError: the page is gone.
            UnresponsiveError: the page does not answer.
        """
        pilot = await Pilot.take(page, self.policy, self.settings.browser)
        try:
            return await self.drive(pilot, query, k=k)
        finally:
            await pilot.release()

    async def drive(self, pilot: Pilot, query: str, *, k: int | None = None) -> Arrival:
        """As `navigate`, for a page that is already under control."""
        start = time.monotonic()
        found = self.search(query, k)
        retrieved = time.monotonic()
        choice, target = await self.choose(query, found.hits)
        reasoned = time.monotonic()
        seconds = Seconds(retrieved - start, reasoned - retrieved)
        arrival = Arrival(
            "none",
            query,
            score=choice.confidence,
            reason=choice.reason,
            url=pilot.page.url,
            seconds=seconds,
            candidates=tuple(hit.node_id for hit in found.hits),
            warnings=found.warnings,
        )
        if target is None:
            return arrival
        arrival = await self._teleport(pilot, target, arrival)
        return replace(arrival, seconds=replace(seconds, teleport=time.monotonic() - reasoned))

    async def choose(self, query: str, hits: Sequence[Hit]) -> tuple[Choice, Target | None]:
        """What a query means, of what was found for it; nothing is gone to.

        Args:
            query: the place, in words.
            hits: from `search`, best first.

        Returns:
            The verdict, and where it would lead; None: the map has no such page.
        """
        search = self._search_for(query)
        if search is not None:
            return search
        if lesson(read_query(query), verdicts_of(self.store)).none >= SURE:
            return Choice(None, 1.0, "reported before: the map has no such page"), None
        documents = IndexedDocuments(self.index)
        found = {hit.node_id: (hit, Target(node)) for hit in hits if (node := self.graph.node(hit.node_id))}
        for composite in compose(query, hits, self.graph, documents)[:_COMPOSITES]:
            page, inner = self.graph.node(composite.instance), self.graph.node(composite.inner)
            if page is not None and inner is not None:
                hit = joined(composite, found)
                found[hit.node_id] = (hit, Target(page, inner))
        ranked = sorted(found.values(), key=lambda row: (-row[0].score, row[0].node_id))
        candidates = [Candidate(hit, documents.get(target.shown.id)) for hit, target in ranked]
        choice = await self.selector.select(query, candidates)
        return choice, found[choice.node_id][1] if choice.node_id is not None else None

    def _search_for(self, query: str) -> tuple[Choice, Target] | None:
        """A query that asks for a search is answered by the site's own search box."""
        words, edge = searched_words(query), search_edge(self.graph)
        if words is None or edge is None:
            return None
        page, results = self.graph.node(edge.source), self.graph.node(edge.target)
        if page is None or results is None:
            return None
        choice = Choice(results.id, 1.0, f"types “{words}” into “{edge.label}”")
        return choice, Target(page, results, with_words(edge, words))

    async def plan(self, query: str, *, k: int | None = None) -> tuple[Choice, Path | None]:
        """The way to the state that a query asks for, from an address of the site; no browser is needed.

        Returns:
            What was chosen and why, and the way; None when the map has no such page, or no way leads there.

        Raises:
            BadInputError: the query has no words.
        """
        choice, target = await self.choose(query, self.search(query, k).hits)
        return choice, self.way_to(target) if target is not None else None

    def way_to(self, target: Target) -> Path | None:
        """The way to a target from an address of the site; None when there is none."""
        path = self.graph.shortest_path(target.node.id)
        if path is None:
            return None
        if target.search is not None:
            return replace(path, target=target.shown.id, steps=(*path.steps, target.search))
        if target.inner is None:
            return path
        onward = self._way_in(target.inner)
        return replace(path, target=target.inner.id, steps=(*path.steps, *onward.steps)) if onward else None

    async def go(self, pilot: Pilot, node_id: str) -> Arrival:
        """Bring a page into a state whose id is known.

        Raises:
            MapError: no state of the map has this id.
        """
        node = self.graph.node(node_id)
        if node is None:
            raise MapError(f"no state {node_id} on this map")
        start = time.monotonic()
        arrival = await self._teleport(pilot, Target(node), Arrival("none", node_id))
        return replace(arrival, seconds=Seconds(teleport=time.monotonic() - start))

    async def _teleport(self, pilot: Pilot, target: Target, arrival: Arrival) -> Arrival:
        arrival = replace(arrival, node=target.shown.id, name=target.shown.name)
        taken: list[PathStep] = []
        replayed = Replayed("failed", reason="no way leads there")
        avoid: set[str] = set()
        source = await self._standing_at(pilot)
        for _ in range(_PLANS):
            path = self.graph.shortest_path(target.node.id, source, avoid=avoid)
            if path is None:
                break
            replayed = await replay(pilot, path, self._expected, self._heals, patience_s=LONG_PATIENCE_S)
            self._learn(replayed)
            taken += _steps(path, replayed)
            if replayed.outcome == "reached":
                break
            avoid.add(replayed.stuck)
            source = await self._standing_at(pilot)
        if replayed.outcome == "reached" and target.search is not None:
            replayed = await self._search(pilot, target.search, taken)
        elif replayed.outcome == "reached" and target.inner is not None:
            replayed = await self._open_inner(pilot, target.node, target.inner, taken)
        reason = arrival.reason if replayed.outcome == "reached" else replayed.reason
        return replace(
            arrival,
            outcome=replayed.outcome,
            reason=reason,
            path=tuple(taken),
            url=pilot.page.url,
            title=await pilot.title(),
        )

    async def _open_inner(self, pilot: Pilot, page: Node, inner: Node, taken: list[PathStep]) -> Replayed:
        """Open on one page what was seen opened on another page of its template."""
        host, path = self._host_of(inner), self._way_in(inner)
        if host is None or path is None:
            return Replayed("failed", reason=f"no way opens “{inner.name}” on {page.url}")
        seen = await pilot.look()
        here = structure_keys(seen, faithful=self._faithful)
        before = self._structure(host)
        url = redact_url(canonical_url(seen.url))

        def expected(node_id: str) -> Expected | None:
            node = self.graph.node(node_id)
            if node is None or not node.visited:
                return None
            there = self._structure(node)
            return Expected(url, (here - (before - there)) | (there - before), own_page=False, faithful=self._faithful)

        replayed = await replay(pilot, path, expected, self._heals)
        taken += _steps(path, replayed)
        return replayed

    async def _search(self, pilot: Pilot, edge: Edge, taken: list[PathStep]) -> Replayed:
        """Type words that were never typed here: the page must then be of the kind that other words led to."""
        replayed = await replay(pilot, Path(edge.target, steps=(edge,)), lambda _: None, self._heals)
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

    def _expected(self, node_id: str) -> Expected | None:
        node = self.graph.node(node_id)
        if node is None or not node.visited:
            return None
        return Expected(node.url, self._structure(node), node.url_reachable is not False, self._faithful)

    def _learn(self, replayed: Replayed) -> None:
        """Statistics and healed locators go into the graph at once, and into the map when it can be written."""
        for tried in replayed.steps:
            edge = self.graph.edge(tried.edge.id)
            if edge is None:
                continue
            edge = edge.tried(arrived=tried.arrived, seconds=tried.seconds)
            self.graph.add_edge(edge)
            if self.learn:
                self.store.put_edge(edge)
            else:
                self.unsaved[edge.id] = edge
            self._keep_heal(tried)

    def save_to(self, store: Store) -> None:
        """Keep what was learnt since the last time in a map that is open for writing."""
        there = store.graph()
        store.put_edges([edge for name, edge in self.unsaved.items() if there.edge(name) is not None])
        for edge_id, locator in self._unsaved_heals.items():
            if there.edge(edge_id) is not None:
                store.put_heal(edge_id, locator)
        self.unsaved.clear()
        self._unsaved_heals.clear()

    def _keep_heal(self, tried: Tried) -> None:
        if tried.locator is None or not tried.arrived:
            return
        self._heals[tried.edge.id] = tried.locator
        if self.learn:
            self.store.put_heal(tried.edge.id, tried.locator)
        else:
            self._unsaved_heals[tried.edge.id] = tried.locator


def _steps(path: Path, replayed: Replayed) -> list[PathStep]:
    steps: list[PathStep] = []
    if path.start_url is not None:
        steps.append(PathStep("goto", path.start_url, "goto"))
    for tried in replayed.steps:
        healed = tried.locator.label or tried.locator.xpath if tried.locator is not None else ""
        steps.append(PathStep(tried.edge.action.kind, tried.edge.label, tried.edge.kind, healed))
    return steps
