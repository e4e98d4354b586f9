"""Looking at what is opened on a page: menus, tabs, dialogs, and what the page becomes by itself."""

from dataclasses import dataclass

from webnavigator.browser.anywhere import walk
from webnavigator.browser.replay import LONG_PATIENCE_S, Replayed
from webnavigator.errors import NavigationError
from webnavigator.explore.linger import late_look
from webnavigator.explore.step import Step
from webnavigator.model.arrival import is_state
from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.model.task import Task
from webnavigator.model.url import canonical_url, redact_url
from webnavigator.refresh.judge import Looks
from webnavigator.refresh.pages import SignedOutError

_WAYS = 3
"""Ways tried to a state that is opened on a page, before it is given up."""
_LEFT_ALONE = " is left alone: "
"""In the reason of a step that the safety policy denies, see `webnavigator.browser.replay`."""


@dataclass(frozen=True, slots=True)
class OpenedLooks(Looks):
    """Looks at states that only steps lead to."""

    @property
    def _graph(self) -> InteractionGraph:
        return self._worker.recorder.graph

    async def opened(self, node: Node) -> None:
        """A state that is opened on a page: open it, twice when it shows something else than before."""
        if not await self._worker.standing.bring_to(node.id):
            if self._worker.pilot.is_sealed:
                self.unseen[node.id] = "leads to something else behind a control whose name warns"
            else:
                await self._missed(node)
            return
        first = await self._worker.pilot.look()
        if self.judge.is_as_before(node, first):
            return
        if self._worker.pilot.is_sealed:
            await self.judge.settle(node, first, first, self._host_of(node))
            return
        self._worker.standing.at = None
        if not await self._worker.standing.bring_to(node.id):
            self.unseen[node.id] = "opens differently each time"
            return
        await self.judge.settle(node, first, await self._worker.pilot.look(), self._host_of(node))

    def _host_of(self, node: Node) -> str:
        edges = self._graph.edges_to(node.id)
        return next((edge.source for edge in edges if edge.source != node.id), "")

    async def _missed(self, node: Node) -> None:
        """A state could not be opened: find out why, way by way."""
        avoid: set[str] = set()
        reason = "its control is gone: no way leads there any more"
        for _ in range(_WAYS):
            path = self._graph.shortest_path(node.id, avoid=avoid)
            if path is None:
                break
            self._worker.standing.at = None
            replayed = await walk(self._worker.pilot, path, self._worker.standing.expected, patience_s=LONG_PATIENCE_S)
            if replayed.unanswered:
                raise NavigationError(replayed.reason, unanswered=True)
            if replayed.outcome == "reached":
                await self.judge.settle(node, look := await self._worker.pilot.look(), look, self._host_of(node))
                return
            last = path.steps[-1] if path.steps else None
            if last is not None and replayed.stuck == last.id and await self._drifted(node, last, replayed):
                return
            reason = replayed.reason
            if self._worker.pilot.is_sealed:
                self.unseen[node.id] = reason
                return
            avoid.add(replayed.stuck)
        if _LEFT_ALONE in reason:
            self.unseen[node.id] = reason
        else:
            self._reviser.gone(node, reason)

    async def _drifted(self, node: Node, edge: Edge, replayed: Replayed) -> bool:
        """The last step leads to something else than before: True when that is what the state is now."""
        recorder = self._worker.recorder
        if replayed.outcome != "drifted" or not recorder.policy.scope.contains(self._worker.pilot.url):
            return False
        look = await self._worker.pilot.look()
        identity, _ = recorder.identify(look)
        picture = await self._worker.pilot.picture()
        if redact_url(canonical_url(look.url)) == node.url and not recorder.knows(identity):
            self._worker.standing.at = self._reviser.revise(node, look, picture, host=edge.source).id
            return True
        if identity != edge.source:
            step = Step(edge.source, edge.action, edge.label, edge.kind, node.depth)
            recorder.record(look, step, picture)
        recorder.growth.remove_edges([edge])
        return False

    async def late(self, node: Node, page: str) -> None:
        """A state that its page, which was just opened, becomes by itself."""
        recorder = self._worker.recorder
        look = await late_look(self._worker.pilot, recorder, page, recorder.settings.linger_s)
        if look is None:
            self.unseen[node.id] = "did not come by itself this time"
        elif not self.judge.is_as_before(node, look):
            _, keys = recorder.identify(look)
            if is_state(redact_url(canonical_url(look.url)), keys, recorder.expected(node)):
                await self.judge.settle(node, look, look, page)
            else:
                self.unseen[node.id] = "something else came by itself this time"

    async def retry(self, edge: Edge) -> None:
        """An edge that had failed is taken again, as an exploration would; when it fails again it goes."""
        worker = self._worker
        if not await worker.standing.bring_to(edge.source):
            return
        source = self._graph.node(edge.source)
        asked = Task(edge.source, edge.action, edge.label, depth=source.depth + 1 if source is not None else 1)
        known = next((task for task in worker.recorder.store.tasks_from(edge.source) if task.id == asked.id), asked)
        outcome = await worker.attempt(known)
        if outcome.unanswered:
            raise NavigationError("the server does not answer", unanswered=True)
        if outcome.signed_out:
            raise SignedOutError
        leads_elsewhere = outcome.word in ("new", "known") and worker.standing.at not in (None, edge.target)
        if leads_elsewhere or outcome.word == "unchanged" or (outcome.word.startswith("failed") and not outcome.retry):
            worker.recorder.growth.remove_edges([edge])
