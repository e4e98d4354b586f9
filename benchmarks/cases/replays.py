"""Answers on replay: recorded paths are walked again in fresh contexts, and what pages say then is compared."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from record import Moment, mark_of

from webnavigator.browser.replay import LONG_PATIENCE_S, replay
from webnavigator.browser.session import BrowserSession
from webnavigator.model.arrival import Expected
from webnavigator.model.graph import Edge, InteractionGraph, Path
from webnavigator.store.sql import SqlStore

_MOST_PATHS = 6
"""Recorded paths that are tried for one mark: several actions may have been under way when it was sent."""

_MOST_EDGES = 20
"""Edges that are compared by what they sent when recorded."""


@dataclass(slots=True)
class Replays:
    """Walks paths of one map.

    Attributes:
        store: the map.
        graph: its states and edges.
        moments: what the exploration did.
        site: the server, for its log.
        session: a browser.
    """

    store: SqlStore
    graph: InteractionGraph
    moments: list[Moment]
    site: Any
    session: BrowserSession

    async def why_not(self, check: dict[str, Any]) -> str:
        """Why a check does not hold; "" when it does."""
        if "to_mark" in check:
            return await self._to_mark(check["to_mark"], int(check.get("times", 1)), check.get("never"))
        if "same_mark_as_recorded" in check:
            return await self._same_marks(check["same_mark_as_recorded"])
        return f"this check is not understood: {sorted(check)}"

    async def _to_mark(self, mark: str, times: int, never: str | None) -> str:
        paths = list(self._paths_to(mark))
        if not paths:
            return f"no recorded path sent mark {mark}"
        why = ""
        for path in paths[:_MOST_PATHS]:
            why = await self._sends(path, mark, times, never)
            if not why:
                return ""
        return why

    async def _sends(self, path: Path, mark: str, times: int, never: str | None) -> str:
        for _ in range(times):
            outcome, marks = await self._walk(path)
            if never is not None and never in marks:
                return f"replaying it sent {never}"
            if mark not in marks or outcome != "reached":
                return f"replaying it ended “{outcome}” and sent {marks or 'nothing'}"
        return ""

    def _paths_to(self, mark: str) -> Iterator[Path]:
        """Paths recorded when a mark was sent, the likeliest first: what was last said in an action came of it."""
        having = [moment for moment in self.moments if mark in moment.marks]
        for moment in sorted(having, key=lambda moment: moment.marks[-1] != mark):
            if moment.edges:
                yield from (path for edge in moment.edges if (path := self._path_by(edge)) is not None)
            else:
                ways = (self.graph.shortest_path(state) for state in moment.states)
                yield from (way for way in ways if way is not None)

    def _path_by(self, edge: Edge) -> Path | None:
        to_source = self.graph.shortest_path(edge.source)
        if to_source is None:
            return None
        return replace(to_source, target=edge.target, steps=(*to_source.steps, edge))

    async def _same_marks(self, pattern: str) -> str:
        compared = 0
        for moment in self.moments:
            said = [name for name in moment.marks if fnmatchcase(name, pattern)]
            for edge in moment.edges if said else ():
                path = self._path_by(edge)
                if path is None or compared == _MOST_EDGES:
                    continue
                compared += 1
                _, marks = await self._walk(path)
                again = [name for name in marks if fnmatchcase(name, pattern)]
                if again[-1:] != said[-1:]:
                    return f"“{edge.label}” sent {said[-1]} when recorded and {again or 'nothing'} when replayed"
        return "" if compared else f"no edge sent a mark {pattern}"

    async def _walk(self, path: Path) -> tuple[str, list[str]]:
        """Outcome, and what pages said on the way."""
        start = len(self.site.log)
        pilot = await self.session.pilot()
        try:
            replayed = await replay(pilot, path, self._expected, patience_s=LONG_PATIENCE_S)
            await pilot.changes_within(0.3)  # what a page says reaches the server a little later
        finally:
            await self.session.discard(pilot)
        return replayed.outcome, [name for row in self.site.log[start:] if (name := mark_of(row))]

    def _expected(self, node_id: str) -> Expected | None:
        node = self.graph.node(node_id)
        if node is None or not node.visited:
            return None
        return Expected(node.url, self.store.structure(node), node.url_reachable is not False)
