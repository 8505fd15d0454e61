"""The interviews that were held, the latest first; each can be debriefed again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar
from uuid import UUID

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from drill.i18n import N_, _, percent
from drill.tui.desk import Desk
from drill.tui.text import MUTED, one_line
from drill.tui.widgets.bars import bar, tone
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.topline import TopLine

if TYPE_CHECKING:
    from drill.interview.debrief import Debrief
    from drill.practice.practice import Practice


class InterviewsScreen(Screen[None]):
    """A line an interview: when, how well, about what."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", N_("Home"), id="back"),
        Binding("r", "app.report", N_("Write a report"), id="report"),
        Binding("question_mark,f1", "app.help", N_("Help"), id="help"),
    ]
    DEFAULT_CSS = """
    InterviewsScreen _List {
        height: 1fr; margin: 1 1; border: none; background: $background; padding: 0 1;
        &:focus { border: none; background-tint: $background 0%; }
        & > .option-list--option-highlighted, &:focus > .option-list--option-highlighted {
            background: $panel; color: $foreground; text-style: none;
        }
    }
    """

    class Opened(Message):
        """The debrief of this one is wanted."""

        def __init__(self, interview: UUID) -> None:
            self.interview = interview
            super().__init__()

    class Left(Message):
        """Enough seen."""

    def __init__(self, desk: Desk, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._desk = desk
        self._now = now
        self._held: Sequence[Debrief] = ()

    def compose(self) -> ComposeResult:
        """The list, empty until it is known."""
        yield TopLine(Content.styled(_("Past interviews"), "bold"))
        yield _List(markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Fetch them."""
        self.run_worker(self._fetch())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click opens one."""
        event.stop()
        self.post_message(self.Opened(self._held[event.option_index].record.id))

    def action_leave(self) -> None:
        """Home."""
        self.post_message(self.Left())

    async def _fetch(self) -> None:
        self._held = await self._desk.ask(_held)
        found = self.query_one(_List)
        if not self._held:
            found.add_option(
                Option(Content.styled(_("None yet; i on Home begins one"), MUTED), disabled=True)
            )
            return
        found.add_options([Option(self._line(each)) for each in self._held])
        found.highlighted = 0

    def _line(self, debrief: Debrief) -> Content:
        from drill.interview.wording import ENDINGS, SIGNALS

        record = debrief.record
        began = record.began.astimezone(self._now().astimezone().tzinfo)
        ending = _(ENDINGS[record.ending]) if record.ending else _("not finished")
        asked = _("{n} of {of} questions").format(n=len(debrief.questions), of=record.setup.questions)
        parts: list[Content | str | tuple[str, str]] = [(f"{began:%Y-%m-%d %H:%M}  ", "bold")]
        if debrief.signal is not None:
            mean = debrief.signal.mean
            parts += [(bar(mean, 8), tone(mean)), f" {percent(mean):>5}  "]
            parts.append((_(SIGNALS[debrief.signal.step]) + "  ", tone(mean)))
        topics = ", ".join(one_line(each) for each in debrief.topics)
        parts.append((f"{asked} · {ending}" + (f" · {topics}" if topics else ""), MUTED))
        return Content.assemble(*parts)


def _held(practice: Practice) -> Sequence[Debrief]:
    from drill.interview.debrief import debrief_of

    return [debrief_of(record) for record in practice.interviews().history()]


class _List(OptionList):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", N_("Open the debrief"))]
