"""The end of a sitting: what was reviewed, how well, and when it comes back."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from drill.i18n import N_, _, ngettext, percent
from drill.practice.views import Today
from drill.tui import wording
from drill.tui.sitting import Done, Sitting
from drill.tui.text import MUTED, one_line
from drill.tui.widgets.answers import AnswerList
from drill.tui.widgets.bars import score_or_none
from drill.tui.widgets.rows import Row


class Left(Message):
    """The user has seen the summary."""


class Summary(Vertical):
    """A line on the whole, then a review each with score, rating and the day it comes back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape", "leave", N_("Home"), id="leave")]
    DEFAULT_CSS = """
    Summary { padding: 1 2;
        #whole { text-style: bold; margin: 0 0 1 0; }
        #rest { color: $text-muted; margin: 1 0 0 0; }
    }
    """

    def __init__(self, sitting: Sitting, now: datetime, today: Today, at: int = 0) -> None:
        super().__init__()
        self._sitting = sitting
        self._now = now
        self._today = today
        self._at = at

    def compose(self) -> ComposeResult:
        """From the sitting alone."""
        count = len(self._sitting.done)
        whole = ngettext("{n} answer reviewed", "{n} answers reviewed", count).format(n=count)
        scores = [d.graded.verdict.score for d in self._sitting.done if d.graded.verdict.score is not None]
        if scores:
            mean = percent(sum(scores) / len(scores))
            whole += "   " + _("mean score {percent}").format(percent=mean)
        yield Static(Content(whole), id="whole")
        yield AnswerList([self._row(each) for each in self._sitting.done], self._at)
        yield Static(Content(self._outlook()), id="rest")

    def on_mount(self) -> None:
        """The cursor chooses an answer."""
        self.query_one(AnswerList).focus()

    def action_leave(self) -> None:
        """Go home."""
        self.post_message(Left())

    def _outlook(self) -> str:
        if self._today.left:
            return _("{left} left today").format(left=self._today.left)
        if self._today.next_due is not None:
            when = wording.comes_back(self._today.next_due, self._now)
            return _("Nothing left today; the next one comes back {when}").format(when=when)
        return _("Nothing left today")

    def _row(self, done: Done) -> Row:
        mark = score_or_none(done.graded.verdict.score)
        reviewed = done.reviewed
        if not reviewed.scheduled or reviewed.due is None:
            outcome = _("practice, not scheduled")
        else:
            outcome = _("{rating} · {when}").format(
                rating=_(wording.RATINGS[reviewed.rating]), when=wording.comes_back(reviewed.due, self._now)
            )
        if reviewed.leech:
            outcome += " · " + _("a leech: it keeps slipping, look at how you learn it")
        return Row(
            mark,
            Content.assemble(one_line(done.graded.prompt.question), ("\n" + outcome, MUTED)),
        )
