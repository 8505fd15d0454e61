"""Hints, three to a question: which part is missing, the words it turns on, and then the point itself.

For a number: the unit, then the way to it, a step at a time; the result is left to the candidate.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from drill.cards.card import Card, Dimension, Language
from drill.cards.passages import tokens
from drill.interview.expected import expected
from drill.interview.state import Asked, Main, Missing, Pursue

MOST = 3
COST = 0.1
"""What each hint takes from the answer's score."""
_FIRST, _WORDS = 2, 4
"""Words that the first hint of a follow-up tells, and the second hint of any question."""
_COMMON = frozenset(["token", "tokens", "every", "several", "both", "instead", "itself", "directly"])
_GLUE = re.compile(
    r"[的了和与及把被在是为由从到对就都也而且或并不没有更最只每个各这那它其让使用将会能要可以按往给比再又里之时得]"
)
"""Characters between Chinese terms, more or less."""

Occasion = Literal["hint1", "hint2", "hint3"]

_PARTS = {
    "en": ("what it is", "why", "what breaks without it", "how to verify it"),
    "zh": ("是什么", "为什么", "不这样会怎样", "如何验证"),
}
"""The dimensions, in their order, as parts of an answer."""


def hints_left(asked: Asked) -> int:
    """How many hints the candidate may still have."""
    return max(0, MOST - asked.hints)


def hint(card: Card, asked: Asked, language: Language) -> tuple[Occasion, str] | None:
    """The next hint and what it says; None for a number, whose way is not on the card."""
    aim = asked.move.aim
    if isinstance(aim, Pursue) and aim.numeric:
        return None
    points = expected(card, asked.move).points
    if not points:
        return None
    point = next((each for each in points if each.must), points[0])
    text = point.texts.get(language) or next(iter(point.texts.values()))
    match asked.hints:
        case 0 if isinstance(aim, Main | Missing) and point.dimension is not None:
            return "hint1", part(point.dimension, language)
        case 0:
            return "hint2", _key_words(text, language, _FIRST, asked.question)
        case 1:
            return "hint2", _key_words(text, language, _WORDS, asked.question)
        case _:
            return "hint3", text


def part(dimension: Dimension, language: Language) -> str:
    """A dimension as a part of an answer."""
    return _PARTS.get(language, _PARTS["en"])[list(Dimension).index(dimension)]


def step(working: Sequence[str], hints: int) -> str:
    """What the next hint tells of the way to a number; empty while it is only the unit's turn.

    Each hint tells one more step, and of the last step only what is to be computed.
    """
    if not hints or not working:
        return ""
    at = min(hints - 1, len(working) - 1)
    return working[at] if at < len(working) - 1 else working[at].rpartition("=")[0].strip()


def _key_words(text: str, language: Language, most: int, question: str) -> str:
    """The words of a point that tell most, in the order in which they stand: names, then long words.

    What the question says already tells nothing.
    """
    pieces = re.findall(r"[\u3400-\u9fff]{2,12}|[A-Za-z][\w-]+", _GLUE.sub(" ", text))
    asked = tokens(question)
    words = (each for each in dict.fromkeys(pieces) if each.lower() not in _COMMON)
    telling = [each for each in words if tokens(each) and not tokens(each) <= asked]

    def weight(word: str) -> tuple[bool, int]:
        return any(each.isupper() or each.isdigit() for each in word[1:]), len(word)

    chosen = sorted(telling, key=weight, reverse=True)[:most]
    return ("、" if language == "zh" else ", ").join(each for each in telling if each in chosen)
