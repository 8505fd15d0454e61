"""A report as JSON, for programs; `drill.reports.schema` says what is in it."""

from __future__ import annotations

from collections.abc import Mapping

from drill.cards.card import Dimension
from drill.reports.answers import Answer
from drill.reports.interviews import Interview, Turn
from drill.reports.progress import Progress
from drill.reports.schema import (
    VERSION,
    AnswerData,
    CardData,
    InterviewData,
    ReportData,
    TopicData,
    TurnData,
    WeekData,
)
from drill.reports.standing import CardProgress, Topic
from drill.reports.steps import next_steps
from drill.reports.weeks import Week
from drill.reports.wording import advice


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
        "interviews": [_interview(interview) for interview in progress.interviews],
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


def _interview(interview: Interview) -> InterviewData:
    setup, signal = interview.setup, interview.signal
    return {
        "day": interview.day.isoformat(),
        "began": interview.began.isoformat(),
        "lang": setup.language,
        "style": setup.style,
        "questions": setup.questions,
        "minutes": setup.minutes,
        "seconds": round(interview.spent, 1),
        "ending": interview.ending,
        "score": round(interview.score, 4),
        "signal": None
        if signal is None
        else {
            "step": signal.step,
            "mean": round(signal.mean, 4),
            "questions": signal.questions,
            "planned": signal.planned,
            "standing": signal.standing,
            "limits": list(signal.limits),
        },
        "topics": {topic: round(score, 4) for topic, score in interview.topics.items()},
        "matrix": {topic: _rounded(scores) for topic, scores in interview.matrix.items()},
        "fixes": [
            {
                "item": fix.item,
                "kind": fix.kind,
                "dimension": fix.dimension.value if fix.dimension else None,
                "score": round(fix.score, 4),
            }
            for fix in interview.fixes
        ],
        "turns": [_turn(turn) for turn in interview.turns],
    }


def _turn(turn: Turn) -> TurnData:
    return {
        "number": turn.number,
        "depth": turn.depth,
        "kind": turn.kind,
        "began": round(turn.began, 1),
        "lead": turn.lead,
        "question": turn.question,
        "exchanges": [{"said": each.said, "reply": each.reply} for each in turn.exchanges],
        "answer": _answer(turn.answer) if turn.answer else None,
        "time_up": turn.time_up,
        "skipped": turn.skipped,
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
