"""What the offline grader makes of each point: the other opinion, and the judge of what a quote is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from drill.grading.guard import Reading
from drill.grading.judging import FAR, HIT, judge
from drill.grading.matching import Role, compiled
from drill.grading.plain import resemblance
from drill.grading.rubric import Rubric, RubricPoint
from drill.grading.scoring import SURE
from drill.grading.text import Span, sentences
from drill.grading.verdict import Mark
from drill.grading.windows import windows

_CLEARLY = 1.2
"""Times the threshold of a hit from which it is beyond doubt."""
_NEAR = 0.08
"""Agreement from which a sentence has to do with a point."""
_RIGHT, _PARTLY = 0.75, 0.4
"""Resemblance with the back of a plain card that makes its one point, or a part of it."""
BACK = "back"
"""The one point of a card that has none: what stands on its back."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """The offline grader's word on one point."""

    mark: Mark
    sure: bool
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Offline:
    """Its word on every point, and the misconceptions that it heard."""

    points: tuple[RubricPoint, ...]
    opinions: Mapping[str, Opinion]
    voiced: Mapping[str, Span]


def offline_view(rubric: Rubric, reading: Reading) -> Offline:
    """What the offline grader makes of an answer."""
    if not rubric.points:
        return _plain_view(rubric, reading)
    findings = judge(rubric, compiled(rubric), reading.answer, reading.denied, reading.turns)
    opinions = {
        each.point.id: Opinion(
            each.mark,
            each.strength < FAR or (each.mark == "hit" and each.strength >= _CLEARLY * HIT),
            each.span,
        )
        for each in findings.points
    }
    return Offline(rubric.points, opinions, dict(findings.voiced))


def bears_on(rubric: Rubric, reading: Reading, point: RubricPoint, quote: Span) -> bool:
    """Whether a quote, in its sentences, has anything to do with a point, and is not said to be denied."""
    if point.id == BACK:
        return True
    around = [each for each in sentences(reading.answer.text) if _overlap(each, quote)]
    if not around or any(_overlap(each, quote) for each in reading.denied):
        return False
    end = len(reading.answer.text)
    alone = reading.answer.without([Span(0, around[0].start), Span(around[-1].end, end)])
    matcher = compiled(rubric)
    return any(
        match.agreement >= _NEAR
        and (match.phrase.owner.role, match.phrase.owner.id) == (Role.POINT, point.id)
        for window in windows(alone, matcher.spell)
        for match in matcher.matches(window)
    )


def _plain_view(rubric: Rubric, reading: Reading) -> Offline:
    score, confidence = resemblance(reading.answer, rubric.back.values(), rubric.questions)
    mark: Mark = "hit" if score >= _RIGHT else "partial" if score >= _PARTLY else "miss"
    point = RubricPoint(BACK, None, False, rubric.back)
    return Offline((point,), {BACK: Opinion(mark, confidence >= SURE)}, {})


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
