"""Everything a key does can be clicked."""

from textual.widgets import Static

from drill.tui.widgets.feedback import Feedback
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.rating import RatingBar
from tests.tui.driving import log_of, make_app, paste, press, settle, text_of


async def test_a_key_in_the_last_line_can_be_clicked(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "x")
        await pilot.click(KeyBar, offset=(3, 0))  # Ctrl+J Submit
        await settle(pilot)
        assert log_of(practice, "answer") == [("answer", "decode", "x")]


async def test_a_rating_can_be_clicked(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "x")
        await press(pilot, "ctrl+j")
        await pilot.click(app.screen.query_one(RatingBar).children[3])
        await settle(pilot)
        assert log_of(practice, "rate") == [("rate", "decode", "easy")]


async def test_a_pane_can_be_clicked(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "my words")
        await press(pilot, "ctrl+j")
        tabs = app.screen.query_one(Feedback).query_one("#tabs").query(Static)
        await pilot.click(tabs[1])
        await settle(pilot)
        assert "my words" in text_of(app)


async def test_a_click_on_the_right_half_of_a_wide_character_is_on_that_character(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "你好a")
        for x, column in (
            (2, 0),
            (3, 0),
            (4, 1),
            (5, 1),
            (6, 2),
        ):  # after border and padding
            await pilot.click("#answer", offset=(x, 1))
            assert app.screen.query_one("#answer").cursor_location == (0, column)
