"""Lines with a mark in front whose further lines stay clear of the mark, as in any well set list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual


@dataclass(frozen=True, slots=True)
class Row:
    """One item of a list. `mark` is a single line; an empty body is a blank line."""

    mark: Content
    body: Content


class Rows(Visual):
    """A list set with a hanging indent of `indent` cells."""

    def __init__(self, rows: Sequence[Row], indent: int) -> None:
        self._rows = rows
        self._indent = indent

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """The rows, each body wrapped to what the indent leaves of `width`."""
        room = max(1, width - self._indent)
        unselected = RenderOptions(options.get_style, options.rules, None, None)
        blank = Strip.blank(self._indent, style.rich_style)
        strips: list[Strip] = []
        for row in self._rows:
            marks = row.mark.render_strips(self._indent, 1, style, unselected)
            first = marks[0].adjust_cell_length(self._indent, style.rich_style) if marks else blank
            for number, line in enumerate(row.body.render_strips(room, None, style, unselected)):
                strips.append(Strip.join([blank if number else first, line]))
        return strips if height is None else strips[:height]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """The widest row, unwrapped."""
        widest = max((row.body.get_optimal_width(rules, container_width) for row in self._rows), default=0)
        return self._indent + widest

    def get_height(self, rules: RulesMap, width: int) -> int:
        """The lines that the rows take at `width`."""
        room = max(1, width - self._indent)
        return sum(row.body.get_height(rules, room) for row in self._rows)
