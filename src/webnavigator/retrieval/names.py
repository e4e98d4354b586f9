"""What a state is called, and how well a query fits one of its names as a whole."""

from collections.abc import Sequence

import numpy as np

from webnavigator.retrieval.base import Matrix
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.lexical import Term
from webnavigator.retrieval.words import terms

_LABELS, _HEADINGS, _ADDED = 4, 2, 3
_LONGEST = 8
"""Terms of a name; longer texts tell of a state and do not name it."""


def names_of(document: Document) -> list[frozenset[str]]:
    """The terms of each name of a state.

    A page is called by its title, its headings and the links to it; a dialog, menu or tab by its own name, the labels
    that open it and the first texts in it.
    """
    texts = [document.name, *document.labels[:_LABELS]]
    if document.kind == "page":
        texts += [document.title, *document.headings[:_HEADINGS]]
    else:
        texts += document.added[:_ADDED]
    named = dict.fromkeys(frozenset(terms(text)) for text in texts)
    return [name for name in named if 0 < len(name) <= _LONGEST]


def name_fit(query: Sequence[Term], weights: Matrix, names: Sequence[Sequence[frozenset[str]]]) -> Matrix:
    """How well a query is the name of each candidate: of its names the one that fits best.

    The fit is the harmonic mean of the share of the query's weight that the name has and the share of the name that
    the query has.

    Args:
        query: the query's terms.
        weights: their shares in the query, summing to 1.
        names: of each candidate, from `names_of`.

    Returns:
        Shape (candidates,), 0 to 1.
    """
    strength = {form: (at, value) for at, term in enumerate(query) for form, value in term.forms}
    return np.array([max((_fit(name, strength, weights) for name in own), default=0.0) for own in names], np.float32)


def _fit(name: frozenset[str], strength: dict[str, tuple[int, float]], weights: Matrix) -> float:
    shared = [strength[term] for term in name if term in strength]
    if not shared:
        return 0.0
    best: dict[int, float] = {}
    for at, value in shared:
        best[at] = max(best.get(at, 0.0), value)
    recall = sum(float(weights[at]) * value for at, value in best.items())
    precision = sum(value for _, value in shared) / len(name)
    return 2 * recall * precision / (recall + precision)
