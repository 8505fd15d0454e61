"""The day of the interview: typed as a date or as a number of days, read back before it is taken."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from drill.i18n import _, ngettext
from drill.tui import wording
from drill.tui.screens.dialog import Dialog
from drill.tui.text import MUTED
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.line import OneLine

_DATE = re.compile(r"(\d{4})\D{1,3}(\d{1,2})\D{1,3}(\d{1,2})\D?")
_DAYS = re.compile(r"\+?\s*(\d{1,4})")


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the user settled on; None takes the date away."""

    day: date | None


def read_day(text: str, today: date) -> date | None:
    """The day that `2026-12-24`, `2026年12月24日` or `14` (days from today) names; None if it names none."""
    text = text.strip()
    if match := _DATE.fullmatch(text):
        year, month, day = map(int, match.groups())
        try:
            return date(year, month, day)
        except ValueError:
            return None
    if match := _DAYS.fullmatch(text):
        return today + timedelta(days=int(match[1]))
    return None


class InterviewDateDialog(Dialog[Chosen]):
    """Asks for the date and says how many days are left."""

    def __init__(self, interview: date | None, today: date) -> None:
        super().__init__()
        self._interview = interview
        self._today = today

    def compose(self) -> ComposeResult:
        """A line to type in and a line that answers."""
        with Vertical(id="frame") as frame:
            frame.border_title = _("Interview date")
            yield Static(
                Content(_("A date such as 2026-12-24, or days from today such as 14. Empty: no date."))
            )
            yield OneLine(self._interview.isoformat() if self._interview else "", select_on_focus=False)
            yield Static(id="read")
        yield KeyBar()

    def on_mount(self) -> None:
        """Read back what is there."""
        self._read_back()

    def on_input_changed(self, _event: Input.Changed) -> None:
        """Read back what was typed."""
        self._read_back()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the date, if it is one and not past."""
        text = event.value
        if not text.strip():
            self.dismiss(Chosen(None))
        elif (day := read_day(text, self._today)) is not None and day >= self._today:
            self.dismiss(Chosen(day))
        else:
            self.app.bell()

    def _read_back(self) -> None:
        text = self.query_one(Input).value
        day = read_day(text, self._today)
        read = self.query_one("#read", Static)
        if not text.strip():
            read.update(Content.styled(_("No date: cards come as they fall due"), MUTED))
        elif day is None:
            read.update(Content.styled(_("Not a date yet"), "$warning"))
        elif day < self._today:
            read.update(Content.styled(_("That day is past"), "$error"))
        else:
            days = (day - self._today).days
            left = ngettext("{n} day left", "{n} days left", days).format(n=days)
            read.update(Content.assemble((wording.day(day), "bold"), f"   {left}"))
