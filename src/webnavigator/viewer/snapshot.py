"""The map as of one moment, with what is derived from it once."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from webnavigator.app import OpenNavigator
from webnavigator.model.graph import InteractionGraph
from webnavigator.model.task import Task
from webnavigator.navigate.indexing import searchable
from webnavigator.store.base import Store
from webnavigator.viewer.drawing import drawing, kinds
from webnavigator.viewer.text import Json, plain

DEFAULT_SCALE = 0.5
"""Of screenshots, when the map does not say."""


@dataclass(frozen=True)
class Snapshot:
    """A map, open for reading; belongs to the thread that opened it.

    Attributes:
        navigator: store, graph and index.
    """

    navigator: OpenNavigator

    @property
    def store(self) -> Store:
        """The map's store."""
        return self.navigator.store

    @property
    def graph(self) -> InteractionGraph:
        """States and edges."""
        return self.navigator.graph

    @cached_property
    def kinds(self) -> dict[str, str]:
        """For each state what it is."""
        return kinds(self.graph)

    @cached_property
    def meta(self) -> Json:
        """Start address, report and settings, as the map keeps them."""
        return self.store.meta()

    @cached_property
    def tasks_by_source(self) -> dict[str, list[Task]]:
        """What was tried, is to be tried or was left alone, by the state it starts from."""
        found: dict[str, list[Task]] = defaultdict(list)
        for task in self.store.tasks():
            found[task.source].append(task)
        return found

    @cached_property
    def alone_at(self) -> dict[str, dict[str, str]]:
        """What was left alone or held back on the pages at an address: what it is, and the reason."""
        found: dict[str, dict[str, str]] = defaultdict(dict)
        for record in self.store.audit():
            found[record.url].setdefault(record.what, record.reason)
        return found

    @cached_property
    def searchable(self) -> int:
        """How many states a search can find once all are indexed."""
        urls = {node.url for node in self.graph.nodes if node.visited}
        return sum(searchable(node, urls) for node in self.graph.nodes)

    @cached_property
    def drawing(self) -> Json:
        """The page's first need: everything that is drawn, and what the map says of itself."""
        return {"site": self._site(), **drawing(self.graph, self.kinds)}

    def walk_to(self, node_id: str) -> list[str]:
        """The states by which a state was first within reach, the start page first and itself last."""
        ids, parents = self.drawing["states"]["id"], self.drawing["parents"]
        at = self._places[node_id]
        walk = [node_id]
        while parents[at] >= 0:
            at = parents[at]
            walk.append(ids[at])
        return walk[::-1]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {node_id: at for at, node_id in enumerate(self.drawing["states"]["id"])}

    def _site(self) -> Json:
        report: Json = self.meta.get("report") or {}
        settings: Json = self.meta.get("settings") or {}
        browser: Json = settings.get("browser") or {}
        start = self.meta.get("start_url") or report.get("start_url") or ""
        return {
            "start_url": plain(str(start), 1000),
            "edges": self.graph.edge_count,
            "scale": browser.get("screenshot_scale", DEFAULT_SCALE),
            "indexed": len(self.navigator.index),
            "searchable": self.searchable,
        }
