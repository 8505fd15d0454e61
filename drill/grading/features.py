"""What a stretch of text says, as signed concepts: the common ground of an answer and a rubric.

A feature is a concept's name with its kind; its sign says whether it is affirmed. A negator reaches as far as
the next act or property of its clause, and a second negator takes the first one back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from drill.grading.lexicon import Kind, Unit, lexicon, units
from drill.grading.text import Span, clauses, fold, sentences

_REACH = {Kind.NEGATOR: 3, Kind.ABSENT: 1}
"""How many concepts a negation reaches at most; more and it takes in the next thought."""
RELATIONS = frozenset({Kind.ACT, Kind.AXIS})
"""What says something about things, and what a negation ends with: "avoids recomputing the projections"
denies the recomputing alone."""

_ARGUMENTS = frozenset({Kind.THING, Kind.WORD})

_QUIET = frozenset({Kind.FUNCTION, Kind.NEGATOR, Kind.ABSENT, Kind.BECAUSE, Kind.WITHOUT, Kind.BUT})

Key = TypeVar("Key", bound=Hashable)

Spell = Callable[[str], str]
"""Maps an English stem to a known one that it misspells, or to itself."""


@dataclass(slots=True)
class Features:
    """Concepts of a clause or of several, with their signs; which kinds of words were there; the length."""

    signs: dict[str, int] = field(default_factory=dict)
    """By concept: 1 affirmed, 2 denied, 3 both."""
    kinds: dict[str, Kind] = field(default_factory=dict)
    bound: dict[tuple[str, str], int] = field(default_factory=dict)
    """By property and what it is said of, the same signs: "throughput falls" is `(more, throughput): 2`."""
    linked: set[tuple[str, str]] = field(default_factory=set)
    """Acts and properties, each with the concept before it and the one behind it: what is related to what."""
    implied: set[str] = field(default_factory=set)
    cues: set[Kind] = field(default_factory=set)
    """Which kinds of words occur: a reason, a condition, a contrast, a measurement."""
    size: int = 0

    def arguments(self, relation: str) -> set[str]:
        """What an act or property stands next to."""
        return {neighbour for name, neighbour in self.linked if name == relation}

    def join(self, other: Features) -> Features:
        """Both together, as a new value."""
        return Features(
            _both(self.signs, other.signs),
            self.kinds | other.kinds,
            _both(self.bound, other.bound),
            self.linked | other.linked,
            self.implied | other.implied,
            self.cues | other.cues,
            self.size + other.size,
        )


@dataclass(frozen=True, slots=True)
class _Said:
    """One concept where it stands in a clause."""

    name: str
    kind: Kind
    sign: int
    first: int
    last: int


def features(text: str, span: Span | None = None, speller: Spell | None = None) -> Features:
    """The features of one clause of folded text."""
    pieces = units(text, span)
    if speller:
        pieces = [
            Unit(speller(unit.text), unit.span, unit.han) if not (unit.han or unit.number) else unit
            for unit in pieces
        ]
    found = Features(size=len(pieces))
    said = list(_said(pieces, found))
    for each in said:
        found.signs[each.name] = found.signs.get(each.name, 0) | each.sign
        found.kinds[each.name] = each.kind
    for each in said:
        if each.kind is Kind.AXIS and (subject := _subject(each, said)):
            found.bound[each.name, subject] = found.bound.get((each.name, subject), 0) | each.sign
    found.linked.update(_links(said))
    return found


def phrase_features(text: str) -> Features:
    """The concepts of a phrase of the rubric."""
    folded = fold(text).text
    return joined(
        [features(folded, clause) for sentence in sentences(folded) for clause in clauses(folded, sentence)]
    )


def joined(parts: Sequence[Features]) -> Features:
    """The concepts of several clauses together."""
    whole = Features()
    for part in parts:
        whole = whole.join(part)
    return whole


def _said(pieces: Sequence[Unit], found: Features) -> Iterator[_Said]:
    """The concepts of a clause in order; cues and implied concepts are noted in `found`."""
    reach = 0
    for first, last, term in lexicon().find(pieces):
        if term is None:
            for name, kind in _unknown(pieces, first):
                yield _Said(name, kind, 1, first, last)
                reach -= 1
            continue
        concept = term.concept
        found.cues.add(concept.kind)
        if concept.kind in _REACH:
            reach = 0 if reach > 0 else _REACH[concept.kind]
        elif concept.kind in _QUIET:
            reach = reach if concept.kind is Kind.FUNCTION else 0
        else:
            affirmed = (concept.sign > 0) != (reach > 0)
            name = f"measure {_key(pieces, first, last)}" if concept.kind is Kind.MEASURE else concept.name
            yield _Said(name, concept.kind, 1 if affirmed else 2, first, last)
            found.implied.update(part.name for part in term.implied)
            reach = 0 if concept.kind in RELATIONS else reach - 1


def _subject(axis: _Said, said: Sequence[_Said]) -> str | None:
    """What a property is said of: the nearest concept that is none itself, the one before if in doubt."""
    others = [each for each in said if each.kind is not Kind.AXIS and each.kind is not Kind.NUMBER]
    nearest = min(
        others,
        key=lambda each: (max(axis.first - each.last, each.first - axis.last), each.first > axis.first),
        default=None,
    )
    return nearest.name if nearest else None


def _links(said: Sequence[_Said]) -> Iterator[tuple[str, str]]:
    """Every act and property with its neighbours that are things."""
    for place, each in enumerate(said):
        if each.kind in RELATIONS:
            before = (other.name for other in reversed(said[:place]) if other.kind in _ARGUMENTS)
            behind = (other.name for other in said[place + 1 :] if other.kind in _ARGUMENTS)
            for neighbour in (next(before, None), next(behind, None)):
                if neighbour:
                    yield each.name, neighbour


def _both(one: Mapping[Key, int], other: Mapping[Key, int]) -> dict[Key, int]:
    joined = dict(one)
    for name, signs in other.items():
        joined[name] = joined.get(name, 0) | signs
    return joined


def _key(pieces: Sequence[Unit], first: int, last: int) -> str:
    return "".join(unit.text for unit in pieces[first:last])


def _unknown(pieces: Sequence[Unit], at: int) -> list[tuple[str, Kind]]:
    """An unknown English word or number, or the pair of an unknown ideograph with the one before it."""
    unit = pieces[at]
    if unit.number:
        return [(f"#{unit.text}", Kind.NUMBER)]
    if not unit.han:
        return [(unit.text, Kind.WORD)] if len(unit.text) > 1 else []
    before = pieces[at - 1] if at else None
    if before and before.han and before.span.end == unit.span.start:
        return [(before.text + unit.text, Kind.WORD)]
    return []
