"""The end of a sitting: what was reviewed, how well, and when it comes back."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from drill.i18n import N_, _, ngettext
from drill.practice.views import Today
from drill.tui import wording
from drill.tui.sitting import Done, Sitting
from drill.tui.text import MUTED, one_line
from drill.tui.widgets.bars import bar, tone
from drill.tui.widgets.rows import Row, Rows


class Left(Message):
    """The user has seen the summary."""


class Reopened(Message):
    """The user wants to see the verdict on an answer of this sitting again; `number` counts from 0."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__()


class Summary(Vertical):
    """A line on the whole, then a review each with score, rating and the day it comes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape", "leave", N_("Home"), id="leave"),
        Binding("o", "look_again", N_("Open the verdict"), id="look_again"),
    ]
    DEFAULT_CSS = """
    Summary { padding: 1 2;
        #whole { text-style: bold; margin: 0 0 1 0; }
        #rest { color: $text-muted; margin: 1 0 0 0; }
        _Answers { height: auto; max-height: 1fr; border: none; padding: 0; background: $background;
            &:focus { border: none; background-tint: $background 0%; }
            &:focus > .option-list--option-highlighted {
                background: $surface; color: $foreground; text-style: none;
            }
        }
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
            mean = wording.percent(sum(scores) / len(scores))
            whole += "   " + _("mean score {percent}").format(percent=mean)
        yield Static(Content(whole), id="whole")
        yield _Answers(*(Option(Rows([self._row(each)], indent=16)) for each in self._sitting.done))
        yield Static(Content(self._outlook()), id="rest")

    def on_mount(self) -> None:
        """The cursor chooses an answer."""
        answers = self.query_one(_Answers)
        answers.highlighted = self._at if answers.option_count else None
        answers.focus()

    def action_look_again(self) -> None:
        """The verdict on the answer under the cursor."""
        number = self.query_one(_Answers).highlighted
        if number is not None:
            self.post_message(Reopened(number))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click opens as well."""
        event.stop()
        self.action_look_again()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There may be nothing to open."""
        return bool(self._sitting.done) if action == "look_again" else True

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
        score = done.graded.verdict.score
        if score is None:
            mark = Content.styled(_("not graded"), MUTED)
        else:
            mark = Content.assemble((bar(score, 8), tone(score)), f" {wording.percent(score):>5}")
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


class _Answers(OptionList, inherit_bindings=False):
    """The answers; Enter is for leaving."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", show=False),
        Binding("down", "cursor_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("home", "first", show=False),
        Binding("end", "last", show=False),
    ]
