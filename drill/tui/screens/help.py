"""The keys that work on the screen below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from drill.i18n import N_, _
from drill.tui.keys import Offer
from drill.tui.screens.dialog import Dialog
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.rows import Row, Rows

_INDENT = 26


class HelpDialog(Dialog[None]):
    """A key and what it does, a line each."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1,q", "close", N_("Close"), show=False, id="close_help")
    ]

    def __init__(self, offers: Sequence[Offer]) -> None:
        super().__init__()
        self._offers = offers

    def compose(self) -> ComposeResult:
        """The list, in a frame that scrolls."""
        rows = [
            Row(Content.styled(_some(each.keys), "bold $accent"), Content(_(each.description)))
            for each in self._offers
        ]
        with VerticalScroll(id="frame") as frame:
            frame.border_title = _("Keys")
            yield Static(Rows(rows, indent=_INDENT))
        yield KeyBar()

    def on_mount(self) -> None:
        """Arrow keys scroll."""
        self.query_one("#frame").focus()


def _some(keys: Sequence[str]) -> str:
    # Some actions have more keys than anyone needs to be told.
    told = keys[0]
    for key in keys[1:]:
        if len(longer := f"{told}, {key}") < _INDENT:
            told = longer
    return told
