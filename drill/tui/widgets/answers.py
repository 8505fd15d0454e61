"""Answers to choose from, a row each: the key opens the verdict on the one under the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from drill.i18n import N_
from drill.tui.widgets.rows import Row, Rows

_INDENT = 16


class Reopened(Message):
    """The user wants to see the verdict on an answer again; `number` is its place in the list."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__()


class AnswerList(OptionList, inherit_bindings=False):
    """A list with its cursor at one answer. Enter is left to whatever holds the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "look_again", N_("Open the verdict"), id="look_again"),
        Binding("up", "cursor_up", show=False),
        Binding("down", "cursor_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("home", "first", show=False),
        Binding("end", "last", show=False),
    ]
    DEFAULT_CSS = """
    AnswerList { height: auto; max-height: 1fr; border: none; padding: 0; background: $background;
        &:focus { border: none; background-tint: $background 0%; }
        &:focus > .option-list--option-highlighted {
            background: $panel; color: $foreground; text-style: none;
        }
    }
    """

    def __init__(self, rows: Sequence[Row], at: int = 0) -> None:
        super().__init__(*(Option(Rows([row], _INDENT)) for row in rows), markup=False)
        self._at = at

    def on_mount(self) -> None:
        """Where the user was."""
        self.highlighted = self._at if self._at < self.option_count else None

    def action_look_again(self) -> None:
        """The verdict on the answer under the cursor."""
        if self.highlighted is not None:
            self.post_message(Reopened(self.highlighted))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click opens as well."""
        event.stop()
        self.action_look_again()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There may be nothing to open."""
        return bool(self.option_count) if action == "look_again" else True
