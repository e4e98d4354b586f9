"""Retrieve, reason, teleport: from words to a page state, verified."""

import time
from collections.abc import Sequence
from dataclasses import InitVar, dataclass, field, replace

from playwright.async_api import Page

from webnavigator.browser.perform import Pilot
from webnavigator.config import Settings
from webnavigator.errors import ElementGoneError
from webnavigator.model.action import Click
from webnavigator.model.graph import InteractionGraph, Path
from webnavigator.model.safety import Policy
from webnavigator.model.url import canonical_url
from webnavigator.navigate.arrival import Arrival, PathStep, Seconds
from webnavigator.navigate.by_id import state_with_id
from webnavigator.navigate.instances import named_instance
from webnavigator.navigate.lessons import Lessons
from webnavigator.navigate.section import named_section
from webnavigator.navigate.selector import Candidate, Choice, Selector
from webnavigator.navigate.teleport import Target, Teleport
from webnavigator.navigate.typed import search_edge, searched_words, with_words
from webnavigator.navigate.verdicts import answer, verdicts_of
from webnavigator.retrieval.base import Answer, Hit
from webnavigator.retrieval.feedback import SURE, lesson
from webnavigator.retrieval.kin import Kin, kin_of
from webnavigator.retrieval.query import read_query
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.base import Store

_SUPPOSED = 3
"""Places tried for one query: a state supposed to be on a page, from what its likes have, may not be there."""


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
        lessons: what replaying taught so far.
        teleport: takes pages to places of the map.
    """

    store: Store
    graph: InteractionGraph
    index: MapIndex
    selector: Selector
    policy: Policy
    settings: Settings
    learn: InitVar[bool] = False
    lessons: Lessons = field(init=False)
    teleport: Teleport = field(init=False)
    _kin: Kin | None = field(init=False, default=None)

    def __post_init__(self, learn: bool) -> None:
        self.lessons = Lessons(self.store, self.graph, write=learn)
        self.teleport = Teleport(self.store, self.graph, self.policy, self.lessons)

    def search(self, query: str, k: int | None = None) -> Answer:
        """The states that fit a query, best first; what users said of earlier answers counts.

        Raises:
            BadInputError: the query has no words.
        """
        return answer(self.index, query, k or self.settings.retrieve.k, verdicts_of(self.store))

    def candidates(self, query: str, k: int | None = None) -> Answer:
        """As `search`, with pairs of a page and a state opened on another page of its kind among the hits.

        Raises:
            BadInputError: the query has no words.
        """
        if self._kin is None:
            self._kin = kin_of(self.graph)
        return answer(self.index, query, k or self.settings.retrieve.k, verdicts_of(self.store), kin=self._kin)

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
        found = self.candidates(query, k)
        arrival = Arrival(
            "none",
            query,
            url=pilot.page.url,
            seconds=Seconds(retrieve=time.monotonic() - start),
            candidates=tuple(hit.node_id for hit in found.hits),
            warnings=found.warnings,
        )
        hits = found.hits
        for _ in range(_SUPPOSED):
            verdict, target = await self._choose(arrival, hits)
            if target is None:
                return arrival if arrival.path else verdict
            arrival = await self._teleport(pilot, target, verdict)
            if arrival.outcome == "reached" or target.inner is None:
                break
            hits = tuple(hit for hit in hits if hit.node_id != arrival.chosen)  # supposed to be there, and is not
        return await self._to_section(pilot, arrival)

    async def _to_section(self, pilot: Pilot, arrival: Arrival) -> Arrival:
        """On to the section of the page that the query names, as the page's own link to it would."""
        node = self.graph.node(arrival.node) if arrival.node is not None else None
        if arrival.outcome != "reached" or node is None or node.name:
            return arrival
        page = self.store.observation(node)
        link = named_section(arrival.query, page) if page is not None else None
        if link is None or canonical_url(pilot.page.url) != node.url:
            return arrival
        try:
            await pilot.act(Click(link.locator))
        except ElementGoneError:
            return arrival  # the page it is on was reached all the same
        step = PathStep("click", link.label, "link")
        return replace(arrival, url=pilot.page.url, path=(*arrival.path, step))

    async def _choose(self, arrival: Arrival, hits: Sequence[Hit]) -> tuple[Arrival, Target | None]:
        """The verdict on some hits, written into an arrival, and where it would lead."""
        start = time.monotonic()
        choice, target = await self.choose(arrival.query, hits)
        seconds = arrival.seconds
        seconds = replace(seconds, reason=seconds.reason + time.monotonic() - start)
        told = {"score": choice.confidence, "reason": choice.reason, "chosen": choice.node_id}
        return replace(arrival, seconds=seconds, **told), target

    async def choose(self, query: str, hits: Sequence[Hit]) -> tuple[Choice, Target | None]:
        """What a query means, of what was found for it; nothing is gone to.

        Args:
            query: the place, in words.
            hits: from `candidates` or `search`, best first.

        Returns:
            The verdict, and where it would lead; None: the map has no such page.
        """
        search = self._search_for(query)
        if search is not None:
            return search
        if lesson(read_query(query), verdicts_of(self.store)).none >= SURE:
            return Choice(None, 1.0, "reported before: the map has no such page"), None
        targets = {hit.node_id: target for hit in hits if (target := self._target(hit)) is not None}
        candidates = [Candidate(hit, self.index.document(hit.shown)) for hit in hits if hit.node_id in targets]
        choice = await self.selector.select(query, candidates)
        unseen = self._unseen(query, choice, hits)
        if unseen is not None:
            return unseen
        return choice, targets[choice.node_id] if choice.node_id is not None else None

    def _target(self, hit: Hit) -> Target | None:
        page, inner = hit.pair or (hit.node_id, None)
        node, opened = self.graph.node(page), self.graph.node(inner) if inner else None
        return Target(node, opened) if node is not None and (opened is not None or inner is None) else None

    def _unseen(self, query: str, choice: Choice, hits: Sequence[Hit]) -> tuple[Choice, Target] | None:
        """A query that names by its number a thing of a known kind that was never visited, and none that was."""
        chosen = next((hit for hit in hits if hit.node_id == choice.node_id), None)
        if chosen is not None and chosen.features.get("entity_any", 0.0) > 0:
            return None
        instance = named_instance(query, self.graph)
        if instance is None:
            return None
        like = instance.likes[0]
        reason = f"{instance.code} was never visited; it is expected to be a page like “{like.title or like.url}”"
        return Choice(like.id, 0.9, reason), Target(like, instance=instance)

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
        choice, target = await self.choose(query, self.candidates(query, k).hits)
        return choice, self.teleport.way_to(target) if target is not None else None

    async def go(self, pilot: Pilot, node_id: str) -> Arrival:
        """Bring a page into a state whose id is known.

        Raises:
            MapError: no state of the map has this id.
        """
        node = state_with_id(node_id, self.graph, self.store)
        return await self._teleport(pilot, Target(node), Arrival("none", node_id))

    async def _teleport(self, pilot: Pilot, target: Target, arrival: Arrival) -> Arrival:
        """Go to a target; its steps and time are added to those that the arrival has."""
        start = time.monotonic()
        replayed, steps = await self.teleport.go(pilot, target)
        if replayed.outcome == "reached":
            self.lessons.count_use(target.shown.id)
        title, seconds = await pilot.title(), arrival.seconds
        return replace(
            arrival,
            node=target.shown.id,
            name=target.shown.name,
            outcome=replayed.outcome,
            reason=arrival.reason if replayed.outcome == "reached" else replayed.reason,
            path=(*arrival.path, *steps),
            url=pilot.page.url,
            title=title,
            seconds=replace(seconds, teleport=seconds.teleport + time.monotonic() - start),
        )
