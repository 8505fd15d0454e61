"""The app where symbols are ASCII: nothing it draws has a width that the terminal decides."""

from __future__ import annotations

import unicodedata

import pytest
from textual.pilot import Pilot

from drill.i18n import choose_language
from tests.tui.driving import make_app, press, settle, text_of
from tests.tui.fake_practice import FakePractice


def uncertain(app: object) -> str:
    return "".join(sorted({each for each in text_of(app) if unicodedata.east_asian_width(each) == "A"}))  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_no_screen_draws_what_two_terminals_draw_differently(practice: FakePractice, language: str):
    choose_language(language)
    practice.language = language
    app = make_app(practice, screen="home", symbols="ascii")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        assert uncertain(app) == ""
        assert "+---" in text_of(app)
        for keys in (["comma"], ["escape", "d"], ["escape", "question_mark"], ["escape", "ctrl+p"]):
            await press(pilot, *keys)
            assert uncertain(app) == "", keys
        await press(pilot, "escape", "enter")
        assert uncertain(app) == ""
        await _answer(pilot)
        assert uncertain(app) == ""
        for key in ("a", "m", "w", "f", "p"):
            await press(pilot, key)
            assert uncertain(app) == "", key
        await press(pilot, "enter")
        assert uncertain(app) == ""


async def _answer(pilot: Pilot[None]) -> None:
    await press(pilot, *"K and V", "f5")
