"""The mock interview on screen, as a candidate meets it."""

from __future__ import annotations

import threading

import pytest
from textual.pilot import Pilot

from drill.errors import DrillError
from drill.interview.hints import COST
from drill.interview.voice import ScriptVoice
from drill.tui.screens.home import HomeScreen
from drill.tui.screens.interview import InterviewScreen
from drill.tui.screens.opening import OpeningScreen
from drill.tui.screens.paced import STOPPED
from drill.tui.widgets.answer import AnswerArea
from tests.tui.driving import make_app, paste, press, settle, text_of
from tests.tui.fake_practice import CARD, QUOTE, FakePractice


async def begun(pilot: Pilot[None], *keys: str) -> InterviewScreen:
    """From Home into an interview as it is proposed, but for what `keys` change."""
    await settle(pilot)
    await press(pilot, "i", *keys, "enter")
    screen = pilot.app.screen
    assert isinstance(screen, InterviewScreen)
    return screen


async def wait(pilot: Pilot[None], practice: FakePractice, seconds: float) -> None:
    """Let the candidate's time go by, and the screen look at the clock."""
    practice.real._clock.pass_by(seconds=seconds)
    pilot.app.screen._beat()
    await settle(pilot)


async def test_one_key_takes_the_preset_and_the_first_question_stands_open(practice, language):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        shown = text_of(app)
        assert CARD.text(language).title in shown
        assert "30:00" in shown
        setup = screen._talk.state.setup
        assert (setup.questions, setup.minutes, setup.language) == (5, 30, language)


async def test_the_form_changes_what_is_asked(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "i", "left", "down", "left", "down", "space")
        assert "decode" in text_of(app)  # the topics
        await press(pilot, "space", "enter")
        assert any(line.split()[1:4] == ["Topics", "decode", "…"] for line in text_of(app).splitlines())
        await press(pilot, "down", "down", "right", "enter")
        setup = app.screen._talk.state.setup
        assert (setup.questions, setup.minutes, setup.tags, setup.language) == (4, 20, ("decode",), "zh")
        assert CARD.text("zh").title in text_of(app)


async def test_an_answer_is_taken_and_pushed_on(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await paste(pilot, QUOTE["en"])
        await press(pilot, "ctrl+j")
        shown = text_of(app)
        assert QUOTE["en"] in shown
        assert "Question 1 of 5 · Probe" in shown
        assert screen.query_one(AnswerArea).text == ""
        assert screen._talk.state.turns[0].reply.text == QUOTE["en"]


async def test_speakers_are_told_apart_by_words_or_in_forty_columns_by_marks(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await begun(pilot)
        await paste(pilot, "something")
        await press(pilot, "ctrl+j")
        lines = text_of(app).splitlines()
        assert any(line.split() == ["You", "something"] for line in lines)
        assert any(line.strip().startswith("Interviewer") for line in lines)
        await pilot.resize_terminal(40, 24)
        await settle(pilot)
        lines = text_of(app).splitlines()
        assert any(line.split() == [">", "something"] for line in lines)
        assert any(line.strip().startswith("◆") for line in lines)


async def test_a_hint_says_what_it_costs_and_leaves_the_draft(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        assert f"Hint (−{COST:.0%})" in text_of(app)
        await paste(pilot, "half a thought")
        await press(pilot, "f6")
        shown = text_of(app)
        assert "(asks for a hint)" in shown
        assert "hints: 1 (−10" in shown
        assert screen.query_one(AnswerArea).text == "half a thought"
        assert screen._talk.standing.hints == 1


@pytest.mark.parametrize(
    ("key", "asks"),
    [("f7", "(asks to hear it again)"), ("f8", "(asks for other words)"), ("f9", "(asks for time to think)")],
)
async def test_each_request_has_a_key(practice, key, asks):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await press(pilot, key)
        assert asks in text_of(app)
        assert screen._talk.standing.depth == 0


async def test_a_request_in_words_goes_through_the_same_box(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await paste(pilot, "could you repeat the question?")
        await press(pilot, "ctrl+j")
        assert text_of(app).count(CARD.text("en").title) == 2
        assert screen._talk.state.turns == ()


async def test_a_term_is_asked_about_and_named(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await begun(pilot)
        await paste(pilot, "half a thought")
        await press(pilot, "f3", *"ridge", "enter")
        assert "(asks what ridge means)" in text_of(app)
        assert app.screen.query_one(AnswerArea).text == "half a thought"


async def test_skipping_is_said(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await press(pilot, "ctrl+n")
        assert screen._talk.state.turns[0].skipped


@pytest.mark.parametrize("typed", [False, True], ids=["by key", "in words"])
async def test_ending_asks_first(practice, typed):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        if typed:
            await paste(pilot, "end the interview")
            await press(pilot, "ctrl+j")
        else:
            await press(pilot, "f10")
        assert screen._talk.over is None
        assert "Leave the interview?" in text_of(app)
        await press(pilot, "e")
        assert screen._talk.over == "ended"
        assert "Debrief" in text_of(app)


async def test_nothing_typed_is_no_answer(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await press(pilot, "ctrl+j")
        assert "nothing typed" in text_of(app)
        assert screen._talk.state.turns == ()


async def test_left_and_gone_on_with_at_the_same_question_with_the_same_draft_and_time(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await paste(pilot, "half a thought")
        await wait(pilot, practice, 65)
        left = screen._talk.clock().total_left
        await press(pilot, "escape", "enter")
        assert isinstance(app.screen, HomeScreen)
        assert "Question 1 of 5, 28:55 left" in text_of(app)
        practice.real._clock.pass_by(days=2)
        await press(pilot, "i", "enter")
        again = app.screen
        assert again._talk.clock().total_left == left == 1735
        assert again.query_one(AnswerArea).text == "half a thought"
        assert CARD.text("en").title in text_of(app)


async def test_an_unfinished_interview_is_given_up_only_when_that_is_said(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await begun(pilot)
        await press(pilot, "escape", "enter", "i")
        assert "An interview is unfinished" in text_of(app)
        await press(pilot, "escape")
        assert practice.interviews().unfinished() is not None
        await press(pilot, "i", "g")
        assert practice.interviews().unfinished() is None
        assert practice.interviews().history()[0].ending == "abandoned"
        assert "Weak and due topics come first" in text_of(app)


async def test_the_clock_warns_in_words_and_takes_the_draft_when_time_is_up(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)  # six minutes for each of five questions
        await wait(pilot, practice, 200)
        assert "left for this question" not in text_of(app)
        await wait(pilot, practice, 90)
        assert "1:10 left for this question" in text_of(app)
        await wait(pilot, practice, 40)
        assert "0:30 left for this question: come to the point" in text_of(app)
        await paste(pilot, "as far as I came")
        await wait(pilot, practice, 31)
        turn = screen._talk.state.turns[0]
        assert turn.reply.text == "as far as I came"
        assert turn.reply.time_up
        await press(pilot, "t")  # one card, and no time for a probe: the debrief
        assert "time up" in text_of(app)


async def test_the_clock_stands_still_under_a_dialog(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await press(pilot, "f1")
        practice.real._clock.pass_by(seconds=600)
        await press(pilot, "escape")
        assert screen._talk.clock().total_left == 1800


async def test_time_for_which_the_program_was_stopped_does_not_count(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        stopped = 3600.0
        screen._beaten -= stopped  # as though no beat had come for an hour
        await wait(pilot, practice, stopped)
        assert stopped > STOPPED
        assert screen._talk.clock().total_left == pytest.approx(1800, abs=2)


async def test_while_the_interviewer_thinks_the_screen_says_so_and_the_clock_stands_still(
    practice, monkeypatch
):
    thinking, asked = threading.Event(), threading.Event()
    ask = ScriptVoice.ask

    def slowly(*given):
        asked.set()
        thinking.wait(20)
        return ask(*given)

    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await paste(pilot, "an answer")
        monkeypatch.setattr(ScriptVoice, "ask", slowly)
        await pilot.press("ctrl+j")
        while not asked.is_set():
            await pilot.pause(0.01)
        practice.real._clock.pass_by(seconds=120)
        screen._beat()
        await pilot.pause()
        shown = text_of(app)
        assert "The interviewer is thinking" in shown
        assert "30:00" in shown
        assert "You          an answer" in shown  # what is stored is shown at once
        thinking.set()
        await settle(pilot)
        assert "The interviewer is thinking" not in text_of(app)
        assert "· Probe" in text_of(app)


async def test_what_could_not_be_stored_stays_in_the_box(practice, monkeypatch):
    def fail(*_given):
        raise DrillError("the disk is full")

    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await paste(pilot, "an answer")
        with monkeypatch.context() as broken:
            broken.setattr(screen._talk._session, "say", fail)
            await press(pilot, "ctrl+j")
            assert [each.message for each in app._notifications] == ["the disk is full"]
        assert screen.query_one(AnswerArea).text == "an answer"
        await press(pilot, "ctrl+j")
        assert screen._talk.state.turns[0].reply.text == "an answer"


async def test_an_answer_said_aloud_is_ticked(practice, language):
    app = make_app(practice, screen="home", mode="aloud")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await press(pilot, "space")
        shown = text_of(app)
        assert CARD.text(language).sections["what"].points[1].text in shown
        practice.real._clock.pass_by(seconds=300)  # ticking takes no time
        await press(pilot, "down", "space", "enter")
        reply = screen._talk.state.turns[0].reply
        assert (reply.mode, reply.ticked) == ("aloud", ("read",))
        assert screen._talk.clock().total_left == 1800


async def test_the_way_of_answering_changes_under_way_and_keeps_the_draft(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await paste(pilot, "half a thought")
        await press(pilot, "f2")
        assert "Say it aloud" in text_of(app)
        await press(pilot, "f2")
        assert screen.query_one(AnswerArea).text == "half a thought"


async def test_pages_of_what_was_said_turn_while_the_answer_is_typed(practice):
    app = make_app(practice, screen="home")
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(pilot)
        await paste(pilot, "\n".join(f"line {n}" for n in range(40)))
        await press(pilot, "ctrl+j")
        assert CARD.text("en").title not in text_of(app)
        await press(pilot, *["pageup"] * 6)
        assert CARD.text("en").title in text_of(app)


async def test_the_question_stays_in_view_when_the_clock_warns_or_the_box_grows(practice):
    app = make_app(practice, screen="home")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await begun(pilot)
        await paste(pilot, "\n".join(f"line {n}" for n in range(40)))
        await press(pilot, "ctrl+j")
        asked = screen._talk.standing.question
        await wait(pilot, practice, 300)
        assert "left for this question" in text_of(app)
        assert asked in text_of(app)
        await paste(pilot, "\n" * 12)
        assert asked in text_of(app)


async def test_a_program_that_begins_with_an_interview_ends_at_home(practice):
    from drill.tui.routes import Wanted

    app = make_app(practice, screen="home")
    app._wanted = Wanted({"questions": 2, "minutes": 6.0})
    async with app.run_test() as pilot:
        await settle(pilot)
        assert "‹ 6 ›" in text_of(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, HomeScreen)


async def test_while_the_collection_opens_no_key_leads_elsewhere(practice):
    held = threading.Event()
    app = make_app(practice, screen="home")
    opened = app._desk._open

    def slowly():
        held.wait(20)
        return opened()

    app._desk._open = slowly
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("i")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, OpeningScreen)
        held.set()
        await settle(pilot)
        assert "Weak and due topics come first" in text_of(app)
