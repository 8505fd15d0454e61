"""Asking a model about the verdict on screen: one call at a time, told of on the verdict, ended by a key.

The call runs on the event loop beside everything else, so that every key goes on working; whoever leaves
the verdict ends it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from drill.errors import DrillError
from drill.i18n import _
from drill.practice.views import Graded
from drill.tui.keys import bound_key
from drill.tui.sitting import Sitting
from drill.tui.widgets.feedback import Feedback
from drill.tui.widgets.spending import told_of_asking, told_of_model

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.worker import Worker

Then = Callable[[Feedback, Graded], Awaitable[None]]
"""What is done with the answer as it is judged then, beside the verdict that was asked about."""


class SecondOpinion:
    """The model of the settings; `model` is its name, empty where none is set up."""

    def __init__(self, screen: Screen[None], sitting: Sitting, model: str) -> None:
        self._screen = screen
        self._sitting = sitting
        self._model = model
        self._worker: Worker[None] | None = None
        self._about: Feedback | None = None

    @property
    def running(self) -> bool:
        """Whether the model is being asked."""
        return self._worker is not None and not self._worker.is_finished

    def can_judge(self, graded: Graded) -> bool:
        """Whether there is a model, something for it to read, and no word of it yet."""
        judged = graded.verdict.grader == "llm" and not graded.fault
        typed = bool(graded.text.strip()) and graded.prompt.numeric is None
        return bool(self._model) and typed and not judged and not self.running

    def ask(self, about: Feedback, then: Then) -> None:
        """Ask about the answer on a verdict, and hand on what came of it."""
        self._about = about
        self._worker = self._screen.run_worker(self._ask(about, then), group="model")

    def stop(self) -> bool:
        """End the call, if there is one; the verdict stays as it is."""
        if not self.running or self._worker is None:
            return False
        self._worker.cancel()
        if self._about is not None and self._about.is_attached:
            self._about.say_of_model(told_of_model(self._about.graded))
        return True

    async def _ask(self, about: Feedback, then: Then) -> None:
        stop = bound_key(self._screen.app, "back", "escape")

        def hear(judged: int, of: int) -> None:
            if about.is_attached:
                about.say_of_model(told_of_asking(self._model, judged, of, stop))

        hear(0, 0)
        try:
            graded = await self._sitting.judge_by_model(about.graded, hear)
        except DrillError as error:  # of the collection: what a model does wrong comes back as a fault
            graded = replace(about.graded, fault=str(error))
        self._worker = None
        await then(about, graded)


def told_of_stopping() -> str:
    """What there is to say when the user ended the call."""
    return _("Stopped; the verdict stands as it was")
