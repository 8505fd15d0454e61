"""A report as JSON, for programs: schema `drill.report`, these types (README.md says it in words).

Days and instants are ISO 8601, shares and scores lie in 0..1, and null is what is not known. `version` grows
when a field is taken away or changes its meaning; new fields may come at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict

from drill.cards.card import Dimension
from drill.recall.memory import Rating
from drill.reports.answers import Answer
from drill.reports.progress import Progress
from drill.reports.standing import CardProgress, Topic
from drill.reports.steps import next_steps
from drill.reports.weeks import Week
from drill.reports.wording import advice

VERSION = 2


class ItemsData(TypedDict):
    """How many items there are, were reviewed, and are suspended."""

    all: int
    seen: int
    suspended: int


class SeenData(TypedDict):
    """How many items a card has, and how many were reviewed."""

    all: int
    seen: int


class LeechData(TypedDict):
    """An item that keeps being forgotten."""

    item: str
    lapses: int


class CardData(TypedDict):
    """A card, with the scores of its last answer."""

    id: str
    title: str
    topic: str
    score: float | None
    dimensions: dict[str, float]
    items: SeenData
    due: str | None


class TopicData(TypedDict):
    """A row of the matrix: means over the topic's cards."""

    topic: str
    cards: list[str]
    score: float | None
    dimensions: dict[str, float]


class WeekData(TypedDict):
    """A week: ratings given, reviews in turn with those remembered, mean scores of its answers."""

    monday: str
    ratings: dict[Rating, int]
    in_turn: int
    remembered: int
    dimensions: dict[str, float]


class PointData(TypedDict):
    """A rubric point, and the words of the answer that made it."""

    id: str
    text: str
    dimension: str | None
    must: bool
    verdict: Literal["hit", "partial", "miss"]
    quotes: list[str]


class MisconceptionData(TypedDict):
    """A misconception that was voiced; the quote is null in a private report."""

    id: str
    quote: str | None
    correction: str


class AnswerData(TypedDict):
    """An answer with its verdict; in a private report the answer is null, and nothing is quoted."""

    item: str
    card: str
    topic: str
    kind: str | None
    at: str | None
    day: str
    lang: str
    mode: str
    reason: str
    seconds: float | None
    hints: int
    question: str
    answer: str | None
    proposed: str | None
    rating: str | None
    grader: str | None
    score: float | None
    dimensions: dict[str, float]
    points: list[PointData]
    misconceptions: list[MisconceptionData]
    notes: list[str]


class StepData(TypedDict):
    """What to do next, in the interface's language."""

    kind: str
    todo: str
    details: list[str]


class ReportData(TypedDict):
    """The whole report."""

    schema: Literal["drill.report"]
    version: int
    day: str
    since: str | None
    interview: str | None
    streak: int
    reviews: int
    retention: float | None
    target: float
    seconds: float
    ratings: dict[Rating, int]
    items: ItemsData
    covered: int
    dimensions: dict[str, float]
    topics: list[TopicData]
    leeches: list[LeechData]
    days: dict[str, int]
    weeks: list[WeekData]
    forecast: dict[str, int]
    cards: list[CardData]
    next_steps: list[StepData]
    answers: list[AnswerData]


def as_data(progress: Progress) -> ReportData:
    """The report as plain values."""
    return {
        "schema": "drill.report",
        "version": VERSION,
        "day": progress.day.isoformat(),
        "since": progress.since.isoformat() if progress.since else None,
        "interview": progress.interview.isoformat() if progress.interview else None,
        "streak": progress.streak,
        "reviews": progress.reviews,
        "retention": progress.retention,
        "target": progress.target,
        "seconds": round(progress.seconds, 1),
        "ratings": dict(progress.ratings),
        "items": {"all": progress.items, "seen": progress.items_seen, "suspended": progress.suspended},
        "covered": progress.covered,
        "dimensions": _rounded(progress.dimensions),
        "topics": [_topic(topic) for topic in progress.topics],
        "leeches": [{"item": item, "lapses": lapses} for item, lapses in progress.leeches.items()],
        "days": {day.isoformat(): count for day, count in progress.reviews_by_day.items()},
        "weeks": [_week(week) for week in progress.weeks],
        "forecast": {day.isoformat(): count for day, count in progress.forecast.items()},
        "cards": [_card(card) for card in progress.cards],
        "next_steps": [
            {"kind": type(step).__name__.lower(), "todo": said.todo, "details": list(said.details)}
            for step in next_steps(progress)
            if (said := advice(step))
        ],
        "answers": [_answer(answer) for answer in progress.answers],
    }


def _rounded(dimensions: Mapping[Dimension, float]) -> dict[str, float]:
    return {name.value: round(score, 4) for name, score in dimensions.items()}


def _card(card: CardProgress) -> CardData:
    return {
        "id": card.id,
        "title": card.title,
        "topic": card.topic,
        "score": card.score,
        "dimensions": _rounded(card.dimensions),
        "items": {"all": card.items, "seen": card.items_seen},
        "due": card.due.isoformat() if card.due else None,
    }


def _topic(topic: Topic) -> TopicData:
    return {
        "topic": topic.name,
        "cards": [card.id for card in topic.cards],
        "score": None if topic.score is None else round(topic.score, 4),
        "dimensions": _rounded(topic.dimensions),
    }


def _week(week: Week) -> WeekData:
    return {
        "monday": week.monday.isoformat(),
        "ratings": dict(week.ratings),
        "in_turn": week.in_turn,
        "remembered": week.remembered,
        "dimensions": _rounded(week.dimensions),
    }


def _answer(answer: Answer) -> AnswerData:
    return {
        "item": answer.item,
        "card": answer.card,
        "topic": answer.topic,
        "kind": answer.kind.value if answer.kind else None,
        "at": answer.at.isoformat() if answer.at else None,
        "day": answer.day.isoformat(),
        "lang": answer.language,
        "mode": answer.mode,
        "reason": answer.reason,
        "seconds": answer.seconds,
        "hints": answer.hints,
        "question": answer.question,
        "answer": answer.text,
        "proposed": answer.proposed,
        "rating": answer.rating,
        "grader": answer.grader,
        "score": answer.score,
        "dimensions": _rounded(answer.dimensions),
        "points": [
            {
                "id": point.id,
                "text": point.text,
                "dimension": point.dimension.value if point.dimension else None,
                "must": point.must,
                "verdict": point.verdict,
                "quotes": [quote.text for quote in point.quotes],
            }
            for point in answer.points
        ],
        "misconceptions": [
            {"id": each.id, "quote": each.quote or None, "correction": each.correction}
            for each in answer.beliefs
        ],
        "notes": list(answer.notes),
    }
