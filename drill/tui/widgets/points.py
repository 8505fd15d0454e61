"""The findings of a verdict as a list: the cursor goes through what was denied and can be asked about."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from drill.i18n import _
from drill.practice.views import Graded
from drill.tui.text import MUTED
from drill.tui.widgets.findings import Entry, entries
from drill.tui.widgets.reasons import reason_rows, why
from drill.tui.widgets.rows import Row, Rows

_INDENT = 4


class Points(OptionList, inherit_bindings=False):
    """Misconceptions, what to say next time, and the points; only what can be asked about has the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False),
        Binding("down", "step(1)", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("home", "scroll_home", show=False),
        Binding("end", "scroll_end", show=False),
    ]
    DEFAULT_CSS = """
    Points {
        width: 1fr; height: 100%; max-height: 100%; border: none; padding: 0 1; background: $background;
        scrollbar-size-vertical: 1;
        &:focus { border: none; background-tint: $background 0%; }
        & > .option-list--option-disabled { color: $foreground; }
        & > .option-list--option-hover { background: $background; }
        & > .option-list--option-highlighted, &:focus > .option-list--option-highlighted {
            background: $surface; color: $foreground; text-style: none;
        }
        &:focus > .option-list--option-highlighted { background: $panel; }
    }
    """

    class Asked(Message):
        """A click on a finding: why is that so?"""

        def __init__(self, about: str) -> None:
            self.about = about
            super().__init__()

    def __init__(self, graded: Graded) -> None:
        self._graded = graded
        self._entries = {each.about: each for each in entries(graded) if each.about}
        self._told: dict[str, tuple[Row, ...]] = {}
        super().__init__(*map(self._option, entries(graded)), id="points", markup=False)

    def on_mount(self) -> None:
        """Start at what was denied first, with the top in sight."""
        self.highlighted = next((n for n, each in enumerate(self.options) if not each.disabled), None)
        self.call_after_refresh(self.scroll_home, animate=False)

    def _on_show(self, event: events.Show) -> None:
        super()._on_show(event)
        event.prevent_default()  # the list's own way is to scroll to the cursor

    @property
    def chosen(self) -> str:
        """What the cursor is on; empty where there is nothing to ask about."""
        option = self.highlighted_option
        return (option.id or "") if option else ""

    def show_graded(self, graded: Graded) -> None:
        """Show what has changed of the same verdict, such as what is disputed."""
        self._graded = graded
        self._entries = {each.about: each for each in entries(graded) if each.about}
        for about in self._entries:
            self._repaint(about)

    def toggle_why(self) -> None:
        """Show why the chosen point was denied, or leave it out again."""
        if not (about := self.chosen):
            return
        if about in self._told:
            del self._told[about]
            self._repaint(about)
            return
        self._told[about] = (Row(Content(""), Content.styled(_("looking…"), MUTED)),)
        self._repaint(about)
        self.run_worker(partial(self._ask, about), group="why", thread=True)

    def action_step(self, by: int) -> None:
        """To the next finding with a cursor; where there is none, scroll."""
        at = (self.highlighted if self.highlighted is not None else -1) + by
        while 0 <= at < self.option_count:
            if not self.options[at].disabled:
                self.highlighted = at
                return
            at += by
        self.scroll_relative(y=by * 3, animate=False)

    def action_page_up(self) -> None:
        """Scroll, whatever has the cursor."""
        self.scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """Scroll, whatever has the cursor."""
        self.scroll_page_down(animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click asks why."""
        event.stop()
        self.toggle_why()

    def _ask(self, about: str) -> None:
        """Look it up in a thread: it takes a moment, a second where it has to read a number with a unit."""
        told = why(self._graded, about)
        self.app.call_from_thread(self._tell, about, reason_rows(self._graded, told))

    def _tell(self, about: str, rows: tuple[Row, ...]) -> None:
        if about in self._told and self.is_attached:
            self._told[about] = rows
            self._repaint(about)
            self.scroll_to_highlight(top=True)

    def _repaint(self, about: str) -> None:
        self.replace_option_prompt(about, self._rows(self._entries[about]))

    def _option(self, entry: Entry) -> Option:
        return Option(self._rows(entry), id=entry.about or None, disabled=not entry.about)

    def _rows(self, entry: Entry) -> Rows:
        return Rows((*entry.rows, *self._told.get(entry.about, ())), _INDENT)
