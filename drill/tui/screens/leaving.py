"""Asked before an interview is left: go on, go on another time, or end it."""

from __future__ import annotations

from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from drill.i18n import N_, _
from drill.tui.screens.dialog import Dialog
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.rows import Row, Rows


class LeaveDialog(Dialog[Literal["later", "end"]]):
    """Closes with what is to be done; Esc goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss('later')", N_("Leave, go on later"), id="later"),
        Binding("e", "dismiss('end')", N_("End with a debrief"), id="end_now"),
        Binding("escape", "close", N_("Stay"), id="close"),
    ]

    DEFAULT_CSS = """
    LeaveDialog #ways { margin: 1 0 0 0; }
    """

    def compose(self) -> ComposeResult:
        """What each key leads to."""
        with Vertical(id="frame") as frame:
            frame.border_title = _("Leave the interview?")
            yield Static(Content(_("The clock stands still, and what you typed is kept.")))
            yield Static(Rows(_rows(), indent=8), id="ways")
        yield KeyBar()


def _rows() -> list[Row]:
    ways = [
        ("Enter", _("leave; Home offers to go on at this question, with the time that is left")),
        ("e", _("end it here: what you typed is the last answer, and the debrief follows")),
        ("Esc", _("stay")),
    ]
    return [Row(Content.styled(key, "bold $accent"), Content(what)) for key, what in ways]
