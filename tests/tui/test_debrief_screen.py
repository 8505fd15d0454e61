"""After the interview: the debrief, the list of interviews, the report, and questions to a card."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from drill.tui.screens.debrief import DebriefScreen
from drill.tui.screens.home import HomeScreen
from drill.tui.screens.interviews import InterviewsScreen
from tests.tui.driving import make_app, paste, press, settle, text_of
from tests.tui.fake_practice import CARD, QUOTE, WRONG, FakePractice


async def debriefed(pilot: Pilot[None], said: str) -> DebriefScreen:
    """Hold an interview of one answer, and end it."""
    await settle(pilot)
    await press(pilot, "i", "enter")
    await paste(pilot, said)
    await press(pilot, "ctrl+j", "f10", "e")
    screen = pilot.app.screen
    assert isinstance(screen, DebriefScreen)
    return screen


def scheduled(practice: FakePractice) -> int:
    with practice.real._collection.reading() as books:
        return len([each for each in books.log.reviews() if each.reason == "mock"])


async def test_it_says_whether_one_would_hire_and_by_which_rule(practice, language):
    app = make_app(practice, screen="home")
    async with app.run_test(size=(80, 40)) as pilot:
        screen = await debriefed(pilot, f"{QUOTE[language]}. {WRONG[language]}.")
        debrief = screen._debrief
        shown = " ".join(text_of(app).split())
        assert {"en": "Would one hire?", "zh": "会录用吗"}[language] in shown
        assert {"en": "yes from 70", "zh": "70"}[language] in shown
        assert debrief.fixes[0].item in shown
        assert "decode" in shown


async def test_a_turn_is_shown_with_what_was_said_and_what_was_missed(practice):
    app = make_app(practice, screen="home")
    async with app.run_test(size=(80, 45)) as pilot:
        await debriefed(pilot, f"It {QUOTE['en']}. And {WRONG['en']}.")
        await press(pilot, "t")
        shown = " ".join(text_of(app).split())
        assert "0:00 1.0 Question" in shown
        assert QUOTE["en"] in shown
        assert "✗ (must) Few operations per byte" in shown
        await press(pilot, "down")
        assert "Walk me through it" in text_of(app) or "1.1" in text_of(app)


async def test_what_to_fix_is_scheduled_when_asked_and_taken_back(practice):
    app = make_app(practice, screen="home")
    async with app.run_test(notifications=True) as pilot:
        screen = await debriefed(pilot, "no idea")
        fixes = len(screen._debrief.fixes)
        assert fixes
        interviews = practice.interviews()
        await press(pilot, "s")
        assert interviews.schedule(screen._interview) == ()  # all of it is there
        await press(pilot, "f4")
        assert len(interviews.schedule(screen._interview)) == fixes


async def test_an_interview_is_debriefed_again_from_the_list(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await debriefed(pilot, "no idea")
        await press(pilot, "escape")
        assert isinstance(app.screen, HomeScreen)
        await press(pilot, "h")
        shown = text_of(app)
        assert "2026-12-01" in shown
        assert "1 of 5 questions" in shown
        await press(pilot, "enter")
        assert "Would one hire?" in text_of(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, InterviewsScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, HomeScreen)


async def test_a_list_without_interviews_says_how_to_begin_one(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "h")
        assert "i on Home begins one" in text_of(app)


async def test_a_question_about_a_card_is_answered_from_the_card(practice, language):
    app = make_app(practice, screen="home")
    async with app.run_test(size=(80, 40)) as pilot:
        await debriefed(pilot, "no idea")
        await press(pilot, "f3")
        await paste(
            pilot,
            {"en": "why is the arithmetic per byte so low?", "zh": "为什么每字节的运算很少？"}[language],
        )
        await press(pilot, "enter")
        shown = text_of(app)
        assert {"en": "far below what the GPU could do", "zh": "远低于 GPU 的平衡点"}[language] in shown


async def test_a_report_is_written_where_it_says_and_never_over_a_file_unasked(
    practice, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await debriefed(pilot, "no idea at all")
        await press(pilot, "escape", "r")
        path = tmp_path / "drill-report-2026-12-01.html"
        await press(pilot, "enter")
        assert "no idea at all" in path.read_text(encoding="utf-8")
        path.write_text("mine", encoding="utf-8")
        await press(pilot, "r", "enter")
        assert path.read_text(encoding="utf-8") == "mine"
        assert "Enter once more replaces it" in text_of(app)
        await press(pilot, "enter")
        assert "no idea at all" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("private", [False, True])
async def test_one_interview_is_saved_with_its_transcript(practice, tmp_path, monkeypatch, private):
    monkeypatch.chdir(tmp_path)
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await debriefed(pilot, "no idea at all")
        await press(pilot, "r", *(["down", "down", "right"] if private else []), "enter")
    (path,) = tmp_path.glob("drill-interview-*.md")
    text = path.read_text(encoding="utf-8")
    assert CARD.text("en").title in text
    assert ("no idea at all" in text) is not private


async def test_a_report_that_cannot_be_written_says_so_and_stays(practice, tmp_path):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "r", "tab", "ctrl+u")
        await paste(pilot, str(tmp_path / "no such folder" / "report.md"))
        await press(pilot, "enter")
        assert "nothing was written" in " ".join(text_of(app).replace("│", " ").split())


async def test_one_interview_is_written_as_markdown_only(practice, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await debriefed(pilot, "no idea at all")
        await press(pilot, "r", "down", "right")
        assert app.screen.query_one("Choices, _Choices").values["form"] == "md"
        await press(pilot, "tab", "end", *["backspace"] * 2, *"html", "enter")
        assert "end the path in .md" in text_of(app)
    assert list(tmp_path.iterdir()) == []
