"""Lists of names, as an answer or inside one: naming a term is not saying anything about it."""

from __future__ import annotations

import re
from itertools import pairwise

from drill.grading.echo import stands_in
from drill.grading.features import features
from drill.grading.lexicon import Kind, units
from drill.grading.text import Folded, Span, sentences

_LEAST = 6
"""Segments below which a list may be an aside."""
_LONG = 9
"""Names in a row that are a list wherever they stand; labelled answers that reason have six at most."""
_SCRAP = 4
"""Units of a segment in a row that says nothing by itself, whatever words it is made of."""
_BARE = 0.7
"""Share of segments without a relating word that makes a list."""
_WORDS = 9
"""Units of the longest segment that still looks like a name."""
_STRANGERS = 2
"""Segments in a row that may say something without ending a list."""
_BAG = 20
"""English words without a comma from which a text must have the small words that hold one together ..."""
_HELD = 0.06
"""... and their least share; sentences of that length have 0.11 and more, in answers and elsewhere."""
_SEGMENT = re.compile(r"[,，、;；\n|/]+|(?<=[\u3400-\u9fff])[ \t]+(?=[\u3400-\u9fff])")
_SMALL = re.compile(r"\b(?:the|an?|of|to|is|are|was|and|in|it|its|be|that|for|on|as)\b")
_RELATION = re.compile(r"[→⇒↑↓=≈]|->|=>")
_RELATING = frozenset({Kind.FUNCTION, Kind.BECAUSE, Kind.WITHOUT, Kind.BUT, Kind.NEGATOR, Kind.ABSENT})


def is_list(answer: Folded) -> bool:
    """Whether the answer is a list of names without a word that relates them."""
    spans = _segments(answer.text, Span(0, len(answer.text)))
    segments = [answer.text[span.start : span.end] for span in spans]
    return len(segments) >= _LEAST and sum(map(_is_bare, segments)) >= _BARE * len(segments)


def lists(answer: Folded, card: tuple[str, ...]) -> list[Span]:
    """Where an answer that says something else too has a long list of names, or of scraps of the card.

    It stands in one sentence, or has a line for each name.
    """
    found: list[Span] = []
    column: list[Span] = []
    for sentence in sentences(answer.text):
        row = _segments(answer.text, sentence)
        found += [span for span in row if _is_bag(answer.text[span.start : span.end])]
        named = [_is_name(answer.text[span.start : span.end], card) for span in row]
        if len(row) == 1 and named[0]:
            column += row
            continue
        found += _long(column)
        column = []
        found += _runs(row, named)
    return [*found, *_long(column)]


def _runs(row: list[Span], named: list[bool]) -> list[Span]:
    """The long lists in one sentence."""
    found: list[Span] = []
    run: list[Span] = []
    strangers = 0
    for span, is_name in zip(row, named, strict=True):
        if is_name:
            run, strangers = [*run, span], 0
        elif (strangers := strangers + 1) > _STRANGERS:
            found += _long(run)
            run = []
    return [*found, *_long(run)]


def _long(run: list[Span]) -> list[Span]:
    return [Span(run[0].start, run[-1].end)] if len(run) >= _LONG else []


def _segments(text: str, within: Span) -> list[Span]:
    matches = _SEGMENT.finditer(text, within.start, within.end)
    cuts = [within.start, *(edge for match in matches for edge in match.span()), within.end]
    spans = (Span(start, end) for start, end in pairwise(cuts))
    return [span for span in spans if any(map(str.isalnum, text[span.start : span.end]))]


def _is_name(segment: str, card: tuple[str, ...]) -> bool:
    size = features(segment).size
    return size <= _SCRAP or (size <= 2 * _WORDS and stands_in(segment, card)) or _is_bare(segment)


def _is_bare(segment: str) -> bool:
    said = features(segment)
    return said.size <= _WORDS and not said.cues & _RELATING and not _RELATION.search(segment)


def _is_bag(segment: str) -> bool:
    words = [unit for unit in units(segment) if not (unit.han or unit.number)]
    return len(words) >= _BAG and len(_SMALL.findall(segment)) < _HELD * len(words)
