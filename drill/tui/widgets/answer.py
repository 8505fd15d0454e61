"""Where an answer is typed. Text comes in as typed or pasted, clean and whole; only a key submits it."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import TextArea

from drill.i18n import N_, _
from drill.tui.patches import words
from drill.tui.text import plain


class AnswerArea(TextArea):
    """A text area that posts `Submitted`, and pastes as one step that a single undo takes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+j,f5,ctrl+enter", "submit", N_("Submit"), id="submit"),
        Binding("ctrl+z,super+z", "undo", N_("Undo typing"), show=False),
        Binding("ctrl+y,super+y", "redo", N_("Redo typing"), show=False),
        Binding("ctrl+left,alt+left", "cursor_word_left", N_("Back a word"), show=False),
        Binding("ctrl+right,alt+right", "cursor_word_right", N_("On a word"), show=False),
        Binding("ctrl+w,alt+backspace", "delete_word_left", N_("Delete the word before"), show=False),
        Binding("ctrl+u", "delete_to_start_of_line", N_("Delete to the start of the line"), show=False),
        Binding("ctrl+k", "delete_to_end_of_line_or_delete_line", N_("Delete to the end"), show=False),
    ]

    class Submitted(Message):
        """The user wants this answer judged."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    def __init__(self, text: str, placeholder: str) -> None:
        super().__init__(plain(text), highlight_cursor_line=False, placeholder=placeholder, id="answer")
        words.repair(self)

    def on_mount(self) -> None:
        """Go on where the draft ends."""
        self.cursor_blink = not self.app.is_headless
        self.move_cursor(self.document.end)

    def action_submit(self) -> None:
        """Hand the text over."""
        self.post_message(self.Submitted(self.text))

    def action_undo(self) -> None:
        """Undo typing; where nothing was typed, leave Ctrl+Z to the program."""
        before = self.text
        super().action_undo()
        if not before and not self.text:
            raise SkipAction

    def action_copy(self) -> None:
        """Copy the selection; without one, leave Ctrl+C to the program."""
        if not self.selected_text:
            raise SkipAction
        super().action_copy()
        self.app.notify(_("Copied"), timeout=1.5)

    async def _on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        if result := self._replace_via_keyboard(plain(event.text), *self.selection):
            self.move_cursor(result.end_location)
