"""The settings that matter while practising. All others are in the settings file, whose path is shown."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from drill.i18n import N_, _
from drill.settings import Settings, settings_path
from drill.tui.screens.dialog import Dialog
from drill.tui.widgets.choices import Choice, Choices
from drill.tui.widgets.keybar import KeyBar

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


def _named(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.0%}"
    if isinstance(value, bool | str) and value in _WORDS:
        return _(_WORDS[value])
    return str(value)


_CHOICES = (
    Choice("language", N_("Interface"), ("auto", "zh", "en"), _named),
    Choice("question_language", N_("Questions"), ("auto", "zh", "en"), _named),
    Choice("mode", N_("Answers"), ("typed", "aloud"), _named),
    Choice("theme", N_("Colours"), ("drill-dark", "drill-light", "ansi-dark", "ansi-light"), _named),
    Choice("new_per_day", N_("New cards a day"), (0, 1, 2, 3, 5, 8, 10, 15, 20, 50)),
    Choice("reviews_per_day", N_("Reviews a day"), (10, 20, 50, 100, 200, 500, 9999)),
    Choice("desired_retention", N_("Chance to remember"), (0.80, 0.85, 0.90, 0.92, 0.95), _named),
    Choice("builtin_deck", N_("Built-in deck"), (True, False), _named),
)
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
            yield Choices(_CHOICES, self._values, _LABEL_CELLS)
            yield Static(Content(_("All settings: {path}").format(path=settings_path())), id="file")
        yield KeyBar()

    def on_choices_finished(self, event: Choices.Finished) -> None:
        """Enter goes to the next value."""
        event.stop()
        self.query_one(Choices).action_turn(1)

    def on_choices_changed(self, event: Choices.Changed) -> None:
        """Have it hold."""
        event.stop()
        self.post_message(self.Changed(event.name, event.value))
