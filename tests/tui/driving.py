"""Driving the app in tests: make it, wait for it, read its screen."""

from __future__ import annotations

from textual import events
from textual.pilot import Pilot

from drill.settings import Settings
from drill.tui.app import DrillApp
from drill.tui.desk import Desk
from tests.tui.fake_practice import NOW, FakePractice


def make_app(practice: FakePractice, screen: str = "review", **settings: object) -> DrillApp:
    """The app over `practice`; what it writes to the settings file is in `app.kept`."""
    app = DrillApp(
        Desk(lambda: practice),
        Settings(language=practice.language, **settings),
        screen=screen,
        now=lambda: NOW,
        remember=lambda name, value: app.kept.append((name, value)),
    )
    app.kept = []
    return app


async def settle(pilot: Pilot[None]) -> None:
    """Wait until nothing is under way any more."""
    for _ in range(4):
        await pilot.pause(0)
        await pilot.app.workers.wait_for_complete()
    await pilot.pause(0)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, each when the last has been dealt with."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def paste(pilot: Pilot[None], text: str) -> None:
    """Paste into whatever has the focus, as a terminal does."""
    pilot.app.screen.focused.post_message(events.Paste(text))
    await settle(pilot)


def text_of(app: DrillApp) -> str:
    """The screen as a terminal shows it."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def log_of(practice: FakePractice, *kinds: str) -> list[tuple[object, ...]]:
    """What the app had the practice do, of these kinds."""
    return [entry for entry in practice.log if entry[0] in kinds]
