"""The pace of an interview on screen: one step at a time, a beat each second, and a clock that can stop.

Each beat puts what is typed on disk, with the time: a kill costs no more than that.
"""

from __future__ import annotations

import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING

from textual.screen import Screen

from drill.errors import DrillError
from drill.tui.talk import Talk

if TYPE_CHECKING:
    from textual.worker import Worker

BEAT = 1.0
"""Seconds between two looks at the clock."""
STOPPED = 4.0
"""Seconds without a beat from which the program was stopped: by Ctrl+Z, or by a closed lid."""
PATIENCE = 0.3
"""Seconds after which it is said that the interviewer thinks."""


class PacedScreen(Screen[None]):
    """What happens by itself; subclasses say what is on screen."""

    def __init__(self) -> None:
        super().__init__()
        self._talk: Talk | None = None
        self._step: Worker[None] | None = None
        self._keeping: Worker[None] | None = None
        self._paused = False
        self._beaten = time.monotonic()

    async def keep_draft(self) -> None:
        """Write what is typed, and the time, now; what is under way is stored, and need not be waited for."""
        if self._talk is None or self._talk.over is not None:
            return
        if self._busy:
            self._talk.hurry()
        else:
            await self._talk.draft(self._text)

    def on_screen_suspend(self) -> None:
        """Something covers the question: the clock stops."""
        self._paused = True
        if self._talk is not None:
            self.run_worker(self._guarded(self._talk.pause(self._text)), group="pause")

    def on_screen_resume(self) -> None:
        """The question is in view again."""
        if self._paused and self._talk is not None:
            self.run_worker(self._guarded(self._talk.go_on()), group="pause")
        self._paused = False

    # Of the subclass

    @property
    def _text(self) -> str:
        """What is typed."""
        raise NotImplementedError

    @property
    def _at_rest(self) -> bool:
        """Whether no time goes by though a question stands open."""
        raise NotImplementedError

    def _hold(self, held: bool) -> None:
        """Take no answer while something is under way."""
        raise NotImplementedError

    async def _follow(self) -> None:
        """Bring everything on screen to where the interview stands."""
        raise NotImplementedError

    def _tell_time(self) -> None:
        """Show the clock."""
        raise NotImplementedError

    async def _time_up(self, talk: Talk) -> None:
        """The time for the question is over."""
        raise NotImplementedError

    # One step at a time

    @property
    def _busy(self) -> bool:
        return self._step is not None and not self._step.is_finished

    def _do(self, step: Coroutine[None, None, None]) -> None:
        """Start a step; while another is under way drop it."""
        if self._busy:
            step.close()
            return
        self._hold(True)
        self._step = self.run_worker(self._guarded(step), group="step")
        self.set_timer(PATIENCE, self._tell_time)
        self.run_worker(self._afterwards(self._step), group="after")

    async def _afterwards(self, step: Worker[None]) -> None:
        await step.wait()
        if self.is_attached:
            await self._follow()
            self._hold(False)
            self._tell_time()

    async def _guarded(self, step: Coroutine[None, None, None]) -> None:
        try:
            await step
        except DrillError as error:
            self.notify(str(error), severity="error", timeout=10, markup=False)

    def _beat(self) -> None:
        now = time.monotonic()
        since, self._beaten = now - self._beaten, now
        talk = self._talk
        if talk is None:
            return
        if since > STOPPED:
            self.run_worker(self._guarded(talk.stood_still(since - BEAT)), group="stopped")
            return
        self._tell_time()
        keeping = self._keeping is not None and not self._keeping.is_finished
        if self._busy or self._paused or self._at_rest or keeping:
            return
        if talk.clock().question_alarm == "up":
            self._do(self._time_up(talk))
        else:
            self._keeping = self.run_worker(self._guarded(self.keep_draft()), group="draft")
