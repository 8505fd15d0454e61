"""Typing slips in English words, mended towards the words that a rubric and the lexicon know."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

_SHORTEST = 6
"""Shorter words are too near to each other to guess."""


class Speller:
    """Maps an English stem to the known one it misspells, or leaves it as it is."""

    def __init__(self, known: Iterable[str]) -> None:
        self._known = {
            word for word in known if word.isascii() and word.isalpha() and len(word) >= _SHORTEST - 1
        }
        self._by_first: dict[str, list[str]] = {}
        for word in sorted(self._known):
            self._by_first.setdefault(word[0], []).append(word)
        self._seen: dict[str, str] = {}

    def __call__(self, stem: str) -> str:
        """The known stem within one slip (two in a long word) that begins with the same letter."""
        if len(stem) < _SHORTEST or stem in self._known or not stem.isalpha():
            return stem
        if stem not in self._seen:
            if len(self._seen) > 4096:
                self._seen.clear()
            slips = 1 if len(stem) < 8 else 2
            found = process.extractOne(
                stem, self._by_first.get(stem[0], ()), scorer=OSA.distance, score_cutoff=slips
            )
            self._seen[stem] = found[0] if found else stem
        return self._seen[stem]
