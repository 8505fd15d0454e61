"""Interviews as a report shows them: the debrief, and what was said in the order in which it was said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from drill.cards.card import CardId, Dimension, ItemId
from drill.grading.contract import as_json
from drill.interview.debrief import Fix, Signal, debrief_of
from drill.interview.record import InterviewRecord, TurnKind, TurnRecord
from drill.interview.state import Ending, Exchange
from drill.interview.syllabus import Setup
from drill.reports.answers import Answer, Material, answer_of
from drill.store.interviews import MOCK
from drill.store.values import Judged


@dataclass(frozen=True, slots=True)
class Turn:
    """A question or a probe, what was said before the answer, and the answer."""

    number: int
    """Of the question, from 1."""
    depth: int
    """0 for the question itself, up to 3 for probes."""
    kind: TurnKind
    began: float
    """Seconds of the candidate's time at which it was put."""
    lead: str
    question: str
    """Empty for a probe in a private report, as it may repeat what the candidate said."""
    exchanges: tuple[Exchange, ...]
    answer: Answer | None
    """None where it was skipped, or the interview ended before."""
    time_up: bool
    skipped: bool


@dataclass(frozen=True, slots=True)
class Interview:
    """An interview that is over."""

    began: datetime
    day: date
    setup: Setup
    ending: Ending | None
    spent: float
    """Seconds of the candidate's time."""
    score: float
    signal: Signal | None
    """None where nothing was answered."""
    topics: Mapping[str, float]
    matrix: Mapping[str, Mapping[Dimension, float]]
    fixes: tuple[Fix, ...]
    titles: Mapping[CardId, str]
    """Of the cards that were asked about."""
    turns: tuple[Turn, ...]


def interview_of(record: InterviewRecord, day: date, material: Material) -> Interview:
    """An interview that began on the learning day `day`, with the words of the cards."""
    debrief = debrief_of(record)
    return Interview(
        began=record.began,
        day=day,
        setup=record.setup,
        ending=record.ending,
        spent=record.spent,
        score=debrief.score,
        signal=debrief.signal,
        topics=debrief.topics,
        matrix=debrief.matrix,
        fixes=debrief.fixes,
        titles={subject.card: material.title(subject.card) for subject in record.subjects},
        turns=tuple(_turn(turn, record, day, material) for turn in record.turns),
    )


def _turn(turn: TurnRecord, record: InterviewRecord, day: date, material: Material) -> Turn:
    return Turn(
        number=turn.number,
        depth=turn.depth,
        kind=turn.kind,
        began=turn.began,
        lead=turn.lead,
        question=turn.question,
        exchanges=turn.exchanges,
        answer=_answer(turn, record, day, material) if turn.verdict or turn.answer else None,
        time_up=turn.time_up,
        skipped=turn.skipped,
    )


def _answer(turn: TurnRecord, record: InterviewRecord, day: date, material: Material) -> Answer:
    judged = Judged(
        item=ItemId(turn.item),
        at=None,
        day=day,
        language=record.setup.language,
        question=turn.question,
        text=turn.answer,
        reason=MOCK,
        mode=turn.mode,
        seconds=turn.seconds,
        hints=turn.hints,
        verdict=as_json(turn.verdict) if turn.verdict else None,
        rating=None,
    )
    return replace(answer_of(judged, material), score=turn.score)
