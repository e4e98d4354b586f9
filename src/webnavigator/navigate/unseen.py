"""Going to a thing that was never visited: by its address, else by the search box, else from the list of its like."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from webnavigator.browser.perform import Pilot
from webnavigator.browser.replay import Replayed, replay
from webnavigator.errors import BrowserError, PageCrashedError
from webnavigator.model.action import Click
from webnavigator.model.arrival import shape
from webnavigator.model.graph import Edge, InteractionGraph, Node, Path
from webnavigator.model.inferred import placeholder_id
from webnavigator.model.page import Element, Observation, similarity, structure_keys
from webnavigator.model.safety import Deny
from webnavigator.model.url import canonical_url, redact_url
from webnavigator.navigate.arrival import PathStep
from webnavigator.navigate.instances import Instance
from webnavigator.navigate.typed import search_edges, with_words
from webnavigator.store.base import Store

_LEAST_ALIKE = 0.4
"""Similarity of shapes from which on two pages show things of one kind."""

Go = Callable[[Node], Awaitable[tuple[Replayed, tuple[PathStep, ...]]]]
"""Brings the page to a place of the map."""


@dataclass(slots=True)
class Unseen:
    """Ways to one thing.

    Attributes:
        instance: what is looked for.
        store: the map.
        graph: its states and edges.
        go: how places of the map are gone to.
    """

    instance: Instance
    store: Store
    graph: InteractionGraph
    go: Go
    faithful: bool = False

    async def reach(self, pilot: Pilot) -> tuple[Replayed, tuple[PathStep, ...]]:
        """Try one way after the other until the page shows the thing; returns what the last came to, and its steps."""
        last: tuple[Replayed, tuple[PathStep, ...]] = (Replayed("failed", reason="no way leads there"), ())
        async for replayed, steps in self._ways(pilot):
            last = replayed, steps
            if replayed.outcome == "reached":
                break
        return last

    async def _ways(self, pilot: Pilot) -> AsyncIterator[tuple[Replayed, tuple[PathStep, ...]]]:
        if self.instance.url:
            yield await self._by_address(pilot)
        for edge in self._search_edges():
            source = self.graph.node(edge.source)
            if source is not None:
                yield await self._from(pilot, source, edge)
        for page in self.instance.lists:
            yield await self._from(pilot, page, None)

    def _search_edges(self) -> list[Edge]:
        """Boxes of the lists come before those of the site: they look among the things of the kind."""
        lists = {node.id for node in self.instance.lists}
        ranked = search_edges(self.graph)
        own = [edge for edge in ranked if edge.source in lists]
        return [*own[:1], *[edge for edge in ranked if edge.source not in lists][:1]]

    async def _by_address(self, pilot: Pilot) -> tuple[Replayed, tuple[PathStep, ...]]:
        url = self.instance.url
        path = Path(placeholder_id(url), start_url=url)
        replayed = await replay(pilot, path, lambda _: None)
        return await self._checked(pilot, replayed), (PathStep("goto", url, "goto"),)

    async def _from(self, pilot: Pilot, page: Node, box: Edge | None) -> tuple[Replayed, tuple[PathStep, ...]]:
        """Go to a page, type the number where there is a box, and follow what leads to the thing."""
        replayed, steps = await self.go(page)
        if replayed.outcome != "reached":
            return replayed, steps
        if box is not None:
            typed = with_words(box, self.instance.code)
            replayed = await replay(pilot, Path(box.target, steps=(typed,)), lambda _: None)
            steps = (*steps, PathStep("type", box.label, box.kind))
        if replayed.outcome != "reached":
            return replayed, steps
        here = await self._checked(pilot, replayed)
        if here.outcome == "reached":
            return here, steps
        return await self._follow(pilot, steps)

    async def _follow(self, pilot: Pilot, steps: tuple[PathStep, ...]) -> tuple[Replayed, tuple[PathStep, ...]]:
        link = self._link(await pilot.look())
        if link is None:
            return Replayed("failed", reason=f"nothing there leads to {self.instance.code}"), steps
        try:
            performed = await pilot.act(Click(link.locator))
        except PageCrashedError:
            raise
        except BrowserError as error:
            return Replayed("failed", reason=str(error)), steps
        if isinstance(performed, Deny):
            return Replayed("failed", reason=performed.reason), steps
        if performed.popups:
            await pilot.switch(performed.popups[0])
        steps = (*steps, PathStep("click", link.label, "link"))
        return await self._checked(pilot, Replayed("reached")), steps

    def _link(self, page: Observation) -> Element | None:
        """What leads to the thing: a control that shows its number, links first; None when nothing does."""
        named = [e for e in page.elements if self._says(f"{e.label} {e.context}")]
        ranked = sorted(named, key=lambda e: (not self._says(e.label), e.role != "link", e.tag == "input"))
        return next((element for element in ranked if element.tag not in ("input", "select", "textarea")), None)

    def _says(self, text: str) -> bool:
        code = re.escape(self.instance.code.lstrip("0") or "0")
        return re.search(rf"(?<![\w-])#?0*{code}(?![\w-])", text, re.IGNORECASE) is not None

    async def _checked(self, pilot: Pilot, replayed: Replayed) -> Replayed:
        """Reached only when the page is built as those of the kind, and shows the number."""
        if replayed.outcome != "reached":
            return replayed
        page = await pilot.look()
        if page.status is not None and page.status >= 400:
            return Replayed("failed", reason=f"{redact_url(canonical_url(page.url))} answers with {page.status}")
        said = " ".join((page.title, page.url, *page.headings, *(region.text for region in page.regions)))
        form = shape(structure_keys(page, faithful=self.faithful))
        alike = max(similarity(form, shape(self._structure(node))) for node in self.instance.likes)
        if alike < _LEAST_ALIKE or not self._says(said):
            return Replayed("drifted", reason=f"the page is not the one of {self.instance.code}")
        return replayed

    def _structure(self, node: Node) -> frozenset[str]:
        return self.store.structure(node, faithful=self.faithful)
