"""The small screens over the others."""

from datetime import date

import pytest

from drill.i18n import _
from drill.tui.screens.interview_date import read_day
from drill.tui.screens.palette import matches
from tests.tui.driving import make_app, paste, press, settle, text_of

TODAY = date(2026, 12, 1)


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2026-12-24", date(2026, 12, 24)),
        ("2026/12/24", date(2026, 12, 24)),
        ("2026年12月24日", date(2026, 12, 24)),
        ("14", date(2026, 12, 15)),
        ("+14", date(2026, 12, 15)),
        ("2026-13-01", None),
        ("2026-02-30", None),
        ("soon", None),
        ("99999", None),
    ],
)
def test_a_day_is_read_as_people_write_it(typed, day):
    assert read_day(typed, TODAY) == day


async def test_the_interview_date_is_read_back_and_kept(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "d")
        await paste(pilot, "14")
        assert "15 Dec 2026   14 days left" in text_of(app)
        await press(pilot, "enter")
        assert app.kept == [("interview_date", date(2026, 12, 15))]


async def test_a_past_interview_date_is_not_taken(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "d")
        await paste(pilot, "2026-11-30")
        await press(pilot, "enter")
        assert "That day is past" in text_of(app)
        assert app.kept == []


async def test_an_empty_line_takes_the_date_away_and_escape_changes_nothing(practice):
    app = make_app(practice, screen="home", interview_date=date(2026, 12, 24))
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "d", "ctrl+u", "escape")
        assert app.kept == []
        await press(pilot, "d", "ctrl+u", "enter")
        assert app.kept == [("interview_date", None)]


async def test_the_language_changes_at_once(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "comma", "left")  # en -> zh
        assert app.kept == [("language", "zh")]
        await press(pilot, "escape")
        assert "今天" in text_of(app)


async def test_settings_take_effect_and_are_kept(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "comma", "down", "down", "down", "right")
        assert app.kept == [("theme", "drill-light")]
        assert app.theme == "drill-light"
        assert practice.closed == 1  # opened again with the new settings


async def test_help_lists_the_keys_of_the_screen_below(practice, language):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "f1")
        shown = text_of(app)
        assert "Ctrl+J, F5, Ctrl+Enter" in shown
        assert _("Submit") in shown
        assert _("Delete the word before") in shown
        await press(pilot, "escape")
        assert _("Your answer") in text_of(app)


async def test_undoing_a_review_and_undoing_typing_are_told_apart(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        assert "F4 Undo" in text_of(app).splitlines()[-1]
        await press(pilot, "ctrl+p")
        await paste(pilot, "undo")
        assert [line for line in text_of(app).splitlines() if "Undo  F4" in line]
        assert [line for line in text_of(app).splitlines() if "Undo typing  Ctrl+Z" in line]


async def test_help_names_what_the_screen_does_before_how_a_text_is_edited(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "f1")
        shown = text_of(app)
        told = ["Submit", "Suspend", "All commands", "Back a word"]
        assert sorted(told, key=shown.index) == told


async def test_the_palette_finds_a_command_by_either_language_and_does_it(practice, language):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "ctrl+p")
        await paste(pilot, "interview d")
        await press(pilot, "enter")
        assert _("A date such as 2026-12-24, or days from today such as 14. Empty: no date.")[:10] in (
            text_of(app)
        )


async def test_the_palette_says_when_nothing_matches(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "ctrl+p")
        await paste(pilot, "xyzzy")
        assert "Nothing by that name" in text_of(app)
        await press(pilot, "enter", "escape")
        assert "Your answer" in text_of(app)


@pytest.mark.parametrize(("typed", "found"), [("und", True), ("ulr", True), ("", True), ("rlu", False)])
def test_letters_match_in_order(typed, found):
    assert matches(typed, "Undo the last review") is found


async def test_a_date_typed_in_one_go_is_taken_whole(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "d")
        for key in ("1", "4", "enter"):
            app.simulate_key(key)
        await settle(pilot)
        assert app.kept == [("interview_date", date(2026, 12, 15))]
