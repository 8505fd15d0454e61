"""What to say next time: the two things that an answer lacked most, in the card's own words, or a model's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from drill.grading.verdict import Advice, PointVerdict, Verdict

SENTENCES = 2
"""More than that nobody keeps in mind."""


def next_time(verdict: Verdict, texts: Mapping[str, str]) -> tuple[Advice, ...]:
    """At most two sentences: musts first, then the weakest dimension; nothing where nothing is lacking.

    A model's advice speaks for its dimension; elsewhere the text of the point that is lacking does. `texts`
    has the points by id, in the language of the answer; a point that is not in it is passed over.
    """
    if not verdict.points:
        return verdict.advice[:SENTENCES]
    told = {each.dimension: each for each in verdict.advice}
    chosen: list[Advice] = []
    for point in _lacking(verdict):
        advice = told.get(point.dimension)
        if advice is None and point.id in texts:
            advice = Advice(point.dimension, texts[point.id])
        if advice is not None and advice not in chosen:
            chosen.append(advice)
    return tuple(chosen[:SENTENCES])


def _lacking(verdict: Verdict) -> Sequence[PointVerdict]:
    """The points that would raise the score, most needed first."""

    def weakness(point: PointVerdict) -> tuple[bool, float, bool]:
        needed = point.must and point.verdict == "miss"
        return not needed, _score(verdict, point), point.verdict == "partial"

    points = (each for each in verdict.points if each.verdict != "hit" and _score(verdict, each) < 1)
    return sorted(points, key=weakness)


def _score(verdict: Verdict, point: PointVerdict) -> float:
    if point.dimension is None:
        return verdict.score or 0.0
    return verdict.dimensions.get(point.dimension, 0.0)
