import sqlite3

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.shop_documents import SHOP
from webnavigator.retrieval.lexical import FIELDS, Lexicon, best_covered, coverage, one_edit


@pytest.fixture
def lexicon():
    database = sqlite3.connect(":memory:")
    lexicon = Lexicon(database)
    for row, document in enumerate(SHOP, 1):
        lexicon.add(row, document)
    yield lexicon
    database.close()


def test_rare_words_weigh_more(lexicon):
    order, code = lexicon.lookup([("order",), ("tt10041",)], len(SHOP))
    assert code.idf > order.idf > 0
    assert order.df == 4


def test_coverage_says_where_a_word_is(lexicon):
    terms = lexicon.lookup([("tt10041",)], len(SHOP))
    rows = np.arange(1, len(SHOP) + 1)
    found = coverage(lexicon.postings(terms, len(SHOP)), 1, rows)
    assert {FIELDS[at] for at in np.nonzero(found[3, 0])[0]} == {"title", "labels", "headings"}
    assert {FIELDS[at] for at in np.nonzero(found[1, 0])[0]} == {"main"}


def test_what_is_named_so_comes_before_what_mentions_it(lexicon):
    terms = lexicon.lookup([("tt10041",)], len(SHOP))
    weights = np.ones(1, np.float32)
    assert best_covered(lexicon.postings(terms, len(SHOP)), weights, 10).tolist() == [4, 2]


def test_a_removed_document_leaves_no_word(lexicon):
    lexicon.remove(4, SHOP[3])
    terms = lexicon.lookup([("dupont",)], len(SHOP))
    assert terms[0].df == 1  # the list of orders still names him
    lexicon.remove(2, SHOP[1])
    assert lexicon.lookup([("dupont",)], len(SHOP))[0].df == 0


def test_no_word_no_document(lexicon):
    assert lexicon.bm25([], 5) == {}
    assert lexicon.bm25(lexicon.lookup([("zzzz",)], len(SHOP)), 5) == {}


words = st.text(alphabet="abc", max_size=5)


def slow_distance(a, b):
    """Optimal string alignment, from its definition."""
    if not a or not b:
        return len(a) + len(b)
    best = min(
        slow_distance(a[:-1], b) + 1,
        slow_distance(a, b[:-1]) + 1,
        slow_distance(a[:-1], b[:-1]) + (a[-1] != b[-1]),
    )
    if len(a) > 1 and len(b) > 1 and a[-1] == b[-2] and a[-2] == b[-1]:
        best = min(best, slow_distance(a[:-2], b[:-2]) + 1)
    return best


@given(words, words)
def test_one_edit_is_a_distance_of_one(a, b):
    assert one_edit(a, b) == (slow_distance(a, b) == 1)
