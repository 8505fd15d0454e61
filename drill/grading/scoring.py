"""Point verdicts in, scores and ratings out: the only place where either comes from.

A dimension is min(1, credit / enough), a partial counting half; without its must it reaches 0.5. The card is
the mean of its dimensions. A rating follows from the score by thresholds; an unsure grader says less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from drill.cards.card import Dimension
from drill.grading.rubric import ENOUGH
from drill.grading.verdict import PointVerdict, RatingName

CREDIT = {"hit": 1.0, "partial": 0.5, "miss": 0.0}
WITHOUT_MUST = 0.5
"""The most that a dimension, or a follow-up, reaches without the point it cannot do without."""
SURE = 0.5
"""Confidence from which a grader is taken at its word."""
CONFIDENT = 0.7
"""Confidence from which a missed must makes the rating Again whatever the score."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Scores below which a rating is given; the user's settings carry the same names."""

    again_below: float = 0.60
    hard_below: float = 0.75
    good_below: float = 0.92


def dimension_scores(
    points: Iterable[PointVerdict], enough: Mapping[Dimension, int], most: float = 1.0
) -> dict[Dimension, float]:
    """The score in 0..`most` of every dimension that has points."""
    grouped: dict[Dimension, list[PointVerdict]] = {}
    for point in points:
        if point.dimension is not None:
            grouped.setdefault(point.dimension, []).append(point)
    return {
        dimension: min(most, points_score(grouped[dimension], enough.get(dimension, ENOUGH)))
        for dimension in Dimension
        if dimension in grouped
    }


def points_score(points: Sequence[PointVerdict], enough: int = ENOUGH) -> float:
    """The score in 0..1 of points that belong together: a dimension's, or a follow-up's."""
    if not points:
        return 0.0
    score = min(1.0, sum(CREDIT[point.verdict] for point in points) / min(enough, len(points)))
    return min(score, WITHOUT_MUST) if misses_must(points) else score


def total(
    points: Sequence[PointVerdict], enough: Mapping[Dimension, int], most: float = 1.0
) -> tuple[float, dict[Dimension, float]]:
    """The score of all points, and of each dimension: the dimensions' mean, or a follow-up's own score."""
    dimensions = dimension_scores(points, enough, most)
    if dimensions:
        return sum(dimensions.values()) / len(dimensions), dimensions
    return min(most, points_score(points)), dimensions


def misses_must(points: Iterable[PointVerdict]) -> bool:
    """Whether a point that its dimension cannot do without was not made."""
    return any(point.must and point.verdict == "miss" for point in points)


def rating_for(
    score: float,
    confidence: float,
    thresholds: Thresholds,
    *,
    hints: int = 0,
    must_missed: bool = False,
) -> RatingName:
    """The rating that a score proposes; an unsure grader leaves Again to the user.

    `must_missed`: a point that the answer cannot do without is surely missing.
    """
    if confidence < SURE:
        return "good" if score >= thresholds.hard_below else "hard"
    if score < thresholds.again_below or (must_missed and confidence >= CONFIDENT):
        return "again"
    if score < thresholds.hard_below:
        return "hard"
    return "good" if score < thresholds.good_below or hints else "easy"
