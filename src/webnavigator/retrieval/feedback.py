"""What users said of earlier answers, applied to later ones: confirmed states rise, rejected ones fall.

Only this map's own verdicts count, and only for queries in the same or nearly the same words; a query that names
another thing ("order 41" after "order 12") learns nothing from them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from webnavigator.errors import BadInputError
from webnavigator.retrieval.base import Hit
from webnavigator.retrieval.query import Query, read_query

SURE = 0.75
"""Weight of a verdict from which on it decides, and does not only move a state up or down."""

_LIKE = 0.5
"""Queries less alike than this (Jaccard index of their terms) learn nothing from each other."""

_STEP = 6.0
"""How far a verdict on the same words moves a state past the others, in units of the ranking's score."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What somebody said of one answer.

    Attributes:
        query: the words that were asked.
        node_id: the state that was answered; "" for "the map has no such page".
        right: whether that was what was meant.
    """

    query: str
    node_id: str
    right: bool


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the verdicts say about one query.

    Attributes:
        weights: by node id, from -1 (rejected for these very words) to 1 (confirmed for them); 0 is left out.
        none: the same for the answer that there is no such page.
    """

    weights: Mapping[str, float] = field(default_factory=dict[str, float])
    none: float = 0.0


def likeness(a: Query, b: Query) -> float:
    """How much a verdict on one query says about another, 0 to 1.

    The square of the Jaccard index of their terms; 0 when they name different things, or are too little alike.
    """
    if set(a.entities) != set(b.entities):
        return 0.0
    mine, theirs = set(a.words), set(b.words)
    shared = len(mine & theirs) / len(mine | theirs)
    return shared**2 if shared >= _LIKE else 0.0


def lesson(query: Query, verdicts: Iterable[Verdict]) -> Lesson:
    """What verdicts say about a query; of several on one state the strongest counts, confirmed against rejected."""
    right: dict[str, float] = {}
    wrong: dict[str, float] = {}
    for verdict in verdicts:
        weight = _likeness_to(query, verdict.query)
        kind = right if verdict.right else wrong
        kind[verdict.node_id] = max(kind.get(verdict.node_id, 0.0), weight)
    total = {name: right.get(name, 0.0) - wrong.get(name, 0.0) for name in right | wrong}
    return Lesson({name: weight for name, weight in total.items() if name and weight}, total.get("", 0.0))


def _likeness_to(query: Query, words: str) -> float:
    try:
        return likeness(query, read_query(words))
    except BadInputError:
        return 0.0  # an imported verdict on a query without words


def reordered(hits: Sequence[Hit], learnt: Lesson, known: Callable[[str], bool], k: int) -> tuple[Hit, ...]:
    """Hits in the order that the verdicts give them.

    Args:
        hits: best first, as the ranking has them.
        learnt: from `lesson`.
        known: whether a state is (still) searchable; a confirmed one that the ranking missed is added.
        k: most hits to give.

    Returns:
        Hits whose features ``confirmed`` and ``rejected`` tell the weight, where there is one.
    """
    if not learnt.weights:
        return tuple(hits[:k])
    top = hits[0].score if hits else 0.0
    floor = min((hit.score for hit in hits), default=0.0)
    there = {hit.node_id for hit in hits}
    missed = [name for name, weight in learnt.weights.items() if weight >= SURE and name not in there and known(name)]
    every = (*hits, *(Hit(name, floor, 0) for name in missed))
    moved = [_moved(hit, learnt.weights.get(hit.node_id, 0.0), top, floor) for hit in every]
    ranked = sorted(moved, key=lambda hit: (-hit.score, hit.node_id))[:k]
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(ranked, 1))


def _moved(hit: Hit, weight: float, top: float, floor: float) -> Hit:
    """A verdict on the very same words moves a state past all others."""
    if not weight:
        return hit
    way = max(top - hit.score, 0.0) if weight > 0 else max(hit.score - floor, 0.0)
    name = "confirmed" if weight > 0 else "rejected"
    features = {**hit.features, name: abs(weight)}
    return replace(hit, score=hit.score + weight * (way + _STEP), features=features)
