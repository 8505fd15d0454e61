"""The first line of a screen: where the user is on the left, how far on the right."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static


class TopLine(Horizontal):
    """Two texts in one line; the left one gives way where there is no room for both."""

    DEFAULT_CSS = """
    TopLine { dock: top; height: 1; padding: 0 2; background: $panel;
        #where { width: 1fr; height: 1; text-overflow: ellipsis; text-wrap: nowrap; }
        #progress { width: auto; height: 1; color: $text-muted; }
    }
    """

    def __init__(self, where: Content) -> None:
        super().__init__()
        self._where = where

    def compose(self) -> ComposeResult:
        """Both, the right one empty."""
        yield Static(self._where, id="where")
        yield Static(id="progress")

    def say_where(self, where: Content) -> None:
        """Change the left text."""
        self.query_one("#where", Static).update(where)

    def say_progress(self, progress: str | Content) -> None:
        """Change the right text."""
        told = progress if isinstance(progress, Content) else Content(progress)
        self.query_one("#progress", Static).update(told)
