"""What a stretch of text says, as signed concepts: the common ground of an answer and a rubric.

A feature is a concept's name with its kind; its sign says whether it is affirmed. A negator reaches the next
few concepts of its clause, and a second negator takes the first one back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from drill.grading.lexicon import Kind, Term, Unit, lexicon, units
from drill.grading.text import Span

_REACH = 3
"""How many concepts a negator reaches; more and it takes in the next thought."""

_QUIET = frozenset({Kind.FUNCTION, Kind.NEGATOR, Kind.BECAUSE, Kind.WITHOUT, Kind.BUT})

Speller = Callable[[str], str]
"""Maps an English stem to a known one that it misspells, or to itself."""


@dataclass(slots=True)
class Features:
    """Concepts of a clause or of several, with their signs; which kinds of words were there; the length."""

    signs: dict[str, int] = field(default_factory=dict)
    """By concept: 1 affirmed, 2 denied, 3 both."""
    kinds: dict[str, Kind] = field(default_factory=dict)
    implied: set[str] = field(default_factory=set)
    cues: set[Kind] = field(default_factory=set)
    """Which of the quiet kinds occur: a reason, a condition, a contrast, a negation."""
    size: int = 0

    def add(self, name: str, kind: Kind, sign: int) -> None:
        """Note that a concept is affirmed (1) or denied (-1)."""
        self.signs[name] = self.signs.get(name, 0) | (1 if sign > 0 else 2)
        self.kinds[name] = kind

    def join(self, other: Features) -> Features:
        """Both together, as a new value."""
        joined = Features(
            dict(self.signs),
            self.kinds | other.kinds,
            self.implied | other.implied,
            self.cues | other.cues,
            self.size + other.size,
        )
        for name, signs in other.signs.items():
            joined.signs[name] = joined.signs.get(name, 0) | signs
        return joined


def features(text: str, span: Span | None = None, speller: Speller | None = None) -> Features:
    """The features of one clause of folded text."""
    pieces = units(text, span)
    if speller:
        pieces = [
            Unit(speller(unit.text), unit.span, unit.han) if not (unit.han or unit.number) else unit
            for unit in pieces
        ]
    found = Features(size=len(pieces))
    negated, reach = False, 0
    for first, last, term in lexicon().find(pieces):
        if term is None:
            names = list(_unknown(pieces, first))
            for name, kind in names:
                found.add(name, kind, 1)
            reach -= bool(names)
        elif term.concept.kind in _QUIET:
            found.cues.add(term.concept.kind)
            if term.concept.kind is Kind.NEGATOR:
                negated, reach = not (negated and reach > 0), _REACH
            elif term.concept.kind is not Kind.FUNCTION:
                reach = 0
        else:
            _add_term(found, term, negated=negated and reach > 0, key=_key(pieces, first, last))
            reach -= 1
    return found


def _add_term(found: Features, term: Term, *, negated: bool, key: str) -> None:
    concept = term.concept
    found.cues.add(concept.kind)
    name = f"measure {key}" if concept.kind is Kind.MEASURE else concept.name
    found.add(name, concept.kind, -concept.sign if negated else concept.sign)
    found.implied.update(part.name for part in term.implied)


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
