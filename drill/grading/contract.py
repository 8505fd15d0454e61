"""The verdict as JSON: what `drill grade` and `drill answer` print, and scripts depend on."""

from __future__ import annotations

from typing import Any

from drill.grading.verdict import Verdict


def as_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict as plain values, in the order of the contract; scores are rounded to four places."""
    return {
        "item": verdict.item,
        "card": verdict.card,
        "lang": verdict.lang,
        "grader": verdict.grader,
        "status": verdict.status,
        "score": None if verdict.score is None else round(verdict.score, 4),
        "rating": verdict.rating,
        "confidence": round(verdict.confidence, 4),
        "points": [
            {
                "id": point.id,
                "dimension": point.dimension and point.dimension.value,
                "must": point.must,
                "verdict": point.verdict,
                "evidence": [
                    {"start": each.start, "end": each.end, "quote": each.quote} for each in point.evidence
                ],
            }
            for point in verdict.points
        ],
        "dimensions": {
            dimension.value: {"score": round(score, 4)} for dimension, score in verdict.dimensions.items()
        },
        "misconceptions": [
            {"id": each.id, "quote": each.quote, "correction": each.correction}
            for each in verdict.misconceptions
        ],
        "attempts": list(verdict.attempts),
        "notes": list(verdict.notes),
    }
