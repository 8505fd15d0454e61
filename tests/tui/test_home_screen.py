"""Home: what there is to do, what to press, and what to do when there is nothing."""

from dataclasses import replace
from datetime import date

import pytest

from drill.errors import DrillError
from drill.i18n import _
from tests.tui.driving import log_of, make_app, press, settle, text_of
from tests.tui.fake_practice import FakePractice


async def test_home_names_the_numbers_the_weak_place_and_the_key_to_start(practice, language):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        shown = text_of(app)
        assert f"1 {_('due')}" in shown
        assert f"1 {_('new')}" in shown
        assert "35%" in shown
        assert _("How to verify") in shown
        assert _("start") in shown
        assert {"en": "3 days in a row", "zh": "连续 3 天"}[language] in shown


async def test_the_last_line_names_six_keys_at_most(practice, language):
    app = make_app(practice, screen="home")
    async with app.run_test(size=(200, 30)) as pilot:
        await settle(pilot)
        last = text_of(app).splitlines()[-1]
        assert len(last.strip().split("   ")) == 6


@pytest.mark.parametrize("size", [(80, 24), (110, 30), (160, 45)])
async def test_the_interview_is_told_whole_however_few_weak_places_stand_beside_it(
    practice, monkeypatch, size
):
    monkeypatch.setattr(practice, "today", lambda today=practice.today: replace(today(), weak=()))
    app = make_app(practice, screen="home")
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        words = text_of(app).replace("│", " ").split()
        assert "before it" in " ".join(words)
        assert {"0", "of", "1", "cards"} <= set(words)


async def test_days_left_to_the_interview_are_shown(practice):
    practice.interview = date(2026, 12, 24)
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        assert "24 Dec 2026   23 days left" in text_of(app)


async def test_a_finished_day_says_when_the_next_one_comes_and_what_can_be_done(practice):
    practice.queue = []
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        shown = text_of(app)
        assert "All done for today. The next one comes back in 3 h." in shown
        assert "w practises the weakest" in shown


async def test_no_cards_at_all_names_the_settings_key(practice, monkeypatch):
    empty = replace(practice.today(), due=0, new=0, cards=0, weak=())
    monkeypatch.setattr(practice, "today", lambda: empty)
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        shown = text_of(app)
        assert "There are no cards" in shown
        assert "Press , for the settings" in shown


async def test_faults_in_decks_are_on_home(practice, monkeypatch):
    noticed = replace(practice.today(), notices=("kv.md:3: [b]bad[/b] heading; write ## What",))
    monkeypatch.setattr(practice, "today", lambda: noticed)
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        assert "kv.md:3: [b]bad[/b] heading; write ## What" in text_of(app)


async def test_what_does_not_fit_is_reached_without_a_mouse(practice, monkeypatch):
    many = replace(practice.today(), notices=tuple(f"card-{n}.md:1: no title" for n in range(1, 31)))
    monkeypatch.setattr(practice, "today", lambda: many)
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        assert "card-30.md" not in text_of(app)
        await press(pilot, "pagedown", "down")
        assert "card-30.md" in text_of(app)
        await press(pilot, "pageup", "up")
        assert _("Today") in text_of(app)


async def test_what_was_suspended_is_brought_back(practice):
    app = make_app(practice, screen="home")
    async with app.run_test(notifications=True) as pilot:
        await settle(pilot)
        practice.suspend("decode")
        await press(pilot, "s")
        assert log_of(practice, "unsuspend") == [("unsuspend", "decode")]
        assert "1 item is asked again" in text_of(app)
        await press(pilot, "s")
        assert "Nothing is suspended" in text_of(app)


async def test_enter_asks_the_next_question(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "enter")
        assert "Why is decoding bound by memory bandwidth?" in text_of(app)


async def test_with_nothing_left_start_shows_an_empty_summary_that_leads_home(practice):
    practice.queue = []
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "enter")
        assert "Nothing left today; the next one comes back in 3 h" in text_of(app)
        await press(pilot, "enter")
        assert "All done for today" in text_of(app)


async def test_the_mode_is_switched_and_remembered(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "m")
        assert "Answers: aloud" in text_of(app)
        assert app.kept == [("mode", "aloud")]


async def test_undo_on_home_names_what_it_took_back(practice):
    app = make_app(practice, screen="home")
    async with app.run_test(notifications=True) as pilot:
        await settle(pilot)
        practice.rate(practice.answer(practice.next(), "x"), "good")
        await press(pilot, "u")
        assert "Taken back: Good for decode" in text_of(app)


async def test_a_collection_that_cannot_be_opened_is_told_in_words(language):
    def locked() -> FakePractice:
        raise DrillError("collection.db is not a database; restore a backup")

    app = make_app(FakePractice(language), screen="home")
    app._desk._open = locked
    async with app.run_test(size=(100, 24)) as pilot:
        await settle(pilot)
        assert "collection.db is not a database; restore a backup" in text_of(app)


async def test_q_quits_home(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("q")
        await pilot.pause()
    assert app.return_code == 0


async def test_ctrl_c_quits_on_the_second_press_and_keeps_the_draft(practice):
    app = make_app(practice)
    async with app.run_test(notifications=True) as pilot:
        await settle(pilot)
        await press(pilot, "h", "i", "ctrl+c")
        assert "Once more to quit" in text_of(app)
        await pilot.press("ctrl+c")
        await pilot.pause()
    assert app.return_code == 0
    assert log_of(practice, "draft")[-1] == ("draft", "decode", "hi")


@pytest.mark.parametrize("size", [(20, 6), (40, 12), (200, 60)])
async def test_home_survives_any_size(practice, size):
    app = make_app(practice, screen="home")
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        assert len(text_of(app).splitlines()) == size[1]
