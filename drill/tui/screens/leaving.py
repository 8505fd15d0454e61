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


class LeaveDialog(Dialog[Literal["later", "end"]]):
    """Closes with what is to be done; Esc goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss('later')", N_("Leave, go on later"), id="later"),
        Binding("e", "dismiss('end')", N_("End with a debrief"), id="end_now"),
        Binding("escape", "close", N_("Stay"), id="close"),
    ]

    def compose(self) -> ComposeResult:
        """What each key leads to."""
        with Vertical(id="frame") as frame:
            frame.border_title = _("Leave the interview?")
            yield Static(Content(_("The clock stands still, and what you typed is kept.")))
            yield Static(
                Content(
                    "\n"
                    + _("Enter leaves; Home offers to go on at this question with the time that is left.")
                    + "\n"
                    + _("e ends it here: what you typed is the last answer, and the debrief follows.")
                    + "\n"
                    + _("Esc stays.")
                )
            )
        yield KeyBar()
