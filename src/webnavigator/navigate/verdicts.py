"""Feedback of users, kept with the map, brought to bear on searches."""

import time
from collections.abc import Sequence

from webnavigator.retrieval.base import Answer
from webnavigator.retrieval.feedback import Verdict, lesson, reordered
from webnavigator.retrieval.kin import Kin
from webnavigator.retrieval.query import read_query
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.base import Feedback, JudgementStore

_LONGEST = 300
"""Longest query, in characters, that is kept with a verdict."""


def verdicts_of(store: JudgementStore) -> list[Verdict]:
    """All verdicts kept with a map."""
    return [Verdict(row.query, row.node_id, row.verdict == "right") for row in store.feedback()]


def answer(index: MapIndex, query: str, k: int, verdicts: Sequence[Verdict], *, kin: Kin | None = None) -> Answer:
    """The best states for a query, with what users said of earlier answers; `kin` as for `MapIndex.answer`.

    Raises:
        BadInputError: the query holds no word, or `k` is below 1.
    """
    found = index.answer(query, k, kin=kin)
    if not verdicts:
        return found
    learnt = lesson(read_query(query), verdicts)
    return Answer(reordered(found.hits, learnt, lambda name: index.document(name) is not None, k), found.warnings)


def keep_verdict(store: JudgementStore, query: str, node_id: str, *, right: bool) -> None:
    """Keep what somebody said of one answer; a later word on the same query and state replaces it.

    Args:
        store: the map, open for writing.
        query: what was asked.
        node_id: what was answered; "" for "no such page".
        right: whether that was what was meant.

    Raises:
        BadInputError: the query holds no word.
    """
    text = read_query(query[:_LONGEST]).text
    store.put_feedback(Feedback(text, node_id, "right" if right else "wrong", time.time()))
