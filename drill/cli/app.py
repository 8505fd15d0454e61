"""`drill` alone: opens the app on a terminal, and says what to do where there is none."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from drill.errors import UsageError

if TYPE_CHECKING:
    from drill.practice.practice import Practice
    from drill.practice.views import Prompt
    from drill.tui.routes import Wanted


def open_app(
    screen: Literal["home", "review"] = "home",
    database: str | None = None,
    interview: Wanted | None = None,
) -> int:
    """Run the app and return its exit code (128 + n after signal n); with `interview`, straight to one.

    Raises `UsageError` where there is no terminal that can show it.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "not a terminal; in a pipe use: drill next, drill answer, drill review --plain,"
            " drill interview --plain, drill stats, drill --help"
        )
    if os.environ.get("TERM", "") in ("", "dumb"):
        raise UsageError("this terminal cannot place text (TERM=dumb); use: drill review --plain")

    from drill.i18n import choose_language
    from drill.settings import load_settings
    from drill.tui.patches.driver import prefer_quick_escape

    settings = load_settings()
    choose_language(settings.language)
    prefer_quick_escape()

    from drill.tui.app import DrillApp
    from drill.tui.desk import Desk

    def open_practice() -> Practice:
        from drill.practice.practice import open_practice as opened  # sqlalchemy and the decks, in the thread

        return opened(app.settings, database=database)

    def note(prompt: Prompt | None) -> None:
        from drill.tui.glance import Glance

        Glance(app.settings, _now()).keep(prompt)

    desk = Desk(open_practice)
    seen = None
    if screen == "review" and database is None:
        from drill.tui.glance import Glance

        seen = Glance(settings, _now()).recall()
    app = DrillApp(
        desk,
        settings,
        screen=screen,
        interview=interview,
        glance=seen,
        note=note if database is None else None,
    )
    try:
        app.run()
    finally:
        desk.leave()
    if database is None and app.looked_ahead:
        note(app.upcoming)
    return app.return_code or 0


def _now() -> datetime:
    return datetime.now().astimezone()
