"""Why a point was not counted: the words of the answer that came nearest to it, and what became of them.

Nothing here judges: the verdict is looked at once more, in the order in which the grader came to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from drill.cards.quantity import UnitError, factor, find_quantities, same_quantity
from drill.grading.features import phrase_features
from drill.grading.guard import LONGEST, Reading, read
from drill.grading.judging import Findings, judge
from drill.grading.matching import Match, Matcher, Role, compiled
from drill.grading.rubric import Rubric
from drill.grading.text import Folded, Span, fold, is_chinese, language_of
from drill.grading.verdict import Evidence
from drill.grading.windows import windows

Cause = Literal[
    "absent",
    "left out",
    "denied",
    "opposite",
    "taken back",
    "misconception",
    "number",
    "elsewhere",
    "in part",
]
"""What kept the nearest words from counting. `elsewhere`: they were counted for another point."""

_RELATED = 0.17
"""Likeness from which words of the answer have to do with a point."""
_NO_MEASURE = {"1", "B"}
"""A bare number may count anything, and 70B is the name of a model."""
_NARROW = 3
"""Clauses in the widest window that can say the opposite of a point."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a point was denied."""

    point: str
    cause: Cause
    nearest: Evidence | None
    """The words of the answer that come closest to it, if any do."""
    says: tuple[str, ...]
    """Ways of saying it that the grader listens for: closest first, then those in the answer's language."""
    other: str = ""
    """The id of the point or misconception that the words were taken for, or the number the card says."""


def reason(rubric: Rubric, answer: str, language: str, point: str) -> Reason:
    """Why the offline grader did not count a point, or what it listens for in a misconception, by its id.

    Raises `KeyError` for an id that the rubric does not have.
    """
    ways = _ways(rubric)[point]
    tongue = language_of(answer[:LONGEST], language)
    matcher = compiled(rubric)
    reading = read(rubric, answer, tongue)
    match = _nearest(matcher, reading.answer, point)
    cause: Cause = "absent"
    other = ""
    if match is None:
        match = _nearest(matcher, fold(answer[:LONGEST]), point)  # with what the guard took out
        cause = "left out" if match else "absent"
    else:
        cause, other = _cause(rubric, matcher, reading, match, point)
    return Reason(
        point,
        cause,
        reading.answer.evidence(match.window.span) if match else None,
        _by_closeness(ways, match, tongue),
        other,
    )


def _cause(rubric: Rubric, matcher: Matcher, reading: Reading, match: Match, point: str) -> tuple[Cause, str]:
    span = match.window.span
    findings = judge(rubric, matcher, reading.answer, reading.denied, reading.turns)
    if any(_overlap(each, span) for each in reading.denied):
        return "denied", ""
    if match.opposed and match.window.clauses <= _NARROW:
        return "opposite", ""
    if any(each.contradicted for each in findings.points if each.point.id == point):
        return "taken back", ""
    for name, voiced in findings.voiced:
        if name != point and _overlap(voiced, span):
            return "misconception", name
    if number := _other_number(rubric, reading.answer, span, point):
        return "number", number
    missed = all(each.mark == "miss" for each in findings.points if each.point.id == point)
    if missed and (taken := _taken_for(findings, span, point)):
        return "elsewhere", taken
    return "in part", ""


def _nearest(matcher: Matcher, answer: Folded, point: str) -> Match | None:
    """The stretch that speaks most of a point, whether it affirms or denies it."""
    role = {Role.POINT, Role.CLAIM}
    found = (
        match
        for window in windows(answer, matcher.spell)
        for match in matcher.matches(window)
        if match.phrase.owner.id == point and match.phrase.owner.role in role
    )
    best = max(found, key=lambda match: match.likeness, default=None)
    return best if best and best.likeness >= _RELATED else None


def _taken_for(findings: Findings, span: Span, point: str) -> str:
    return next(
        (
            each.point.id
            for each in findings.points
            if each.point.id != point and each.mark == "hit" and each.span and _overlap(each.span, span)
        ),
        "",
    )


def _other_number(rubric: Rubric, answer: Folded, span: Span, point: str) -> str:
    """What the card says where the answer gives a different number of the same kind."""
    evidence = answer.evidence(span)
    texts = [text for each in rubric.points if each.id == point for text in each.texts.values()]
    said = list(find_quantities(evidence.quote)) if evidence else []
    for text in texts:
        for wanted in find_quantities(text):
            if wanted.quantity.unit in _NO_MEASURE:
                continue
            alike = [each.quantity for each in said if _measures(each.quantity.unit, wanted.quantity.unit)]
            if alike and not any(same_quantity(each, wanted.quantity) for each in alike):
                return text[wanted.start : wanted.end].strip()
    return ""


def _measures(unit: str, wanted: str) -> bool:
    if unit in _NO_MEASURE:
        return False
    try:
        factor(unit, wanted)
    except UnitError:
        return False
    return True


def _ways(rubric: Rubric) -> Mapping[str, tuple[str, ...]]:
    points = {each.id: (*each.texts.values(), *each.says) for each in rubric.points}
    beliefs = {each.id: (*each.claims.values(), *each.says) for each in rubric.misconceptions}
    return beliefs | points


def _by_closeness(ways: Sequence[str], match: Match | None, tongue: str) -> tuple[str, ...]:
    closest = {way for way in ways if match and phrase_features(way) == match.phrase.said}

    def rank(way: str) -> tuple[bool, bool]:
        return way not in closest, any(map(is_chinese, way)) != (tongue == "zh")

    return tuple(sorted(dict.fromkeys(ways), key=rank))


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
