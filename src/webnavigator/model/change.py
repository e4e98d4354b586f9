"""What became of a map's states and edges: one vocabulary for refreshing a map and for comparing two."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeVar

SCHEMA = "webnavigator-diff/1.0"

Change = Literal["same", "content", "structure", "moved", "gone", "new", "unseen"]
"""``same``: as before. ``content``: the same elements say something else. ``structure``: other elements make it up.
``moved``: a state at another address, an edge that leads to another state. ``gone``: no longer there. ``new``: was not
there. ``unseen``: nobody looked, so nothing is known."""

ORDER: tuple[Change, ...] = ("gone", "moved", "structure", "content", "new", "unseen", "same")
"""In which they are told: what breaks a plan comes first."""

CHANGED: frozenset[Change] = frozenset({"content", "structure", "moved", "gone", "new"})
"""Those that say that the site is another one than before."""

PAGE_GONE = "its page is gone"
"""Reason of an edge that went with the state that it started from."""

Field = Literal["address", "title", "text", "structure", "controls", "links"]


@dataclass(frozen=True, slots=True)
class StateChange:
    """What became of one state.

    Attributes:
        change: see `Change`.
        before: its node id before, "" when it is new.
        after: its node id now, "" when it is gone; the same as `before` where nothing of its identity changed.
        url: its address before; of a new one, now.
        url_after: its address now, "" when it is gone.
        title: its title before; of a new one, now.
        name: what tells it from other states at its address, "" for the page itself.
        template: the kind of page that it belongs to.
        fields: what differs, see `Field`.
        reason: why it counts as gone, moved, new or unseen, in words; "" where `fields` says all.
        added: lines of text that are there now and were not, the first few.
        removed: lines of text that were there, the first few.
        controls_added: controls that are there now and were not, the first few.
        controls_removed: controls that were there, the first few.
    """

    change: Change
    before: str = ""
    after: str = ""
    url: str = ""
    url_after: str = ""
    title: str = ""
    name: str = ""
    template: str = ""
    fields: tuple[Field, ...] = ()
    reason: str = ""
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    controls_added: tuple[str, ...] = ()
    controls_removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EdgeChange:
    """What became of one edge.

    Attributes:
        change: see `Change`; `content`: its control is called something else; `structure`: its control is elsewhere on
            the page, or of another role.
        before: its id before, "" when it is new.
        after: its id now, "" when it is gone.
        source: node id of the state it starts from: before, or now when it is new.
        label: what its control was called; of a new one, is called.
        label_after: what it is called now, "" when it is gone.
        kind: see `webnavigator.model.graph.EdgeKind`.
        target: node id of the state it led to, "" when it is new.
        target_after: node id of the state it leads to now, "" when it is gone.
        reason: why it counts as gone or moved, in words.
    """

    change: Change
    before: str = ""
    after: str = ""
    source: str = ""
    label: str = ""
    label_after: str = ""
    kind: str = ""
    target: str = ""
    target_after: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TemplateChange:
    """What became of the states of one kind of page.

    Attributes:
        template: id of the page template, "" for states without one.
        example: address of one of its states.
        states: how many states came to each `Change`.
    """

    template: str
    example: str
    states: dict[str, int]


@dataclass(frozen=True, slots=True)
class MapDiff:
    """All that differs between two maps, or between a map before and after it was refreshed.

    Attributes:
        states: one for each state of either map, ``same`` ones included.
        edges: one for each edge that is not ``same``.
        edges_same: how many edges are as before.
        text_compared: False when one side holds no texts, so that ``content`` stands for titles alone.
    """

    states: tuple[StateChange, ...] = ()
    edges: tuple[EdgeChange, ...] = ()
    edges_same: int = 0
    text_compared: bool = True

    @property
    def changed(self) -> bool:
        """Whether anything differs."""
        return any(row.change in CHANGED for row in (*self.states, *self.edges))

    @property
    def state_counts(self) -> dict[str, int]:
        """How many states came to each `Change`, 0 included."""
        return _counts(row.change for row in self.states)

    @property
    def edge_counts(self) -> dict[str, int]:
        """How many edges came to each `Change`, 0 included."""
        return {**_counts(row.change for row in self.edges), "same": self.edges_same}

    @property
    def templates(self) -> tuple[TemplateChange, ...]:
        """The states by kind of page; kinds of which nothing changed are left out."""
        found: dict[str, list[StateChange]] = {}
        for row in self.states:
            found.setdefault(row.template, []).append(row)
        return tuple(
            TemplateChange(template, rows[0].url, dict(Counter(row.change for row in rows)))
            for template, rows in found.items()
            if any(row.change in CHANGED for row in rows)
        )

    def to_json(self) -> dict[str, Any]:
        """A JSON-ready dictionary; see docs/refresh.md. States and edges that are ``same`` are counted only."""
        return {
            "schema": SCHEMA,
            "changed": self.changed,
            "text_compared": self.text_compared,
            "counts": {"states": self.state_counts, "edges": self.edge_counts},
            "states": [asdict(row) for row in _told(self.states)],
            "edges": [asdict(row) for row in _told(self.edges)],
            "templates": [asdict(row) for row in self.templates],
        }


_Row = TypeVar("_Row", StateChange, EdgeChange)


def _counts(changes: Iterable[Change]) -> dict[str, int]:
    counts = Counter(changes)
    return {change: counts[change] for change in ORDER}


def _told(rows: "Iterable[_Row]") -> "list[_Row]":
    return sorted((row for row in rows if row.change != "same"), key=lambda row: ORDER.index(row.change))
