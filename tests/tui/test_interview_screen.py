"""The mock interview on screen, as a candidate meets it."""

from __future__ import annotations

from drill.tui.screens.interview import InterviewScreen
from drill.tui.widgets.answer import AnswerArea
from tests.tui.driving import make_app, paste, press, settle, text_of
from tests.tui.fake_practice import CARD, QUOTE


async def begun(pilot, *keys: str) -> InterviewScreen:
    """From Home into an interview as it is proposed, but for what `keys` change."""
    await settle(pilot)
    await press(pilot, "i", *keys, "enter")
    screen = pilot.app.screen
    assert isinstance(screen, InterviewScreen)
    return screen


async def beat(pilot, seconds: float = 0.0) -> None:
    """Let time pass by, as the screen notices it."""
    pilot.app._desk._practice.real._clock.pass_by(seconds=seconds)
    pilot.app.screen._beat()
    await settle(pilot)


async def test_one_key_takes_the_preset_and_the_first_question_stands_open(practice, language):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await begun(pilot)
        shown = text_of(app)
        assert CARD.text(language).title in shown
        assert "30:00" in shown
        setup = app.screen._talk.state.setup
        assert (setup.questions, setup.minutes, setup.language) == (5, 30, language)


async def test_an_answer_is_taken_and_pushed_on(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        screen = await begun(pilot)
        await paste(pilot, QUOTE["en"])
        await press(pilot, "ctrl+j")
        shown = text_of(app)
        assert QUOTE["en"] in shown
        assert "Question 1 of 5 · Probe" in shown
        assert app.screen.query_one(AnswerArea).text == ""
        assert screen._talk.state.turns[0].reply.text == QUOTE["en"]
