"""A small screen over the one that is being worked on; Esc closes it and changes nothing."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from drill.i18n import N_

Result = TypeVar("Result")


class Dialog(ModalScreen[Result]):
    """A frame in the middle of the screen; subclasses compose what stands in `#frame`."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", N_("Close"), id="close")]
    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        background: $background 60%;
        #frame {
            width: 78; max-width: 98%; height: auto; max-height: 90%; padding: 1 2;
            border: round $accent; border-title-color: $accent; border-subtitle-color: $text-muted;
            background: $surface;
        }
    }
    """

    def action_close(self) -> None:
        """Leave everything as it was."""
        self.dismiss(None)
