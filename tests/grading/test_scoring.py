"""Scores and ratings follow from point verdicts by stated rules; values here are worked out by hand."""

import pytest

from drill.cards.card import Dimension
from drill.grading.scoring import Thresholds, misses_must, points_score, rating_for, total
from drill.grading.verdict import PointVerdict

WHAT, WHY = Dimension.WHAT, Dimension.WHY


def verdicts(marks, dimension=WHAT):
    """`h`, `p` and `m` for hit, partial and miss; a capital letter is a must."""
    names = {"h": "hit", "p": "partial", "m": "miss"}
    return [
        PointVerdict(str(number), dimension, mark.isupper(), names[mark.lower()])
        for number, mark in enumerate(marks)
    ]


@pytest.mark.parametrize(
    ("marks", "enough", "score"),
    [
        ("Hhmm", 2, 1.0),  # two points are enough
        ("Hmmm", 2, 0.5),
        ("Hpm", 2, 0.75),
        ("mmm", 2, 0.0),
        ("ppp", 2, 0.75),
        ("Mhhh", 2, 0.5),  # without its must
        ("Phh", 2, 1.0),  # a must made in part is not missed
        ("Mpm", 2, 0.25),
        ("Hhm", 3, 2 / 3),
        ("H", 2, 1.0),  # there is only one to make
        ("", 2, 0.0),
    ],
)
def test_a_dimension_needs_enough_points_and_its_must(marks, enough, score):
    assert points_score(verdicts(marks), enough) == pytest.approx(score)


def test_a_card_is_the_mean_of_the_dimensions_it_has():
    score, dimensions = total([*verdicts("Hh"), *verdicts("Hm", WHY)], {})
    assert dimensions == {WHAT: 1.0, WHY: 0.5}
    assert score == 0.75


def test_a_card_says_how_many_points_are_enough():
    assert total(verdicts("Hhm"), {WHAT: 3})[0] == pytest.approx(2 / 3)


def test_points_without_dimension_make_one_score():
    assert total(verdicts("Hp", None), {}) == (0.75, {})


@pytest.mark.parametrize(
    ("score", "rating"),
    [
        (0.0, "again"),
        (0.59, "again"),
        (0.60, "hard"),
        (0.74, "hard"),
        (0.75, "good"),
        (0.91, "good"),
        (0.92, "easy"),
    ],
)
def test_the_thresholds_turn_a_score_into_a_rating(score, rating):
    assert rating_for(score, 0.9, Thresholds()) == rating


def test_the_user_may_move_the_thresholds():
    assert rating_for(0.5, 0.9, Thresholds(0.2, 0.3, 0.4)) == "easy"


def test_hints_cost_easy():
    assert rating_for(1.0, 0.9, Thresholds(), hints=1) == "good"


@pytest.mark.parametrize("score", [0.0, 0.4, 0.6, 0.7, 0.8, 1.0])
def test_an_unsure_grader_never_says_again(score):
    assert rating_for(score, 0.3, Thresholds()) in {"hard", "good"}


def test_a_must_that_is_surely_missed_is_again_whatever_the_score():
    assert rating_for(0.9, 0.9, Thresholds(), must_missed=True) == "again"
    assert rating_for(0.9, 0.6, Thresholds(), must_missed=True) == "good"


def test_only_a_must_that_was_not_made_at_all_is_missed():
    assert misses_must(verdicts("Mhh"))
    assert not misses_must(verdicts("Pmm"))
    assert not misses_must(verdicts("mmm"))
