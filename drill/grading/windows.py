"""The stretches of an answer that may make a point, each with what it says."""

from __future__ import annotations

from dataclasses import dataclass

from drill.grading.features import Features, Spell, features, joined
from drill.grading.text import Folded, Span, clauses, sentences

_LONGEST = 36
"""Concepts in the longest window of two sentences."""


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of the answer: one to three clauses, a sentence, or two neighbouring sentences."""

    span: Span
    said: Features
    first: int
    """Index of its first sentence."""
    last: int
    clauses: int


def windows(answer: Folded, spell: Spell) -> list[Window]:
    """The stretches of an answer that may make a point."""
    found: list[Window] = []
    before: Window | None = None
    for number, sentence in enumerate(sentences(answer.text)):
        spans = clauses(answer.text, sentence)
        said = [features(answer.text, span, spell) for span in spans]
        widths = sorted({1, 2, 3, len(spans)} & set(range(1, len(spans) + 1)))
        for width in widths:
            for start in range(len(spans) - width + 1):
                span = Span(spans[start].start, spans[start + width - 1].end)
                found.append(Window(span, joined(said[start : start + width]), number, number, width))
        whole = Window(sentence, joined(said), number, number, len(spans))
        if before and len(before.said.signs) + len(whole.said.signs) <= _LONGEST:
            both = Span(before.span.start, sentence.end)
            found.append(
                Window(both, before.said.join(whole.said), number - 1, number, before.clauses + len(spans))
            )
        before = whole
    return found
