"""Lists of names, as an answer or inside one: naming a term is not saying anything about it."""

from __future__ import annotations

import re

from drill.grading.features import features
from drill.grading.lexicon import Kind
from drill.grading.text import Folded, Span

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
_SEGMENT = re.compile(r"[,，、;；\n|/]+")
_RELATION = re.compile(r"[→⇒↑↓=≈]|->|=>")
_RELATING = frozenset({Kind.FUNCTION, Kind.BECAUSE, Kind.WITHOUT, Kind.BUT, Kind.NEGATOR, Kind.ABSENT})


def is_list(answer: Folded) -> bool:
    """Whether the answer is a list of names without a word that relates them."""
    segments = [segment for segment in _SEGMENT.split(answer.text) if any(map(str.isalnum, segment))]
    return len(segments) >= _LEAST and sum(map(_is_bare, segments)) >= _BARE * len(segments)


def lists(answer: Folded) -> list[Span]:
    """Where an answer that says something else too has a long list of names."""
    found: list[list[Span]] = [[]]
    start = 0
    for end in (*(match.start() for match in _SEGMENT.finditer(answer.text)), len(answer.text)):
        segment = answer.text[start:end]
        if any(map(str.isalnum, segment)):
            if _is_bare(segment) or features(segment).size <= _SCRAP:
                found[-1].append(Span(start, end))
            elif found[-1]:
                found.append([])
        start = end
    return [Span(run[0].start, run[-1].end) for run in found if len(run) >= _LONG]


def _is_bare(segment: str) -> bool:
    said = features(segment)
    return said.size <= _WORDS and not said.cues & _RELATING and not _RELATION.search(segment)
