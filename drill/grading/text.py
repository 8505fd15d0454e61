"""Owns code points: every span found in an answer that was folded for matching leads back to what was given.

Folding (width, case, accents, invisible characters) changes lengths: `ﬁ` becomes two letters, a zero-width
space none. `Folded.span` is the only way back, so no grader ever counts characters by itself.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

from drill.grading.verdict import Evidence

_INVISIBLE = frozenset({"Cf", "Mn", "Me", "Cc", "Cs", "Co"})
_KEPT_CONTROLS = frozenset("\n\t")

_LOOKALIKES = str.maketrans("аеорсухіѕ", "aeopcyxis")
"""Cyrillic letters that pass for Latin ones, in words that are meant to slip through."""

_SENTENCE_END = re.compile(r"[。！？；!?;\n]+|\.(?=\s|$)")
_CLAUSE_END = re.compile(r"[,，:：—→]+|(?<!-)--?>|(?<=\s)[-–](?=\s)|[()（）\[\]「」【】]")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of folded text, `[start, end)`."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Folded:
    """A text folded for matching, with the way back to what was given."""

    given: str
    text: str
    starts: tuple[int, ...]
    """For each folded character the code point it came from, and one more for the end."""

    def evidence(self, span: Span) -> Evidence | None:
        """The words of the answer behind a span, without blanks around them; None if nothing is visible."""
        start, end = self.starts[span.start], self.starts[span.end]
        quote = self.given[start:end]
        lead = len(quote) - len(quote.lstrip())
        quote = quote.strip()
        return Evidence(start + lead, start + lead + len(quote), quote) if quote else None

    def span(self, start: int, end: int) -> Span:
        """The folded span of a stretch of the text as given."""
        return Span(bisect_left(self.starts, start), bisect_left(self.starts, end))

    def without(self, spans: list[Span]) -> Folded:
        """The same text with some spans blanked, so that positions stay what they were."""
        text = list(self.text)
        for span in spans:
            text[span.start : span.end] = ["\n"] * len(span)
        return Folded(self.given, "".join(text), self.starts)


def fold(given: str) -> Folded:
    """Fold a text: plain forms, lower case, no accents, nothing invisible, simplified Chinese."""
    characters: list[str] = []
    starts: list[int] = []
    for position, character in enumerate(given):
        for folded in _fold_character(character):
            characters.append(folded)
            starts.append(position)
    return Folded(given, "".join(characters), (*starts, len(given)))


@lru_cache(maxsize=8192)
def _fold_character(character: str) -> str:
    if character in _KEPT_CONTROLS:
        return character
    decomposed = unicodedata.normalize("NFKD", character).casefold().translate(_variants())
    return "".join(
        "'" if each in "’‘" else each for each in decomposed if unicodedata.category(each) not in _INVISIBLE
    )


@cache
def _variants() -> dict[int, int]:
    """Simplified characters by traditional ones, and Latin letters by their lookalikes."""
    written = files("drill.grading").joinpath("traditional.txt").read_text(encoding="utf-8")
    pairs = (pair for line in written.splitlines() if not line.startswith("#") for pair in line.split())
    return {ord(pair[0]): ord(pair[1]) for pair in pairs} | _LOOKALIKES


def sentences(text: str) -> list[Span]:
    """The sentences of a folded text, Chinese or English; a line ends a sentence too."""
    return list(_pieces(text, Span(0, len(text)), _SENTENCE_END))


def clauses(text: str, sentence: Span) -> list[Span]:
    """The clauses of a sentence: what stands between commas, colons, arrows and brackets.

    `、` stands inside a list ("K、V"), so it ends none.
    """
    return list(_pieces(text, sentence, _CLAUSE_END))


def _pieces(text: str, within: Span, ends: re.Pattern[str]) -> Iterator[Span]:
    cuts = [within.start]
    cuts += [match.end() for match in ends.finditer(text, within.start, within.end)]
    cuts.append(within.end)
    for start, end in pairwise(cuts):
        if any(character.isalnum() for character in text[start:end]):
            yield Span(start, end)


def is_chinese(character: str) -> bool:
    """Whether a character is a CJK ideograph."""
    return "\u3400" <= character <= "\u9fff"


def weight(text: str) -> int:
    """The letters of a text; an ideograph says as much as three."""
    return sum(3 if is_chinese(each) else each.isalnum() for each in text)


def language_of(text: str, claimed: str) -> str:
    """The language to answer in: the claimed one, or for mixed text the one that carries more of it."""
    if claimed in {"zh", "en"}:
        return claimed
    ideographs = sum(map(is_chinese, text))
    letters = sum(character.isascii() and character.isalpha() for character in text)
    return "zh" if ideographs * 4 >= letters else "en"
