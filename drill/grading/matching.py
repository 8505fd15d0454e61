"""How strongly a stretch of an answer says what a phrase of the rubric says.

Similarity is coverage: the share of a phrase's weight that a window of the answer expresses, weighted by how
telling each concept is on this card (inverse frequency over its points), and damped where the window talks
mostly of other things. A rubric is compiled once; a window of an answer costs a few dictionary look-ups.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files

from drill.grading.features import RELATIONS, Features, phrase_features
from drill.grading.lexicon import Kind, lexicon
from drill.grading.polarity import contradicts, disagreements
from drill.grading.rubric import Rubric
from drill.grading.spelling import Speller
from drill.grading.text import fold, sentences
from drill.grading.windows import Window


class Role(StrEnum):
    """What a phrase of the rubric stands for."""

    POINT = "point"
    CLAIM = "claim"
    CORRECTION = "correction"
    FALLACY = "fallacy"


_WEIGHT = {
    Kind.THING: 1.0,
    Kind.ACT: 1.0,
    Kind.AXIS: 0.8,
    Kind.MEASURE: 0.6,
    Kind.WORD: 1.0,
    Kind.NUMBER: 0.5,
}
"""How much a concept tells before its frequency is counted; a right answer may differ in numbers."""
_FLOOR = 0.1
_PRIOR = 1.5
"""Weight added to every phrase, so that a phrase of one or two concepts is not covered by chance."""
_IMPLIED = 0.6
_PASSAGE = 0.35
"""Coverage at which a sentence of the card's prose counts as another way to put a point."""
_LEAST = {Role.POINT: 2, Role.CORRECTION: 2, Role.CLAIM: 3, Role.FALLACY: 2}
"""Concepts that a window must share with a phrase: fewer are a topic, not a statement."""
_FAINT = 0.1
"""Likeness below which a phrase is not looked at."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The point or misconception that a phrase belongs to."""

    role: Role
    id: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way to put something, as weighted concepts."""

    owner: Owner
    said: Features
    weight: float
    core: Mapping[str, float]
    """What tells a wrong claim from the nearest right one; empty for other roles."""
    relations: Mapping[str, float]
    """The acts and properties that it speaks of, with what each tells."""
    arguments: Mapping[str, frozenset[str]]
    """What each is said of; for a wrong claim what nothing right says it of, if there is any."""
    least: int
    """Concepts that a window must share with it."""


@dataclass(frozen=True, slots=True)
class Match:
    """A window that speaks of what a phrase says."""

    window: Window
    phrase: Phrase
    agreement: float
    """How much of the phrase it says, in 0..1."""
    likeness: float
    """How much of it it speaks of, whether it affirms or denies it."""
    opposed: bool
    """Whether it says the opposite."""

    @property
    def related(self) -> float:
        """The share of the phrase's acts and properties that the window says of the same things, in 0..1."""
        relations, meant, said = self.phrase.relations, self.phrase.said, self.window.said
        there = sum(
            worth
            for name, worth in relations.items()
            if said.signs.get(name, 0) & meant.signs[name]
            and _compatible(self.phrase.arguments[name], said.arguments(name))
        )
        return there / sum(relations.values()) if relations else 0.0


class Matcher:
    """A rubric compiled for matching."""

    def __init__(self, rubric: Rubric) -> None:
        said = [(owner, phrase_features(text)) for owner, text in _ways(rubric)]
        self._rarity = _rarity(said)
        self.spell = Speller({name for _, each in said for name in each.signs} | lexicon().words)
        said += self._passages(rubric, said)
        truths = [(each, self._weigh(each)) for owner, each in said if owner.role is not Role.CLAIM]
        said += [(Owner(Role.FALLACY, ""), each) for each in _fallacies()]
        self._known = frozenset(link for truth, _ in truths for link in truth.linked)
        self.phrases = tuple(self._phrase(owner, each, truths) for owner, each in said)
        self._postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, phrase in enumerate(self.phrases):
            for name, kind in phrase.said.kinds.items():
                self._postings[name].append((number, self._worth(name, kind)))

    def _phrase(self, owner: Owner, said: Features, truths: Sequence[tuple[Features, float]]) -> Phrase:
        core = self._core(said, truths) if owner.role is Role.CLAIM else {}
        least = min(_LEAST[owner.role], len(said.signs))
        relations = {name: self._worth(name, kind) for name, kind in said.kinds.items() if kind in RELATIONS}
        known = self._known if owner.role is Role.CLAIM else frozenset()
        arguments = {name: _arguments(said, name, known) for name in relations}
        return Phrase(owner, said, self._weigh(said), core, relations, arguments, least)

    def matches(self, window: Window) -> Iterator[Match]:
        """Every phrase that the window resembles at all."""
        shared: dict[int, float] = defaultdict(float)
        common: dict[int, int] = defaultdict(int)
        for name in window.said.signs:
            for number, worth in self._postings.get(name, ()):
                shared[number] += worth
                common[number] += 1
        for name in window.said.implied - window.said.signs.keys():
            for number, worth in self._postings.get(name, ()):
                shared[number] += _IMPLIED * worth
        own = self._weigh(window.said)
        for number, weight in shared.items():
            phrase = self.phrases[number]
            if common[number] < phrase.least or weight < _FAINT * (phrase.weight + _PRIOR):
                continue
            likeness = self._score(weight, own, phrase)
            if likeness >= _FAINT and self._has_core(phrase, window):
                turned = disagreements(phrase.said, window.said)
                lost = sum(self._worth(name, phrase.said.kinds[name]) for name in turned)
                yield Match(
                    window,
                    phrase,
                    agreement=self._score(weight - lost, own, phrase),
                    likeness=likeness,
                    opposed=contradicts(phrase.said, window.said),
                )

    def _score(self, shared: float, own: float, phrase: Phrase) -> float:
        """Coverage of the phrase, damped by the share of the window that speaks of something else."""
        if shared <= 0:
            return 0.0
        return shared / (phrase.weight + _PRIOR) * math.sqrt(min(1.0, shared / own))

    def _worth(self, name: str, kind: Kind) -> float:
        return _WEIGHT[kind] * self._rarity.get(name, 0.5)

    def _weigh(self, said: Features) -> float:
        return sum(self._worth(name, kind) for name, kind in said.kinds.items())

    def _has_core(self, phrase: Phrase, window: Window) -> bool:
        if not phrase.core:
            return True
        there = sum(
            worth
            for name, worth in phrase.core.items()
            if window.said.signs.get(name, 0) & phrase.said.signs[name]
        )
        return there >= 0.5 * sum(phrase.core.values())

    def _core(self, claim: Features, truths: Sequence[tuple[Features, float]]) -> dict[str, float]:
        own = self._weigh(claim) + _PRIOR
        nearest, _ = max(
            truths,
            key=lambda truth: self._shared(claim, truth[0]) / (own + truth[1]),
            default=(Features(), 0.0),
        )
        return {
            name: self._worth(name, claim.kinds[name])
            for name, signs in claim.signs.items()
            if not nearest.signs.get(name, 0) & signs
        }

    def _shared(self, one: Features, other: Features) -> float:
        return sum(self._worth(name, one.kinds[name]) for name in one.signs.keys() & other.signs.keys())

    def _passages(
        self, rubric: Rubric, said: Sequence[tuple[Owner, Features]]
    ) -> list[tuple[Owner, Features]]:
        """Sentences of the prose, each given to the point of its dimension that it says, if it says one."""
        dimension = {point.id: point.dimension for point in rubric.points}
        found = []
        for where, texts in rubric.passages.items():
            rivals = [
                (owner, each, self._weigh(each) + _PRIOR)
                for owner, each in said
                if owner.role is Role.POINT and dimension[owner.id] == where
            ]
            for sentence in (part for text in texts for part in _sentences(text)):
                spoken = phrase_features(sentence)
                score, owner = max(
                    ((self._shared(each, spoken) / most, owner) for owner, each, most in rivals),
                    key=lambda pair: pair[0],
                    default=(0.0, None),
                )
                if owner and score >= _PASSAGE:
                    found.append((owner, spoken))
        return found


def _arguments(said: Features, name: str, known: Set[tuple[str, str]]) -> frozenset[str]:
    """What an act or property is said of, without what is known if anything else is left."""
    everything = said.arguments(name)
    return frozenset({each for each in everything if (name, each) not in known} or everything)


def _compatible(one: Set[str], other: Set[str]) -> bool:
    """Whether what two say something of may be the same."""
    return not one or not other or bool(one & other)


@lru_cache(maxsize=512)
def compiled(rubric: Rubric) -> Matcher:
    """The matcher of a rubric; compiling costs a tenth of a second, so it is kept."""
    return Matcher(rubric)


@cache
def _fallacies() -> tuple[Features, ...]:
    """Wrong beliefs of the field, whatever the card."""
    written = files("drill.grading").joinpath("fallacies.txt").read_text(encoding="utf-8")
    return tuple(phrase_features(line) for line in written.splitlines() if line and not line.startswith("#"))


def _ways(rubric: Rubric) -> Iterator[tuple[Owner, str]]:
    for point in rubric.points:
        for text in (*point.texts.values(), *point.says):
            yield Owner(Role.POINT, point.id), text
    for belief in rubric.misconceptions:
        for text in (*belief.claims.values(), *belief.says):
            yield Owner(Role.CLAIM, belief.id), text
        for text in belief.corrections.values():
            for sentence in _sentences(text):
                yield Owner(Role.CORRECTION, belief.id), sentence


def _sentences(text: str) -> list[str]:
    folded = fold(text)
    return [evidence.quote for span in sentences(folded.text) if (evidence := folded.evidence(span))]


def _rarity(said: Iterable[tuple[Owner, Features]]) -> dict[str, float]:
    owners: dict[str, set[str]] = defaultdict(set)
    everyone = set()
    for owner, each in said:
        everyone.add(owner.id)
        for name in each.signs:
            owners[name].add(owner.id)
    most = math.log((len(everyone) + 1) / 1.5) or 1.0
    return {
        name: max(_FLOOR, math.log((len(everyone) + 1) / (len(those) + 0.5)) / most)
        for name, those in owners.items()
    }
