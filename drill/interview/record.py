"""An interview as it is shown and reported: its turns with scores, made from the stored events alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from drill.cards.card import CardId, Dimension, ItemId
from drill.grading.verdict import Verdict
from drill.interview.hints import COST
from drill.interview.state import (
    Aim,
    Confront,
    Ending,
    Exchange,
    Main,
    Missing,
    Mode,
    Over,
    Pursue,
    State,
    Turn,
)
from drill.interview.syllabus import Setup, Subject

TurnKind = Literal["question", "dimension", "misconception", "followup", "drill"]


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One question or probe, what was answered, and what was made of it."""

    number: int
    """Of the question, from 1."""
    depth: int
    """0 for the question itself, up to 3 for probes."""
    kind: TurnKind
    card: CardId
    item: ItemId
    topic: str
    dimension: Dimension | None
    """The dimension that was asked for, where it was one."""
    because: str
    """What a probe is tied to: a missed point, a misconception, a dimension; empty for what goes further."""
    lead: str
    question: str
    answer: str
    mode: Mode
    began: float
    """Seconds of the candidate's time at which it was put."""
    seconds: float
    time_up: bool
    skipped: bool
    hints: int
    exchanges: tuple[Exchange, ...]
    verdict: Verdict | None
    """None where nothing was answered, or nothing was judged."""
    score: float | None
    """The verdict's, less what hints cost; 0 where it was skipped; None where it was never answered."""


@dataclass(frozen=True, slots=True)
class InterviewRecord:
    """An interview, finished or not."""

    id: UUID
    began: datetime
    ended: datetime | None
    setup: Setup
    ending: Ending | None
    """None while it is not over."""
    spent: float
    """Seconds of the candidate's time."""
    turns: tuple[TurnRecord, ...]
    subjects: tuple[Subject, ...]
    """The cards that were asked about."""

    @property
    def asked(self) -> int:
        """How many questions were put, probes apart."""
        return len({turn.number for turn in self.turns})


def record_of(name: UUID, began: datetime, ended: datetime | None, state: State) -> InterviewRecord:
    """The record of an interview in a state."""
    turns = tuple(_turns(state))
    cards = {turn.card for turn in turns}
    return InterviewRecord(
        id=name,
        began=began,
        ended=ended,
        setup=state.setup,
        ending=state.stage.ending if isinstance(state.stage, Over) else None,
        spent=state.spent,
        turns=turns,
        subjects=tuple(subject for subject in state.syllabus.subjects if subject.card in cards),
    )


def kind_of(aim: Aim) -> TurnKind:
    """What an aim is called."""
    match aim:
        case Main():
            return "question"
        case Missing():
            return "dimension"
        case Confront():
            return "misconception"
        case Pursue(_, numeric):
            return "drill" if numeric else "followup"


def score_of(turn: Turn) -> float | None:
    """The verdict's score less what hints cost; 0 where it was skipped, None where nothing was judged."""
    if turn.skipped:
        return 0.0
    if turn.verdict is None or turn.verdict.score is None:
        return None
    return max(0.0, turn.verdict.score * (1 - COST * turn.asked.hints))


def _turns(state: State) -> Iterator[TurnRecord]:
    began = 0.0
    subjects = state.subjects
    for turn in state.turns:
        asked, reply = turn.asked, turn.reply
        move = asked.move
        yield TurnRecord(
            number=move.number,
            depth=move.depth,
            kind=kind_of(move.aim),
            card=move.card,
            item=move.item,
            topic=subjects[move.card].topic,
            dimension=move.aim.dimension if isinstance(move.aim, Missing) else None,
            because=_because(move.aim),
            lead=asked.lead,
            question=asked.question,
            answer=reply.text if reply else "",
            mode=reply.mode if reply else "typed",
            began=began,
            seconds=asked.seconds,
            time_up=bool(reply and reply.time_up),
            skipped=turn.skipped,
            hints=asked.hints,
            exchanges=asked.exchanges,
            verdict=turn.verdict,
            score=score_of(turn),
        )
        began += asked.seconds


def _because(aim: Aim) -> str:
    match aim:
        case Main():
            return ""
        case Missing(dimension, points):
            return points[0] if points else dimension.value
        case Confront(misconception):
            return misconception
        case Pursue(_, _, _, point):
            return point or ""
