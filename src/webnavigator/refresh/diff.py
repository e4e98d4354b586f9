"""What differs between two maps of a site, or between one map before and after it was refreshed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from webnavigator.model.action import Click, Hover, Select, Type
from webnavigator.model.change import PAGE_GONE, Change, EdgeChange, Field, MapDiff, StateChange
from webnavigator.model.graph import Edge, Node
from webnavigator.model.page import Observation
from webnavigator.model.template import folded
from webnavigator.refresh.controls import href_of, pair_edges, place
from webnavigator.refresh.looks import Difference, address_of, compare
from webnavigator.refresh.pairs import Side, is_page, is_state, pair_states


@dataclass(frozen=True, slots=True)
class Known:
    """What a refresh knows besides the two maps.

    Attributes:
        became: ids before and the ids that they became, "" for gone.
        reasons: why, by id before.
        seen: whether a state, by its id now, was looked at; what was not is ``unseen``.
    """

    became: Mapping[str, str] = field(default_factory=dict[str, str])
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])
    seen: Callable[[Node], bool] = lambda _: True


def diff_maps(before: Side, after: Side, known: Known | None = None, *, faithful: bool = False) -> MapDiff:
    """What became of each state and edge.

    Args:
        before: the older map.
        after: the newer map.
        known: what is known besides; None: nothing.
        faithful: the maps have the published identity, see `webnavigator.model.page.structure_keys`.
    """
    work = _Work(before, after, known or Known(), faithful)
    work.pairs = pair_states(before, after, work.known.became)
    states = [*work.old_states(), *work.new_states()]
    edges = list(work.edges())
    told = tuple(row for row in edges if row.change != "same")
    return MapDiff(tuple(states), told, len(edges) - len(told), work.text_compared)


@dataclass(slots=True)
class _Work:
    before: Side
    after: Side
    known: Known
    faithful: bool
    pairs: dict[str, str] = field(default_factory=dict[str, str])
    text_compared: bool = True

    def old_states(self) -> Iterable[StateChange]:
        for node in self.before.states():
            now = self.after.graph.node(self.pairs.get(node.id, ""))
            yield self._state(node, now) if now is not None else self._lost(node)

    def new_states(self) -> Iterable[StateChange]:
        taken = set(self.pairs.values())
        addresses = {node.url for node in self.before.graph.nodes if not node.visited}
        for node in self.after.states():
            if node.id not in taken:
                reason = "was known by a link only" if node.url in addresses else ""
                yield StateChange(
                    "new", "", node.id, node.url, node.url, node.title, node.name, node.template, reason=reason
                )

    def _state(self, old: Node, new: Node) -> StateChange:
        if not self.known.seen(new):
            reason = self.known.reasons.get(old.id) or "not looked at"
            return self._row("unseen", old, new, reason=reason)
        difference = self._difference(old, new)
        change = _change_of(old, new, difference.fields)
        return self._row(change, old, new, difference)

    def _difference(self, old: Node, new: Node) -> Difference:
        if old.content and old.content == new.content and old.id == new.id:
            return Difference()
        was, now = self.before.look(old), self.after.look(new)
        if was is not None and now is not None:
            return compare(was, now, faithful=self.faithful)
        self.text_compared = False
        sorts: tuple[tuple[Field, bool], ...] = (
            ("address", old.url != new.url),
            ("title", old.title != new.title),
            ("structure", old.h_v != new.h_v),
        )
        return Difference(tuple(name for name, differs in sorts if differs))

    def _lost(self, node: Node) -> StateChange:
        """No state of the newer map is this one: it is gone, or nobody looked."""
        here = [other for other in self.after.graph.nodes if other.url == node.url]
        failed = next((other for other in here if other.visited and not is_state(other)), None)
        if failed is not None:
            return self._row("gone", node, None, reason=f"HTTP {failed.status}")
        reason = self.known.reasons.get(node.id, "")
        if not reason and any(not other.visited for other in here):
            return self._row("unseen", node, None, reason="only linked to")
        return self._row("gone", node, None, reason=reason or "not on the newer map")

    @staticmethod
    def _row(
        change: Change, old: Node, new: Node | None, told: Difference | None = None, reason: str = ""
    ) -> StateChange:
        told = told or Difference()
        return StateChange(
            change,
            old.id,
            new.id if new is not None else "",
            old.url,
            new.url if new is not None else "",
            old.title,
            old.name,
            old.template,
            told.fields,
            reason,
            told.added,
            told.removed,
            told.controls_added,
            told.controls_removed,
        )

    def edges(self) -> Iterable[EdgeChange]:
        """Each edge of either map; those of states that nobody looked at are passed over."""
        found = {old: new for old, new in self.pairs.items() if self._is_seen(new)}
        for old, new in found.items():
            yield from self._edges_of(old, new)
        for node in self.before.states():
            if node.id not in self.pairs and self._lost(node).change == "gone":
                for edge in self.before.graph.edges_from(node.id):
                    yield _edge_row("gone", edge, None, PAGE_GONE)
        taken = set(self.pairs.values())
        for node in self.after.states():
            if node.id not in taken:
                for edge in self.after.graph.edges_from(node.id):
                    yield _edge_row("new", None, edge)

    def _is_seen(self, new: str) -> bool:
        node = self.after.graph.node(new)
        return node is not None and self.known.seen(node)

    def _edges_of(self, old: str, new: str) -> Iterable[EdgeChange]:
        was, now = self.before.graph.edges_from(old), self.after.graph.edges_from(new)
        pairs = pair_edges(was, now)
        for mine, theirs in pairs:
            yield self._edge(mine, theirs)
        paired = {id(edge) for row in pairs for edge in row}
        lost, found = ([edge for edge in edges if id(edge) not in paired] for edges in (was, now))
        look = self._look(self.after, new) if lost else None
        yield from (self._unpaired(edge, look) for edge in lost)
        look = self._look(self.before, old) if found else None
        yield from (_edge_row("new", None, edge) for edge in found if not _offers(look, edge))

    def _unpaired(self, edge: Edge, look: Observation | None) -> EdgeChange:
        if not _offers(look, edge):
            return _edge_row("gone", edge, None, "its control is gone")
        target = self.before.graph.node(edge.target)
        if target is not None and is_state(target) and target.id not in self.pairs:
            return _edge_row("gone", edge, None, "what it led to is gone")
        return _edge_row("same", edge, None)

    @staticmethod
    def _look(side: Side, node_id: str) -> Observation | None:
        node = side.graph.node(node_id)
        return side.look(node) if node is not None else None

    def _edge(self, old: Edge, new: Edge) -> EdgeChange:
        was, now = self.before.graph.node(old.target), self.after.graph.node(new.target)
        assert was is not None, "an edge has both its ends"
        assert now is not None, "an edge has both its ends"
        if is_state(was) and now.visited and not is_state(now):
            return _edge_row("gone", old, new, f"leads to HTTP {now.status}")
        if not self._same_place(old, was, new, now):
            return _edge_row("moved", old, new, "leads to another state")
        if _place_of(old) != _place_of(new):
            return _edge_row("structure", old, new)
        return _edge_row("content" if folded(old.label) != folded(new.label) else "same", old, new)

    def _same_place(self, old: Edge, was: Node, new: Edge, now: Node) -> bool:
        """Both lead to one state; for pages, one address will do, and so it will where nobody had looked."""
        if self.pairs.get(was.id, was.id) == now.id:
            return True
        if not was.visited and href_of(old) == href_of(new):
            return True  # what it leads to was not known
        return was.url == now.url and is_page(was) and is_page(now)


def _change_of(old: Node, new: Node, fields: tuple[Field, ...]) -> Change:
    if "address" in fields or old.url != new.url:
        return "moved"
    if "structure" in fields:
        return "structure"
    return "content" if fields else "same"


def _place_of(edge: Edge) -> tuple[str, str]:
    action = edge.action
    if isinstance(action, Click | Hover | Select | Type):
        return place(action.target), action.target.role
    return "", ""


def _offers(look: Observation | None, edge: Edge) -> bool:
    """A state has the control of an edge, though the map has no such edge: a site's menu is kept a few times only."""
    action = edge.action
    if look is None or not isinstance(action, Click | Hover | Select | Type):
        return False
    wanted = action.target
    if wanted.href:
        return any(address_of(element.locator.href) == address_of(wanted.href) for element in look.elements)
    return any((e.role, e.label) == (wanted.role, wanted.label) for e in look.elements if e.label)


def _edge_row(change: Change, old: Edge | None, new: Edge | None, reason: str = "") -> EdgeChange:
    edge = old or new
    assert edge is not None, "one of them is given"
    gone = new is None
    return EdgeChange(
        change,
        old.id if old else "",
        new.id if new else "",
        edge.source,
        edge.label,
        "" if gone else new.label,
        edge.kind,
        old.target if old else "",
        "" if gone else new.target,
        reason,
    )
