"""The stretches of an answer that may make a point, each with what it says; none leaves its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from drill.grading.features import Features, Spell, features, joined
from drill.grading.text import Folded, Span, clauses, sentences


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of the answer: one to three clauses, or a sentence."""

    span: Span
    said: Features
    sentence: int
    clauses: int
    whole: bool
    """Whether it is the whole sentence."""


def windows(answer: Folded, spell: Spell) -> Iterator[Window]:
    """The stretches of an answer that may make a point."""
    for number, sentence in enumerate(sentences(answer.text)):
        spans = clauses(answer.text, sentence)
        said = [features(answer.text, span, spell) for span in spans]
        for width in sorted({1, 2, 3, len(spans)} & set(range(1, len(spans) + 1))):
            for start in range(len(spans) - width + 1):
                span = Span(spans[start].start, spans[start + width - 1].end)
                yield Window(span, joined(said[start : start + width]), number, width, width == len(spans))
