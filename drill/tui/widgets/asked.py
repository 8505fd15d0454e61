"""What was asked, as a reminder above what came of it."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from drill.practice.views import Prompt
from drill.tui.text import one_line


class Asked(Static):
    """The question in one line, or in two where the screen is tall enough."""

    SCOPED_CSS = False  # the height of the screen decides
    DEFAULT_CSS = """
    Asked { padding: 0 2; height: 1; color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
    .-tall Asked { margin: 1 0 0 0; height: auto; max-height: 2; text-wrap: wrap; }
    """

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(Content(one_line(prompt.question)))
