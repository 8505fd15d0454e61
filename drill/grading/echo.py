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
"""Share of a text's eight-letter runs that stand in the card, from which it counts as pasted."""
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


def copies(answer: Folded, card: tuple[str, ...]) -> list[Span]:
    """What stands word for word in the card: the whole answer if nearly all does, else sentences in a row."""
    if _is_long(answer.text) and _stands_in(answer.text, card):
        return [Span(0, len(answer.text))]
    found: list[Span] = []
    for span in sentences(answer.text):
        if not _stands_in(answer.text[span.start : span.end], card):
            continue
        follows = found and not any(map(str.isalnum, answer.text[found[-1].end : span.start]))
        found = [*found[:-1], Span(found[-1].start, span.end)] if follows else [*found, span]
    return [span for span in found if _is_long(answer.text[span.start : span.end])]


def _is_long(text: str) -> bool:
    return sum(3 if is_chinese(each) else each.isalnum() for each in text) >= _COPY_LEAST


def _stands_in(text: str, card: tuple[str, ...]) -> bool:
    said = _shingles(text)
    if said:
        return len(said & _written(card)) >= _COPIED * len(said)
    letters = _letters(text)
    return bool(letters) and any(letters in each for each in _lettered(card))


@lru_cache(maxsize=512)
def _written(card: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(_shingles(fold(text).text) for text in card))


@lru_cache(maxsize=512)
def _lettered(card: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_letters(fold(text).text) for text in card)


def _letters(text: str) -> str:
    return "".join(character for character in text if character.isalnum())


def _shingles(text: str) -> set[str]:
    letters = _letters(text)
    return {letters[at : at + _SHINGLE] for at in range(len(letters) - _SHINGLE + 1)}
