"""Text that is not the candidate's own: the question said again, the card pasted."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz import fuzz

from drill.grading.text import Folded, Span, fold, is_chinese, sentences

_ALIKE = 82
"""Resemblance in percent from which a sentence is the question again ..."""
_WITHIN = 92
"""... or from which it is a part of it."""
_SHORTEST = 4
"""Characters of the shortest question that can be echoed."""
_SHINGLE = 8
_COPIED = 0.8
"""Share of an answer's eight-letter runs that stand in the card, from which it counts as pasted."""
_COPY_LEAST = 180
"""Letters below which one or two sentences may well be remembered; an ideograph counts for three."""


def echoes(answer: Folded, questions: tuple[str, ...]) -> list[Span]:
    """Sentences that only say the question again."""
    asked = _asked(questions)
    return [
        span
        for span in sentences(answer.text)
        if any(_same(answer.text[span.start : span.end].strip(), question) for question in asked)
    ]


@lru_cache(maxsize=512)
def _asked(questions: tuple[str, ...]) -> tuple[str, ...]:
    """The questions, and the sentences of those that ask two things."""
    found = []
    for question in questions:
        text = fold(question).text
        found += [text.strip(), *(text[span.start : span.end].strip() for span in sentences(text))]
    return tuple(dict.fromkeys(text for text in found if len(text) >= _SHORTEST))


def _same(sentence: str, question: str) -> bool:
    if not 0.5 * len(question) <= len(sentence) <= 1.5 * len(question):
        return False
    return fuzz.ratio(sentence, question) >= _ALIKE or (
        len(sentence) <= 1.2 * len(question) and fuzz.partial_ratio(sentence, question) >= _WITHIN
    )


def is_copied(answer: Folded, card: tuple[str, ...]) -> bool:
    """Whether nearly all of the answer stands word for word in the card."""
    if sum(3 if is_chinese(each) else each.isalnum() for each in answer.text) < _COPY_LEAST:
        return False
    said = _shingles(answer.text)
    return len(said & _written(card)) >= _COPIED * len(said)


@lru_cache(maxsize=512)
def _written(card: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(_shingles(fold(text).text) for text in card))


def _shingles(text: str) -> set[str]:
    letters = "".join(character for character in text if character.isalnum())
    return {letters[at : at + _SHINGLE] for at in range(len(letters) - _SHINGLE + 1)}
