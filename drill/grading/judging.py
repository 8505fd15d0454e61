"""From resemblance to verdicts: which points an answer makes, which beliefs it voices, which of them clash.

A point is made by the window that says it best. It is lost when the answer says the opposite elsewhere, takes
it back later, or voices a misconception in the same words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from drill.cards.card import Dimension
from drill.grading.features import Features
from drill.grading.lexicon import Kind
from drill.grading.matching import Match, Matcher, Role
from drill.grading.rubric import Rubric, RubricPoint
from drill.grading.text import Folded, Span
from drill.grading.verdict import Mark
from drill.grading.windows import Window, windows

HIT = 0.28
"""Strength from which a point is made in full."""
PARTIAL = 0.17
"""Strength from which it is made in part."""
FAR = 0.08
"""Strength below which a point is surely not made."""
_VOICED = 0.28
"""Agreement from which a wrong claim is voiced."""
_MARGIN = 0.02
"""How much better a window must fit a wrong claim than any right statement before it voices the claim."""
_CLASH = 0.15
"""Likeness from which the opposite of a point counts as said ..."""
_CLASHES = 0.9
"""... if it is also this share of the strength with which the point is made."""
_RETRACTED = 0.5
"""The same share where the answer has turned against what it said before: there less is needed."""
_NARROW = 3
"""Clauses in the widest window that may contradict a point: in a wider one too much is said at once."""
_TURNED = 0.75
"""Share of the likeness that may still agree when a point is turned round."""
_MOSTLY = 0.6
"""Share of a window from which it counts as denied."""
_UNCUED = 0.85
"""What a match keeps when its window lacks the turn of speech of its dimension."""
_CUES = {
    Dimension.COUNTERFACTUAL: frozenset({Kind.WITHOUT, Kind.NEGATOR, Kind.ABSENT}),
    Dimension.VERIFICATION: frozenset({Kind.MEASURE}),
}


@dataclass(slots=True)
class Heard:
    """The best windows for and against one point."""

    supports: Match | None = None
    strength: float = 0.0
    opposes: Match | None = None
    retracts: Match | None = None
    """The best window against it after the answer has turned."""


@dataclass(frozen=True, slots=True)
class PointFinding:
    """What an answer does with one point."""

    point: RubricPoint
    mark: Mark
    strength: float
    span: Span | None
    contradicted: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """What an answer says, measured against a rubric."""

    points: tuple[PointFinding, ...]
    voiced: tuple[tuple[str, Span], ...]
    covered: float
    """Share of the answer's sentences that resemble anything in the rubric."""


@dataclass(slots=True)
class _Heard:
    points: dict[str, Heard] = field(default_factory=dict)
    claims: dict[str, Match] = field(default_factory=dict)
    touched: set[int] = field(default_factory=set)


def judge(
    rubric: Rubric, matcher: Matcher, answer: Folded, denied: Sequence[Span], turn: int | None
) -> Findings:
    """Judge an answer from which everything that is no answer has been blanked.

    `denied` are stretches that are mentioned to be denied; from `turn` on, the answer may take back what it
    said before.
    """
    stretches = windows(answer, matcher.spell)
    heard = _listen(rubric, matcher, stretches, denied, turn)
    findings = tuple(
        _finding(point, heard.points.get(point.id, Heard()), heard.claims) for point in rubric.points
    )
    total = {window.first for window in stretches}
    voiced = tuple((name, match.window.span) for name, match in heard.claims.items())
    return Findings(findings, voiced, len(heard.touched) / max(1, len(total)))


def _listen(
    rubric: Rubric, matcher: Matcher, stretches: Sequence[Window], denied: Sequence[Span], turn: int | None
) -> _Heard:
    heard = _Heard()
    dimensions = {point.id: point.dimension for point in rubric.points}
    for window in stretches:
        taken_back = _share(window.span, denied)
        if 0 < taken_back < _MOSTLY:
            continue
        matches = list(matcher.matches(window))
        right = max(
            (each.agreement for each in matches if each.phrase.owner.role is not Role.CLAIM), default=0.0
        )
        turned = turn is not None and window.span.start >= turn
        for match in matches:
            owner = match.phrase.owner
            if owner.role is Role.CLAIM and not taken_back:
                _hear_claim(heard, match, right)
            elif owner.role is Role.POINT:
                cued = _is_cued(window, dimensions[owner.id])
                point = heard.points.setdefault(owner.id, Heard())
                if taken_back or (cued and _opposes(match, right)):
                    point.opposes = _stronger(point.opposes, match)
                elif turned and _takes_back(match, right):
                    point.retracts = _stronger(point.retracts, match)
                else:
                    _hear_for(heard, point, match, cued=cued)
    return heard


def _is_cued(window: Window, dimension: Dimension | None) -> bool:
    """Whether a window has the turn of speech of a dimension, such as "without it" or "compare"."""
    cues = _CUES.get(dimension) if dimension else None
    return cues is None or bool(cues & window.said.cues)


def _opposes(match: Match, right: float) -> bool:
    """Whether a window turns a point round, rather than saying something right in other words."""
    return (
        match.opposed
        and match.window.clauses <= _NARROW
        and max(match.agreement, right) <= _TURNED * match.likeness
    )


def _takes_back(match: Match, right: float) -> bool:
    """The same after a turn, where a mere "not" is enough."""
    denies = _is_denying(match.window.said) != _is_denying(match.phrase.said)
    return (
        (match.opposed or denies) and match.window.clauses <= _NARROW and match.likeness >= _CLASHES * right
    )


def _is_denying(said: Features) -> bool:
    return bool(said.cues & {Kind.NEGATOR, Kind.ABSENT})


def _stronger(known: Match | None, match: Match) -> Match:
    return match if known is None or match.likeness > known.likeness else known


def _hear_for(heard: _Heard, point: Heard, match: Match, *, cued: bool) -> None:
    strength = match.agreement if cued else match.agreement * _UNCUED
    if strength > point.strength:
        point.supports, point.strength = match, strength
    if strength >= PARTIAL:
        heard.touched.update(range(match.window.first, match.window.last + 1))


def _hear_claim(heard: _Heard, match: Match, right: float) -> None:
    if match.agreement < max(_VOICED, right + _MARGIN):
        return
    known = heard.claims.get(match.phrase.owner.id)
    if known is None or match.agreement > known.agreement:
        heard.claims[match.phrase.owner.id] = match
    heard.touched.update(range(match.window.first, match.window.last + 1))


def _finding(point: RubricPoint, heard: Heard, claims: Mapping[str, Match]) -> PointFinding:
    match = heard.supports
    if match is None or heard.strength < PARTIAL:
        return PointFinding(point, "miss", heard.strength, None)
    if _contradicted(heard, match):
        return PointFinding(point, "miss", heard.strength, None, contradicted=True)
    if any(_spoils(claim, match, heard.strength) for claim in claims.values()):
        return PointFinding(point, "miss", heard.strength, None)
    mark: Mark = "hit" if heard.strength >= HIT else "partial"
    return PointFinding(point, mark, heard.strength, match.window.span)


def _spoils(claim: Match, support: Match, strength: float) -> bool:
    """Whether the words that would make a point voice a wrong claim at least as well."""
    return _overlap(support.window.span, claim.window.span) and claim.agreement >= strength


def _contradicted(heard: Heard, support: Match) -> bool:
    """Whether the answer says the opposite as clearly, or takes the point back later on."""
    against = max((each.likeness for each in (heard.opposes, heard.retracts) if each), default=0.0)
    taken_back = (
        heard.retracts is not None
        and heard.retracts.window.first > support.window.first
        and heard.retracts.likeness >= _RETRACTED * heard.strength
    )
    return taken_back or against >= max(_CLASH, _CLASHES * heard.strength)


def _share(window: Span, denied: Sequence[Span]) -> float:
    """The share of a window that is denied."""
    covered = sum(max(0, min(window.end, span.end) - max(window.start, span.start)) for span in denied)
    return covered / len(window)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
