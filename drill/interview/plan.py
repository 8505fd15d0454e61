"""Which question comes next, and how hard its follow-ups are.

Every topic comes once before any comes twice; then, and among equals, the weakest is first, with a start for
what is due. No card is asked twice. The level moves by one step at most from one question to the next.
"""

from __future__ import annotations

from hashlib import blake2b

from drill.interview.ability import ability, topic_mean
from drill.interview.state import Main, Move, State
from drill.interview.syllabus import LEVELS, Level, Subject

DUE = 0.15
"""How much weaker a topic is taken to be because its card is due."""
HARDER_FROM, EASIER_BELOW = 0.8, 0.5
"""Mean scores of a question's answers at which the next one's level changes."""
SHORTEST = 30.0
"""Seconds that must be left for another question."""


def next_question(state: State) -> Move | None:
    """The next question; None when enough were asked, nothing is left to ask, or no time is left."""
    number = asked_questions(state) + 1
    if number > state.setup.questions or time_left(state) < SHORTEST:
        return None
    asked = {turn.asked.move.card for turn in state.turns}
    left = [subject for subject in state.syllabus.subjects if subject.card not in asked]
    if not left:
        return None
    subjects = state.subjects
    covered = {subjects[card].topic for card in asked}
    known = ability(state)

    def turn(subject: Subject) -> tuple[bool, float, str]:
        weakness = topic_mean(known, subject.topic) - DUE * subject.due
        return subject.topic in covered, weakness, _lot(state, subject)

    chosen = min(left, key=turn)
    return Move(number, 0, chosen.card, chosen.item, Main())


def next_level(state: State) -> Level:
    """The level after the answers to the latest question."""
    number = asked_questions(state)
    scores = [
        turn.verdict.score if turn.verdict and turn.verdict.score is not None else 0.0
        for turn in state.turns
        if turn.asked.move.number == number
    ]
    if not scores:
        return state.level
    mean = sum(scores) / len(scores)
    step = (mean >= HARDER_FROM) - (mean < EASIER_BELOW)
    return LEVELS[max(0, min(2, state.level - 1 + step))]


def asked_questions(state: State) -> int:
    """How many questions were asked so far, probes apart."""
    return max((turn.asked.move.number for turn in state.turns), default=0)


def time_left(state: State) -> float:
    """Seconds of the candidate's time that are left."""
    return state.setup.minutes * 60 - state.spent


def budget(state: State) -> float:
    """Seconds for the next question with its probes: an equal share of what is left."""
    return time_left(state) / max(1, state.setup.questions - asked_questions(state))


def _lot(state: State, subject: Subject) -> str:
    return blake2b(f"{state.setup.seed} {subject.card}".encode(), digest_size=8).hexdigest()
