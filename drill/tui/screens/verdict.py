"""What every screen with a verdict on it does: ticking, disputing, and asking the model, one step at a time.

The screen's parts post what the user did; the desk does what follows from it. While a step is under way
another is dropped, so that a key pressed twice answers nothing twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from drill.errors import DrillError
from drill.i18n import N_, _
from drill.practice.judging import is_typed
from drill.practice.views import Graded
from drill.tui.second_opinion import SecondOpinion, told_of_stopping
from drill.tui.sitting import Sitting
from drill.tui.widgets.checklist import Checklist
from drill.tui.widgets.feedback import Disputed, Feedback, TickRequested
from drill.tui.widgets.findings import own_answer
from drill.tui.widgets.spending import told_of_model

if TYPE_CHECKING:
    from textual.worker import Worker


class VerdictScreen(Screen[None]):
    """A stage on which a verdict may stand; what it stands for, a subclass knows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "regrade", N_("Ask the model"), id="regrade"),
        Binding("escape", "leave", N_("Back"), id="back"),
        Binding("question_mark,f1", "app.help", N_("Help"), id="help"),
    ]
    DEFAULT_CSS = """
    VerdictScreen {
        #stage { height: 1fr; }
        #waiting { width: 1fr; height: 1fr; content-align: center middle; color: $text-muted; }
        ToastRack { margin-bottom: 2; }
    }
    """

    class Finished(Message):
        """The user is done here."""

    def __init__(self, sitting: Sitting, model: str) -> None:
        super().__init__()
        self._sitting = sitting
        self._model = SecondOpinion(self, sitting, model)
        self._graded: Graded | None = None
        self._disputing = asyncio.Lock()
        self._step: Worker[None] | None = None

    def on_tick_requested(self, _event: TickRequested) -> None:
        """From the verdict to ticking; what the grader found is ticked already."""
        graded = self.query_one(Feedback).graded
        found = [point.id for point in graded.verdict.points if point.verdict == "hit"]
        own = own_answer(graded) if is_typed(graded.text) else None
        self._do(self._show(Checklist(graded.prompt, found, disputed=graded.disputed, own=own)))

    def on_disputed(self, event: Disputed) -> None:
        """Keep what is disputed, or that it no longer is."""
        self.run_worker(self._guarded(self._dispute(event.feedback, event.about)), group="dispute")

    def action_regrade(self) -> None:
        """Have the model judge the answer too."""
        for view in self.query(Feedback):
            self._model.ask(view, self._judged_again)
        self.refresh_bindings()

    def action_leave(self) -> None:
        """End a call to the model; else go one step back."""
        if self._model.stop():
            self.notify(told_of_stopping(), timeout=3)
            self.refresh_bindings()
        else:
            self._do(self._leave())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A model is offered where there is one, and something for it to read."""
        if action == "regrade":
            return any(self._model.can_judge(view.graded) for view in self.query(Feedback))
        return True

    async def _leave(self) -> None:
        raise NotImplementedError

    async def _dispute(self, view: Feedback, about: str) -> None:
        async with self._disputing:
            graded = await self._sitting.dispute(view.graded, about)
            if self._graded is not None and self._graded.answer == graded.answer:
                self._graded = replace(self._graded, disputed=graded.disputed)
            if not view.is_attached:
                return
            view.show_disputes(graded)
        told = _("Disputed: drill cards disputes lists it")
        self.notify(told if about in graded.disputed else _("No longer disputed"), timeout=4, markup=False)

    async def _judged_again(self, view: Feedback, graded: Graded) -> None:
        """Show what a model made of the answer, if the user is still looking at the verdict on it."""
        if not view.is_attached:
            return
        graded = self._graded = replace(graded, disputed=view.graded.disputed)
        if graded.verdict is not view.graded.verdict:
            await self._show(Feedback(graded, view.pane))
            return
        view.graded = graded
        view.say_of_model(told_of_model(graded))
        self.refresh_bindings()
        if not graded.fault:
            self.notify(_("There is nothing in the answer to ask a model about"), timeout=4)

    async def _show(self, view: Widget) -> None:
        stage = self.query_one("#stage")
        async with stage.batch():
            await stage.remove_children()
            await stage.mount(view)
        self.refresh_bindings()

    async def _show_verdict(self, graded: Graded) -> None:
        self._graded = graded
        await self._show(Feedback(graded))

    def _do(self, step: Coroutine[None, None, None]) -> None:
        """Start a step, unless one is under way; it ends a call to the model."""
        self._model.stop()
        if self._step is not None and not self._step.is_finished:
            step.close()
            return
        self._step = self.run_worker(self._guarded(step), group="step")

    async def _guarded(self, step: Coroutine[None, None, None]) -> None:
        try:
            await step
        except DrillError as error:
            self.notify(str(error), severity="error", timeout=10, markup=False)
