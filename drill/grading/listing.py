"""Answers that are a list of names: naming a term is not saying anything about it."""

from __future__ import annotations

import re

from drill.grading.features import features
from drill.grading.lexicon import Kind
from drill.grading.text import Folded

_LEAST = 6
"""Segments below which a list may be an aside."""
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


def _is_bare(segment: str) -> bool:
    said = features(segment)
    return said.size <= _WORDS and not said.cues & _RELATING and not _RELATION.search(segment)
