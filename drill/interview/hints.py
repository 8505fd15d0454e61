"""Hints, three to a question: which part is missing, the words it turns on, and then the point itself."""

from __future__ import annotations

import re
from typing import Literal

from drill.cards.card import Card, Dimension, Language
from drill.cards.passages import tokens
from drill.interview.expected import expected
from drill.interview.state import Asked, Main, Missing, Pursue

MOST = 3
COST = 0.1
"""What each hint takes from the answer's score."""
_WORDS = 4

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
            return "hint2", _key_words(text, language, 1)
        case 1:
            return "hint2", _key_words(text, language, _WORDS)
        case _:
            return "hint3", text


def part(dimension: Dimension, language: Language) -> str:
    """A dimension as a part of an answer."""
    return _PARTS.get(language, _PARTS["en"])[list(Dimension).index(dimension)]


def _key_words(text: str, language: Language, most: int) -> str:
    """The words of a point that tell most: the longest, in the order in which they stand."""
    pieces = re.findall(r"[\u3400-\u9fff]{2,6}|[A-Za-z][\w-]+", text)
    telling = [each for each in dict.fromkeys(pieces) if tokens(each)]
    chosen = sorted(telling, key=lambda each: -len(each))[:most]
    return ("、" if language == "zh" else ", ").join(each for each in telling if each in chosen)
