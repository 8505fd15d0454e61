"""The settings that matter while practising. All others are in the settings file, whose path is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from drill.i18n import N_, _
from drill.settings import Settings, settings_path
from drill.tui.screens.dialog import Dialog
from drill.tui.text import MUTED
from drill.tui.widgets.keybar import KeyBar


@dataclass(frozen=True, slots=True)
class _Choice:
    name: str
    label: str
    values: Sequence[object]


_CHOICES = (
    _Choice("language", N_("Interface"), ("auto", "zh", "en")),
    _Choice("question_language", N_("Questions"), ("auto", "zh", "en")),
    _Choice("mode", N_("Answers"), ("typed", "aloud")),
    _Choice("theme", N_("Colours"), ("drill-dark", "drill-light", "ansi-dark", "ansi-light")),
    _Choice("new_per_day", N_("New cards a day"), (0, 1, 2, 3, 5, 8, 10, 15, 20, 50)),
    _Choice("reviews_per_day", N_("Reviews a day"), (10, 20, 50, 100, 200, 500, 9999)),
    _Choice("desired_retention", N_("Chance to remember"), (0.80, 0.85, 0.90, 0.92, 0.95)),
    _Choice("builtin_deck", N_("Built-in deck"), (True, False)),
)
_WORDS = {
    "auto": N_("automatic"),
    "zh": "中文",
    "en": "English",
    "typed": N_("typed"),
    "aloud": N_("aloud"),
    "drill-dark": N_("dark"),
    "drill-light": N_("light"),
    "ansi-dark": N_("the terminal's own, dark"),
    "ansi-light": N_("the terminal's own, light"),
    True: N_("on"),
    False: N_("off"),
}
_LABEL_CELLS = 22


class SettingsDialog(Dialog[None]):
    """A line a setting; left and right change it, and it holds at once."""

    DEFAULT_CSS = """
    SettingsDialog #file { color: $text-muted; margin: 1 0 0 0; }
    """

    class Changed(Message):
        """A setting has a new value."""

        def __init__(self, name: str, value: object) -> None:
            self.name = name
            self.value = value
            super().__init__()

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._values = {choice.name: getattr(settings, choice.name) for choice in _CHOICES}

    def compose(self) -> ComposeResult:
        """The list, and where the rest is."""
        with Vertical(id="frame") as frame:
            frame.border_title = _("Settings")
            yield _Values(*[Option(self._line(each), id=each.name) for each in _CHOICES], markup=False)
            yield Static(Content(_("All settings: {path}").format(path=settings_path())), id="file")
        yield KeyBar()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click goes to the next value."""
        event.stop()
        self._change(1)

    def on__values_turned(self, event: _Values.Turned) -> None:
        """Right and left go on and back."""
        event.stop()
        self._change(event.by)

    def _change(self, by: int) -> None:
        options = self.query_one(_Values)
        choice = _CHOICES[options.highlighted or 0]
        values = [*choice.values]
        if self._values[choice.name] not in values:
            values.append(self._values[choice.name])
        at = values.index(self._values[choice.name])
        value = values[(at + by) % len(values)]
        self._values[choice.name] = value
        options.replace_option_prompt(choice.name, self._line(choice))
        self.post_message(self.Changed(choice.name, value))

    def _line(self, choice: _Choice) -> Content:
        label = Content(_(choice.label))
        value = self._values[choice.name]
        return Content.assemble(
            label.pad_right(max(0, _LABEL_CELLS - label.cell_length)), ("‹ ", MUTED), (_named(value), "bold"),
            (" ›", MUTED),
        )  # fmt: skip


class _Values(OptionList):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", N_("Previous"), id="previous_value"),
        Binding("right,space", "turn(1)", N_("Next"), id="next_value"),
    ]
    DEFAULT_CSS = """
    _Values { border: none; background: $surface; height: auto; padding: 0; }
    _Values:focus { border: none; background-tint: $surface 0%; }
    """

    class Turned(Message):
        """The value under the cursor goes on or back."""

        def __init__(self, by: int) -> None:
            self.by = by
            super().__init__()

    def action_turn(self, by: int) -> None:
        self.post_message(self.Turned(by))


def _named(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.0%}"
    if isinstance(value, bool | str) and value in _WORDS:
        return _(_WORDS[value])
    return str(value)
