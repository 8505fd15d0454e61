"""Text that is not the candidate's own: the question said again, the card pasted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz

from drill.grading.text import Folded, Span, fold, is_chinese, sentences

_SHINGLE = 8
_COPIED = 0.8
"""Share of an answer's eight-letter runs that stand in the card, from which it counts as pasted."""
_COPY_LEAST = 180
"""Letters below which one or two sentences may well be remembered; an ideograph counts for three."""


def echoes(answer: Folded, questions: Iterable[str]) -> list[Span]:
    """Sentences that only say the question again."""
    asked = [
        text
        for question in questions
        for text in (fold(question).text, *(_cut(fold(question).text)))
        if len(text) >= 4
    ]
    return [
        span
        for span in sentences(answer.text)
        if any(_same(answer.text[span.start : span.end].strip(), question) for question in asked)
    ]


def _cut(text: str) -> list[str]:
    return [text[span.start : span.end].strip() for span in sentences(text)]


def _same(sentence: str, question: str) -> bool:
    return fuzz.ratio(sentence, question) >= 82 or (
        len(sentence) >= 0.5 * len(question)
        and fuzz.partial_ratio(sentence, question) >= 92
        and len(sentence) <= 1.2 * len(question)
    )


def is_copied(answer: Folded, card: Sequence[str]) -> bool:
    """Whether nearly all of the answer stands word for word in the card."""
    said = _shingles(answer.text)
    if sum(3 if is_chinese(each) else each.isalnum() for each in answer.text) < _COPY_LEAST:
        return False
    written = set().union(*(_shingles(fold(text).text) for text in card))
    return len(said & written) >= _COPIED * len(said)


def _shingles(text: str) -> set[str]:
    letters = "".join(character for character in text if character.isalnum())
    return {letters[at : at + _SHINGLE] for at in range(len(letters) - _SHINGLE + 1)}
