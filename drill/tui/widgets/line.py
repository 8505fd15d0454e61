"""A line to type in, for dialogs."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from drill.i18n import N_


class OneLine(Input):
    """An input that is underlined; Enter takes what it says."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", N_("Take it"), id="take")]
    DEFAULT_CSS = """
    OneLine {
        border: none; border-bottom: tall $border; background: $surface;
        padding: 0; height: 2; margin: 1 0;
    }
    OneLine:focus { border: none; border-bottom: tall $accent; }
    """
