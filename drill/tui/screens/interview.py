"""The mock interview: the conversation, a place to answer, and the clock.

What was said is shown once it is stored. One step runs at a time; while it does, the clock stands still and
the screen stays alive. Each second what is typed goes to disk with the time: a kill costs no more than that.
"""

from __future__ import annotations

import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, ClassVar
from uuid import UUID

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from drill.errors import DrillError
from drill.i18n import N_, _
from drill.interview.chat import recognise
from drill.interview.clock import Alarm, Reading, spoken
from drill.interview.hints import COST
from drill.interview.state import Listening, Replying, RequestKind
from drill.interview.wording import TURNS, percent
from drill.tui import wording
from drill.tui.desk import Desk
from drill.tui.screens.leaving import LeaveDialog
from drill.tui.screens.term import TermDialog
from drill.tui.talk import Talk
from drill.tui.text import MUTED, plain
from drill.tui.widgets.answer import AnswerArea
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.spoken import Speaking, Ticking
from drill.tui.widgets.topline import TopLine
from drill.tui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from textual.worker import Worker

    from drill.interview.syllabus import Setup
    from drill.practice.session import Standing

BEAT = 1.0
"""Seconds between two looks at the clock, each of which puts what is typed on disk."""
STOPPED = 4.0
"""Seconds without a beat from which the program was stopped: by Ctrl+Z, or by a closed lid."""
PATIENCE = 0.3
"""Seconds after which it is said that the interviewer thinks."""
_TONES: dict[Alarm, str] = {
    "calm": MUTED,
    "amber": "bold $warning",
    "red": "bold $error",
    "up": "bold $error",
}


class InterviewScreen(Screen[None]):
    """An interview from its first question to its last."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f6", "request('hint')", N_("Hint (−10%)"), id="hint", priority=True),
        Binding("ctrl+n", "request('skip')", N_("Skip"), id="skip"),
        Binding("f2", "switch_mode", N_("Typed/aloud"), id="switch_mode"),
        Binding("escape", "leave", N_("Leave"), id="leave_interview"),
        Binding("f1", "app.help", N_("Help"), id="help"),
        Binding("f3", "clarify", N_("Ask what a term means"), show=False, id="clarify"),
        Binding("f7", "request('repeat')", N_("Repeat the question"), False, id="repeat", priority=True),
        Binding("f8", "request('rephrase')", N_("Put it in other words"), show=False, id="rephrase"),
        Binding("f9", "request('think')", N_("Ask for time to think"), show=False, id="think"),
        Binding("f10", "end", N_("End the interview"), show=False, id="end"),
        Binding("pageup", "page('up')", N_("What was said before"), show=False, priority=True),
        Binding("pagedown", "page('down')", N_("Back to the newest"), show=False, priority=True),
    ]
    DEFAULT_CSS = """
    InterviewScreen {
        #notice { height: auto; max-height: 3; padding: 0 2; display: none; }
        &.-noticed #notice { display: block; }
        #reply { height: auto; max-height: 60%; }
        AnswerArea { height: auto; min-height: 6; max-height: 16; margin: 0 1; padding: 0 1;
            border: round $border; background: $background;
            border-title-color: $text-muted; border-subtitle-color: $text-muted; }
        AnswerArea:focus { border: round $accent; border-title-color: $accent; }
        &.-short AnswerArea { min-height: 4; }
        &.-tall AnswerArea { min-height: 10; }
        ToastRack { margin-bottom: 2; }
    }
    """

    class Finished(Message):
        """The interview is over, and can be debriefed."""

        def __init__(self, interview: UUID) -> None:
            self.interview = interview
            super().__init__()

    class Left(Message):
        """The candidate goes on another time, or could not begin; `why` is told them."""

        def __init__(self, why: str = "") -> None:
            self.why = why
            super().__init__()

    class Stored(Message):
        """Something happened, and is on disk."""

    def __init__(self, desk: Desk, setup: Setup | None, mode: str) -> None:
        super().__init__()
        self._desk = desk
        self._setup = setup
        self._mode = mode
        self._talk: Talk | None = None
        self._step: Worker[None] | None = None
        self._keeping: Worker[None] | None = None
        self._paused = False
        self._beaten = time.monotonic()
        self._asked: tuple[int, int] | None = None
        self._exchanges = 0

    def compose(self) -> ComposeResult:
        """The conversation, what is to be noted, the answer, the keys."""
        yield TopLine(Content.styled(_("Interview"), "bold"))
        yield Transcript()
        yield Static(id="notice")
        with Container(id="reply"):
            yield AnswerArea("", "")
        yield KeyBar()

    def on_mount(self) -> None:
        """Have the first question asked, or the one that stands open."""
        self._area.read_only = True
        self.set_interval(BEAT, self._beat)
        self._do(self._open())

    # What the candidate did

    def on_answer_area_submitted(self, event: AnswerArea.Submitted) -> None:
        """Take it as an answer, or as a request where it is one."""
        event.stop()
        if self._talk is None or self._busy:
            return
        if not isinstance(self._talk.state.stage, Listening):  # storing what comes next had failed
            self._do(self._talk.go_on())
        elif not event.text.strip():
            self._hint(_("nothing typed; to go on without an answer, skip"))
        elif (request := recognise(event.text)) and request.kind == "end":
            self._area.clear()
            self.action_end()
        else:
            self._do(self._talk.say(event.text))

    def on_speaking_said(self) -> None:
        """From speaking to ticking."""
        self._do(self._tick())

    def on_ticking_ticked(self, event: Ticking.Ticked) -> None:
        """Take the ticks as the answer."""
        if self._talk is not None:
            self._do(self._talk.tick(event.points))

    def action_request(self, kind: RequestKind) -> None:
        """Ask the interviewer for something; what is typed stays."""
        if self._talk is not None:
            self._do(self._talk.request(kind, "", self._text))

    def action_clarify(self) -> None:
        """Ask what a term means."""
        talk = self._talk
        if talk is not None and not self._busy:
            self.app.push_screen(
                TermDialog(),
                lambda term: self._do(talk.request("clarify", term, self._text)) if term else None,
            )

    def action_switch_mode(self) -> None:
        """Answer the other way; what is typed stays as the draft."""
        self._mode = "aloud" if self._mode == "typed" else "typed"
        self._do(self._switch())

    def action_leave(self) -> None:
        """From ticking back to speaking; else ask whether to end, or to go on another time."""
        if self.query(Ticking):
            self._do(self._switch())
        elif self._talk is None:
            self.post_message(self.Left())
        else:
            self.app.push_screen(LeaveDialog(), self._left)

    def action_end(self) -> None:
        """Ask before it ends."""
        if self._talk is not None:
            self.app.push_screen(LeaveDialog(), self._left)

    def action_page(self, direction: str) -> None:
        """Scroll the conversation."""
        self.query_one(Transcript).turn_page(direction)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what makes sense now is offered."""
        standing = self._talk.standing if self._talk else None
        match action:
            case "switch_mode":
                return standing is not None and bool(standing.points)
            case "request" | "clarify":
                return standing is not None and not self.query(Ticking)
            case _:
                return True

    # What the program does

    async def on_interview_screen_stored(self, _event: Stored) -> None:
        """Show it, though more may be under way."""
        await self._follow()

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

    async def keep_draft(self) -> None:
        """Write what is typed, and the time, now."""
        if self._talk is not None and not self._busy and self._talk.over is None:
            await self._talk.draft(self._text)

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
        if (
            self._busy
            or self._paused
            or self.query(Ticking)
            or (self._keeping and not self._keeping.is_finished)
        ):
            return
        if talk.clock().question_alarm == "up":
            self._do(self._time_up(talk))
        else:
            self._keeping = self.run_worker(self._guarded(self.keep_draft()), group="draft")

    async def _open(self) -> None:
        def stored() -> None:
            self.post_message(self.Stored())

        try:
            self._talk = await Talk.open(self._desk, self._setup, stored)
        except DrillError as error:
            self.post_message(self.Left(str(error)))

    async def _time_up(self, talk: Talk) -> None:
        if self.query(Speaking):
            await self._tick()
        else:
            await talk.time_up(self._text)

    async def _tick(self) -> None:
        talk = self._talk
        if talk is None or talk.standing is None:
            return
        await talk.pause(self._draft)
        await self._put(Ticking(talk.standing.points))

    async def _switch(self) -> None:
        talk = self._talk
        if talk is None or talk.standing is None:
            return
        if self.query(Ticking):
            await talk.go_on()
        else:
            await talk.draft(self._text)
        self._asked = None

    def _left(self, chosen: str | None) -> None:
        if self._talk is None:
            return
        if chosen == "end":
            self._do(self._talk.end(self._text))
        elif chosen == "later":
            self.post_message(self.Left())

    # What is on screen

    async def _follow(self) -> None:
        """Bring everything on screen to where the interview stands."""
        talk = self._talk
        if talk is None or not self.is_attached:
            return
        if talk.over is not None:
            if not self._busy:
                self.post_message(self.Finished(talk.id))
            return
        await self.query_one(Transcript).show(talk.state)
        stage = talk.state.stage
        if not isinstance(stage, Listening):
            self._fill(stage.draft if isinstance(stage, Replying) else "")
            return
        standing = talk.standing
        if self._busy or standing is None:
            return
        self.query_one(TopLine).say_where(_where(standing))
        exchanges, self._exchanges = self._exchanges, len(stage.asked.exchanges)
        if self._asked != (standing.number, standing.depth):
            await self._offer(standing)
        elif exchanges != self._exchanges:
            self._fill(stage.draft)
        self._hint(_advice(standing))
        self.refresh_bindings()

    async def _offer(self, standing: Standing) -> None:
        """A place to answer the question that stands open."""
        self._asked = standing.number, standing.depth
        if self._mode == "aloud" and standing.points:
            await self._put(Speaking())
        elif not self._area_shown:
            await self._put(AnswerArea("", ""))
        if self._area_shown:
            area = self._area
            area.placeholder = _("Type your answer; ? asks something back")
            area.border_title = _("Your answer")
            area.focus()
            self._fill(self._draft)

    async def _put(self, view: Speaking | Ticking | AnswerArea) -> None:
        reply = self.query_one("#reply")
        async with reply.batch():
            await reply.remove_children()
            await reply.mount(view)
        self.refresh_bindings()

    def _fill(self, text: str) -> None:
        """Have this in the box, where there is one."""
        if self._area_shown and self._area.text != plain(text):
            self._area.load_text(plain(text))
            self._area.move_cursor(self._area.document.end)

    def _hint(self, note: str) -> None:
        if self._area_shown:
            self._area.border_subtitle = Content(note)

    def _tell_time(self) -> None:
        talk = self._talk
        if talk is None:
            return
        reading = talk.clock()
        thinking = self._busy and not reading.running
        self.query_one(TopLine).say_progress(_time(reading, narrow=self.size.width < 60))
        alarm = Content.styled(_("The interviewer is thinking; the clock stands still"), MUTED)
        if not thinking:
            worse = reading.total_alarm if reading.question_alarm == "calm" else reading.question_alarm
            alarm = Content.styled(talk.alarm(), _TONES[worse])
        self.query_one("#notice", Static).update(alarm)
        self.set_class(bool(alarm.plain), "-noticed")

    # One step at a time

    @property
    def _busy(self) -> bool:
        return self._step is not None and not self._step.is_finished

    @property
    def _area_shown(self) -> bool:
        return bool(self.query(AnswerArea))

    @property
    def _area(self) -> AnswerArea:
        return self.query_one(AnswerArea)

    @property
    def _text(self) -> str:
        return self._area.text if self._area_shown else self._draft

    @property
    def _draft(self) -> str:
        """What was typed, as it is stored."""
        stage = self._talk.state.stage if self._talk else None
        return stage.draft if isinstance(stage, Listening) else ""

    def _do(self, step: Coroutine[None, None, None]) -> None:
        if self._busy:
            step.close()
            return
        if self._area_shown:
            self._area.read_only = True
        self._step = self.run_worker(self._guarded(step), group="step")
        self.set_timer(PATIENCE, self._tell_time)
        self.run_worker(self._afterwards(self._step), group="after")

    async def _afterwards(self, step: Worker[None]) -> None:
        await step.wait()
        if not self.is_attached:
            return
        await self._follow()
        if self._area_shown:
            self._area.read_only = False
        self._tell_time()

    async def _guarded(self, step: Coroutine[None, None, None]) -> None:
        try:
            await step
        except DrillError as error:
            self.notify(str(error), severity="error", timeout=10, markup=False)


def _where(standing: Standing) -> Content:
    told = _("Question {n} of {of}").format(n=standing.number, of=standing.of)
    kind = f" · {_(TURNS[standing.kind])}" if standing.depth else ""
    return Content.assemble((told, "bold"), (kind, MUTED))


def _advice(standing: Standing) -> str:
    match standing.kind:
        case "question":
            advice = " · ".join(_(each) for each in wording.DIMENSIONS.values())
        case "drill":
            advice = _("a number with its unit, such as 40 {unit}").format(unit=standing.unit)
        case _:
            advice = _("in your own words")
    if standing.hints:
        cost = percent(COST * standing.hints)
        advice = _("hints: {n} (−{cost})").format(n=standing.hints, cost=cost) + " · " + advice
    return advice


def _time(reading: Reading, *, narrow: bool) -> Content:
    question, total = spoken(reading.question_left), spoken(reading.total_left)
    if narrow:
        told = (question, total)
    else:
        told = _("this question {time}").format(time=question), _("in all {time}").format(time=total)
    return Content.assemble(
        (told[0], _TONES[reading.question_alarm]), (" · ", MUTED), (told[1], _TONES[reading.total_alarm])
    )
