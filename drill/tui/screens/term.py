"""A term that the candidate wants explained."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from drill.i18n import _
from drill.tui.screens.dialog import Dialog
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.line import OneLine


class TermDialog(Dialog[str]):
    """Closes with the term."""

    def compose(self) -> ComposeResult:
        """A line to type in."""
        with Vertical(id="frame") as frame:
            frame.border_title = _("Ask what a term means")
            told = _("A term such as TTFT. Explained from the card asked about, it counts as a hint.")
            yield Static(Content(told))
            yield OneLine()
        yield KeyBar()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with it."""
        self.dismiss(event.value.strip() or None)
