"""The four ratings with what each would lead to; the proposed one is marked."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from drill.grading.verdict import RatingName
from drill.i18n import _
from drill.practice.views import Interval
from drill.tui import wording

RATING_KEYS = [
    Binding(str(number), f"rate('{rating}')", label, show=False, id=f"rate_{rating}")
    for number, (rating, label) in enumerate(wording.RATINGS.items(), start=1)
]
"""The keys of the four ratings, for whatever shows the bar."""


class Rated(Message):
    """The user chose a rating."""

    def __init__(self, rating: RatingName) -> None:
        self.rating: RatingName = rating
        super().__init__()


class RatingBar(Horizontal):
    """Keys 1 to 4 in a row, each a target for the mouse as well."""

    DEFAULT_CSS = """
    RatingBar {
        height: 1; margin: 0 1;
        _RatingKey { width: 1fr; height: 1; background: $surface; color: $foreground; margin: 0 1 0 0; }
        _RatingKey:hover { background: $panel; }
        _RatingKey.-proposed { background: $accent; color: $background; text-style: bold; }
        _RatingKey:last-child { margin: 0; }
    }
    """

    def __init__(self, intervals: Mapping[RatingName, Interval], proposed: RatingName | None) -> None:
        super().__init__()
        self._intervals = intervals
        self._proposed = proposed

    def compose(self) -> ComposeResult:
        """One cell a rating."""
        for number, rating in enumerate(wording.RATINGS, start=1):
            yield _RatingKey(number, rating, self._intervals.get(rating), rating == self._proposed)


class _RatingKey(Static):
    ALLOW_SELECT = False

    def __init__(self, number: int, rating: RatingName, interval: Interval | None, proposed: bool) -> None:
        mark = "▸" if proposed else " "
        self._brief = Content(f"{mark}{number} {_(wording.RATINGS[rating])}")
        self._full = self._brief + (f" · {wording.interval(interval.days)}" if interval else "")
        super().__init__(self._full)
        self.set_class(proposed, "-proposed")
        self._rating: RatingName = rating

    def on_resize(self, event: events.Resize) -> None:
        """The interval only where all of it can be read."""
        self.update(self._full if self._full.cell_length <= event.size.width else self._brief)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(Rated(self._rating))
