"""The program: its screens, its themes, its one worker thread, and an orderly end however it comes."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from traceback import format_exception
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.filter import LineFilter

from drill.errors import DrillError
from drill.i18n import N_, _, choose_language
from drill.settings import Settings, home, write_setting
from drill.symbols import wants_ascii
from drill.tui.desk import Desk
from drill.tui.ending import leave_within
from drill.tui.keys import Offer, offers
from drill.tui.patches import driver, svg, wrap
from drill.tui.plain import AsciiSymbols
from drill.tui.routes import InterviewRoutes, Wanted
from drill.tui.screens.home import HomeScreen
from drill.tui.theme import DARK, LIGHT

if TYPE_CHECKING:
    from drill.practice.views import Prompt
    from drill.tui.screens.review import ReviewScreen
    from drill.tui.screens.settings import SettingsDialog
    from drill.tui.screens.verdict import VerdictScreen

QUIT_WITHIN = 3.0
"""Seconds in which a second Ctrl+C quits."""
SAVE_WITHIN = 2.0
"""Seconds that a signal leaves for the draft to be written."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class DrillApp(InterviewRoutes):
    """Home, review and interviews, with help, palette, interview date and settings over either."""

    TITLE = "drill"
    ENABLE_COMMAND_PALETTE = False  # its strings are English; ours is drill.tui.screens.palette
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 - declared as Textual does
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-normal"), (30, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "palette", N_("All commands"), show=False, id="palette"),
        Binding("ctrl+q", "quit", N_("Quit"), show=False, priority=True, id="quit"),
        Binding("ctrl+c", "quit_politely", N_("Quit (twice)"), show=False, id="quit_politely"),
        Binding("f7", "past", N_("Past answers"), show=False, id="past"),
        Binding("ctrl+z", "suspend_process", N_("To the shell; fg comes back"), show=False, id="to_shell"),
        Binding("f12", "picture", N_("Save a picture of the screen"), show=False, id="picture"),
    ]

    def __init__(
        self,
        desk: Desk,
        settings: Settings,
        *,
        screen: Literal["home", "review"] = "home",
        interview: Wanted | None = None,
        glance: Prompt | None = None,
        note: Callable[[Prompt | None], None] | None = None,
        now: Callable[[], datetime] = _utc_now,
        remember: Callable[[str, object], None] = write_setting,
    ) -> None:
        wrap.repair()
        super().__init__()
        self.settings = settings
        self._desk = desk
        self._first = screen
        self._wanted = interview
        self._glance = glance
        self._note = note
        self.upcoming: Prompt | None = None
        self.looked_ahead = False
        """Whether `upcoming` is known: a quick end has no time to look."""
        """What is asked next, as of the end of the program."""
        self._now = now
        self._remember = remember
        self._quit_asked = False
        self._writing = asyncio.Lock()
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = self._known_theme()
        self._symbols = (AsciiSymbols(),) if wants_ascii(settings.symbols) else ()
        self.set_keymap(dict(settings.keys))

    def get_driver_class(self) -> type[Driver]:
        """Textual's driver, repaired where it is the one we know."""
        return driver.repaired(super().get_driver_class())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's, and for some terminals ours."""
        return (*super().get_line_filters(), *self._symbols)

    def on_mount(self) -> None:
        """Open the screen that was asked for, and be ready for a session that ends from outside."""
        if self._wanted is not None:
            self.open_interview(self._wanted)
        else:
            self.push_screen(self._review(glance=self._glance) if self._first == "review" else self._home())
        if self.settings.keys or self.theme != self.settings.theme:
            self.call_after_refresh(self._tell_complaints)
        if sys.platform != "win32" and not self.is_headless:
            for number in (signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, self._end_by, number)

    def on_home_screen_started(self, event: HomeScreen.Started) -> None:
        """From Home into a sitting."""
        self.switch_screen(self._review(event.item))

    def on_home_screen_mode_chosen(self, event: HomeScreen.ModeChosen) -> None:
        """Keep how the user answers."""
        self._set("mode", event.mode)

    def on_verdict_screen_finished(self, _event: VerdictScreen.Finished) -> None:
        """From a sitting, or from answers of earlier days, back to Home."""
        self.switch_screen(self._home())

    def action_past(self) -> None:
        """Look at answers of earlier days."""
        from drill.tui.screens.past import PastScreen

        self.switch_screen(PastScreen(self._desk, self.settings.endpoint.called))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Earlier answers are a way from Home alone: elsewhere there is something under way."""
        return isinstance(self.screen, HomeScreen) if action == "past" else True

    def action_help(self) -> None:
        """Show the keys of this screen."""
        from drill.tui.screens.help import HelpDialog

        self.push_screen(HelpDialog(offers(self.screen)))

    def action_palette(self) -> None:
        """Choose something to do by its name."""
        from drill.tui.screens.palette import Palette

        if self.screen.is_modal:
            return

        async def do(chosen: Offer | None) -> None:
            if chosen is not None:
                await self.run_action(chosen.action, chosen.node)

        self.push_screen(Palette(offers(self.screen)), do)

    def action_interview(self) -> None:
        """Ask for the day of the interview."""
        from drill.tui.screens.interview_date import Chosen, InterviewDateDialog

        def keep(chosen: Chosen | None) -> None:
            if chosen is not None:
                self._set("interview_date", chosen.day)
                self.switch_screen(self._home())

        today = self._now().astimezone().date()
        self.push_screen(InterviewDateDialog(self.settings.interview_date, today), keep)

    def action_settings(self) -> None:
        """Change what matters while practising."""
        from drill.tui.screens.settings import SettingsDialog

        def repaint(_result: None) -> None:
            self.switch_screen(self._home())

        self.push_screen(SettingsDialog(self.settings), repaint)

    def on_settings_dialog_changed(self, event: SettingsDialog.Changed) -> None:
        """A setting holds at once."""
        self._set(event.name, event.value)

    def action_quit_politely(self) -> None:
        """Quit on the second Ctrl+C; the first says so, because it may have been meant to copy."""
        if self._quit_asked:
            self.run_worker(self.action_quit())
            return
        self._quit_asked = True
        self.notify(_("Once more to quit; what you typed is kept"), timeout=QUIT_WITHIN)
        self.set_timer(QUIT_WITHIN, partial(setattr, self, "_quit_asked", False))

    async def action_quit(self) -> None:
        """Quit, with the draft on disk."""
        try:
            await self._quit()
        except DrillError as error:
            self.notify(_("Not quit yet: {reason}").format(reason=error), severity="error", markup=False)

    def action_picture(self) -> None:
        """Write the screen to an SVG under the home folder."""
        folder = home() / "pictures"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = self.save_screenshot(path=str(folder))
        except OSError as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            self.notify(_("Picture saved: {path}").format(path=path), markup=False)

    def export_screenshot(self, *, title: str | None = None, simplify: bool = False) -> str:
        """The screen as SVG, with Chinese at its right width."""
        return svg.repaired(super().export_screenshot(title=title, simplify=simplify))

    def _fatal_error(self) -> None:
        # Textual's own prints the values of variables, answers among them; a file without them says enough.
        from rich.text import Text

        error = getattr(self._exception, "error", self._exception)  # a worker wraps what it met
        path = home() / "crash.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(format_exception(error)), encoding="utf-8")
        told = _("drill: an error in the program itself; what you typed is kept. Details: {path}")
        self.panic(Text(told.format(path=path)))

    def _home(self) -> HomeScreen:
        return HomeScreen(self._desk, self._now, self.settings)

    def _review(self, item: str | None = None, glance: Prompt | None = None) -> ReviewScreen:
        from drill.tui.screens.review import ReviewScreen  # brings the text area; Home does without

        mode, note, model = self.settings.mode, self._note, self.settings.endpoint.called
        return ReviewScreen(self._desk, self._now, mode, item=item, glance=glance, model=model, note=note)

    def _tell_complaints(self) -> None:
        # After the first picture: what is bound where is read from every screen, which costs 0.1 s.
        from drill.tui.keymap import usable
        from drill.tui.preferences import complaints

        found = complaints(self.settings)
        if not found:
            return
        self.set_keymap(usable(self.settings.keys))
        first, more = found[0][1], len(found) - 1
        line = _("{first} ({n} more: `drill doctor`)").format(first=first, n=more) if more else first
        self.notify(line, severity="warning", timeout=12, markup=False)

    def _known_theme(self) -> str:
        return self.settings.theme if self.settings.theme in self.available_themes else DARK.name

    def _set(self, name: str, value: object) -> None:
        changed: dict[str, Any] = {name: value}
        self.settings = replace(self.settings, **changed)
        self.theme = self._known_theme()
        choose_language(self.settings.language)
        self.run_worker(self._keep(name, value), group="settings")

    async def _keep(self, name: str, value: object) -> None:
        await self._desk.put_away()  # before anything asks it again
        async with self._writing:  # the file is read and written as a whole
            try:
                await asyncio.to_thread(self._remember, name, value)
            except (DrillError, OSError) as error:
                self.notify(str(error), severity="error", markup=False)

    async def _quit(self, code: int = 0) -> None:
        for screen in self.screen_stack:
            if keep_draft := getattr(screen, "keep_draft", None):
                await keep_draft()
        if self._desk.opened:
            with suppress(DrillError):
                self.upcoming = await self._desk.ask(lambda practice: practice.next())
                self.looked_ahead = True
        self.exit(return_code=code)

    def _end_by(self, number: int) -> None:
        leave_within(number)

        async def end() -> None:
            try:
                await asyncio.wait_for(self._quit(128 + number), SAVE_WITHIN)
            except (TimeoutError, DrillError):
                self.exit(return_code=128 + number)

        self.run_worker(end(), group="end")
