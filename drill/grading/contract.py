"""The verdict as JSON: what `drill grade` and `drill answer` print, and scripts depend on."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from drill.grading.verdict import Verdict


def as_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict as plain values, in the order of the contract; scores are rounded to four places.

    A model's verdict has its advice, follow-up, cost and the points on which graders differ besides.
    """
    found = {
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
    return found | _of_model(verdict) if verdict.grader == "llm" else found


def _of_model(verdict: Verdict) -> dict[str, Any]:
    return {
        "unsure": [point.id for point in verdict.points if point.unsure],
        "advice": [
            {"dimension": each.dimension and each.dimension.value, "text": each.text}
            for each in verdict.advice
        ],
        "followup": verdict.followup,
        "cost": None if verdict.cost is None else asdict(verdict.cost),
    }
