"""Thompson sampling over start pages, against numbers worked out by hand, and the two updates compared."""

from collections.abc import Callable
from random import Random

import pytest

from webnavigator.agents.bandit import Arm, Label, arms_of, draw, learn, learn_as_published
from webnavigator.agents.relevance import bm25


def test_priors_by_hand():
    best, middle, worst = arms_of([("a", 9.0), ("b", 6.0), ("c", 5.0)])
    assert (best.alpha, best.beta, worst.alpha, worst.beta) == (4.0, 1.0, 1.0, 4.0)
    assert (middle.alpha, middle.beta) == (1.75, 3.25)
    assert [(arm.alpha, arm.beta) for arm in arms_of([("a", 2.0), ("b", 2.0)])] == [(2.5, 2.5)] * 2
    assert arms_of([]) == []


@pytest.mark.parametrize(
    ("label", "published", "ours"),
    [
        ("adequate", (3.0, 3.0, True), (2.9, 2.8, True)),
        ("inadequate", (3.0, 3.0, True), (2.4, 3.3, True)),
        ("feasible", (3.0, 3.0, True), (1.9, 3.8, True)),
        ("infeasible", (2.0, 4.0, False), (1.9, 3.8, False)),
    ],
)
def test_updates_by_hand(label: Label, published: tuple[float, float, bool], ours: tuple[float, float, bool]):
    arm = Arm("a", 2.0, 3.0)
    for learnt, (alpha, beta, is_open) in ((learn_as_published(arm, label), published), (learn(arm, label), ours)):
        assert learnt.alpha == pytest.approx(alpha)
        assert learnt.beta == pytest.approx(beta)
        assert learnt.open is is_open


def test_only_open_arms_are_drawn_and_the_same_seed_draws_the_same():
    arms = [Arm("a", 100.0, 1.0, open=False), Arm("b", 1.0, 100.0), Arm("c", 2.0, 1.0)]
    drawn = [draw(arms, Random(seed)) for seed in range(50)]
    assert drawn == [draw(arms, Random(seed)) for seed in range(50)]
    assert set(drawn) <= {1, 2}
    assert drawn.count(2) > 45
    assert draw([], Random(0)) is None


def rounds_until_found(update: Callable[[Arm, Label], Arm], seed: int) -> int:
    """Ten pages; the one with the best prior looks promising for ever, the answer is on another."""
    chance = Random(seed)
    arms = arms_of([(str(at), score) for at, score in enumerate([10, 7, 6, 5, 4, 3, 2, 2, 1, 0])])
    for number in range(1, 101):
        at = draw(arms, chance)
        assert at is not None
        if at == 3:
            return number
        arms[at] = update(arms[at], "feasible" if at in (0, 1) else "inadequate")
    return 101


def test_an_arm_that_only_promises_does_not_take_all_rounds():
    ours = sum(rounds_until_found(learn, seed) for seed in range(200)) / 200
    published = sum(rounds_until_found(learn_as_published, seed) for seed in range(200)) / 200
    assert ours < published / 2


def test_relevance_in_chinese():
    scores = bm25("图书馆的开放时间", ["图书馆 开放时间：九点到五点", "联系我们", "图书馆简介"])
    assert scores[0] > scores[2] > scores[1] == 0.0
