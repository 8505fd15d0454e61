"""The mock interview: the conversation, a place to answer, and the clock.

What was said is shown once it is stored, though more may be under way. How time goes by is in
`drill.tui.screens.paced`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar
from uuid import UUID

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from drill.errors import DrillError
from drill.i18n import N_, _
from drill.interview.chat import recognise
from drill.interview.state import Listening, Replying, RequestKind
from drill.interview.wording import TURNS
from drill.tui.desk import Desk
from drill.tui.screens.leaving import LeaveDialog
from drill.tui.screens.paced import BEAT, PacedScreen
from drill.tui.screens.term import TermDialog
from drill.tui.talk import Talk
from drill.tui.text import MUTED
from drill.tui.widgets.answer import AnswerArea
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.reply import ReplyBox, advice
from drill.tui.widgets.spoken import Ticking
from drill.tui.widgets.timing import time_left, warning
from drill.tui.widgets.topline import TopLine
from drill.tui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from drill.interview.syllabus import Setup
    from drill.practice.session import Standing

_ROOMY = 60
"""Cells from which the clock says which time is which."""


class InterviewScreen(PacedScreen):
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
        self._asked: tuple[int, int] | None = None
        self._exchanges = 0

    def compose(self) -> ComposeResult:
        """The conversation, what is to be noted, the answer, the keys."""
        yield TopLine(Content.styled(_("Interview"), "bold"))
        yield Transcript()
        yield Static(id="notice")
        yield ReplyBox()
        yield KeyBar()

    def on_mount(self) -> None:
        """Have the first question asked, or the one that stands open."""
        self.query_one("#notice", Static).update(Content.styled(_("Opening…"), MUTED))
        self.add_class("-noticed")
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
            self._box.say(_("nothing typed; to go on without an answer, skip"))
        elif (request := recognise(event.text)) and request.kind == "end":
            self._box.fill("")
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
        """From ticking back to speaking; else ask whether to end, or to go on another time.

        While the interviewer thinks, wait no longer for a model.
        """
        if self._busy and self._talk is not None:
            self._talk.hurry()
        elif self._box.ticking:
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
                return standing is not None and not self._box.ticking
            case _:
                return True

    # What the program does

    async def on_interview_screen_stored(self, _event: Stored) -> None:
        """Show it, though more may be under way."""
        await self._follow()

    async def _open(self) -> None:
        def stored() -> None:
            self.post_message(self.Stored())

        try:
            self._talk = await Talk.open(self._desk, self._setup, stored)
        except DrillError as error:
            self.post_message(self.Left(str(error)))

    async def _time_up(self, talk: Talk) -> None:
        if self._box.speaking:
            await self._tick()
        else:
            self.app.notify(_("Time is up: what you typed is the answer"), timeout=6)
            await talk.time_up(self._text)

    async def _tick(self) -> None:
        talk = self._talk
        if talk is None or talk.standing is None:
            return
        await talk.pause(self._draft)
        await self._box.tick(talk.standing)

    async def _switch(self) -> None:
        talk = self._talk
        if talk is None or talk.standing is None:
            return
        if self._box.ticking:
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
            self._box.fill(stage.draft if isinstance(stage, Replying) else "")
            return
        standing = talk.standing
        if self._busy or standing is None:
            return
        self.query_one(TopLine).say_where(_where(standing))
        exchanges, self._exchanges = self._exchanges, len(stage.asked.exchanges)
        if self._asked != (standing.number, standing.depth):
            self._asked = standing.number, standing.depth
            await self._box.offer(standing, stage.draft, self._mode)
        elif exchanges != self._exchanges:
            self._box.fill(stage.draft)
        self._box.say(advice(standing))
        self.refresh_bindings()

    def _tell_time(self) -> None:
        talk = self._talk
        if talk is None:
            return
        reading = talk.clock()
        self.query_one(TopLine).say_progress(time_left(reading, narrow=self.size.width < _ROOMY))
        told = warning(reading)
        if self._busy and not reading.running:
            told = Content.styled(
                _("The interviewer is thinking; the clock stands still (Esc: do not wait)"), MUTED
            )
        self.query_one("#notice", Static).update(told)
        self.set_class(bool(told.plain), "-noticed")

    def _hold(self, held: bool) -> None:
        self._box.hold(held)

    @property
    def _at_rest(self) -> bool:
        return self._box.ticking

    @property
    def _box(self) -> ReplyBox:
        return self.query_one(ReplyBox)

    @property
    def _text(self) -> str:
        typed = self._box.typed
        return self._draft if typed is None else typed

    @property
    def _draft(self) -> str:
        """What was typed, as it is stored."""
        stage = self._talk.state.stage if self._talk else None
        return stage.draft if isinstance(stage, Listening) else ""


def _where(standing: Standing) -> Content:
    told = _("Question {n} of {of}").format(n=standing.number, of=standing.of)
    kind = f" · {_(TURNS[standing.kind])}" if standing.depth else ""
    return Content.assemble((told, "bold"), (kind, MUTED))
