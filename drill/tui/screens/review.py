"""The review: question, answer, feedback, rating, a follow-up, the next question, and a summary at the end.

This screen owns the order of things. Its parts post what the user did; the desk does what follows from it;
one step runs at a time, so that a key pressed twice answers nothing twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from drill.cards.card import ItemId, Kind
from drill.errors import DrillError
from drill.grading.verdict import RatingName
from drill.i18n import N_, _
from drill.practice.judging import is_typed
from drill.practice.views import Graded, Prompt
from drill.tui import wording
from drill.tui.desk import Desk
from drill.tui.keys import bound_key
from drill.tui.screens.verdict import VerdictScreen
from drill.tui.sitting import Sitting
from drill.tui.text import MUTED
from drill.tui.widgets.answers import Reopened
from drill.tui.widgets.checklist import Checklist, Ticked
from drill.tui.widgets.feedback import Feedback
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.question import SpokenQuestion, TypedQuestion
from drill.tui.widgets.rating import Rated
from drill.tui.widgets.summary import Left, Summary
from drill.tui.widgets.topline import TopLine

if TYPE_CHECKING:
    from textual.worker import Worker

WARM_AFTER = 0.5
"""Seconds after the first question until the grader gets ready, while the user reads."""


class ReviewScreen(VerdictScreen):
    """A sitting from its first question to its summary."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "switch_mode", N_("Typed/aloud"), id="switch_mode"),
        Binding("ctrl+n", "skip", N_("Skip"), id="skip"),
        Binding("u,f4", "undo", N_("Undo"), id="undo"),
        Binding("s,f9", "suspend", N_("Suspend"), show=False, id="suspend"),
        Binding("b,f8", "bury", N_("Until tomorrow"), show=False, id="bury"),
        Binding("f3", "ask", N_("Ask the card"), show=False, id="ask"),
    ]

    def __init__(
        self,
        desk: Desk,
        now: Callable[[], datetime],
        mode: str,
        *,
        item: str | None = None,
        glance: Prompt | None = None,
        model: str = "",
        note: Callable[[Prompt | None], None] | None = None,
    ) -> None:
        super().__init__(Sitting(desk, item), model)
        self._now = now
        self._mode = mode
        self._prompt = glance
        self._offered = False
        self._reopened: int | None = None
        self._seconds: float | None = None
        self._note = note
        self._opening: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        """A line on top, the stage, the keys."""
        yield TopLine(self._where(self._prompt) if self._prompt else Content("drill"))
        with Container(id="stage"):
            yield self._question(self._prompt) if self._prompt else Static(_("Opening…"), id="waiting")
        yield KeyBar()

    def on_mount(self) -> None:
        """Ask the first question, after painting what is known of it."""
        if self._prompt is None:
            self._open()
        else:
            self.call_after_refresh(self._open)

    # What the user did

    def on_typed_question_draft_due(self, _event: TypedQuestion.DraftDue) -> None:
        """Have the draft on disk."""
        self.run_worker(self._guarded(self.keep_draft()), group="draft")

    def on_typed_question_answered(self, event: TypedQuestion.Answered) -> None:
        """Judge what was typed."""
        self._do(self._judge(event.view, event.text))

    def on_spoken_question_said(self) -> None:
        """From speaking to ticking."""
        view = self.query_one(SpokenQuestion)
        self._seconds = view.seconds
        self._do(self._tick(view))

    def on_ticked(self, event: Ticked) -> None:
        """Score the ticks, and rate at once where the user did."""
        self._do(self._score(self.query_one(Checklist).prompt, event.points, event.rating))

    def on_rated(self, event: Rated) -> None:
        """Commit the review and go on."""
        self._do(self._rate(self.query_one(Feedback).graded, event.rating))

    def on_left(self, _event: Left) -> None:
        """Home from the summary."""
        self.post_message(self.Finished())

    def on_reopened(self, event: Reopened) -> None:
        """From the summary back to a verdict, to ask about it or to rate it anew."""
        self._do(self._reopen(event.number))

    def action_switch_mode(self) -> None:
        """Answer the question on screen the other way; what is typed stays as the draft."""
        if self._asking():
            self._mode = "aloud" if self._mode == "typed" else "typed"
            self._do(self._switch())

    def action_skip(self) -> None:
        """Leave out the follow-up that is offered; what was not answered is asked again tomorrow."""
        if self._offered:
            self._do(self._go_on())
        else:
            self.action_bury()

    def action_undo(self) -> None:
        """Take back the last review."""
        self._do(self._undo())

    def action_ask(self) -> None:
        """Ask the card a question of one's own."""
        from drill.tui.screens.ask import CardAsked

        if self._prompt is not None:
            self.post_message(CardAsked(self._prompt.card.id, self._prompt.language))

    def action_suspend(self) -> None:
        """Never ask this item again, until told otherwise."""
        self._do(
            self._put_aside(self._sitting.suspend, self._taken_back(_("Suspended; {key} takes it back")))
        )

    def action_bury(self) -> None:
        """Do not ask this item again today."""
        self._do(
            self._put_aside(self._sitting.bury, self._taken_back(_("Not again today; {key} takes it back")))
        )

    def _taken_back(self, line: str) -> str:
        return line.format(key=bound_key(self.app, "undo", "f4"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what makes sense now is offered."""
        match action:
            case "switch_mode":
                return self._asking() and self._can_speak()
            case "skip":
                return (self._offered and self._asking()) or self._unanswered()
            case "suspend" | "bury" | "ask":
                return self._prompt is not None
            case _:
                return super().check_action(action, parameters)

    async def keep_draft(self) -> None:
        """Write the draft now; returns when it is on disk."""
        for view in self.query(TypedQuestion):
            if view.unsaved:
                text = view.text
                if self._note is not None and not self._sitting.ready:
                    self._note(replace(view.prompt, draft=text))
                await self._sitting.save_draft(view.prompt.item.id, text)
                view.mark_saved(text)
                if self._note is not None:
                    self._note(None)  # the collection is ahead of it, and its file need not show that

    # What follows from it

    async def _first(self) -> None:
        seen = self._prompt
        prompt = await self._sitting.next()
        if seen and prompt and (seen.item, seen.question) == (prompt.item, prompt.question):
            await self._adopt(prompt)
        else:
            with suppress(DrillError):  # the item of a glance may be gone
                await self.keep_draft()
            await (self._finish() if prompt is None else self._ask(prompt))
        if prompt is not None:
            warm_up = partial(self._sitting.warm_up, prompt)
            self.set_timer(WARM_AFTER, lambda: self.run_worker(self._guarded(warm_up()), group="warm"))

    async def _adopt(self, prompt: Prompt) -> None:
        """Go on with the question that a glance already shows, typed text and all."""
        self._prompt = prompt
        for view in self.query(TypedQuestion):
            view.prompt = prompt
            view.mark_saved(prompt.draft)
        for spoken in self.query(SpokenQuestion):
            spoken.prompt = prompt
        await self._say_progress()

    async def _go_on(self) -> None:
        prompt = await self._sitting.next()
        await (self._finish() if prompt is None else self._ask(prompt))

    async def _ask(self, prompt: Prompt, *, offered: bool = False) -> None:
        self._prompt, self._offered, self._graded, self._seconds = prompt, offered, None, None
        await self._show(self._question(prompt))
        await self._say_progress()

    async def _switch(self) -> None:
        if self._prompt is None:
            return
        await self.keep_draft()
        for view in self.query(TypedQuestion):
            self._prompt = replace(self._prompt, draft=view.text)
        await self._show(self._question(self._prompt))

    async def _judge(self, view: TypedQuestion, text: str) -> None:
        if not view.is_attached:  # a glance that gave way
            return
        view.say(_("grading…"))
        try:
            graded = await self._sitting.answer(view.prompt, text, view.seconds)
        except DrillError:
            view.say(_("not stored; try again"))
            raise
        view.mark_saved(text)  # with the answer
        await self._show_verdict(graded)

    async def _tick(self, view: SpokenQuestion) -> None:
        await self._show(Checklist(view.prompt))

    async def _score(self, prompt: Prompt, points: tuple[str, ...], rating: RatingName | None) -> None:
        if self._graded is not None:
            graded = await self._sitting.tick_again(self._graded, points)
        else:
            graded = await self._sitting.tick(prompt, points, self._seconds)
        if rating is None:
            await self._show_verdict(graded)
        else:
            await self._rate(graded, rating)

    async def _rate(self, graded: Graded, rating: RatingName) -> None:
        if self._reopened is not None:
            await self._sitting.rate_again(self._reopened, graded, rating)
            await self._finish()
            return
        reviewed, followup = await self._sitting.rate(graded, rating)
        if reviewed.leech:
            self.notify(_("A leech: this one keeps slipping"), severity="warning", timeout=6)
        await (self._go_on() if followup is None else self._ask(followup, offered=True))

    async def _reopen(self, number: int) -> None:
        graded = self._sitting.done[number].graded
        self._prompt, self._reopened = graded.prompt, number
        await self._show_verdict(graded)

    async def _undo(self) -> None:
        await self.keep_draft()
        self._reopened = None
        undone, graded = await self._sitting.undo()
        if undone is None:
            self.notify(_("Nothing to undo"), timeout=3)
            return
        self.notify(wording.taken_back(undone), timeout=4, markup=False)
        if graded is None:
            await self._ask(await self._sitting.again(undone.item))
            return
        self._prompt, self._offered = graded.prompt, False
        await self._show_verdict(graded)
        await self._say_progress()

    async def _put_aside(self, how: Callable[[ItemId], Awaitable[None]], told: str) -> None:
        if self._prompt is None:
            return
        await self.keep_draft()
        await how(self._prompt.item.id)
        self.notify(told, timeout=4, markup=False)
        await self._go_on()

    async def _leave(self) -> None:
        await self.keep_draft()
        if self._graded is not None and self.query(Checklist):
            await self._show(Feedback(self._graded))
        elif self._reopened is not None and self._graded is not None:
            self._sitting.look_away(self._reopened, self._graded)
            await self._finish()
        elif self._sitting.done and self._prompt is not None:
            await self._finish()
        else:
            self.post_message(self.Finished())

    async def _finish(self) -> None:
        self._prompt, self._offered, self._graded = None, False, None
        at, self._reopened = self._reopened or 0, None
        today = await self._sitting.today()
        await self._show(Summary(self._sitting, self._now(), today, at))
        self.query_one(TopLine).say_progress("")

    # What is on screen

    async def _show(self, view: Widget) -> None:
        await super()._show(view)
        self.query_one(TopLine).say_where(self._where(self._prompt))

    def _where(self, prompt: Prompt | None) -> Content:
        if prompt is None:
            return Content.styled(_("Done"), "bold")
        reason = _("offered") if self._offered else _(wording.REASONS[prompt.reason])
        return Content.assemble((_(wording.KINDS[prompt.item.kind]), "bold"), (f"  {reason}", MUTED))

    async def _say_progress(self) -> None:
        today = await self._sitting.today()
        told = _("{left} left · {done} done").format(left=today.left, done=today.done)
        self.query_one(TopLine).say_progress(told)

    def _asking(self) -> bool:
        return bool(self.query(TypedQuestion) or self.query(SpokenQuestion))

    def _unanswered(self) -> bool:
        """Whether nothing was typed where something was to be, so that the question may be left out."""
        if any(view.warned for view in self.query(TypedQuestion)):
            return True
        graded = self._graded if self.query(Feedback) and self._reopened is None else None
        return graded is not None and graded.verdict.grader != "self" and not is_typed(graded.text)

    def _can_speak(self) -> bool:
        return self._prompt is not None and self._prompt.item.kind is not Kind.DRILL

    def _question(self, prompt: Prompt) -> TypedQuestion | SpokenQuestion:
        # A number is typed sooner than it is compared by eye.
        aloud = self._mode == "aloud" and prompt.item.kind is not Kind.DRILL
        return SpokenQuestion(prompt) if aloud else TypedQuestion(prompt)

    def _open(self) -> None:
        self._step = self._opening = self.run_worker(self._guarded(self._first()), group="step")

    def _do(self, step: Coroutine[None, None, None]) -> None:
        """Start a step; what comes while the collection is opening waits for that."""
        opening, self._opening = self._opening, None
        if opening is not None and not opening.is_finished:
            self._step, step = None, self._after(opening, step)
        super()._do(step)

    async def _after(self, opening: Worker[None], step: Coroutine[None, None, None]) -> None:
        await opening.wait()
        await step
