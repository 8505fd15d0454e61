"""Everything that can be done here, found by typing a part of its name, in Chinese or in English.

Textual's own palette speaks English only and shows an emoji of uncertain width.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from drill.i18n import N_, _
from drill.tui.keys import Offer
from drill.tui.screens.dialog import Dialog
from drill.tui.text import MUTED
from drill.tui.widgets.keybar import KeyBar


class Palette(Dialog[Offer]):
    """Closes with what was chosen; the caller does it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move('down')", N_("Down"), show=False),
        Binding("up", "move('up')", N_("Up"), show=False),
    ]
    DEFAULT_CSS = """
    Palette {
        align: center top;
        #frame { margin: 2 0 0 0; }
        OptionList { border: none; background: $surface; height: auto; max-height: 14; padding: 0; }
    }
    """

    def __init__(self, offers: Sequence[Offer]) -> None:
        super().__init__()
        self._offers = offers
        self._found = list(offers)

    def compose(self) -> ComposeResult:
        """A line to type in, and what it finds."""
        with Vertical(id="frame"):
            yield _Line(placeholder=_("Type what you want to do"))
            found = OptionList(markup=False)
            found.can_focus = False
            yield found
        yield KeyBar()

    def on_mount(self) -> None:
        """Everything, to begin with."""
        self._list()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Narrow the list."""
        self._found = [each for each in self._offers if matches(event.value, each.description)]
        self._list()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click chooses."""
        self.dismiss(self._found[event.option_index])

    def action_move(self, direction: str) -> None:
        """Move in the list while the cursor stays in the line."""
        found = self.query_one(OptionList)
        (found.action_cursor_down if direction == "down" else found.action_cursor_up)()

    def on_input_submitted(self) -> None:
        """Take what is highlighted."""
        at = self.query_one(OptionList).highlighted
        if at is not None and self._found:
            self.dismiss(self._found[at])

    def _list(self) -> None:
        found = self.query_one(OptionList)
        found.clear_options()
        if not self._found:
            found.add_option(Option(Content.styled(_("Nothing by that name"), MUTED), disabled=True))
            return
        for each in self._found:
            keys = Content.styled(f"  {each.keys[0]}", MUTED)
            found.add_option(Option(Content(_(each.description)) + keys))
        found.highlighted = 0


class _Line(Input):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", N_("Do it"))]
    DEFAULT_CSS = """
    _Line, _Line:focus {
        border: none; background: $surface; padding: 0; height: 1; margin: 0 0 1 0;
    }
    """


def matches(typed: str, description: str) -> bool:
    """Whether the letters typed occur in this order in the name, in either language."""
    wanted = "".join(typed.lower().split())
    return any(_in_order(wanted, name.lower()) for name in (description, _(description)))


def _in_order(wanted: str, name: str) -> bool:
    letters = iter(name)
    return all(each in letters for each in wanted)
