"""What an interview comes to: scores, the hiring signal with its rule, and what to fix first.

A question's explanation is scored as a review would score it, with points that were made only when probed
counting half; its probes count a third. All is derived from the record, so it can be made again any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from drill.cards.card import CardId, Dimension, ItemId
from drill.grading.scoring import CREDIT, dimension_scores
from drill.grading.verdict import PointVerdict
from drill.interview.ability import Beta, observed
from drill.interview.hints import COST
from drill.interview.record import InterviewRecord, TurnRecord

Step = Literal["strong-no", "no", "borderline", "yes", "strong-yes"]
STEPS: tuple[Step, ...] = ("strong-no", "no", "borderline", "yes", "strong-yes")
FROM = (0.35, 0.55, 0.70, 0.85)
"""Mean scores from which the signal is one step higher."""
PROBES = 1 / 3
"""What the probes count of a question that had any."""
MANY_BELIEFS = 2
"""Misconceptions left standing that take the signal one step down."""
WEAK_BELOW = 0.75
"""Scores below which something is worth fixing."""
FIXES = 3

FixKind = Literal["dimension", "misconception", "followup", "drill"]
Limit = Literal["few", "beliefs"]
"""Why a signal is lower than its mean: too few questions answered, or misconceptions left standing."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with all that was asked about it."""

    number: int
    card: CardId
    topic: str
    question: str
    turns: tuple[TurnRecord, ...]
    dimensions: Mapping[Dimension, float]
    """The explanation's scores, what was made up for under probing counting half."""
    score: float
    standing: tuple[str, ...]
    """Misconceptions that were voiced and not taken back."""


@dataclass(frozen=True, slots=True)
class Signal:
    """Whether one would hire, in five steps, and what led to it."""

    step: Step
    mean: float
    questions: int
    """Over which the mean was taken."""
    planned: int
    standing: int
    limits: tuple[Limit, ...]


@dataclass(frozen=True, slots=True)
class Fix:
    """Something to work on, with the item that trains it."""

    card: CardId
    item: ItemId
    topic: str
    kind: FixKind
    dimension: Dimension | None
    misconception: str
    number: int
    depth: int
    """Where in the interview it showed."""
    missed: tuple[str, ...]
    """The points that were not made, those first that the answer cannot do without."""
    score: float
    lost: float
    """How much of the question's score it cost."""


@dataclass(frozen=True, slots=True)
class Debrief:
    """All that is said after an interview."""

    record: InterviewRecord
    questions: tuple[Question, ...]
    matrix: Mapping[str, Mapping[Dimension, float]]
    """The mean score by topic and dimension."""
    topics: Mapping[str, float]
    """The mean score of each topic's questions."""
    weakest_topic: str | None
    """By the points made and missed in all answers, which tells more than few scores; None with one topic."""
    score: float
    strongest: TurnRecord | None
    weakest: TurnRecord | None
    signal: Signal | None
    """None where nothing was answered."""
    fixes: tuple[Fix, ...]


def debrief_of(record: InterviewRecord) -> Debrief:
    """The debrief of an interview, finished or not."""
    questions = tuple(_questions(record))
    judged = [
        (turn.score, turn)
        for turn in record.turns
        if turn.score is not None and turn.kind in ("question", "followup", "drill")
    ]
    highest = max(judged, key=lambda each: (each[0], -each[1].depth), default=None)
    lowest = min(judged, key=lambda each: (each[0], each[1].depth), default=None)
    return Debrief(
        record=record,
        questions=questions,
        matrix=_matrix(questions),
        topics={topic: _mean(each.score for each in group) for topic, group in _by_topic(questions).items()},
        weakest_topic=_weakest_topic(record),
        score=_mean(each.score for each in questions),
        strongest=highest[1] if highest and highest[0] > 0 else None,
        weakest=lowest[1] if lowest and lowest[0] < 1 else None,
        signal=_signal(questions, record.setup.questions) if questions else None,
        fixes=_fixes(questions),
    )


def _questions(record: InterviewRecord) -> Iterable[Question]:
    enough = {subject.card: subject.enough for subject in record.subjects}
    for number in sorted({turn.number for turn in record.turns}):
        turns = tuple(turn for turn in record.turns if turn.number == number)
        main = turns[0]
        if main.score is None:
            continue
        dimensions = dimension_scores(_merged(turns), enough[main.card])
        own = _mean(dimensions.values()) * (1 - COST * main.hints) if dimensions else main.score
        others = [turn.score for turn in turns[1:] if turn.score is not None and turn.kind != "dimension"]
        score = (1 - PROBES) * own + PROBES * _mean(others) if others else own
        yield Question(
            number, main.card, main.topic, main.question, turns, dimensions, score, tuple(_standing(turns))
        )


def _merged(turns: Sequence[TurnRecord]) -> list[PointVerdict]:
    """The points of the explanation: as first answered, or at half credit where made under probing."""
    first = turns[0].verdict
    if first is None:
        return []
    later = {
        point.id
        for turn in turns[1:]
        if turn.kind == "dimension" and turn.verdict
        for point in turn.verdict.points
        if CREDIT[point.verdict] > CREDIT["miss"]
    }
    return [
        replace(point, verdict="partial") if point.verdict == "miss" and point.id in later else point
        for point in first.points
    ]


def _standing(turns: Sequence[TurnRecord]) -> list[str]:
    voiced = [
        each.id
        for turn in turns
        if turn.kind != "drill" and turn.verdict
        for each in turn.verdict.misconceptions
    ]
    taken_back = {turn.because for turn in turns if turn.kind == "misconception" and (turn.score or 0) >= 0.5}
    return [each for each in dict.fromkeys(voiced) if each not in taken_back]


def _matrix(questions: Sequence[Question]) -> Mapping[str, Mapping[Dimension, float]]:
    found: dict[str, Mapping[Dimension, float]] = {}
    for topic, group in _by_topic(questions).items():
        cells = {
            dimension: [each.dimensions[dimension] for each in group if dimension in each.dimensions]
            for dimension in Dimension
        }
        found[topic] = {dimension: _mean(scores) for dimension, scores in cells.items() if scores}
    return found


def _by_topic(questions: Sequence[Question]) -> Mapping[str, list[Question]]:
    found: dict[str, list[Question]] = {}
    for each in questions:
        found.setdefault(each.topic, []).append(each)
    return found


def _weakest_topic(record: InterviewRecord) -> str | None:
    seen: dict[str, Beta] = {}
    for turn in record.turns:
        if turn.verdict is not None:
            seen[turn.topic] = sum(observed(turn.verdict).values(), seen.get(turn.topic, Beta()))
    return min(seen, key=lambda topic: seen[topic].mean) if len(seen) > 1 else None


def _signal(questions: Sequence[Question], planned: int) -> Signal:
    mean = _mean(each.score for each in questions)
    standing = sum(len(each.standing) for each in questions)
    step = sum(mean >= bound for bound in FROM)
    limits: list[Limit] = []
    if standing >= MANY_BELIEFS and step > 0:
        step -= 1
        limits.append("beliefs")
    if 2 * len(questions) < planned and step > STEPS.index("borderline"):
        step = STEPS.index("borderline")
        limits.append("few")
    return Signal(STEPS[step], mean, len(questions), planned, standing, tuple(limits))


def _fixes(questions: Sequence[Question]) -> tuple[Fix, ...]:
    """What cost most, from three cards where there are so many."""
    all_of_them = sorted(
        (fix for question in questions for fix in _faults(question)), key=lambda fix: (-fix.lost, fix.item)
    )
    first: dict[CardId, Fix] = {}
    for fix in all_of_them:
        first.setdefault(fix.card, fix)
    chosen = list(first.values())[:FIXES]
    items = {fix.item for fix in chosen}
    for fix in all_of_them:
        if len(chosen) < FIXES and fix.item not in items:
            chosen.append(fix)
            items.add(fix.item)
    return tuple(chosen)


def _faults(question: Question) -> Iterable[Fix]:
    main = question.turns[0]

    def fix(
        turn: TurnRecord,
        kind: FixKind,
        score: float,
        weight: float,
        dimension: Dimension | None = None,
        misconception: str = "",
    ) -> Fix:
        lost = weight * (1 - score)
        points = [
            point
            for point in (turn.verdict.points if turn.verdict and kind != "misconception" else ())
            if point.verdict == "miss" and dimension in (None, point.dimension)
        ]
        missed = tuple(point.id for point in sorted(points, key=lambda each: not each.must))
        return Fix(
            question.card,
            turn.item,
            question.topic,
            kind,
            dimension,
            misconception,
            turn.number,
            turn.depth,
            missed,
            score,
            lost,
        )

    if not question.dimensions and question.score < WEAK_BELOW:
        yield fix(main, "dimension", question.score, 1.0)
    for dimension, score in question.dimensions.items():
        if score < WEAK_BELOW:
            yield fix(main, "dimension", score, 1.0 - PROBES, dimension)
    for belief in question.standing:
        yield fix(main, "misconception", 0.0, PROBES, misconception=belief)
    for turn in question.turns[1:]:
        if turn.kind in ("followup", "drill") and turn.score is not None and turn.score < WEAK_BELOW:
            yield fix(turn, turn.kind, turn.score, PROBES)


def _mean(scores: Iterable[float]) -> float:
    found = list(scores)
    return sum(found) / len(found) if found else 0.0
