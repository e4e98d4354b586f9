import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webnavigator.retrieval.late_interaction import maxsim, maxsim_many, pool_tokens, weakest
from webnavigator.retrieval.text_encoder import unit


def rows(seed, count):
    return unit(np.random.default_rng(seed).normal(size=(count, 8)).astype(np.float32))


def slow(query, document):
    """The formula, word for word: the mean over query tokens of the largest inner product."""
    if not len(query) or not len(document):
        return 0.0
    return sum(max(float(q @ v) for v in document) for q in query) / len(query)


@given(st.integers(0, 5), st.lists(st.integers(0, 6), min_size=1, max_size=6))
def test_many_documents_at_once_score_as_one_by_one(words, counts):
    query = rows(1, words)
    documents = [rows(10 + at, count) for at, count in enumerate(counts)]
    found = maxsim_many(query, np.concatenate(documents), np.array(counts))
    for score, document in zip(found, documents, strict=True):
        assert score == pytest.approx(slow(query, document), abs=1e-5)
        assert maxsim(query, document) == pytest.approx(slow(query, document), abs=1e-5)


def test_a_document_scores_one_against_itself():
    assert maxsim(rows(3, 7), rows(3, 7)) == pytest.approx(1.0, abs=1e-5)


@given(st.integers(1, 40), st.integers(1, 12))
def test_pooling_keeps_unit_vectors_and_the_limit(count, limit):
    pooled = pool_tokens(rows(5, count), limit)
    assert len(pooled) == min(count, limit)
    assert np.allclose(np.linalg.norm(pooled, axis=1), 1, atol=1e-4)


def test_the_weakest_tokens_are_the_lowest_third():
    assert weakest(np.array([[0.9, 0.1, 0.5]], np.float32))[0] == pytest.approx(0.1)
