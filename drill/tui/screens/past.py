"""Answers of earlier days: look at a verdict again, ask why, dispute it, tick, or have the model judge it."""

from __future__ import annotations

from uuid import UUID

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Static

from drill.i18n import _
from drill.practice.recalling import Past
from drill.tui.desk import Desk
from drill.tui.screens.verdict import VerdictScreen
from drill.tui.sitting import Sitting
from drill.tui.widgets.answers import Reopened
from drill.tui.widgets.checklist import Checklist, Ticked
from drill.tui.widgets.feedback import Feedback
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.past import PastList
from drill.tui.widgets.rating import Rated
from drill.tui.widgets.topline import TopLine


class PastScreen(VerdictScreen):
    """The list, and the verdict on one answer of it. No schedule changes here."""

    def __init__(self, desk: Desk, model: str) -> None:
        super().__init__(Sitting(desk), model)
        self._answers: tuple[Past, ...] = ()
        self._at = 0

    def compose(self) -> ComposeResult:
        """A line on top, the stage, the keys."""
        yield TopLine(Content.styled(_("Past answers"), "bold"))
        with Container(id="stage"):
            yield Static(_("Opening…"), id="waiting")
        yield KeyBar()

    def on_mount(self) -> None:
        """Fetch the list."""
        self._do(self._list())

    def on_reopened(self, event: Reopened) -> None:
        """From the list to a verdict."""
        self._at = event.number
        self._do(self._open(self._answers[event.number].answer))

    def on_ticked(self, event: Ticked) -> None:
        """Score the ticks; a rating changes nothing now."""
        self._do(self._tick(event.points))

    def on_rated(self, _event: Rated) -> None:
        """What was rated then stays so."""
        self.notify(_("An answer of an earlier day changes no schedule"), timeout=4)
        self._do(self._list())

    async def _list(self) -> None:
        self._graded = None
        self._answers = await self._sitting.past()
        await self._show(PastList(self._answers, self._at))

    async def _open(self, answer: UUID) -> None:
        await self._show_verdict(await self._sitting.open_past(answer))

    async def _tick(self, points: tuple[str, ...]) -> None:
        if self._graded is not None:
            await self._show_verdict(await self._sitting.tick_again(self._graded, points))

    async def _leave(self) -> None:
        if self._graded is not None and self.query(Checklist):
            await self._show(Feedback(self._graded))
        elif self._graded is not None:
            await self._list()
        else:
            self.post_message(self.Finished())
