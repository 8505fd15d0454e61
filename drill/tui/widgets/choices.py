"""A list of things to choose, a line each; left and right go through the values of the line at the cursor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from drill.i18n import N_, _
from drill.tui.text import MUTED


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose; `label` is a msgid."""

    name: str
    label: str
    values: Sequence[object]
    """In their order; none where the values are chosen elsewhere (`Choices.Opened`)."""
    shown: Callable[[Any], str] = str


class Choices(OptionList):
    """Each line says what is chosen; `values` has all of it by name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", N_("Previous"), id="previous_value"),
        Binding("right,space", "turn(1)", N_("Next"), id="next_value"),
        Binding("enter", "finish", show=False),
    ]
    DEFAULT_CSS = """
    Choices { border: none; background: $surface; height: auto; padding: 0; }
    Choices:focus { border: none; background-tint: $surface 0%; }
    """

    class Changed(Message):
        """Something else was chosen."""

        def __init__(self, name: str, value: object) -> None:
            self.name = name
            self.value = value
            super().__init__()

    class Opened(Message):
        """A choice without values of its own is to be made."""

        def __init__(self, name: str) -> None:
            self.name = name
            super().__init__()

    class Finished(Message):
        """Enter: nothing more to choose."""

    def __init__(self, choices: Sequence[Choice], values: Mapping[str, object], label_cells: int) -> None:
        self.values = dict(values)
        self._choices = choices
        self._label_cells = label_cells
        super().__init__(*[Option(self._line(each), id=each.name) for each in choices], markup=False)

    def action_turn(self, by: int) -> None:
        """Go on or back among the values of the line at the cursor."""
        choice = self._choices[self.highlighted or 0]
        values = [*choice.values]
        if not values:
            self.post_message(self.Opened(choice.name))
            return
        if self.values[choice.name] not in values:
            values.append(self.values[choice.name])
        at = values.index(self.values[choice.name])
        self.choose(choice.name, values[(at + by) % len(values)])

    def action_finish(self) -> None:
        """Enter is for the dialog to understand."""
        self.post_message(self.Finished())

    def choose(self, name: str, value: object) -> None:
        """Choose a value for one of the lines."""
        choice = next(each for each in self._choices if each.name == name)
        self.values[name] = value
        self.replace_option_prompt(name, self._line(choice))
        self.post_message(self.Changed(name, value))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click goes to the next value."""
        event.stop()
        self.action_turn(1)

    def _line(self, choice: Choice) -> Content:
        label = Content(_(choice.label))
        padded = label.pad_right(max(0, self._label_cells - label.cell_length))
        value = (choice.shown(self.values[choice.name]), "bold")
        marks = ("‹ ", " ›") if choice.values else ("  ", " …")
        return Content.assemble(padded, (marks[0], MUTED), value, (marks[1], MUTED))
