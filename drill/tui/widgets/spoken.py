"""Answering an interviewer aloud: speak, then tick the points that were made."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from drill.cards.card import Point
from drill.i18n import N_, _
from drill.tui.text import MUTED
from drill.tui.widgets.checklist import PointList


class Speaking(Vertical, can_focus=True):
    """What to do while the clock runs; nothing is typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "said", N_("I have said it"), id="said"),
    ]
    DEFAULT_CSS = """
    Speaking { height: 5; margin: 0 1; padding: 0 1; border: round $border; border-title-color: $text-muted;
        align: center middle;
        &:focus { border: round $accent; border-title-color: $accent; }
        Static { width: 1fr; text-align: center; }
    }
    """

    class Said(Message):
        """The candidate has said all they have to say."""

    def compose(self) -> ComposeResult:
        """A line of advice."""
        yield Static(Content(_("Say it aloud, then press Enter and tick what you said")))

    def on_mount(self) -> None:
        """Take the keys."""
        self.border_title = _("Aloud")
        self.focus()

    def action_said(self) -> None:
        """Go on to the points."""
        self.post_message(self.Said())


class Ticking(Vertical):
    """The points of a question, to be ticked by who has just answered it; the clock stands still."""

    DEFAULT_CSS = """
    Ticking { height: auto; max-height: 60vh; margin: 0 1; border: round $accent; border-title-color: $accent;
        PointList { height: auto; max-height: 50vh; padding: 0; }
        #advice { padding: 0 1; height: 1; }
    }
    """

    class Ticked(Message):
        """These points were made."""

        def __init__(self, points: Collection[str]) -> None:
            self.points = frozenset(points)
            super().__init__()

    def __init__(self, points: Mapping[str, str]) -> None:
        super().__init__()
        self._points = [Point(name, text, False, None) for name, text in points.items()]

    def compose(self) -> ComposeResult:
        """The list."""
        yield Static(
            Content.styled(_("Space ticks, Enter goes on; the clock stands still"), MUTED), id="advice"
        )
        yield PointList(self._points, ())

    def on_mount(self) -> None:
        """Start at the first point."""
        self.border_title = _("What did you say?")
        self.query_one(PointList).focus()

    def on_point_list_finished(self, event: PointList.Finished) -> None:
        """Enter."""
        event.stop()
        self.post_message(self.Ticked(self.query_one(PointList).ticked))
