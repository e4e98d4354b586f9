"""What the ranking and the selector read of a query and a candidate, as numbers."""

from collections.abc import Mapping, Sequence

import numpy as np

from webnavigator.retrieval.base import Matrix
from webnavigator.retrieval.catalog import Entry
from webnavigator.retrieval.dense import Similarity
from webnavigator.retrieval.lexical import FIELDS, Term
from webnavigator.retrieval.names import name_fit
from webnavigator.retrieval.query import Query

KEY_FIELDS = ("title", "name", "labels", "url", "headings", "added")
"""Fields that say what a state is; the others say what is on it."""
OWN_FIELDS = ("name", "labels", "added")
"""Of those the ones that are an inner state's own, and not of the page that it was opened on."""
LEXICAL = (
    *(f"in_{name}" for name in FIELDS if name != "chrome"),
    "in_key",
    "in_any",
    "in_own",
    "name_fit",
    "bm25",
    "entity_key",
    "entity_any",
)
DENSE = ("en_summary", "en_key", "en_passage", "en_late", "ml_summary", "ml_key", "ml_passage")
STATE = ("inner", "inner_cued", "kind_cued", "unvisited", "view", "depth", "act_same", "act_other")
FEATURES = (*LEXICAL, *DENSE, *STATE)
"""Names of the columns of `feature_matrix`. Lexical ones are shares of the query's weight, 0 to 1; dense
ones are standardised over the candidates; state ones are 0 to 1."""

_DEEP = 6
"""Steps from the start page from which on a state is just deep."""
_FLOOR = 0.02
"""Least spread by which similarities are divided: noise must not tell candidates apart that are all alike."""


def standardised(values: Matrix, against: Matrix | None = None) -> Matrix:
    """Mean 0, spread 1 over the candidates, or over others (`against`); 0 for those without a value."""
    known = values if against is None else against
    known = known[~np.isnan(known)]
    if not len(known):
        return np.zeros_like(values)
    return np.nan_to_num((values - known.mean()) / max(float(known.std()), _FLOOR))


def term_weights(terms: Sequence[Term]) -> Matrix:
    """The share that each term has in the query, by its rarity; sums to 1."""
    idf = np.array([term.idf for term in terms], np.float32)
    return idf / max(float(idf.sum()), 1e-9)


def lexical_features(
    query: Query,
    terms: Sequence[Term],
    found: Matrix,
    bm25: Matrix,
    names: Sequence[Sequence[frozenset[str]]],
    inner: Sequence[bool],
) -> dict[str, Matrix]:
    """Shares of the query that occur in each field.

    Args:
        query: the query.
        terms: its terms as looked up.
        found: from `Lexicon.coverage`, shape (candidates, terms, fields).
        bm25: BM25 scores, shape (candidates,).
        names: from `webnavigator.retrieval.names.names_of`, of each candidate.
        inner: which candidates were opened on a page.
    """
    weights = term_weights(terms)
    share = np.einsum("ctf,t->cf", found, weights)
    columns = {f"in_{name}": share[:, at] for at, name in enumerate(FIELDS) if name != "chrome"}
    key = [FIELDS.index(name) for name in KEY_FIELDS]
    own = [at for at, name in enumerate(FIELDS) if name != "chrome"]
    columns["in_key"] = found[:, :, key].max(axis=2) @ weights
    columns["in_any"] = found[:, :, own].max(axis=2) @ weights
    opened = found[:, :, [FIELDS.index(name) for name in OWN_FIELDS]].max(axis=2) @ weights
    columns["in_own"] = np.where(np.array(inner, bool), opened, columns["in_key"])
    columns["name_fit"] = name_fit(terms, weights, names)
    columns["bm25"] = bm25 / max(float(bm25.max(initial=0.0)), 1e-9)
    named = np.array([term.text in query.entities for term in terms], np.float32)
    total = max(float(named.sum()), 1.0)
    columns["entity_key"] = (found[:, :, key].max(axis=2) >= 1.0) @ named / total
    columns["entity_any"] = (found[:, :, own].max(axis=2) >= 1.0) @ named / total
    return columns


def best_of_both(first: Mapping[str, Matrix], second: Mapping[str, Matrix]) -> dict[str, Matrix]:
    """The larger value of two sets of the same columns, e.g. for a query as written and as translated."""
    return {name: np.maximum(values, second[name]) for name, values in first.items()}


def dense_features(english: Similarity, multilingual: Similarity) -> dict[str, Matrix]:
    """Similarities, standardised over the candidates."""
    return {
        "en_summary": standardised(english.summary),
        "en_key": standardised(english.key),
        "en_passage": standardised(english.passage),
        "en_late": standardised(english.late),
        "ml_summary": standardised(multilingual.summary),
        "ml_key": standardised(multilingual.key),
        "ml_passage": standardised(multilingual.passage),
    }


def state_features(query: Query, entries: Sequence[Entry]) -> dict[str, Matrix]:
    """What sort of state each candidate is, against what the query's wording asks for."""
    inner = np.array([entry.kind != "page" for entry in entries], np.float32)
    cued = np.array([entry.kind in query.cues for entry in entries], np.float32)
    same = np.array([bool(entry.acts & query.acts) for entry in entries], np.float32)
    return {
        "inner": inner,
        "inner_cued": inner * float(bool(query.cues)),
        "kind_cued": cued,
        "unvisited": np.array([not entry.visited for entry in entries], np.float32),
        "view": np.array([entry.view for entry in entries], np.float32),
        "depth": np.array([min(entry.depth, _DEEP) / _DEEP for entry in entries], np.float32),
        "act_same": same,
        "act_other": np.array([bool(entry.acts) for entry in entries], np.float32) * (1 - same),
    }
