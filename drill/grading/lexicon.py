"""Owns what words mean the same: terms of both languages become concepts with a sign.

`lexicon.txt` is the vocabulary as data. A concept of `[axes]` is one property with two ends, so the sign
tells "falls" from "rises"; every other concept is positive until a negator stands before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from drill.grading.text import Span, is_chinese

_WORD = re.compile(
    r"(?P<latin>[a-z]+(?:'[a-z]+)?)|(?P<number>\d+(?:[.,]\d+)*)|(?P<symbol>[↑↓→⇒=≈×%])|(?P<han>[\u3400-\u9fff])"
)
_SUFFIXES = ("ations", "ation", "ances", "ance", "ings", "ing", "ates", "ated", "ate", "ments", "ment")
_ENDINGS = ("edly", "ies", "ied", "ed", "es", "s", "ly", "e")


class Kind(StrEnum):
    """What a concept does in a sentence."""

    FUNCTION = "function"
    NEGATOR = "negators"
    ABSENT = "absent"
    BECAUSE = "because"
    WITHOUT = "without"
    MEASURE = "measure"
    BUT = "but"
    AXIS = "axes"
    ACT = "acts"
    THING = "things"
    WORD = "word"
    """An English word or a pair of ideographs that the lexicon does not know."""
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Unit:
    """The smallest piece that terms are made of: an English stem, a number, one ideograph or a symbol."""

    text: str
    span: Span
    han: bool
    number: bool = False


@dataclass(frozen=True, slots=True)
class Concept:
    """A meaning: its name, what it does, and which end of an axis it is."""

    name: str
    kind: Kind
    sign: int = 1


@dataclass(frozen=True, slots=True)
class Term:
    """A way to say a concept, with what its parts would mean alone (`kv cache` implies `cache`)."""

    concept: Concept
    implied: tuple[Concept, ...] = ()


def units(text: str, within: Span | None = None) -> list[Unit]:
    """Cut folded text into units; English words are stemmed, `n't` becomes `not`."""
    bounds = within or Span(0, len(text))
    found = []
    for match in _WORD.finditer(text, bounds.start, bounds.end):
        piece, kind = match.group(), match.lastgroup
        if kind == "latin":
            piece = "not" if piece.endswith("n't") else stem(piece.partition("'")[0])
        elif kind == "number":
            piece = piece.replace(",", "")
        found.append(Unit(piece, Span(*match.span()), kind == "han", kind == "number"))
    return found


@cache
def stem(word: str) -> str:
    """A light English stem: `caches`, `cached` and `caching` meet, `latency` stays."""
    if len(word) <= 3:
        return word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            return _undouble(word[: -len(suffix)])
    for ending in _ENDINGS:
        stripped = word[: -len(ending)]
        if word.endswith(ending) and len(stripped) >= (3 if ending == "s" else 4) and not word.endswith("ss"):
            bare = _undouble(stripped)
            return (
                bare + "y" if ending in {"ies", "ied"} else bare.removesuffix("e") if len(bare) > 4 else bare
            )
    return word


def _undouble(word: str) -> str:
    return word[:-1] if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeiouls" else word


class Lexicon:
    """Finds the longest known term at each place of a text."""

    def __init__(self, entries: Sequence[tuple[str, Concept]]) -> None:
        self._terms: dict[tuple[str, ...], Term] = {}
        for written, concept in entries:
            self._terms.setdefault(tuple(unit.text for unit in units(written)), Term(concept))
        self._longest: dict[str, int] = {}
        for key in self._terms:
            self._longest[key[0]] = max(self._longest.get(key[0], 0), len(key))
        self._terms = {key: Term(term.concept, self._parts(key, term)) for key, term in self._terms.items()}
        self.words = frozenset(
            word for key in self._terms for word in key if word.isascii() and len(word) >= 4
        )

    def find(self, pieces: Sequence[Unit]) -> Iterator[tuple[int, int, Term | None]]:
        """Yield `(first, last + 1, term)` over the units from left to right; None where nothing is known."""
        at = 0
        while at < len(pieces):
            term, width = self._at([unit.text for unit in pieces[at : at + self._reach(pieces[at].text)]])
            yield at, at + width, term
            at += width

    def _reach(self, first: str) -> int:
        return max(1, self._longest.get(first, 0))

    def _at(self, ahead: Sequence[str]) -> tuple[Term | None, int]:
        for width in range(len(ahead), 0, -1):
            if term := self._terms.get(tuple(ahead[:width])):
                return term, width
        return None, 1

    def _parts(self, key: tuple[str, ...], whole: Term) -> tuple[Concept, ...]:
        """Things and acts named inside a longer term; a single ideograph is too little to go by."""
        found: dict[str, Concept] = {}
        for start in range(len(key)):
            for end in range(len(key), start, -1):
                part = self._terms.get(key[start:end])
                if part is None or end - start == len(key) or (end - start == 1 and is_chinese(key[start])):
                    continue
                if part.concept.kind in {Kind.THING, Kind.ACT} and part.concept.name != whole.concept.name:
                    found[part.concept.name] = part.concept
        return tuple(found.values())


@cache
def lexicon() -> Lexicon:
    """The lexicon that comes with the program; read once, in about 20 ms."""
    written = files("drill.grading").joinpath("lexicon.txt").read_text(encoding="utf-8")
    return Lexicon(list(entries(written)))


def entries(written: str) -> Iterator[tuple[str, Concept]]:
    """Read the lexicon's format: `[kind]` headings, a concept a line, `<>` between the ends of an axis."""
    kind = Kind.FUNCTION
    for line in written.splitlines():
        if line.startswith("["):
            kind = Kind(line.strip("[]"))
        elif line and not line.startswith("#"):
            ends = [[term.strip() for term in end.split(",")] for end in line.split("<>")]
            name = ends[0][0] if kind in {Kind.AXIS, Kind.ACT, Kind.THING} else kind.value
            for sign, terms in zip((1, -1), ends, strict=False):
                for term in terms:
                    yield term, Concept(name, kind, sign)
