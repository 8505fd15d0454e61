"""A report as JSON, for programs. `version` grows when a field is taken away or changes its meaning."""

from __future__ import annotations

from typing import Any

from drill.reports.progress import CardProgress, Progress
from drill.store.values import Judged

VERSION = 1


def as_data(progress: Progress) -> dict[str, Any]:
    """The report as plain values: days as ISO dates, shares and scores in 0..1."""
    return {
        "schema": "drill.report",
        "version": VERSION,
        "day": progress.day.isoformat(),
        "since": progress.since.isoformat() if progress.since else None,
        "streak": progress.streak,
        "reviews": progress.reviews,
        "retention": progress.retention,
        "seconds": round(progress.seconds, 1),
        "ratings": dict(progress.ratings),
        "items": {"all": progress.items, "seen": progress.items_seen, "suspended": progress.suspended},
        "covered": progress.covered,
        "dimensions": {name.value: round(score, 4) for name, score in progress.dimensions.items()},
        "leeches": [{"item": item, "lapses": lapses} for item, lapses in progress.leeches.items()],
        "days": {day.isoformat(): count for day, count in progress.reviews_by_day.items()},
        "forecast": {day.isoformat(): count for day, count in progress.forecast.items()},
        "cards": [_card(card) for card in progress.cards],
        "answers": [_answer(answer) for answer in progress.answers],
    }


def _card(card: CardProgress) -> dict[str, Any]:
    return {
        "id": card.id,
        "title": card.title,
        "score": card.score,
        "dimensions": {name.value: score for name, score in card.dimensions.items()},
        "items": {"all": card.items, "seen": card.items_seen},
        "due": card.due.isoformat() if card.due else None,
    }


def _answer(answer: Judged) -> dict[str, Any]:
    return {
        "item": answer.item,
        "day": answer.day.isoformat(),
        "question": answer.question,
        "answer": answer.text,
        "mode": answer.mode,
        "seconds": answer.seconds,
        "rating": answer.rating,
        "verdict": answer.verdict,
    }
