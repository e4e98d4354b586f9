"""The candidates of one query with their features, and what a hit tells of them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from webnavigator.retrieval.base import FieldMatch, Hit, Matrix
from webnavigator.retrieval.catalog import Entry
from webnavigator.retrieval.features import best_of_both, lexical_features, term_weights
from webnavigator.retrieval.lexical import FIELDS, Posting, Term, coverage
from webnavigator.retrieval.query import Query
from webnavigator.retrieval.ranking import Ranking

Reading = tuple[Sequence[Term], Sequence[Posting]]
"""One way to read a query: its terms, and where they occur."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The candidates of a query with their features: what `MapIndex.search` orders.

    Attributes:
        node_ids: the candidates.
        columns: values by feature, each of shape (candidates,).
        query: the query as read.
        terms: its terms as looked up in the index.
        found: from `webnavigator.retrieval.lexical.Lexicon.coverage`.
        raw: similarities before they were standardised, and BM25 scores, by name.
    """

    node_ids: tuple[str, ...]
    columns: dict[str, Matrix]
    query: Query
    terms: tuple[Term, ...]
    found: Matrix
    raw: dict[str, Matrix]


def lexical_columns(
    query: Query,
    readings: Sequence[Reading],
    entries: Sequence[Entry],
    bm25: Mapping[int, float],
    names: Sequence[Sequence[frozenset[str]]],
) -> tuple[dict[str, Matrix], Sequence[Term], Matrix]:
    """Lexical features, with the reading of the query that finds more of itself in the candidates."""
    rows = np.array([entry.row for entry in entries], np.int64)
    inner = [entry.kind != "page" for entry in entries]
    scores = np.array([bm25.get(entry.row, 0.0) for entry in entries], np.float32)
    options: list[tuple[float, dict[str, Matrix], Sequence[Term], Matrix]] = []
    for terms, postings in readings:
        found = coverage(postings, len(terms), rows)
        own = lexical_features(query, terms, found, scores, names, inner)
        options.append((float(own["in_any"].sum()), own, terms, found))
    columns = options[0][1]
    for _, own, _, _ in options[1:]:
        columns = best_of_both(columns, own)
    _, _, terms, found = max(options, key=lambda option: option[0])
    return columns, terms, found


def ranked(pool: Pool, ranking: Ranking, k: int) -> tuple[Hit, ...]:
    """The `k` best candidates of a pool that is not empty, best first."""
    cjk = pool.query.cjk
    scores = ranking.score(pool.columns, cjk=cjk)
    order = ranking.order(pool.columns, pool.node_ids, cjk=cjk)[:k]
    return tuple(hit_at(pool, i, float(scores[i]), rank) for rank, i in enumerate(order, 1))


def best_of(hits: Sequence[Hit], more: Sequence[Hit], k: int) -> tuple[Hit, ...]:
    """The `k` best of two lists of hits whose scores can be compared, best first."""
    both = sorted((*hits, *more), key=lambda hit: (-hit.score, hit.node_id))[:k]
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(both, 1))


def hit_at(pool: Pool, at: int, score: float, rank: int) -> Hit:
    """The candidate at a position of the pool as a hit, with what of the query it matched."""
    weights = term_weights(pool.terms)
    matches: list[FieldMatch] = []
    for number, name in enumerate(FIELDS):
        there = [i for i, strength in enumerate(pool.found[at, :, number]) if strength > 0]
        if there and name != "chrome":
            share = float(weights[there].sum())
            matches.append(FieldMatch(name, tuple(pool.terms[i].text for i in there), round(share, 4)))
    features = {name: float(values[at]) for name, values in pool.columns.items()}
    features |= {f"raw_{name}": float(values[at]) for name, values in pool.raw.items()}
    features = {name: 0.0 if math.isnan(value) else round(value, 4) for name, value in features.items()}
    features["unknown"] = round(float(sum(weights[i] for i, term in enumerate(pool.terms) if not term.df)), 4)
    return Hit(pool.node_ids[at], score, rank, tuple(sorted(matches, key=lambda m: -m.share)), features)
