"""The offline grader held against labelled answers, so that an author sees which point of a card to mend.

A label is the mark of a point, or the score of its dimension. A point clashes with its own label wherever the
two differ. With the dimension's alone, it is credited wrongly where the dimension is rated low, and missed
where the dimension is rated high and graded lower: not every point need be made for a full score.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import Literal

from drill.cards.card import Dimension
from drill.grading.grade import grade
from drill.grading.reasons import Cause, reason
from drill.grading.rubric import Rubric, RubricPoint
from drill.grading.scoring import CREDIT
from drill.grading.verdict import Mark, PointVerdict, Verdict

Fault = Literal["credited", "missed"]

OVERALL = "overall"
_LOW, _HIGH = 0.25, 0.75
"""Ratings of a dimension from which its points say something about a grader that sees it otherwise."""
_APART = 0.25
"""How much lower than its rating a dimension is graded before a missed point is to blame."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """An answer with what people think of it: marks of points, scores in 0..1 of dimensions, or both."""

    name: str
    rubric: Rubric
    answer: str
    language: str
    kind: str = ""
    points: Mapping[str, Mark] = field(default_factory=dict)
    scores: Mapping[Dimension, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Error:
    """How far the scores of `n` answers are off: means of ratings, of scores, and of their distances."""

    n: int
    rated: float
    graded: float
    error: float


@dataclass(frozen=True, slots=True)
class Clash:
    """One answer on which a point is not what its label says."""

    answer: str
    fault: Fault
    rated: Mark | float
    """The label of the point, or else of its dimension."""
    graded: Mark
    quote: str
    """The words that earned it, or those that came nearest."""
    cause: Cause | None
    """Why the nearest words were not enough."""


@dataclass(frozen=True, slots=True)
class PointRecord:
    """What became of one point in all labelled answers to its item."""

    item: str
    point: str
    dimension: Dimension | None
    n: int
    confusion: Mapping[tuple[Mark, Mark], int]
    """How often a label (first) met a mark; empty without labels of the point."""
    clashes: tuple[Clash, ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """The whole comparison; points with the most clashes first."""

    answers: int
    dimensions: Mapping[str, Error]
    kinds: Mapping[str, Error]
    languages: Mapping[str, Error]
    points: tuple[PointRecord, ...]


@dataclass(frozen=True, slots=True)
class _Judged:
    labelled: Labelled
    verdict: Verdict

    def pairs(self) -> list[tuple[Dimension, float, float]]:
        """Each rated dimension with its rating and its score."""
        scores = self.verdict.dimensions
        return [(name, rated, scores[name]) for name, rated in self.labelled.scores.items() if name in scores]


def calibrate(answers: Sequence[Labelled]) -> Calibration:
    """Grade labelled answers offline and compare."""
    judged = [_Judged(each, grade(each.rubric, each.answer, each.language)) for each in answers]
    records = [
        _record(point, group)
        for group in _grouped(judged, lambda each: each.labelled.rubric.item).values()
        for point in group[0].labelled.rubric.points
    ]
    return Calibration(
        len(judged),
        _by_dimension(judged),
        _by_group(judged, lambda each: each.labelled.kind),
        _by_group(judged, lambda each: each.labelled.language),
        tuple(sorted(records, key=lambda each: -len(each.clashes))),
    )


def _grouped(judged: Iterable[_Judged], by: Callable[[_Judged], str]) -> dict[str, list[_Judged]]:
    groups: dict[str, list[_Judged]] = defaultdict(list)
    for each in judged:
        groups[by(each)].append(each)
    return groups


def _by_dimension(judged: Sequence[_Judged]) -> dict[str, Error]:
    pairs = [pair for each in judged for pair in each.pairs()]
    found = {
        dimension.value: [(rated, score) for name, rated, score in pairs if name is dimension]
        for dimension in Dimension
    } | {OVERALL: [(rated, score) for _, rated, score in pairs]}
    return {name: _error(some, len(some)) for name, some in found.items() if some}


def _by_group(judged: Sequence[_Judged], by: Callable[[_Judged], str]) -> dict[str, Error]:
    rated = [each for each in judged if each.pairs()]
    return {
        name: _error([(rating, score) for each in group for _, rating, score in each.pairs()], len(group))
        for name, group in _grouped(rated, by).items()
    }


def _error(pairs: Sequence[tuple[float, float]], n: int) -> Error:
    rated, graded = zip(*pairs, strict=True)
    return Error(n, mean(rated), mean(graded), mean(abs(one - other) for one, other in pairs))


def _record(point: RubricPoint, group: Sequence[_Judged]) -> PointRecord:
    marks = [(each, next(mark for mark in each.verdict.points if mark.id == point.id)) for each in group]
    confusion = Counter(
        (each.labelled.points[point.id], mark.verdict)
        for each, mark in marks
        if point.id in each.labelled.points
    )
    clashes = (_clash(each, mark) for each, mark in marks)
    rubric = group[0].labelled.rubric
    return PointRecord(
        rubric.item, point.id, point.dimension, len(group), confusion, tuple(filter(None, clashes))
    )


def _clash(judged: _Judged, mark: PointVerdict) -> Clash | None:
    rated, fault = _rated(judged, mark)
    if fault is None:
        return None
    quote, cause = " … ".join(each.quote for each in mark.evidence), None
    if fault == "missed":
        why = reason(judged.labelled.rubric, judged.labelled.answer, judged.labelled.language, mark.id)
        quote, cause = why.nearest.quote if why.nearest else "", why.cause
    return Clash(judged.labelled.name, fault, rated, mark.verdict, quote, cause)


def _rated(judged: _Judged, mark: PointVerdict) -> tuple[Mark | float, Fault | None]:
    """The label that a point's mark is held against, and what is wrong with the mark."""
    label = judged.labelled.points.get(mark.id)
    if label is not None:
        off = CREDIT[mark.verdict] - CREDIT[label]
        return label, "credited" if off > 0 else "missed" if off < 0 else None
    rated = judged.labelled.scores.get(mark.dimension) if mark.dimension else None
    if rated is None or mark.dimension is None:
        return 0.0, None
    if rated <= _LOW and mark.verdict != "miss":
        return rated, "credited"
    too_low = judged.verdict.dimensions[mark.dimension] < rated - _APART
    return rated, "missed" if rated >= _HIGH and mark.verdict == "miss" and too_low else None
