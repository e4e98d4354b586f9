import pytest

from webnavigator.bench.measures import mean_reciprocal_rank, median, rank_of, recall_at, share


def test_of_nothing_there_is_no_figure():
    assert [share([]), median([]), recall_at(5, []), mean_reciprocal_rank([])] == [None] * 4


def test_what_was_not_found_counts_against():
    ranks = [1, 4, None]
    assert recall_at(1, ranks) == pytest.approx(1 / 3)
    assert recall_at(5, ranks) == pytest.approx(2 / 3)
    assert mean_reciprocal_rank(ranks) == pytest.approx((1 + 1 / 4) / 3)


def test_the_first_right_one_counts():
    assert rank_of(["a", "b", "c"], {"c", "b"}) == 2
    assert rank_of(["a"], set()) is None
