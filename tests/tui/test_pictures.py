"""How the key screens look, against the pictures in `__snapshots__` (`--snapshot-update` takes new ones)."""

from datetime import date

import pytest
from textual.pilot import Pilot

from drill.i18n import choose_language
from tests.tui.driving import make_app, paste, press, settle
from tests.tui.fake_practice import QUOTE, WRONG, FakePractice

NARROW, SMALL, LARGE, WIDE = (40, 24), (80, 24), (120, 40), (160, 45)


async def home(pilot: Pilot[None]) -> None:
    await settle(pilot)


async def question(pilot: Pilot[None]) -> None:
    await settle(pilot)
    await press(pilot, "enter")
    await paste(pilot, "一行 first\nsecond 第二行")


async def feedback(pilot: Pilot[None]) -> None:
    await settle(pilot)
    await press(pilot, "enter")
    language = pilot.app.settings.language
    await paste(pilot, f"{QUOTE[language]}. {WRONG[language]}!")
    await press(pilot, "ctrl+j")


async def why(pilot: Pilot[None]) -> None:
    await feedback(pilot)
    await press(pilot, "down", "down", "d", "w")


async def figures(pilot: Pilot[None]) -> None:
    await feedback(pilot)
    await press(pilot, "f")


async def unsure(pilot: Pilot[None]) -> None:
    await settle(pilot)
    await pilot.app._desk.ask(lambda practice: setattr(practice, "unsure", True))
    await feedback(pilot)


async def checklist(pilot: Pilot[None]) -> None:
    await settle(pilot)
    await press(pilot, "m", "enter", "space", "space", "down")


async def summary(pilot: Pilot[None]) -> None:
    await settle(pilot)
    await press(pilot, "enter")
    await paste(pilot, "x")
    await press(pilot, "ctrl+j", "3", "escape")


async def settings(pilot: Pilot[None]) -> None:
    await settle(pilot)
    await press(pilot, "comma", "down")


@pytest.mark.parametrize(
    ("step", "language", "size", "theme"),
    [
        (home, "en", SMALL, "drill-dark"),
        (home, "zh", LARGE, "drill-dark"),
        (home, "zh", SMALL, "drill-light"),
        (question, "en", SMALL, "drill-dark"),
        (question, "zh", LARGE, "drill-dark"),
        (feedback, "en", SMALL, "drill-dark"),
        (feedback, "en", LARGE, "drill-light"),
        (feedback, "zh", SMALL, "drill-dark"),
        (feedback, "zh", LARGE, "drill-dark"),
        (feedback, "en", WIDE, "drill-dark"),
        (feedback, "zh", WIDE, "drill-dark"),
        (feedback, "zh", NARROW, "drill-dark"),
        (why, "en", WIDE, "drill-dark"),
        (why, "zh", SMALL, "drill-dark"),
        (figures, "en", SMALL, "drill-dark"),
        (figures, "zh", WIDE, "drill-light"),
        (unsure, "en", SMALL, "drill-dark"),
        (unsure, "zh", SMALL, "drill-dark"),
        (checklist, "en", LARGE, "drill-dark"),
        (checklist, "zh", SMALL, "drill-dark"),
        (summary, "en", SMALL, "drill-dark"),
        (summary, "zh", LARGE, "drill-dark"),
        (settings, "zh", SMALL, "drill-dark"),
    ],
    ids=lambda value: (
        getattr(value, "__name__", None) or (f"{value[0]}x{value[1]}" if isinstance(value, tuple) else value)
    ),
)
def test_looks_as_it_did(snap_compare, monkeypatch, step, language, size, theme):
    monkeypatch.setenv("DRILL_HOME", "/home/user/.drill")  # shown by the settings
    choose_language(language)
    practice = FakePractice(language)
    practice.interview = date(2026, 12, 24)
    app = make_app(practice, screen="home", theme=theme)
    assert snap_compare(app, terminal_size=size, run_before=step)
    choose_language("en")
