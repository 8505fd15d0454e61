"""The answers of earlier days, newest first, to look at again or to have judged by a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from drill.i18n import N_, _, ngettext
from drill.practice.recalling import Past
from drill.tui import wording
from drill.tui.text import MUTED, one_line
from drill.tui.widgets.answers import AnswerList
from drill.tui.widgets.bars import score_or_none
from drill.tui.widgets.rows import Row


class PastList(Vertical):
    """A row an answer: score, question, the day it was given, and how it was rated."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", N_("Open"), show=False, id="open")]
    DEFAULT_CSS = """
    PastList { padding: 1 2;
        #whole { text-style: bold; margin: 0 0 1 0; }
    }
    """

    def __init__(self, answers: Sequence[Past], at: int) -> None:
        super().__init__()
        self._answers = answers
        self._at = at

    def compose(self) -> ComposeResult:
        """How many there are, then the list."""
        count = len(self._answers)
        told = ngettext("{n} answer so far", "{n} answers so far", count).format(n=count)
        yield Static(Content(told if count else _("No answers yet")), id="whole")
        yield AnswerList([self._row(each) for each in self._answers], self._at)

    def on_mount(self) -> None:
        """The cursor chooses."""
        self.query_one(AnswerList).focus()

    def action_open(self) -> None:
        """Enter opens, as the list's own key does."""
        self.query_one(AnswerList).action_look_again()

    def _row(self, past: Past) -> Row:
        when = wording.day(past.at.astimezone().date())
        rated = _(wording.RATINGS[past.rating]) if past.rating else _("not rated")
        outcome = _("{rating} · {when}").format(rating=rated, when=when)
        return Row(
            score_or_none(past.score), Content.assemble(one_line(past.question), ("\n" + outcome, MUTED))
        )
