"""The program as a whole: faults of its own, its keys, its pictures."""

import re
import threading
from contextlib import suppress
from dataclasses import replace

import pytest
from rich.color import Color, ColorSystem
from textual import events
from textual.app import ScreenStackError
from textual.pilot import Pilot
from textual.worker import WorkerFailed

from drill.cards.card import Card
from drill.errors import DrillError
from drill.i18n import choose_language
from drill.practice.views import Prompt
from drill.tui.theme import DARK, LIGHT
from drill.tui.widgets.answer import AnswerArea
from drill.tui.widgets.feedback import Feedback
from tests.tui.driving import make_app, press, settle, text_of
from tests.tui.fake_practice import CARD, EXPLAIN, FakePractice


async def test_an_error_of_the_program_leaves_a_file_and_no_answer_in_it(practice, drill_home, monkeypatch):
    def fail(*_args: object, **_more: object) -> None:
        raise ZeroDivisionError("a bug")

    app = make_app(practice)
    with suppress(WorkerFailed, ScreenStackError):  # Pilot raises what the app met
        async with app.run_test() as pilot:
            await settle(pilot)
            await pilot.press(*"secret")
            monkeypatch.setattr(practice, "answer", fail)
            await pilot.press("ctrl+j")
            await settle(pilot)
    written = (drill_home / "crash.txt").read_text(encoding="utf-8")
    assert "ZeroDivisionError: a bug" in written
    assert "secret" not in written
    assert app.return_code == 1


async def test_keys_can_be_changed_in_the_settings(practice):
    app = make_app(practice, screen="home", keys={"start": "x"})
    async with app.run_test() as pilot:
        await settle(pilot)
        assert "x Start" in text_of(app)
        await press(pilot, "x")
        assert "Your answer" in text_of(app)


async def test_an_unknown_theme_falls_back_to_our_own(practice):
    app = make_app(practice, screen="home", theme="no-such-theme")
    async with app.run_test():
        assert app.theme == "drill-dark"


@pytest.mark.parametrize("theme", ["drill-dark", "drill-light", "ansi-dark", "textual-light"])
async def test_every_theme_shows_the_same_text(practice, theme):
    app = make_app(practice, screen="home", theme=theme)
    async with app.run_test() as pilot:
        await settle(pilot)
        assert "1 due" in text_of(app)


async def test_a_picture_is_written_under_the_home_folder_and_says_where(practice, drill_home):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "f12")
        (picture,) = (drill_home / "pictures").iterdir()
        assert picture.suffix == ".svg"
        assert [str(picture) in each.message for each in app._notifications] == [True]


async def test_settings_that_cannot_hold_are_told_at_the_start_in_a_line(practice):
    keys = {"startt": "x", "start": "F5"}
    app = make_app(practice, screen="home", theme="no-such-theme", keys=keys)
    async with app.run_test() as pilot:
        await settle(pilot)
        ((line, *_),) = [each.message.splitlines() for each in app._notifications]
        assert "no theme 'no-such-theme'" in line
        assert "2 more: `drill doctor`" in line
        assert "Enter Start" in text_of(app)


async def test_what_takes_a_suspending_back_is_told_with_the_users_own_key(practice):
    app = make_app(practice, keys={"undo": "f11", "suspend": "f9"})
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "f9")
        assert any("F11 takes it back" in each.message for each in app._notifications)


# Names, keys, and the one note of the fake grader, which is English.
LATIN = {"drill", "token", "batch", "roofline", "Enter", "Esc", "Ctrl"}
LATIN |= {"is", "heard", "often", "but", "was", "measured", "on", "other", "hardware"}


def seen(question: str) -> Prompt:
    return Prompt(EXPLAIN, CARD, "en", question, "due", draft="typed before")


async def test_a_glance_shows_the_question_before_the_collection_is_open(practice):
    practice.drafts["decode"] = "typed before"
    app = make_app(practice)
    app._glance = seen(CARD.text("en").title)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "Why is decoding bound by memory bandwidth?" in text_of(app)
        await settle(pilot)
        area = app.screen.query_one(AnswerArea)
        assert area.text == "typed before"
        await press(pilot, "!", "ctrl+j", "3")
        assert practice.rated[0][0].text == "typed before!"


async def test_a_glance_that_is_out_of_date_gives_way(practice):
    app = make_app(practice)
    app._glance = seen("An old question?")
    async with app.run_test() as pilot:
        await settle(pilot)
        shown = text_of(app)
        assert "An old question?" not in shown
        assert "Why is decoding bound by memory bandwidth?" in shown


async def test_quitting_notes_what_comes_next(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("q")
        await pilot.pause()
    assert app.upcoming is not None
    assert app.upcoming.item == EXPLAIN


async def test_the_interface_speaks_one_language_only():
    """Words that were not translated, ours or Textual's, show as English in Chinese."""
    choose_language("zh")
    practice = FakePractice("zh")
    practice.queue = practice.queue[:1]
    app = make_app(practice, screen="home", mode="aloud")
    found: set[str] = set()

    async def look(pilot: Pilot[None]) -> None:
        await settle(pilot)
        found.update(re.findall(r"[A-Za-z]{2,}", text_of(app)))

    async with app.run_test(size=(100, 40)) as pilot:
        await look(pilot)
        for key in ("question_mark", "escape", "ctrl+p", "escape", "d", "escape", "enter", "space", "enter"):
            await pilot.press(key)
            await look(pilot)
    choose_language("en")
    assert found - LATIN == set()


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_grounds_stay_grey_in_a_terminal_of_256_colours(theme):
    for ground in (theme.background, theme.surface, theme.panel):
        number = Color.parse(ground).downgrade(ColorSystem.EIGHT_BIT).number
        assert number >= 232 or number in (16, 231)  # the greys, black and white of the palette


async def test_quitting_waits_where_the_draft_cannot_be_kept(practice, monkeypatch):
    def refuse(*_args: object) -> None:
        raise DrillError("disk is full")

    app = make_app(practice)
    async with app.run_test(notifications=True) as pilot:
        await settle(pilot)
        monkeypatch.setattr(practice, "save_draft", refuse)
        await press(pilot, "h", "ctrl+q")
        assert "Not quit yet: disk is full" in text_of(app)
        await press(pilot, "backspace", "ctrl+q")  # nothing left to lose
    assert app.return_code == 0


async def test_a_theme_that_is_not_known_survives_other_changes(practice):
    app = make_app(practice, screen="home", theme="no-such-theme")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "m")
        assert app.theme == "drill-dark"
        assert app.settings.theme == "no-such-theme"


async def test_home_follows_a_changed_setting_because_the_practice_is_opened_anew(practice):
    app = make_app(practice, screen="home")

    def opened() -> FakePractice:
        practice.interview = app.settings.interview_date
        return practice

    app._desk._open = opened
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "d", "9", "enter")
        assert "10 Dec 2026   9 days left" in text_of(app)


async def test_what_is_done_before_the_collection_is_open_is_done_when_it_is(practice):
    gate, noted = threading.Event(), []

    def opened() -> FakePractice:
        gate.wait(20)
        return practice

    app = make_app(practice)
    app._desk._open = opened
    app._glance, app._note = seen(CARD.text("en").title), noted.append
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("!")
        app.post_message(events.AppBlur())  # saves now
        await pilot.pause()
        assert [prompt.draft for prompt in noted] == ["typed before!"]
        app.post_message(events.AppFocus())
        await pilot.pause()
        await pilot.press("ctrl+j")
        gate.set()
        await settle(pilot)
        assert ("answer", "decode", "typed before!") in practice.log
        assert app.screen.query_exactly_one(Feedback)


async def test_the_note_is_void_once_the_collection_has_a_newer_draft(practice):
    noted: list[object] = []
    app = make_app(practice)
    app._note = noted.append
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("x")
        app.post_message(events.AppBlur())  # saves now
        await settle(pilot)
        assert practice.drafts == {"decode": "x"}
        assert noted == [None]


async def test_a_glance_answered_aloud_shows_the_points_of_the_real_card(practice):
    app = make_app(practice, mode="aloud")
    app._glance = replace(seen(CARD.text("en").title), card=Card(CARD.id, "", "", "en", {}))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("space")
        await settle(pilot)
        assert "One step yields one token per request" in text_of(app)
