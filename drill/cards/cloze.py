"""Gaps in a text: `{{answer}}`, or `{{key::answer}}` for one whose wording may still change.

A gap without a key is known by its own words, so that adding, moving or editing other gaps leaves its
history alone. Gaps of one key are asked together. Code and maths hold no gaps.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from drill.cards.markdown import CODE, MATHS

_GAP = re.compile(
    rf"""
      ^[ ]{{0,3}}(?P<fence>`{{3,}}|~{{3,}}).*?(?:^[ ]{{0,3}}(?P=fence)[`~]*[ \t]*$|\Z)
    | {CODE}
    | {MATHS}
    | (?<!\\)\{{\{{(?:(?P<key>[A-Za-z0-9][A-Za-z0-9-]*)::)?(?P<answer>[^{{}}\n]+(?:\n[^{{}}\n]+)*)\}}\}}
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap: its key, its answer, and where it stands in the text."""

    key: str
    answer: str
    start: int
    end: int


def gaps(text: str) -> Iterator[Gap]:
    """The gaps of a text in order; equal words without a key are one gap asked in several places."""
    for found in _GAP.finditer(text):
        if found["answer"] and found["answer"].strip():
            answer = found["answer"].strip()
            yield Gap(found["key"] or _key(answer), answer, found.start(), found.end())


def hide(text: str, key: str, blank: str = "[…]") -> str:
    """The text with the gaps of one key blanked out and all others filled in."""
    return _fill(text, lambda gap: blank if gap.key == key else gap.answer)


def reveal(text: str, key: str) -> str:
    """The text with every gap filled in, those of one key in bold."""
    return _fill(text, lambda gap: f"**{gap.answer}**" if gap.key == key else gap.answer)


def _fill(text: str, shown: Callable[[Gap], str]) -> str:
    kept, position = [], 0
    for gap in gaps(text):
        kept += [text[position : gap.start], shown(gap)]
        position = gap.end
    return "".join((*kept, text[position:]))


def _key(answer: str) -> str:
    words = unicodedata.normalize("NFKC", " ".join(answer.split()))
    return hashlib.blake2b(words.encode(), digest_size=5).hexdigest()
