"""How an interview looks, against the pictures in `__snapshots__` (`--snapshot-update` takes new ones)."""

import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from textual.pilot import Pilot

from drill.i18n import choose_language
from tests.tui.driving import make_app, paste, press, settle
from tests.tui.fake_practice import EXPLAIN, QUOTE, WRONG, FakePractice

SMALL, LARGE = (80, 24), (160, 45)


@pytest.fixture(autouse=True)
def greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Times of day as everywhere."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture(autouse=True)
def one_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures do not change with the grader."""

    def judged(_card, _asked, reply, _numeric, language, _thresholds):
        prompt = SimpleNamespace(item=EXPLAIN, language=language)
        return FakePractice(language)._verdict(prompt, reply.text)

    monkeypatch.setattr("drill.practice.interviewer.judge_move", judged)


async def setup(pilot: Pilot[None]) -> None:
    await settle(pilot)
    await press(pilot, "i", "down")


async def conversation(pilot: Pilot[None]) -> None:
    await setup(pilot)
    await press(pilot, "enter", "f6")
    language = pilot.app.settings.language
    await paste(pilot, f"{QUOTE[language]}. {WRONG[language]}!")
    await press(pilot, "ctrl+j")
    await paste(pilot, "一行 first\nsecond 第二行")


async def ticking(pilot: Pilot[None]) -> None:
    await setup(pilot)
    await press(pilot, "enter", "f2", "space", "space", "down")


async def debrief(pilot: Pilot[None]) -> None:
    await conversation(pilot)
    await press(pilot, "f10", "e")


async def turns(pilot: Pilot[None]) -> None:
    await debrief(pilot)
    await press(pilot, "t")


async def history(pilot: Pilot[None]) -> None:
    await debrief(pilot)
    await press(pilot, "escape", "h")


async def unfinished(pilot: Pilot[None]) -> None:
    await conversation(pilot)
    await press(pilot, "escape", "enter")


@pytest.mark.parametrize(
    ("step", "language", "size", "theme"),
    [
        *[
            (step, language, size, "drill-dark")
            for step in (conversation, debrief)
            for language in ("zh", "en")
            for size in (SMALL, LARGE)
        ],
        (setup, "zh", SMALL, "drill-dark"),
        (setup, "en", SMALL, "drill-light"),
        (ticking, "zh", SMALL, "drill-dark"),
        (turns, "en", SMALL, "drill-dark"),
        (turns, "zh", LARGE, "drill-light"),
        (history, "en", SMALL, "drill-dark"),
        (unfinished, "zh", SMALL, "drill-dark"),
    ],
    ids=lambda value: (
        getattr(value, "__name__", None) or (f"{value[0]}x{value[1]}" if isinstance(value, tuple) else value)
    ),
)
def test_looks_as_it_did(snap_compare, step, language, size, theme):
    choose_language(language)
    app = make_app(FakePractice(language), screen="home", theme=theme)
    assert snap_compare(app, terminal_size=size, run_before=step)
    choose_language("en")
