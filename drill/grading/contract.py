"""The verdict as JSON: what `drill grade` and `drill answer` print, and scripts depend on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from drill.cards.card import Dimension
from drill.grading.verdict import Advice, Cost, Evidence, MisconceptionVerdict, PointVerdict, Verdict


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


def from_json(found: Mapping[str, Any]) -> Verdict:
    """The verdict that `as_json` gave. Raises `KeyError`, `TypeError` or `ValueError` for anything else."""
    unsure = set(found.get("unsure", ()))
    cost = found.get("cost")
    return Verdict(
        item=found["item"],
        card=found["card"],
        lang=found["lang"],
        grader=found["grader"],
        status=found["status"],
        score=found["score"],
        rating=found["rating"],
        confidence=found["confidence"],
        points=tuple(
            PointVerdict(
                each["id"],
                _dimension(each["dimension"]),
                each["must"],
                each["verdict"],
                tuple(Evidence(**evidence) for evidence in each["evidence"]),
                unsure=each["id"] in unsure,
            )
            for each in found["points"]
        ),
        dimensions={Dimension(name): each["score"] for name, each in found["dimensions"].items()},
        misconceptions=tuple(MisconceptionVerdict(**each) for each in found["misconceptions"]),
        attempts=tuple(found["attempts"]),
        notes=tuple(found["notes"]),
        advice=tuple(Advice(_dimension(each["dimension"]), each["text"]) for each in found.get("advice", ())),
        followup=found.get("followup", ""),
        cost=Cost(**cost) if cost else None,
    )


def _dimension(name: str | None) -> Dimension | None:
    return Dimension(name) if name else None
