"""The screen with symbols in ASCII: bars, borders, marks and arrows of every widget, when they are drawn."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from drill.symbols import in_ascii


class AsciiSymbols(LineFilter):
    """Textual's own way to change lines on their way to the terminal."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments in ASCII, each as many cells wide as it was."""
        return [_plain(segment) for segment in segments]


def _plain(segment: Segment) -> Segment:
    text, style, control = segment
    if control or text.isascii():
        return segment
    plain = in_ascii(text)
    lacking = cell_len(text) - cell_len(plain)  # an emoji and what makes it wide are one, and a sign is not
    return Segment(plain + " " * lacking, style)
