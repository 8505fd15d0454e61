"""Quotes, looked up in the answer: what does not stand there, up to width, case and spaces, earns nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from drill.grading.text import Folded, Span, fold

_AROUND = " \n\t.,;:!?…。，；：！？\"'“”‘’「」『』()（）"
"""What models put around a quotation; it is no part of it."""
_GONE = "\0"
"""What the guard took out, so that no quote can reach across it."""


@dataclass(frozen=True)
class Quotable:
    """An answer after the guard, to be sent and to be quoted from."""

    answer: Folded

    def visible(self) -> str:
        """The answer as given, without what is invisible and without what the guard took out."""
        kept: list[str] = []
        last = -1
        for index, character in enumerate(self.answer.text):
            position = self.answer.starts[index]
            if self._is_gone(index):
                if kept and kept[-1] != "\n":
                    kept.append("\n")
            elif position != last:
                kept.append(self.answer.given[position] if character != "\n" else "\n")
            last = position
        return "".join(kept).strip()

    def find(self, quote: str) -> Span | None:
        """Where a quote stands, in folded text; None where it does not, or says nothing."""
        wanted = "".join(fold(quote.strip(_AROUND)).text.split())
        if not any(character.isalnum() for character in wanted):
            return None
        letters, places = self._letters
        at = letters.find(wanted)
        return None if at < 0 else Span(places[at], places[at + len(wanted) - 1] + 1)

    @cached_property
    def _letters(self) -> tuple[str, tuple[int, ...]]:
        """The folded text without spaces, and where each of its characters stands."""
        found = [
            (_GONE if self._is_gone(index) else character, index)
            for index, character in enumerate(self.answer.text)
            if not character.isspace() or self._is_gone(index)
        ]
        return "".join(character for character, _ in found), tuple(index for _, index in found)

    def _is_gone(self, index: int) -> bool:
        return self.answer.text[index] == "\n" and self.answer.given[self.answer.starts[index]] != "\n"
