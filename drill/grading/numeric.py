"""A typed number with its unit against what the engine computed, with the wrong turns that are well known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from drill.cards.card import CardId, Tolerance
from drill.cards.counting import with_unit
from drill.cards.numeric import NumericQuestion
from drill.cards.quantity import Found, Quantity, UnitError, find_quantities, to_unit
from drill.grading.remarks import remark
from drill.grading.scoring import Thresholds, rating_for
from drill.grading.text import language_of
from drill.grading.verdict import MisconceptionVerdict, Verdict

_LONGEST = 4000
_ANSWER = re.compile(r"(?:答案(?:是|为)?|结果(?:是|为)?|answer(?: is)?)[\s:：=≈~]*$", re.IGNORECASE)
_RESULT = re.compile(rf"(?:{_ANSWER.pattern}|(?:=|≈|~|约(?:为|等于)?|about|roughly)[\s:：]*$)", re.IGNORECASE)
_HEDGE = re.compile(r"\bor\b|或|要么|还是", re.IGNORECASE)
"""Between values that differ it offers a choice, and nothing was answered."""
_ROUNDING = 1e-9
_SURE = 0.95
_UNSURE = 0.4
"""Confidence where the right value stands in the answer, but not as its result."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """One number of the answer in the question's unit; several values where its spelling is ambiguous."""

    quote: str
    values: tuple[float, ...]
    bare: bool
    result: bool
    named: bool
    """It is called the answer."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What an answer comes to, and what is said about it."""

    right: bool = False
    confidence: float = _SURE
    notes: tuple[str, ...] = ()
    slips: tuple[MisconceptionVerdict, ...] = ()


def grade_numeric(
    question: NumericQuestion,
    answer: str,
    language: str,
    *,
    thresholds: Thresholds | None = None,
    hints: int = 0,
) -> Verdict:
    """Judge a typed number: 1 within the tolerance, else 0, with the slip named and the working shown."""
    tongue = language_of(answer, language)
    outcome = _judge(question, answer[:_LONGEST], tongue)
    score = 1.0 if outcome.right else 0.0
    return Verdict(
        item=question.item,
        card=CardId(question.item.split("/")[0]),
        lang=language,
        grader="numeric",
        status="graded",
        score=score,
        rating=rating_for(score, outcome.confidence, thresholds or Thresholds(), hints=hints),
        confidence=outcome.confidence,
        misconceptions=outcome.slips,
        notes=(
            *outcome.notes,
            *(remark("working", tongue, line=line) for line in question.working),
            *(remark("assuming", tongue, line=line) for line in question.assumptions),
        ),
    )


def _judge(question: NumericQuestion, text: str, tongue: str) -> _Outcome:
    found = list(find_quantities(text))
    readings = [reading for each in found if (reading := _in_unit(text, each, question.unit))]
    if readings:
        return _compare(question, readings, tongue, hedged=bool(_HEDGE.search(text)))
    if found:
        said = text[found[0].start : found[0].end]
        return _Outcome(notes=(remark("unit-other", tongue, said=said, unit=question.unit),))
    example = f"12.5 {question.unit}".removesuffix(" 1")
    return _Outcome(notes=(remark("no-number", tongue, example=example),))


def _compare(question: NumericQuestion, readings: list[_Reading], tongue: str, *, hedged: bool) -> _Outcome:
    chosen = _choose(readings)
    if not _hits(chosen, question) and _hits(readings[-1], question):
        chosen = readings[-1]  # a working ends with its result, whatever stands before it
    expected = with_unit(f"{question.expected:,.6g}", question.unit, tongue)
    others = [reading for reading in readings if not _agree(reading, chosen)]
    if others and hedged:
        return _Outcome(confidence=_UNSURE, notes=(remark("hedged", tongue, expected=expected),))
    notes = [remark("several", tongue, said=chosen.quote)] if others else []
    if chosen.bare and question.unit != "1":
        notes.append(remark("unit-missing", tongue, unit=question.unit))
    if _hits(chosen, question):
        return _Outcome(right=True, notes=(*notes, remark("right", tongue, expected=expected)))
    return _Outcome(
        confidence=_UNSURE if any(_hits(each, question) for each in others) else _SURE,
        notes=(*notes, remark("wrong", tongue, expected=expected, said=chosen.quote)),
        slips=_slips(question, chosen),
    )


def _in_unit(text: str, found: Found, unit: str) -> _Reading | None:
    quantity = found.quantity
    bare = quantity.unit == "1" and unit != "1"
    values = []
    for value in quantity.readings:
        ends = (value,) if quantity.upper is None else (value, quantity.upper)
        try:
            values += [end if bare else to_unit(Quantity(end, quantity.unit), unit) for end in ends]
        except UnitError:
            return None
    if quantity.upper is not None:
        values = [sum(values[:2]) / 2]
    result, named = (bool(cue.search(text, 0, found.start)) for cue in (_RESULT, _ANSWER))
    return _Reading(text[found.start : found.end].strip(), tuple(values), bare, result, named)


def _choose(readings: list[_Reading]) -> _Reading:
    """The number that is meant: the last result with a unit, else what is called the answer, else the last
    that has a unit or comes after a working (a step in between comes after one too), else the last."""
    for chosen in (
        [reading for reading in readings if reading.result and not reading.bare],
        [reading for reading in readings if reading.named],
        [reading for reading in readings if reading.result or not reading.bare],
    ):
        if chosen:
            return chosen[-1]
    return readings[-1]


def _fits(values: Iterable[float], expected: float, tolerance: Tolerance) -> bool:
    slack = tolerance.amount * abs(expected) if tolerance.relative else tolerance.amount
    return any(abs(value - expected) <= slack + _ROUNDING * abs(expected) for value in values)


def _hits(reading: _Reading, question: NumericQuestion) -> bool:
    return _fits(reading.values, question.expected, question.tolerance)


def _agree(one: _Reading, other: _Reading) -> bool:
    return any(abs(a - b) <= 0.01 * max(abs(a), abs(b)) for a in one.values for b in other.values)


def _slips(question: NumericQuestion, chosen: _Reading) -> tuple[MisconceptionVerdict, ...]:
    """The first known wrong turn that leads to the value."""
    return tuple(
        MisconceptionVerdict(slip.id, chosen.quote, slip.text)
        for slip in question.slips
        if _fits(chosen.values, slip.value, question.tolerance)
    )[:1]
