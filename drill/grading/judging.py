"""From resemblance to verdicts: which points an answer makes, which beliefs it voices, what it takes back.

A point is made by the one sentence that speaks for it best. No sentence lends its words to another, so an
answer never gets better by leaving out what is neither a misconception nor a contradiction.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from drill.cards.card import Dimension
from drill.grading.features import Features
from drill.grading.lexicon import Kind
from drill.grading.matching import Match, Matcher, Role
from drill.grading.rubric import Rubric, RubricPoint
from drill.grading.straying import stray
from drill.grading.text import Folded, Span, weight
from drill.grading.verdict import Mark
from drill.grading.weighing import Signals, fitted
from drill.grading.windows import windows

HIT = 0.8
"""Strength from which a point is made in full."""
PARTIAL = 0.2
"""Strength from which it is made in part."""
FAR = 0.05
"""Strength below which a point is surely not made."""
_NEAR = 0.1
"""Agreement from which a sentence has to do with a point at all."""
_VOICED = 0.28
"""Agreement from which a wrong claim is voiced."""
_MARGIN = 0.02
"""How much better a window must fit a wrong claim than any right statement before it voices the claim."""
_RIGHT = frozenset({Role.POINT, Role.CORRECTION})
"""What the card holds to be right."""
_STATED = 0.5
"""Share of its relations that a window must say of the same things before it voices a wrong claim: the nouns
of a claim are those of the subject ..."""
_VERBATIM = 0.6
"""... unless it agrees as much as this."""
_TELLING = 0.2
"""What tells a wrong claim from the nearest right one must weigh: a common word tells nothing."""
_FOLLOWED = 0.17
"""Agreement with anything on the card from which a sentence was followed."""
_EXPLAINED = 0.35
"""Agreement from which the technical words of a sentence are those of the point."""
_JARGON = 0.35
"""Agreement that a sentence owes for being all technical words, before it speaks for the answer."""
_CLEAR = 0.22
"""Agreement from which a sentence makes a point by itself; what is vaguer ..."""
_SPEAKING = 0.05
"""... counts only in an answer that speaks of the card altogether."""
_NARROW = 3
"""Clauses in the widest window that may turn a point round: in a wider one too much is said at once."""
_TURNED = 0.75
"""Share of the likeness that may still agree when a point is turned round."""
_MOSTLY = 0.6
"""Share of a window from which it counts as denied."""


@dataclass(frozen=True, slots=True)
class PointFinding:
    """What an answer does with one point."""

    point: RubricPoint
    mark: Mark
    strength: float
    """The chance that it was made."""
    resemblance: float
    """How much of it the best sentence says, whatever else is said around."""
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
class Sentence:
    """What was heard in one sentence."""

    said: Features
    turns: bool
    """Whether it turns against what was said before it."""
    size: int = 0
    """Its weight in letters."""
    supports: dict[str, Match] = field(default_factory=dict)
    """By point the window that says most of it."""
    right: float = 0.0
    """Its best agreement with anything that the card holds to be right ..."""
    upheld: float = 0.0
    """... where it denies what the card denies, and nothing else."""
    claim: float = 0.0
    """Its best agreement with what the card holds to be wrong ..."""
    fallacy: float = 0.0
    """... and with what is wrong whatever the card."""

    @property
    def near(self) -> float:
        """Its best agreement with anything on the card."""
        return max(self.right, self.claim, *(match.agreement for match in self.supports.values()), 0.0)

    @property
    def technical(self) -> float:
        """The share of its concepts that are the field's own things."""
        return sum(kind is Kind.THING for kind in self.said.kinds.values()) / max(1, len(self.said.kinds))


@dataclass(frozen=True, slots=True)
class Hearing:
    """What was heard in an answer, before it is weighed."""

    sentences: tuple[Sentence, ...]
    voiced: Mapping[str, Match]

    def signals(self, points: Sequence[RubricPoint]) -> Iterator[tuple[RubricPoint, Match, Signals]]:
        """The signals of every sentence for every point that it resembles."""
        company = self._company(len(points))
        retracted, retracted_denying = self._retracted()
        for sentence in self.sentences:
            best = max((match.agreement for match in sentence.supports.values()), default=0.0)
            cues = sentence.said.cues
            for point in points:
                match = sentence.supports.get(point.id)
                if match is None or (match.agreement < _CLEAR and company < _SPEAKING):
                    continue
                explained = min(1.0, match.agreement / _EXPLAINED)
                yield (
                    point,
                    match,
                    Signals(
                        agreement=match.agreement,
                        behind=match.agreement - best,
                        claim=sentence.claim,
                        fallacy=sentence.fallacy,
                        unexplained=sentence.technical * (1.0 - explained),
                        technical=sentence.technical,
                        size=math.log1p(len(sentence.said.signs)),
                        unreasoned=(Kind.BECAUSE in cues) * (1.0 - explained),
                        unconditional=float(
                            point.dimension is Dimension.COUNTERFACTUAL
                            and not (Kind.WITHOUT in cues or _denies(sentence.said))
                        ),
                        unmeasured=float(
                            point.dimension is Dimension.VERIFICATION and Kind.MEASURE not in cues
                        ),
                        company=company,
                        retracted=retracted,
                        retracted_denying=retracted_denying,
                    ),
                )

    def _retracted(self) -> tuple[float, float]:
        """How far the answer turns to what the card does not say, and the same where it denies there.

        Only the sentences that turn are looked at: nothing that is said around them makes it less.
        """
        turned = [(1.0 - min(1.0, each.upheld / _EXPLAINED), each) for each in self.sentences if each.turns]
        return (
            max((strange for strange, _ in turned), default=0.0),
            max((strange for strange, each in turned if _denies(each.said)), default=0.0),
        )

    def _company(self, points: int) -> float:
        best: dict[str, float] = {}
        for sentence in self.sentences:
            for name, match in sentence.supports.items():
                told = max(0.0, match.agreement - _JARGON * sentence.technical)
                best[name] = max(best.get(name, 0.0), told)
        half = math.ceil(points / 2)
        return sum(sorted(best.values(), reverse=True)[:half]) / max(1, half)


def judge(
    rubric: Rubric, matcher: Matcher, answer: Folded, denied: Sequence[Span], turns: Collection[int]
) -> Findings:
    """Judge an answer from which everything that is no answer has been blanked.

    `denied` are stretches that are mentioned to be denied; at `turns` begin sentences that may take back
    what was said before.
    """
    hearing = listen(matcher, answer, denied, turns)
    best: dict[str, tuple[float, Match, Signals]] = {}
    resemblance: dict[str, float] = {}
    for point, match, signals in hearing.signals(rubric.points):
        strength = fitted().chance(signals)
        resemblance[point.id] = max(resemblance.get(point.id, 0.0), match.agreement)
        if point.id not in best or strength > best[point.id][0]:
            best[point.id] = (strength, match, signals)
    followed = [max(each.right, each.claim) >= _FOLLOWED for each in hearing.sentences]
    return Findings(
        tuple(_finding(point, best.get(point.id), resemblance.get(point.id, 0.0)) for point in rubric.points),
        tuple((name, match.window.span) for name, match in hearing.voiced.items()),
        sum(followed) / max(1, len(followed)),
    )


def listen(matcher: Matcher, answer: Folded, denied: Sequence[Span], turns: Collection[int]) -> Hearing:
    """Match every stretch of an answer against the card."""
    heard: dict[int, Sentence] = {}
    voiced: dict[str, Match] = {}
    for window in windows(answer, matcher.spell):
        sentence = heard.setdefault(window.sentence, Sentence(window.said, window.span.start in turns))
        if window.whole:
            sentence.said = window.said
            sentence.size = weight(answer.text[window.span.start : window.span.end])
        taken_back = _share(window.span, denied)
        if 0 < taken_back < _MOSTLY:
            continue
        matches = list(matcher.matches(window))
        right = max((each.agreement for each in matches if each.phrase.owner.role in _RIGHT), default=0.0)
        sentence.right = max(sentence.right, right)
        sentence.upheld = max([sentence.upheld, *(each.agreement for each in matches if _upholds(each))])
        for match in matches:
            owner = match.phrase.owner
            if owner.role is Role.CLAIM:
                if not _claims(match):
                    continue
                sentence.claim = max(sentence.claim, match.agreement)
                known = voiced.get(owner.id)
                if not taken_back and match.agreement >= max(
                    _VOICED, right + _MARGIN, known.agreement if known else 0.0
                ):
                    voiced[owner.id] = match
            elif owner.role is Role.FALLACY:
                if match.related >= _STATED and match.agreement > right and not taken_back:
                    sentence.fallacy = max(sentence.fallacy, match.agreement)
            elif (
                owner.role is Role.POINT
                and match.agreement >= _NEAR
                and not taken_back
                and not _opposes(match, right)
            ):
                known = sentence.supports.get(owner.id)
                if known is None or match.agreement > known.agreement:
                    sentence.supports[owner.id] = match
    sentences = list(heard.values())
    for place in stray([each.size for each in sentences], [each.near for each in sentences]):
        sentences[place] = Sentence(sentences[place].said, turns=False)
    return Hearing(tuple(sentences), voiced)


def _finding(
    point: RubricPoint, best: tuple[float, Match, Signals] | None, resemblance: float
) -> PointFinding:
    if best is None:
        return PointFinding(point, "miss", 0.0, 0.0, None)
    strength, match, signals = best
    mark: Mark = "hit" if strength >= HIT else "partial" if strength >= PARTIAL else "miss"
    if mark != "miss":
        return PointFinding(point, mark, strength, resemblance, match.window.span)
    standing = replace(signals, retracted=0.0, retracted_denying=0.0)
    return PointFinding(
        point, "miss", strength, resemblance, None, contradicted=fitted().chance(standing) >= HIT
    )


def _opposes(match: Match, right: float) -> bool:
    """Whether a window turns a point round, rather than saying something right in other words."""
    return (
        match.opposed
        and match.window.clauses <= _NARROW
        and max(match.agreement, right) <= _TURNED * match.likeness
    )


def _claims(match: Match) -> bool:
    """Whether a window says what a wrong claim says, rather than naming what it is about."""
    return sum(match.phrase.core.values()) >= _TELLING and (
        match.related >= _STATED or match.agreement >= _VERBATIM
    )


def _upholds(match: Match) -> bool:
    return (
        match.phrase.owner.role in _RIGHT
        and not match.opposed
        and _denies(match.window.said) == _denies(match.phrase.said)
    )


def _denies(said: Features) -> bool:
    return bool(said.cues & {Kind.NEGATOR, Kind.ABSENT})


def _share(window: Span, denied: Sequence[Span]) -> float:
    """The share of a window that is denied."""
    covered = sum(max(0, min(window.end, span.end) - max(window.start, span.start)) for span in denied)
    return covered / len(window)
