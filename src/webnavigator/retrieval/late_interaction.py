"""Late interaction: every token of the query looks for its best counterpart in the document.

``s(q, v) = (1/n) Σ_i max_l q_i · v_l`` over unit vectors, the mean over query tokens (arXiv 2603.20366,
section 3.2).
"""

import numpy as np
from numpy.typing import NDArray

from webnavigator.retrieval.base import Matrix


def maxsim(query: Matrix, document: Matrix) -> float:
    """The score of one document, -1 to 1; 0 when either side has no vectors.

    Args:
        query: unit vectors of the query's tokens, shape (n, dim).
        document: unit vectors of the document's tokens, shape (m, dim).

    >>> import numpy as np
    >>> round(maxsim(np.eye(2, dtype=np.float32), np.array([[1.0, 0.0]], dtype=np.float32)), 2)
    0.5
    """
    if not len(query) or not len(document):
        return 0.0
    return float((query @ document.T).max(axis=1).mean())


def maxsim_many(query: Matrix, rows: Matrix, counts: NDArray[np.int64]) -> Matrix:
    """The scores of many documents whose token vectors lie one after the other.

    Args:
        query: unit vectors of the query's tokens, shape (n, dim).
        rows: unit vectors of all documents' tokens, shape (sum of counts, dim).
        counts: vectors of each document.

    Returns:
        One score a document; 0 for documents without vectors.
    """
    scores = np.zeros(len(counts), np.float32)
    if len(query) and len(rows):
        scores[counts > 0] = best_of(rows @ query.T, counts).mean(axis=1)
    return scores


def weakest(best: Matrix, part: float = 1 / 3) -> Matrix:
    """How well the query's least matched tokens are matched: the mean over the lowest part of them.

    A page that has most of what is asked for, but nothing like one word of it, shows here and not in the mean.

    Args:
        best: for each document and token of the query the best similarity, shape (documents, tokens).
        part: share of the tokens that count, at least one token.
    """
    count = max(1, round(best.shape[1] * part))
    return np.asarray(np.sort(best, axis=1)[:, :count].mean(axis=1), dtype=np.float32)


def best_of(similarity: Matrix, counts: NDArray[np.int64]) -> Matrix:
    """The largest similarity of each document with vectors: rows of `similarity` are grouped by `counts`.

    Returns:
        Shape (documents with a count above 0, columns of `similarity`).
    """
    filled = counts[counts > 0]
    starts = np.concatenate(([0], np.cumsum(filled)[:-1])).astype(np.intp)
    return np.asarray(np.maximum.reduceat(similarity, starts, axis=0), dtype=np.float32)


def pool_tokens(tokens: Matrix, limit: int) -> Matrix:
    """At most `limit` unit vectors: neighbours are averaged in groups of equal size, the first ones smaller.

    Fewer vectors keep most of what late interaction sees, because neighbouring tokens share their context.
    """
    if len(tokens) <= limit:
        return tokens
    edges = np.linspace(0, len(tokens), limit + 1).astype(np.intp)
    sums = np.add.reduceat(tokens, edges[:-1], axis=0)
    return np.asarray(sums / np.linalg.norm(sums, axis=1, keepdims=True), dtype=np.float32)
