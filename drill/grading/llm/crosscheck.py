"""Two graders on one answer: what the model says is checked, compared, asked once more, and settled in code.

A model may decide what the offline grader is in doubt about. Where that is sure and the model sees it
otherwise, the model is asked again, and the middle of the three verdicts counts, or half of it where the
offline grader heard nothing; if it still differs, the point is marked as unsure. Its words earn nothing
without a passage of the answer that bears on the point.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from drill.errors import DrillError
from drill.grading.guard import Reading
from drill.grading.llm.judgement import Claim, Judgement, Word
from drill.grading.llm.opinions import Offline, Opinion, bears_on
from drill.grading.llm.quoting import Quotable
from drill.grading.rubric import Rubric, RubricPoint
from drill.grading.scoring import CREDIT
from drill.grading.text import Span
from drill.grading.verdict import Mark
from drill.i18n import _

_MARKS: Mapping[Word, Mark] = {"met": "hit", "partial": "partial", "unmet": "miss", "contradicted": "miss"}
_SPOILT = 0.5
"""Share of a point's passage that voices a misconception, from which the point is not made."""


_CREDITED, _ABSENT = 0.9, 0.1
"""Points that a model may credit at most, where more than this share is surely not made."""
_MANY = 6
"""Statements from which such shares mean anything."""


class DistrustError(DrillError):
    """A judgement that shows by itself that it is none."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A model's word on one point, checked."""

    said: Mark
    """What it said, whatever its passage is worth."""
    mark: Mark
    """What that comes to."""
    span: Span | None = None
    contradicted: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """What both graders together make of a point."""

    mark: Mark
    span: Span | None = None
    unsure: bool = False
    contradicted: bool = False


def check_controls(judgement: Judgement, controls: int) -> None:
    """Raise `DistrustError` for a model that credits most of what no answer says."""
    if 2 * judgement.credited_controls > controls:
        raise DistrustError(_("the model credited what no answer says, so its judgement was not used"))


def check_sense(judgement: Judgement, offline: Offline) -> None:
    """Raise `DistrustError` for a model that says yes, or no, to everything.

    No answer holds most misconceptions and makes most points. Hardly one makes all points, and then the
    offline grader recognises nearly all: on the labelled expert answers it is sure of a miss in 4 % of the
    points, on those of every other kind in a third and more. And who sees nothing where points are clearly
    made has not read.
    """
    points, beliefs = judgement.points.values(), judgement.beliefs.values()
    both = min(_share(points, "met"), _share(beliefs, "met")) > 0.5
    absent = [each.mark == "miss" and each.sure for each in offline.opinions.values()]
    everything = _share(points, "met", "partial") >= _CREDITED and sum(absent) > _ABSENT * len(absent)
    if len(points) >= _MANY and (both or everything):
        raise DistrustError(_("the model credited everything, so its judgement was not used"))
    made = sum(each.mark == "hit" and each.sure for each in offline.opinions.values())
    if made > 1 and _share((*points, *beliefs), "unmet") == 1:
        raise DistrustError(_("the model found nothing in what was said, so its judgement was not used"))


def votes(judgement: Judgement, rubric: Rubric, reading: Reading, offline: Offline) -> dict[str, Vote]:
    """The model's words on the points, with their passages looked up."""
    quotable = Quotable(reading.answer)
    return {
        point.id: _vote(judgement.points[point.id], point, rubric, reading, quotable)
        for point in offline.points
        if point.id in judgement.points
    }


def voiced(judgement: Judgement, reading: Reading) -> dict[str, Span]:
    """The misconceptions that the model heard in words that stand in the answer."""
    quotable = Quotable(reading.answer)
    held = (
        (name, quotable.find(claim.quote)) for name, claim in judgement.beliefs.items() if claim.word == "met"
    )
    return {name: span for name, span in held if span}


def disputed(
    offline: Offline, first: Mapping[str, Vote], heard: Mapping[str, Span]
) -> tuple[set[str], set[str]]:
    """Points on which a sure offline grader and the model differ, and misconceptions that only one heard."""
    points = {
        name
        for name, vote in first.items()
        if offline.opinions[name].sure and vote.said != offline.opinions[name].mark
    }
    return points, set(offline.voiced) ^ set(heard)


def settle(opinion: Opinion, first: Vote, second: Vote | None, *, disputed: bool) -> Settled:
    """The verdict on one point; `second` is None where it was not asked for, or did not come."""
    if not disputed:
        if opinion.sure and first.span is None:  # they agree, and one of them can show where
            return Settled(opinion.mark, opinion.span, contradicted=first.contradicted)
        return Settled(first.mark, first.span, contradicted=first.contradicted)
    if second is None:
        return Settled(opinion.mark, opinion.span, unsure=True)
    mark = sorted((opinion.mark, first.mark, second.mark), key=CREDIT.__getitem__)[1]
    spans = [each.span for each in (first, second, opinion) if each.mark == mark and each.span]
    if opinion.mark == "miss" and mark == "hit":
        mark = "partial"  # models are lenient: what the other is sure not to have heard is half believed
    return Settled(
        mark,
        spans[0] if spans and mark != "miss" else None,
        unsure=second.said != opinion.mark,
        contradicted=first.contradicted and second.contradicted,
    )


def settle_beliefs(
    offline: Offline, first: Mapping[str, Span], second: Mapping[str, Span] | None, disputed: set[str]
) -> dict[str, Span]:
    """The misconceptions that two of three heard; without a second hearing, those the offline grader did."""
    heard = {name: span for name, span in first.items() if name in offline.voiced}
    for name in disputed:
        if second is None or name not in second:
            continue
        heard[name] = first.get(name) or second[name]
    if second is None:
        heard |= {name: span for name, span in offline.voiced.items() if name in disputed}
    return heard


def spoil(settled: Settled, beliefs: Mapping[str, Span]) -> Settled:
    """The verdict on a point whose words may voice a misconception."""
    span = settled.span
    if span is None or not any(_common(span, each) >= _SPOILT * len(span) for each in beliefs.values()):
        return settled
    return replace(settled, mark="miss", span=None)


def _vote(claim: Claim, point: RubricPoint, rubric: Rubric, reading: Reading, quotable: Quotable) -> Vote:
    said = _MARKS[claim.word]
    if said == "miss":
        return Vote(said, said, contradicted=claim.word == "contradicted")
    span = quotable.find(claim.quote)
    if span is None or not bears_on(rubric, reading, point, span):
        return Vote(said, "miss")
    return Vote(said, said, span)


def _share(claims: Collection[Claim], *words: Word) -> float:
    return sum(claim.word in words for claim in claims) / max(1, len(claims))


def _common(one: Span, other: Span) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))
