"""What is on screen while the collection opens for an interview."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from drill.i18n import _
from drill.tui.widgets.topline import TopLine


class OpeningScreen(Screen[None]):
    """One word, and no keys that would lead elsewhere."""

    DEFAULT_CSS = """
    OpeningScreen #waiting { width: 1fr; height: 1fr; content-align: center middle; color: $text-muted; }
    """

    def compose(self) -> ComposeResult:
        """The word."""
        yield TopLine(Content.styled(_("Mock interview"), "bold"))
        yield Static(_("Opening…"), id="waiting")
