"""The self grader: after answering aloud, the user ticks the points that were said."""

from __future__ import annotations

from collections.abc import Collection

from drill.grading.remarks import remark
from drill.grading.rubric import Rubric
from drill.grading.scoring import Thresholds, misses_must, rating_for, total
from drill.grading.verdict import PointVerdict, Verdict


def grade_checklist(
    rubric: Rubric,
    ticked: Collection[str],
    language: str,
    *,
    thresholds: Thresholds | None = None,
    hints: int = 0,
) -> Verdict:
    """The verdict that follows from the ticks; ungraded where the item has no points to tick."""
    points = tuple(
        PointVerdict(point.id, point.dimension, point.must, "hit" if point.id in ticked else "miss")
        for point in rubric.points
    )
    if not points:
        return Verdict(
            rubric.item,
            rubric.card,
            language,
            "self",
            "ungraded",
            score=None,
            rating=None,
            confidence=0.0,
            notes=(remark("plain", language),),
        )
    score, dimensions = total(points, rubric.enough)
    return Verdict(
        rubric.item,
        rubric.card,
        language,
        "self",
        "graded",
        score=score,
        rating=rating_for(
            score, 1.0, thresholds or Thresholds(), hints=hints, must_missed=misses_must(points)
        ),
        confidence=1.0,
        points=points,
        dimensions=dimensions,
    )
