"""Which state of a map is which one of another map of the same site."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass

from webnavigator.model.graph import InteractionGraph, Node
from webnavigator.model.page import Observation
from webnavigator.refresh.controls import pair_edges
from webnavigator.refresh.looks import lines


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two maps.

    Attributes:
        graph: its states and edges.
        look: what was seen of a state; None when that was not kept.
    """

    graph: InteractionGraph
    look: Callable[[Node], Observation | None]

    def states(self) -> list[Node]:
        """The states that are really there: seen, and no error pages."""
        return [node for node in self.graph.nodes if is_state(node)]


def is_state(node: Node) -> bool:
    """Seen, and no error page."""
    return node.visited and (node.status is None or node.status < 400)


def is_page(node: Node) -> bool:
    """What an address shows, as far as is known; and not something opened on a page."""
    return node.url_reachable is not False and (bool(node.url_reachable) or not node.name)


def pair_states(before: Side, after: Side, known: Mapping[str, str]) -> dict[str, str]:
    """Pair the states of two maps.

    A state is the same one when its id is, or when it is known what became of its id; a page also when its address is,
    or when it says the very same at another address; something opened on a page also when the same control opens it.

    Args:
        before: the older map.
        after: the newer map.
        known: ids before and the ids that they became, "" for gone.

    Returns:
        Ids before, and ids after; what has no partner is left out.
    """
    there = {node.id: node for node in after.states()}
    pairs = _Pairs({node.id: node for node in before.states()}, there)
    for node_id in pairs.before:
        now = known.get(node_id, node_id)
        if now in there:
            pairs.add(node_id, now)
    gone = {node_id for node_id, now in known.items() if not now}
    for key in (_address, _says, _looks_like):
        left = [node for node in pairs.left() if node.id not in gone and is_page(node)]
        free = [node for node in pairs.free() if is_page(node)]
        pairs.match(_alone(left, before, key), _alone(free, after, key), anywhere=key is _address)
    _follow_controls(before, after, pairs, gone)
    return pairs.found


class _Pairs:
    """States that have found their partner, each in one pair only."""

    def __init__(self, before: Mapping[str, Node], after: Mapping[str, Node]) -> None:
        self.before, self._after = before, after
        self.found: dict[str, str] = {}
        self._taken: set[str] = set()

    def add(self, old: str, new: str) -> bool:
        if old in self.found or new in self._taken or old not in self.before or new not in self._after:
            return False
        self.found[old] = new
        self._taken.add(new)
        return True

    def left(self) -> list[Node]:
        return [node for node in self.before.values() if node.id not in self.found]

    def free(self) -> list[Node]:
        return [node for node in self._after.values() if node.id not in self._taken]

    def match(self, old: Mapping[Hashable, str], new: Mapping[Hashable, str], *, anywhere: bool) -> None:
        """Pair what has one key; two addresses that differ in their query alone are two pages and no move."""
        for value, node_id in old.items():
            if value in new and (anywhere or self._may_have_moved(node_id, new[value])):
                self.add(node_id, new[value])

    def _may_have_moved(self, old: str, new: str) -> bool:
        was, now = self.before[old].url, self._after[new].url
        return was.partition("?")[0] != now.partition("?")[0]


Key = Callable[[Node, Side], Hashable | None]


def _alone(nodes: Iterable[Node], side: Side, key: Key) -> dict[Hashable, str]:
    """Ids of the states that are alone with their key."""
    found: dict[Hashable, list[str]] = defaultdict(list)
    for node in nodes:
        if (value := key(node, side)) is not None:
            found[value].append(node.id)
    return {value: ids[0] for value, ids in found.items() if len(ids) == 1}


def _address(node: Node, _: Side) -> Hashable | None:
    return node.url


def _says(node: Node, side: Side) -> Hashable | None:
    look = side.look(node)
    said = lines(look) if look is not None else []
    return (node.title, *said) if said else None


def _looks_like(node: Node, _: Side) -> Hashable | None:
    """Elements and title: enough where it is the only one of them on both sides."""
    return (node.h_v, node.title) if node.h_v and node.title else None


def _follow_controls(before: Side, after: Side, pairs: _Pairs, gone: set[str]) -> None:
    """What was opened on a page is what the same control opens there now; one step further in each round."""
    queue = list(pairs.found.items())
    while queue:
        old, new = queue.pop()
        for was, now in pair_edges(before.graph.edges_from(old), after.graph.edges_from(new)):
            target = before.graph.node(was.target)
            if target is None or target.id in gone or is_page(target):
                continue
            landing = after.graph.node(now.target)
            if landing is None or is_page(landing) or not _same_page(target, landing, old, new, before, after):
                continue
            if pairs.add(was.target, now.target):
                queue.append((was.target, now.target))


def _same_page(old: Node, new: Node, from_old: str, from_new: str, before: Side, after: Side) -> bool:
    """Two states have one address, or that of the page that each was opened on."""
    on_old, on_new = before.graph.node(from_old), after.graph.node(from_new)
    assert on_old is not None
    assert on_new is not None
    return old.url == new.url or (old.url, new.url) == (on_old.url, on_new.url)
