"""How the interviewer pushes on: at most three probes into a question, each chosen from the answers to it.

In order: a misconception just voiced is asked back; the weakest dimension of the explanation, with the points
that it missed; then follow-ups and numbers in turn, those first that pursue a missed point at the interview's
level. Nothing is asked twice, and what was asked within thirty days only when nothing else is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from drill.cards.card import Dimension, ItemId
from drill.interview.plan import time_left
from drill.interview.state import Confront, Main, Missing, Move, Pursue, State, Turn
from drill.interview.syllabus import Subject, Thread

if TYPE_CHECKING:
    from drill.grading.verdict import PointVerdict, Verdict

DEEPEST = 3
WEAK_BELOW = 0.75
"""Score of a dimension below which it is probed."""
SHORTEST = 20.0
"""Seconds that must be left of a question, and of the interview, for another probe."""


def next_probe(state: State) -> Move | None:
    """The next probe into the question at hand; None when it is done with."""
    number = state.turns[-1].asked.move.number
    turns = [turn for turn in state.turns if turn.asked.move.number == number]
    last = turns[-1]
    left = min(state.budget - state.spent_on_question, time_left(state))
    if len(turns) > DEEPEST or last.verdict is None or last.skipped or left < SHORTEST:
        return None
    subject = state.subjects[last.asked.move.card]
    for item, aim in _aims(state, subject, turns):
        return Move(number, len(turns), subject.card, item, aim)
    return None


def _aims(
    state: State, subject: Subject, turns: Sequence[Turn]
) -> Iterator[tuple[ItemId, Missing | Confront | Pursue]]:
    """What could be asked next, the most urgent first."""
    done = [turn.asked.move.aim for turn in turns]
    confronted = {aim.misconception for aim in done if isinstance(aim, Confront)}
    last = turns[-1].verdict
    if last is not None and last.grader != "numeric":
        for voiced in last.misconceptions:
            if voiced.id not in confronted:
                yield subject.item, Confront(voiced.id, voiced.quote)
    if not any(isinstance(aim, Missing) for aim in done) and (weak := _weakest(turns)):
        yield subject.item, weak
    for thread, point in _threads(state, subject, turns):
        yield thread.item, Pursue(thread.name, thread.numeric, thread.level, point)


def _weakest(turns: Sequence[Turn]) -> Missing | None:
    """The lowest dimension of the explanation, if it is low; of equals, the first to be told."""
    verdict = next((turn.verdict for turn in turns if isinstance(turn.asked.move.aim, Main)), None)
    if verdict is None or not verdict.dimensions:
        return None
    lowest = min(verdict.dimensions, key=lambda each: verdict.dimensions[each])
    missed = tuple(point.id for point in _missed(verdict) if point.dimension is lowest)
    return Missing(lowest, missed) if missed and verdict.dimensions[lowest] < WEAK_BELOW else None


def _threads(state: State, subject: Subject, turns: Sequence[Turn]) -> Iterator[tuple[Thread, str | None]]:
    """Follow-ups and drills that are left, with the missed point that each pursues."""
    pursued = {turn.asked.move.item for turn in turns}
    left = [thread for thread in subject.threads if thread.item not in pursued]
    missed = [point for turn in turns if turn.verdict for point in _missed(turn.verdict) if point.dimension]
    must = {point.id for point in missed if point.must}
    names = {point.id for point in missed}

    def point_of(thread: Thread) -> str | None:
        return next((each for each in thread.pursues if each in names), None)

    def turn(thread: Thread) -> tuple[bool, bool, int, bool, bool]:
        point = point_of(thread)
        return (
            thread.recent,
            thread.numeric is not _numbers_next(state),
            abs(thread.level - state.level),
            point not in must,
            point is None,
        )

    return ((thread, point_of(thread)) for thread in sorted(left, key=turn))


def _numbers_next(state: State) -> bool:
    """Whether it is a number's turn: of the follow-ups so far, fewer than half were numbers."""
    pursued = [turn.asked.move.aim for turn in state.turns if isinstance(turn.asked.move.aim, Pursue)]
    return 2 * sum(aim.numeric for aim in pursued) < len(pursued) or not pursued


def _missed(verdict: Verdict) -> list[PointVerdict]:
    """The points that were not made, those first that the answer cannot do without."""
    return sorted(
        (point for point in verdict.points if point.verdict == "miss"), key=lambda each: not each.must
    )


def dimension_asked(move: Move) -> Dimension | None:
    """The dimension that a move asks for; None for all of them, or none."""
    return move.aim.dimension if isinstance(move.aim, Missing) else None
