"""A report to show around: scores and points, and nothing of what the user wrote."""

from __future__ import annotations

from dataclasses import replace

from drill.cards.card import Kind
from drill.reports.answers import Answer
from drill.reports.interviews import Turn
from drill.reports.progress import Progress
from drill.store.interviews import MOCK


def without_words(progress: Progress) -> Progress:
    """The same progress without the texts of answers and all that quotes them.

    It is taken away before any form is made, so that no form can let it through.
    """
    return replace(
        progress,
        answers=tuple(_silent(answer) for answer in progress.answers),
        interviews=tuple(
            replace(interview, turns=tuple(_unspoken(turn) for turn in interview.turns))
            for interview in progress.interviews
        ),
    )


def _unspoken(turn: Turn) -> Turn:
    return replace(
        turn,
        lead="",
        question="" if turn.depth else turn.question,
        exchanges=(),
        answer=turn.answer and replace(_silent(turn.answer), question="" if turn.depth else turn.question),
    )


def _silent(answer: Answer) -> Answer:
    # A probe's question may repeat what the candidate said.
    probed = answer.reason == MOCK and answer.kind is not Kind.EXPLAIN
    return replace(
        answer,
        question=answer.item if probed else answer.question,
        text=None,
        points=tuple(replace(point, quotes=()) for point in answer.points),
        beliefs=tuple(replace(belief, quote="") for belief in answer.beliefs),
        notes=(),
    )
