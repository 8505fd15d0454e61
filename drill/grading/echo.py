"""Text that makes no point by itself: the question said again, the card pasted, what was "said above"."""

from __future__ import annotations

import re
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
_JOINED = re.compile(r"(?<=[\u3400-\u9fff])\s+|\s+(?=[\u3400-\u9fff])")
"""Where lines of Chinese may have been joined: no run of letters goes over it."""
_COPY_LEAST = 180
"""Letters below which one or two sentences may well be remembered; an ideograph counts for three."""
_RECALLS = re.compile(
    r"[\s,，]*(?:and |again,? |also,? )?as (?:(?:i|we|was|is) )?(?:have |had |already |just |also )*"
    r"(?:said|stated|mentioned|explained|described|noted|shown|argued|covered)"
    r"(?: (?:above|before|earlier|already|previously))?[,:，：]"
    r"|[\s,，]*(?:and )?i (?:have |had )?(?:already |also )*(?:said|stated|mentioned|explained|covered)"
    r"(?: (?:above|before|earlier|already|previously))(?:,|:| that)"
    r"|[\s,，]*(?:正如|就?像|如|按)?(?:我们?)?(?:上面|前面|上文|前文|刚才|之前|先前)(?:我们?)?(?:也|已经?|都|就|曾)*"
    r"(?:所?说|所?述|所?言|提|讲|写|谈|解释)(?:的|过|到|了)*"
    r"|[\s,，]*(?:正?如|综)[上前](?:面|文)?所[述说言]"
)
"""Opens a sentence that claims to have been said already."""


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


def recalls(answer: Folded) -> list[Span]:
    """Sentences that claim to have been said before: what was said earns where it was said."""
    return [span for span in sentences(answer.text) if _RECALLS.match(answer.text, span.start, span.end)]


def copies(answer: Folded, card: tuple[str, ...]) -> list[Span]:
    """What stands word for word in the card: sentences in a row, and the rest if nearly all of it does."""
    found: list[Span] = []
    for span in sentences(answer.text):
        if not stands_in(answer.text[span.start : span.end], card):
            continue
        follows = found and not any(map(str.isalnum, answer.text[found[-1].end : span.start]))
        found = [*found[:-1], Span(found[-1].start, span.end)] if follows else [*found, span]
    found = [span for span in found if _is_long(answer.text[span.start : span.end])]
    rest = answer.without(found).text
    return [Span(0, len(rest))] if _is_long(rest) and stands_in(rest, card) else found


def _is_long(text: str) -> bool:
    return sum(3 if is_chinese(each) else each.isalnum() for each in text) >= _COPY_LEAST


def stands_in(text: str, card: tuple[str, ...]) -> bool:
    """Whether nearly all of a text stands word for word in the card."""
    said = frozenset().union(*map(_shingles, _JOINED.split(text)))
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
