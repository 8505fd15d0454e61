"""The interviewer's voice with a model: asked for each utterance, and done without when it fails or is slow.

The script's words are always there; the model's take their place where they come in time and keep to the
rules. After a failure the model is left alone for a while. What was said is stored with the interview, so
nothing is asked again when it is resumed or debriefed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random, SystemRandom

from drill.errors import DrillError
from drill.i18n import _
from drill.interview.llm.phrasing import T, Wish, to_put, to_reply
from drill.interview.llm.speech import Speech
from drill.interview.state import Asked, Move, Put, Replied, Replying, Request, State
from drill.interview.voice import Matter, ScriptVoice
from drill.practice.calling import Call, here
from drill.practice.ledger import Ledger

SECONDS = 8.0
"""For one utterance, connecting included."""
PAUSE, LONGEST_PAUSE = 60.0, 600.0
"""Seconds for which a model that failed is left alone: doubled after each failure, up to the longest."""
WASTED = 2
"""Utterances in a row of which nothing could be said, from which the model counts as failing."""


class Breaker:
    """Whether a model that failed may be tried again; seconds come from `monotonic`."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._pause = PAUSE
        self._until = 0.0

    @property
    def closed(self) -> bool:
        """Whether the model may be asked."""
        return self._monotonic() >= self._until

    def worked(self) -> None:
        """The model answered."""
        self._pause = PAUSE

    def failed(self, *, for_good: bool) -> None:
        """The model did not; `for_good` where waiting mends nothing."""
        self._until = float("inf") if for_good else self._monotonic() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)


class ModelVoice:
    """Speaks through the model of the settings. Use it from the collection's thread, `hurry` apart."""

    def __init__(
        self, ledger: Ledger, monotonic: Callable[[], float], generator: Random | None = None
    ) -> None:
        self._ledger = ledger
        self._generator = generator or SystemRandom()
        self._script = ScriptVoice()
        self._breaker = Breaker(monotonic)
        self._wasted = 0
        self._give_up: Callable[[], object] = lambda: None

    def ask(self, matter: Matter, move: Move) -> Put:
        """What to say before the question, and the question."""
        script = self._script.ask(matter, move)
        return self._granted(matter.state, script, lambda: to_put(matter, move, script, self._generator))

    def reply(self, matter: Matter, request: Request, asked: Asked) -> Replied:
        """What to say to a request."""
        script = self._script.reply(matter, request, asked)
        return self._granted(
            matter.state, script, lambda: to_reply(matter, request, asked, script, self._generator)
        )

    def hurry(self) -> None:
        """From any thread: wait no longer for words that are not there yet, and use the script's."""
        self._give_up()

    def _granted(self, state: State, script: T, wish_for: Callable[[], Wish[T] | None]) -> T:
        """The wish as the model grants it, or the script's words; with a notice where it has just failed."""
        wish = wish_for() if self._breaker.closed else None
        if wish is None:
            return script
        try:
            said = self._said(wish.speech)
            kept = wish.settle(said) if said else None
            if said:
                self._count(kept is not None)
        except DrillError as error:
            self._breaker.failed(for_good=_for_good(error))
            line = _("For now the interviewer goes on without the model: {reason}").format(reason=error)
            return script if noticed(state) else replace(script, notice=line)
        return kept or script

    def _said(self, speech: Speech) -> Mapping[str, str] | None:
        """What the model says; None where it is no longer waited for. Raises `DrillError`."""
        endpoint = self._ledger.endpoint()

        async def call() -> Mapping[str, str]:
            async with Call(here(self._ledger), endpoint, SECONDS) as line:
                asking = asyncio.ensure_future(line.ask(speech, speech.read))
                loop = asyncio.get_running_loop()
                self._give_up = lambda: loop.call_soon_threadsafe(asking.cancel)
                try:
                    return await asking
                finally:
                    self._give_up = lambda: None

        try:
            return asyncio.run(call())
        except asyncio.CancelledError:
            return None

    def _count(self, used: bool) -> None:
        """Count what could not be said; a model that says nothing else counts as failing."""
        self._wasted = 0 if used else self._wasted + 1
        if self._wasted >= WASTED:
            self._wasted = 0
            raise DrillError(_("what it says cannot be used"))
        self._breaker.worked()


def noticed(state: State) -> bool:
    """Whether it was said in this interview that it goes on without a model."""
    stage = state.stage
    now = (stage.asked,) if isinstance(stage, Replying) else ()
    return any(
        asked.notice or any(each.notice for each in asked.exchanges)
        for asked in (*(turn.asked for turn in state.turns), *now)
    )


def _for_good(error: DrillError) -> bool:
    from drill.llm.errors import EndpointError, Trouble

    return isinstance(error, EndpointError) and error.trouble in (Trouble.SETTINGS, Trouble.BUDGET)
