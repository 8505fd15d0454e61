"""What is told of a grader that was held against labels: how far it is off, and on which points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drill.cards.card import Dimension
from drill.grading.calibration import Calibration, Labelled, PointRecord, calibrate
from drill.grading.grade import grade
from drill.grading.rubric import Rubric
from tests.grading.conftest import GOOD_EN

SIZES = "Blocks of a fixed size hold the cache, and a table maps each logical block to a physical one."


def record(found: Calibration, point: str) -> PointRecord:
    return next(each for each in found.points if each.point == point)


def test_errors_are_means_of_what_is_graded_against_what_is_rated(rubric: Rubric):
    scores = grade(rubric, GOOD_EN, "en").dimensions
    off = {Dimension.WHAT: scores[Dimension.WHAT] - 0.25, Dimension.WHY: scores[Dimension.WHY] - 0.5}
    found = calibrate([Labelled("a", rubric, GOOD_EN, "en", "expert", scores=off)])
    assert found.answers == 1
    assert {name: each.error for name, each in found.dimensions.items()} == pytest.approx(
        {"what": 0.25, "why": 0.5, "overall": 0.375}
    )
    assert found.kinds["expert"].error == found.languages["en"].error == pytest.approx(0.375)
    assert found.kinds["expert"].graded - found.kinds["expert"].rated == pytest.approx(0.375)


def test_groups_are_told_apart(rubric: Rubric):
    rated = Labelled("a", rubric, GOOD_EN, "en", "expert", scores={Dimension.WHAT: 1.0})
    found = calibrate([rated, replace(rated, name="b", kind="plain"), replace(rated, name="c", kind="plain")])
    assert {name: each.n for name, each in found.kinds.items()} == {"expert": 1, "plain": 2}
    assert found.languages["en"].n == 3


def test_a_point_clashes_with_its_own_label(rubric: Rubric):
    labels = {"blocks": "miss", "fewer": "hit", "throughput": "miss"}
    found = calibrate([Labelled("a", rubric, SIZES, "en", points=labels)])  # type: ignore[arg-type]
    (credited,) = record(found, "blocks").clashes
    assert (credited.fault, credited.rated, credited.graded) == ("credited", "miss", "hit")
    assert credited.quote in SIZES
    (missed,) = record(found, "fewer").clashes
    assert (missed.fault, missed.rated, missed.graded) == ("missed", "hit", "miss")
    assert missed.cause is not None
    assert record(found, "throughput").clashes == ()
    assert record(found, "throughput").confusion == {("miss", "miss"): 1}
    assert found.dimensions == {}


def test_with_the_score_of_its_dimension_alone_a_point_clashes_only_where_that_says_so(rubric: Rubric):
    low = calibrate([Labelled("a", rubric, SIZES, "en", scores={Dimension.WHAT: 0.0, Dimension.WHY: 0.0})])
    assert [each.point for each in low.points if each.clashes] == ["blocks"]
    high = calibrate([Labelled("a", rubric, SIZES, "en", scores={Dimension.WHAT: 0.5, Dimension.WHY: 1.0})])
    clashing = {each.point: each.clashes[0].fault for each in high.points if each.clashes}
    assert clashing == {"unknown": "missed", "bounded": "missed"}


def test_points_with_the_most_clashes_come_first(rubric: Rubric):
    labels = {"blocks": "miss"}
    twice = [Labelled(name, rubric, SIZES, "en", points=labels) for name in "ab"]  # type: ignore[arg-type]
    once = Labelled("c", rubric, SIZES, "en", points={"fewer": "hit"})
    found = calibrate([once, *twice])
    assert [(each.point, len(each.clashes), each.n) for each in found.points[:2]] == [
        ("blocks", 2, 3),
        ("fewer", 1, 3),
    ]
