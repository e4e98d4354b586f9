"""Looking at one unit again: the page, what is opened on it, and the edges that had failed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from webnavigator.explore.worker import Worker
from webnavigator.model.graph import InteractionGraph, Node
from webnavigator.refresh.judge import Judge
from webnavigator.refresh.opened import OpenedLooks
from webnavigator.refresh.order import Unit, has_failed
from webnavigator.refresh.pages import PageLooks
from webnavigator.refresh.revise import Reviser


@dataclass(slots=True)
class Visitor:
    """Looks at units with one page.

    Attributes:
        worker: the page, under the safety policy.
        reviser: puts what it shows into the map.
        failed: failures of edges that are known of already.
        unseen: why states could not be looked at, by id; shared by all visitors.
        looked: states looked at.
        title: what the last of them is called.
    """

    worker: Worker
    reviser: Reviser
    failed: Mapping[str, int]
    unseen: dict[str, str]
    looked: int = 0
    title: str = ""
    _pages: PageLooks = field(init=False)
    _opened: OpenedLooks = field(init=False)

    def __post_init__(self) -> None:
        judge = Judge(self.worker, self.reviser)
        self._pages, self._opened = PageLooks(judge, self.unseen), OpenedLooks(judge, self.unseen)

    async def visit(self, unit: Unit) -> None:
        """Look at the states of a unit one after the other; those done leave it, so that a further try goes on.

        It ends early when the page was cut off from the network: nobody may use it any further.

        Raises:
            NavigationError: the server does not answer.
            SignedOutError: the session has ended.
            PageCrashedError: the page or the browser went away.
            UnresponsiveError: the page froze.
        """
        for queue, look in ((unit.looks, self._look), (unit.late, self._late)):
            while queue:
                node = self._graph.node(queue[0])
                if node is not None:
                    self.title = node.title or node.url
                    await look(node, unit)
                    self.looked += 1
                queue.pop(0)
                if self.worker.pilot.is_sealed:
                    return
        for edge in self._graph.edges_from(unit.page):
            if edge.verified and has_failed(edge, self.failed) and self._graph.edge(edge.id) is not None:
                await self._opened.retry(edge)

    @property
    def _graph(self) -> InteractionGraph:
        return self.worker.recorder.graph

    async def _look(self, node: Node, unit: Unit) -> None:
        if node.url_reachable:
            await self._pages.page(node)
            if self.worker.standing.at is not None:
                unit.page = self.worker.standing.at
        elif unit.page in self.unseen:
            self.unseen[node.id] = self.unseen[unit.page]
        else:
            await self._opened.opened(node)

    async def _late(self, node: Node, unit: Unit) -> None:
        page = self._graph.node(unit.page)
        if page is None or unit.page in self.unseen or await self._pages.open(page) is None:
            self.unseen[node.id] = self.unseen.get(unit.page, "its page is gone")
        else:
            await self._opened.late(node, unit.page)
