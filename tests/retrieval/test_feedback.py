"""What users said of answers moves these, and nothing else."""

import pytest

from webnavigator.retrieval.base import Hit
from webnavigator.retrieval.feedback import SURE, Verdict, lesson, likeness, reordered
from webnavigator.retrieval.query import read_query


def order(shop, query, *verdicts, k=5):
    learnt = lesson(read_query(query), verdicts)
    return [
        hit.node_id for hit in reordered(shop.search(query, k), learnt, lambda name: shop.document(name) is not None, k)
    ]


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("orders awaiting a refund", "the orders that await refunds", 1.0, 1.0),
        ("orders awaiting a refund", "orders refunded", 0.3, 0.6),
        ("order TT10041", "order TT10001", 0.0, 0.0),
        ("orders", "promotions", 0.0, 0.0),
        ("请假申请", "查看请假申请的页面", 0.4, 1.0),
    ],
)
def test_queries_are_alike_by_their_words_and_never_across_names(one, other, least, most):
    assert least <= likeness(read_query(one), read_query(other)) <= most


def test_what_was_confirmed_comes_first_for_these_words_and_others_stay(shop):
    before = order(shop, "release v2.4")
    verdict = Verdict("promotion codes", "home", right=True)
    assert order(shop, "promotion codes")[0] == "promotions"
    assert order(shop, "the promotion codes", verdict)[0] == "home"
    assert order(shop, "release v2.4", verdict) == before


def test_what_was_rejected_is_no_longer_first(shop):
    first = order(shop, "orders")[0]
    assert order(shop, "orders", Verdict("orders", first, right=False))[-1] == first


def test_a_confirmed_state_that_search_missed_is_added_if_it_is_still_there(shop):
    verdicts = [Verdict("quarterly figures", name, right=True) for name in ("invoice", "gone")]
    found = order(shop, "quarterly figures", *verdicts)
    assert found[0] == "invoice"
    assert "gone" not in found


def test_right_and_wrong_for_the_same_words_cancel_out(shop):
    said = [Verdict("all orders", "orders", right=right) for right in (True, False)]
    assert order(shop, "all orders", *said) == order(shop, "all orders")


def test_that_there_is_none_is_learnt_too():
    said = [Verdict("wedding gifts", "", right=True)]
    assert lesson(read_query("wedding gifts"), said).none == 1.0
    assert lesson(read_query("garden gifts"), said).none < SURE
    assert lesson(read_query("wedding gifts"), said).weights == {}


def test_a_verdict_without_words_says_nothing():
    assert lesson(read_query("orders"), [Verdict("?!", "orders", right=True)]).weights == {}


def test_ranks_are_counted_anew_and_equal_scores_have_one_order():
    hits = [Hit("b", 1.0, 1), Hit("a", 1.0, 2), Hit("c", 0.5, 3)]
    learnt = lesson(read_query("x y"), [Verdict("x y", "c", right=True)])
    moved = reordered(hits, learnt, lambda _: True, 5)
    assert [(hit.node_id, hit.rank) for hit in moved] == [("c", 1), ("a", 2), ("b", 3)]
