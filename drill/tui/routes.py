"""The ways from Home to an interview and back: set up, held, debriefed, looked at again, reported."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

from textual.app import App
from textual.screen import Screen

from drill.errors import DrillError
from drill.settings import Settings
from drill.tui.desk import Desk

if TYPE_CHECKING:
    from drill.interview.syllabus import Setup
    from drill.tui.screens.ask import CardAsked
    from drill.tui.screens.debrief import DebriefScreen
    from drill.tui.screens.interview import InterviewScreen
    from drill.tui.screens.interviews import InterviewsScreen


@dataclass(frozen=True, slots=True)
class Wanted:
    """An interview as the command line asks for it."""

    chosen: Mapping[str, Any] = field(default_factory=dict)
    """Fields of a setup."""
    resume: bool = False
    new: bool = False
    """Give up an unfinished one."""


class InterviewRoutes(App[None]):
    """What an app needs to hold interviews."""

    settings: Settings
    _desk: Desk
    _now: Callable[[], datetime]

    def action_mock(self) -> None:
        """To an interview: the unfinished one, or a new one."""
        self.open_interview(Wanted())

    def open_interview(self, wanted: Wanted) -> None:
        """To an interview; while the collection is still closed, from a screen that says so."""
        from drill.tui.screens.opening import OpeningScreen

        if len(self.screen_stack) == 1:  # the program begins
            self.push_screen(OpeningScreen())
        elif not self._desk.opened:
            self.switch_screen(OpeningScreen())
        self._route(self._lead_to_interview(wanted))

    def on_interview_screen_left(self, event: InterviewScreen.Left) -> None:
        """Home, where the interview waits."""
        if event.why:
            self.notify(event.why, severity="error", timeout=10, markup=False)
        self.switch_screen(self._home())

    def on_interview_screen_finished(self, event: InterviewScreen.Finished) -> None:
        """From an interview to its debrief."""
        self.switch_screen(self._debriefing(event.interview))

    def action_history(self) -> None:
        """To the interviews that were held."""
        from drill.tui.screens.interviews import InterviewsScreen

        self.switch_screen(InterviewsScreen(self._desk, self._now))

    def on_interviews_screen_opened(self, event: InterviewsScreen.Opened) -> None:
        """Look at one of them again."""
        self.push_screen(self._debriefing(event.interview))

    def on_interviews_screen_left(self) -> None:
        """Home."""
        self.switch_screen(self._home())

    def on_debrief_screen_left(self) -> None:
        """Back to the list, or Home after an interview."""
        from drill.tui.screens.interviews import InterviewsScreen

        if any(isinstance(screen, InterviewsScreen) for screen in self.screen_stack[:-1]):
            self.pop_screen()
        else:
            self.switch_screen(self._home())

    def on_debrief_screen_report_wanted(self, event: DebriefScreen.ReportWanted) -> None:
        """Save one interview, or everything."""
        self._report(event.began)

    def on_card_asked(self, event: CardAsked) -> None:
        """Take a question about a card."""
        from drill.tui.screens.ask import AskDialog

        self.push_screen(AskDialog(self._desk, event.card, event.language))

    def action_report(self) -> None:
        """Write progress to a file."""
        self._report(None)

    def _report(self, began: datetime | None) -> None:
        from drill.tui.screens.report import ReportDialog

        self.push_screen(ReportDialog(self._desk, self._now().astimezone().date(), began))

    def _home(self) -> Screen[None]:
        raise NotImplementedError

    async def _lead_to_interview(self, wanted: Wanted) -> None:
        if wanted.resume:
            self._hold(None, self.settings.mode)
            return
        if wanted.new:
            await self._give_up()
        left = await self._desk.ask(lambda practice: practice.interviews().unfinished())
        if left is None:
            await self._set_up(wanted)
            return
        from drill.tui.screens.interview_setup import UnfinishedDialog

        def chosen(answer: Literal["resume", "give_up"] | None) -> None:
            if answer == "resume":
                self._hold(None, self.settings.mode)
            elif answer == "give_up":
                self._route(self._lead_to_interview(replace(wanted, new=True)))
            else:
                self._stay()

        self.push_screen(UnfinishedDialog(left), chosen)

    async def _give_up(self) -> None:
        await self._desk.ask(lambda practice: practice.interviews().give_up())

    async def _set_up(self, wanted: Wanted) -> None:
        from drill.tui.screens.interview_setup import Agreed, SetupDialog, offered

        def begin(agreed: Agreed | None) -> None:
            if agreed is None:
                self._stay()
            else:
                self._hold(agreed.setup, agreed.mode)

        offer = await self._desk.ask(lambda practice: offered(practice, dict(wanted.chosen)))
        self.push_screen(SetupDialog(offer, self.settings.mode, self.settings.endpoint.called), begin)

    def _debriefing(self, interview: UUID) -> DebriefScreen:
        from drill.tui.screens.debrief import DebriefScreen

        return DebriefScreen(self._desk, interview, self._now, self.settings.endpoint.called)

    def _stay(self) -> None:
        """Home, where that is not what is on screen."""
        from drill.tui.screens.opening import OpeningScreen

        if isinstance(self.screen, OpeningScreen):
            self.switch_screen(self._home())

    def _hold(self, setup: Setup | None, mode: str) -> None:
        from drill.tui.screens.interview import InterviewScreen

        self.switch_screen(InterviewScreen(self._desk, setup, mode))

    def _route(self, way: Coroutine[None, None, None]) -> None:
        async def guarded() -> None:
            try:
                await way
            except DrillError as error:
                self.notify(str(error), severity="error", timeout=10, markup=False)
                self._stay()

        self.run_worker(guarded(), group="route", exclusive=True)
