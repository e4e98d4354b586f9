"""Bringing a state of the map up to date with a new look at it.

What refers to the state follows: edges and tasks keep their controls, wherever these stand now; only what is new is
offered to the explorer.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from webnavigator.explore.recorder import Recorder
from webnavigator.explore.step import Step
from webnavigator.model.action import Action, Click, Goto, Hover, Select, Type
from webnavigator.model.graph import Edge, Node
from webnavigator.model.page import Element, Observation, structural_hash
from webnavigator.model.task import Task
from webnavigator.model.url import canonical_url, redact_url
from webnavigator.refresh.controls import pair_elements
from webnavigator.refresh.looks import address_of
from webnavigator.store.base import Successor


@dataclass(frozen=True, slots=True)
class Controls:
    """The controls of a state before, and where each is now.

    Attributes:
        before: all that were there, by XPath.
        now: those that are still there, by their XPath before.
        fresh: those that were not there.
    """

    before: dict[str, Element] = field(default_factory=dict[str, Element])
    now: dict[str, Element] = field(default_factory=dict[str, Element])
    fresh: tuple[Element, ...] = ()

    @classmethod
    def of(cls, before: Observation | None, after: Observation) -> "Controls":
        """Pair the controls of two looks."""
        old = before.elements if before is not None else ()
        paired = pair_elements(old, after.elements)
        pairs = [(was, now) for was, now in paired if address_of(was.locator.href) == address_of(now.locator.href)]
        kept = {id(new) for _, new in pairs}
        return cls(
            {element.locator.xpath: element for element in old},
            {was.locator.xpath: new for was, new in pairs},
            tuple(element for element in after.elements if id(element) not in kept),
        )

    def follow(self, action: Action) -> Action | None:
        """The same action on the control as it is now; None: the control is gone."""
        if not isinstance(action, Click | Hover | Select | Type) or action.target.xpath not in self.before:
            return action  # a key, or a control that a look does not show: nothing can be told
        element = self.now.get(action.target.xpath)
        if element is None:
            return None
        return action if element.locator == action.target else replace(action, target=element.locator)


@dataclass(slots=True)
class Reviser:
    """Puts what a new look shows into the map, one atomic step at a time.

    Attributes:
        recorder: of the map.
        leave: ids of pending tasks that this run leaves alone; those that get another id are added.
    """

    recorder: Recorder
    leave: set[str] = field(default_factory=set[str])

    def seen(self, node: Node) -> None:
        """A state is as it was."""
        known = self.recorder.graph.node(node.id)
        if known is not None:
            self.recorder.growth.put_node(replace(known, last_seen=self.recorder.growth.clock()))

    def revise(
        self, node: Node, look: Observation, picture: bytes | None, *, host: str = "", keeps_id: bool = False
    ) -> Node:
        """A state shows something else than before: keep it, under the id that it has now.

        Args:
            node: the state as the map has it.
            look: what was seen now.
            picture: its screenshot; None: the old one is kept.
            host: id of the state that it was opened on, "" for a page.
            keeps_id: its structure changes by itself: it stays the state that it was.
        """
        recorder, store = self.recorder, self.recorder.store
        with store.transaction():
            controls = Controls.of(store.observation(node), look)
            identity, keys = recorder.identify(look)
            identity = node.id if keeps_id else identity
            known = recorder.graph.node(node.id)
            assert known is not None, "a state under revision is on the map"
            now = replace(
                known,
                id=identity,
                url=redact_url(canonical_url(look.url)),
                title=look.title,
                h_v=known.h_v if keeps_id else structural_hash(keys),
                status=look.status if not host else known.status,
                last_seen=recorder.growth.clock(),
                content=store.put_observation(look),
                screenshot=store.put_screenshot(picture) if picture else known.screenshot,
            )
            self._rename(known, now)
            recorder.growth.put_node(now)
            recorder.addresses.renamed(known.id, now)
            self._carry_edges(now, controls)
            self._carry_tasks(now, controls)
            step = Step(host, None, depth=now.depth, by_url=not host, in_place=bool(host))
            recorder.offer(now, replace(look, elements=controls.fresh, lines=()), step)
        return now

    def _rename(self, old: Node, new: Node) -> None:
        if old.id == new.id:
            return
        self.recorder.growth.rename(old.id, new.id)
        what = "moved" if old.url != new.url else "structure"
        self.recorder.store.put_successor(Successor(old.id, new.id, what, self.recorder.growth.clock()))
        if old.url != new.url:
            self._forget_address(old)

    def _carry_edges(self, node: Node, controls: Controls) -> None:
        growth = self.recorder.growth
        for edge in self.recorder.graph.edges_from(node.id):
            action = controls.follow(edge.action)
            if action is edge.action:
                continue
            growth.remove_edges([edge])
            if action is not None:
                moved = replace(edge, action=action, label=_label(action) or edge.label)
                there = self.recorder.graph.edge(moved.id)
                growth.put_edge(there.added(moved) if there is not None else moved)

    def _carry_tasks(self, node: Node, controls: Controls) -> None:
        store = self.recorder.store
        changed: list[tuple[Task, Action | None]] = []
        for task in store.tasks_from(node.id):
            action = controls.follow(task.action)
            if action is not task.action:
                changed.append((task, action))
        store.remove_tasks([task.id for task, _ in changed])
        carried = [replace(task, action=action) for task, action in changed if action is not None]
        self.leave |= {
            now.id for now, (was, _) in zip(carried, (row for row in changed if row[1] is not None), strict=True)
            if was.id in self.leave
        }  # fmt: skip
        store.put_tasks(carried)

    def error(self, node: Node, look: Observation, reason: str) -> None:
        """An address answers with an error: the map gets that page in place of the state, as an exploration would."""
        recorder, store = self.recorder, self.recorder.store
        with store.transaction():
            identity, keys = recorder.identify(look)
            recorder.growth.remove_edges(recorder.graph.edges_from(node.id))
            store.remove_tasks([task.id for task in store.tasks_from(node.id)])
            recorder.growth.rename(node.id, identity)
            now = replace(
                node,
                id=identity,
                title=look.title,
                h_v=structural_hash(keys),
                status=look.status,
                last_seen=recorder.growth.clock(),
                content=store.put_observation(look),
            )
            recorder.growth.put_node(now)
            recorder.addresses.renamed(node.id, now)
            store.put_successor(Successor(node.id, "", reason, recorder.growth.clock()))

    def gone(self, node: Node, reason: str, *, leads_to: str = "") -> None:
        """A state is gone: it leaves the map; edges that led to it lead to where they lead now, when that is known."""
        recorder, store = self.recorder, self.recorder.store
        with store.transaction():
            incoming = [edge for edge in recorder.graph.edges_to(node.id) if edge.source not in (node.id, leads_to)]
            recorder.growth.remove_node(node.id)
            self._forget_address(node)
            if leads_to:
                self._redirect(incoming, leads_to)
            store.put_successor(Successor(node.id, "", reason, recorder.growth.clock()))

    def _redirect(self, edges: Iterable[Edge], target: str) -> None:
        for edge in edges:
            moved = replace(edge, target=target, tries=0, successes=0, seconds=0.0)
            if self.recorder.graph.edge(moved.id) is None:
                self.recorder.growth.put_edge(moved)

    def _forget_address(self, node: Node) -> None:
        """An address that shows its state no longer may be visited anew, should a link lead there again."""
        if node.url_reachable:
            self.recorder.addresses.forget(node.url)
            self.recorder.store.remove_tasks([Task("", Goto(node.url)).id])


def _label(action: Action) -> str:
    return action.target.label if isinstance(action, Click | Hover | Select | Type) else ""
