"""Which of the candidates is meant, or none of them."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

from webnavigator.errors import BadInputError
from webnavigator.retrieval.base import Hit
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.feedback import SURE
from webnavigator.retrieval.query import Query, read_query

_FILE = Path(__file__).parent / "data" / "selector.json"

_CONFIRMED = 0.97
"""Chance that a state is meant which a user has confirmed for the same words."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A state offered to a selector.

    Attributes:
        hit: how the search found it.
        document: what it shows; None when only the hit is at hand.
    """

    hit: Hit
    document: Document | None = None

    @property
    def node_id(self) -> str:
        """Id of the state."""
        return self.hit.node_id

    @property
    def page(self) -> str:
        """What names its page: the same for all states of one page."""
        if self.hit.pair is not None:
            return self.hit.pair[0]
        return self.document.url.partition("?")[0] if self.document is not None else self.hit.node_id


@dataclass(frozen=True, slots=True)
class Choice:
    """A selector's verdict.

    Attributes:
        node_id: the state meant; None: the map has no such state.
        confidence: chance that the verdict is right, 0 to 1.
        reason: one line for people.
    """

    node_id: str | None
    confidence: float
    reason: str


class Selector(Protocol):
    """Chooses one of the candidates or none."""

    async def select(self, query: str, candidates: Sequence[Candidate]) -> Choice:
        """The state that the query means.

        Args:
            query: what is looked for, in the user's words.
            candidates: best first, as the search ordered them; may be empty.
        """
        ...


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic model of "the map has what is asked for, and it comes first".

    Attributes:
        weights: by the names of `signals`, and ``bias``.
        threshold: below this chance the verdict is none.
    """

    weights: Mapping[str, float]
    threshold: float

    def chance(self, values: Mapping[str, float]) -> float:
        """Probability, 0 to 1."""
        total = self.weights.get("bias", 0.0)
        total += sum(weight * values[name] for name, weight in self.weights.items() if name in values)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@cache
def shipped() -> Mapping[str, Calibration]:
    """The calibrations that ship with the package, for queries in ``latin`` and in ``cjk`` scripts."""
    data = json.loads(_FILE.read_text(encoding="utf-8"))
    return {name: Calibration(data[name]["weights"], data[name]["threshold"]) for name in ("latin", "cjk")}


def signals(query: Query, hits: Sequence[Hit], pages: Sequence[str]) -> dict[str, float]:
    """What tells whether the first hit is what is asked for; each about 0 to 1.

    States of the page that comes first are no rivals of it: what is opened on a page is much like the page.

    Args:
        query: the query as read.
        hits: best first, at least one.
        pages: of each hit what names its page.
    """
    first = hits[0].features
    rivals = [hit.score for hit, page in zip(hits, pages, strict=True) if page != pages[0]]
    second = rivals[0] if rivals else hits[0].score - 2.0
    fifth = rivals[min(3, len(rivals) - 1)] if rivals else hits[0].score - 2.0
    return {
        "in_key": first.get("in_key", 0.0),
        "in_any": first.get("in_any", 0.0),
        "in_own": first.get("in_own", 0.0),
        "name_fit": first.get("name_fit", 0.0),
        "best_any": max(hit.features.get("in_any", 0.0) for hit in hits[:5]),
        "entity": first.get("entity_any", 0.0) if query.entities else 0.7,
        "en_key": first.get("raw_en_key", 0.0),
        "en_summary": first.get("raw_en_summary", 0.0),
        "en_passage": first.get("raw_en_passage", 0.0),
        "en_late": first.get("raw_en_late", 0.0),
        "en_low": first.get("raw_en_low", 0.0),
        "known": 1.0 - first.get("unknown", 0.0),
        "ml_key": (first.get("raw_ml_key", 0.0) - 0.8) * 5,
        "ml_summary": (first.get("raw_ml_summary", 0.0) - 0.8) * 5,
        "margin": first.get("in_any", 0.0) * min(hits[0].score - second, 6.0) / 6,
        "spread": first.get("in_any", 0.0) * min(hits[0].score - fifth, 10.0) / 10,
        "words": min(len(query.words), 12) / 12,
    }


class OfflineSelector:
    """The selector that needs no model: the first hit, or none when too little speaks for it.

    Args:
        calibrations: by script; None: those that ship with the package.
    """

    def __init__(self, calibrations: Mapping[str, Calibration] | None = None) -> None:
        self._calibrations = calibrations or shipped()

    async def select(self, query: str, candidates: Sequence[Candidate]) -> Choice:
        """The first candidate when the chance that it is meant is high enough, else none; see `Selector`."""
        return self.choose(query, candidates)

    def choose(self, query: str, candidates: Sequence[Candidate]) -> Choice:
        """As `select`, without waiting for anything."""
        if not candidates:
            return Choice(None, 1.0, "the map has no state that shares a word or a meaning with the query")
        candidates = [candidate for candidate in candidates if candidate.hit.features.get("rejected", 0.0) < SURE]
        if not candidates:
            return Choice(None, 1.0, "what fits was reported as the wrong page for these words")
        if candidates[0].hit.features.get("confirmed", 0.0) >= SURE:
            return Choice(candidates[0].node_id, _CONFIRMED, f"{_called(candidates[0])}: confirmed for these words")
        try:
            read = read_query(query)
        except BadInputError as error:
            return Choice(None, 1.0, str(error))
        calibration = self._calibrations["cjk" if read.cjk else "latin"]
        hits = [candidate.hit for candidate in candidates]
        chance = calibration.chance(signals(read, hits, [candidate.page for candidate in candidates]))
        first = candidates[0]
        if chance < calibration.threshold:
            nearest = f"nearest is {_called(first)}; {_matched(first)}"
            return Choice(None, 1 - chance, f"no state fits well enough: {nearest}")
        return Choice(first.node_id, chance, f"{_called(first)}: {_matched(first)}")


class FirstSelector:
    """Takes the first hit, whatever speaks for it: a control, retrieval without reasoning."""

    async def select(self, query: str, candidates: Sequence[Candidate]) -> Choice:
        """The first candidate; see `Selector`."""
        if not candidates:
            return Choice(None, 1.0, "the map has no state that shares a word or a meaning with the query")
        return Choice(candidates[0].node_id, 1.0, f"first hit: {_called(candidates[0])}")


def _called(candidate: Candidate) -> str:
    document = candidate.document
    if document is None:
        return candidate.node_id
    name = document.name or (document.labels[0] if document.labels else "")
    parts = dict.fromkeys(part for part in (name, document.title or document.url) if part)
    return f"“{' · '.join(parts)[:100]}”"


def _matched(candidate: Candidate) -> str:
    matches = [f"{match.field} ({', '.join(match.words[:4])})" for match in candidate.hit.matches[:3]]
    return f"words found in {', '.join(matches)}" if matches else "close in meaning, no word in common"
