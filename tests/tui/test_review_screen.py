"""A sitting, driven by keys: what the user presses, what the collection is told, what the screen says."""

from dataclasses import replace

import pytest
from textual import events
from textual.widgets import OptionList

from drill.cards.card import CardText, Dimension, Item, Kind
from drill.errors import DrillError
from drill.i18n import _
from drill.practice.views import Prompt
from drill.tui import wording
from drill.tui.widgets.answer import AnswerArea
from drill.tui.widgets.checklist import PointList
from drill.tui.widgets.feedback import Feedback
from tests.tui.driving import log_of, make_app, paste, press, settle, text_of
from tests.tui.fake_practice import CARD, QUOTE, WRONG, FakePractice


@pytest.mark.parametrize("key", ["ctrl+j", "f5", "ctrl+enter"])
async def test_each_submit_key_hands_the_answer_over(practice, key):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "my answer")
        await press(pilot, key)
        assert log_of(practice, "answer") == [("answer", "decode", "my answer")]
        assert app.screen.query_exactly_one(Feedback)


async def test_enter_starts_a_new_line_and_submits_nothing(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "a", "enter", "b")
        assert app.screen.query_one(AnswerArea).text == "a\nb"
        assert log_of(practice, "answer") == []


async def test_a_whole_review_in_either_language(practice, language):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, f"{QUOTE[language]}, {WRONG[language]}")
        await press(pilot, "ctrl+j")
        shown = text_of(app)
        for dimension in Dimension:
            assert _(wording.DIMENSIONS[dimension]) in shown
        assert "63%" in shown
        assert "100%" in shown
        assert f"“{QUOTE[language]}”" in shown
        assert WRONG[language] in shown
        await press(pilot, "enter")  # takes the proposal
        assert log_of(practice, "rate") == [("rate", "decode", "hard")]
        assert _("Follow-up") in text_of(app)
        await press(pilot, "ctrl+n")  # the follow-up is only offered
        assert _("Numbers") in text_of(app)
        await paste(pilot, "41.8 ms")
        await press(pilot, "ctrl+j", "enter")
        assert log_of(practice, "rate")[-1] == ("rate", "decode/drill/floor", "good")
        shown = text_of(app)
        assert _("Done") in shown
        assert _("{rating} · {when}").format(rating=_("Good"), when=_("in {n} days").format(n=4)) in (
            shown if language == "en" else shown.replace("4 天后", _("in {n} days").format(n=4))
        )
        await press(pilot, "enter")
        assert _("Today") in text_of(app)


@pytest.mark.parametrize(("key", "rating"), [("1", "again"), ("2", "hard"), ("3", "good"), ("4", "easy")])
async def test_a_rating_key_overrides_the_proposal(practice, key, rating):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "x")
        await press(pilot, "ctrl+j", key)
        assert log_of(practice, "rate") == [("rate", "decode", rating)]


async def test_the_quoted_words_are_marked_in_the_answer_and_the_wrong_ones_otherwise(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, f"{QUOTE['en']}; {WRONG['en']}")
        await press(pilot, "ctrl+j", "a")
        strips = app.screen._compositor.render_strips()
        styles = {s.text: s.style for strip in strips for s in strip if s.text in (QUOTE["en"], WRONG["en"])}
        assert styles[QUOTE["en"]].underline
        assert styles[WRONG["en"]].reverse


async def test_the_model_answer_is_on_a_key(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "x")
        await press(pilot, "ctrl+j", "m")
        assert "reads every weight to do so" in text_of(app)
        await press(pilot, "p")
        assert "reads every weight to do so" not in text_of(app)


async def test_a_wide_screen_shows_points_and_model_answer_side_by_side(practice):
    app = make_app(practice)
    async with app.run_test(size=(140, 40)) as pilot:
        await settle(pilot)
        await paste(pilot, "x")
        await press(pilot, "ctrl+j")
        shown = text_of(app)
        assert "Few operations per byte" in shown
        assert "time per step barely moves" in shown


async def test_nothing_typed_has_to_be_submitted_twice(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "ctrl+j")
        assert log_of(practice, "answer") == []
        assert "nothing was typed" in text_of(app)
        await press(pilot, "ctrl+j")
        assert log_of(practice, "answer") == [("answer", "decode", "")]


async def test_a_paste_is_one_clean_insertion_that_submits_nothing_and_one_undo_takes_back(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "one\r\n\ttwo\r\x1b[31mthree\x00\n")
        area = app.screen.query_one(AnswerArea)
        assert area.text == "one\n    two\nthree\n"
        assert log_of(practice, "answer") == []
        await press(pilot, "ctrl+z")
        assert area.text == ""


async def test_escape_goes_home_and_the_draft_is_there_again(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "h", "i", "escape")
        assert log_of(practice, "draft")[-1] == ("draft", "decode", "hi")
        assert "Today" in text_of(app)
        await press(pilot, "enter")
        assert app.screen.query_one(AnswerArea).text == "hi"
        assert "draft restored" in text_of(app)


async def test_the_draft_is_kept_within_a_second_while_typing(practice, monkeypatch):
    monkeypatch.setattr("drill.tui.widgets.question.DRAFT_AFTER", 0.01)
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("a", "b")
        await pilot.pause(0.1)
        await settle(pilot)
        assert log_of(practice, "draft")[-1] == ("draft", "decode", "ab")


async def test_undo_goes_back_to_the_rating_and_another_can_be_given(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "x")
        await press(pilot, "ctrl+j", "4", "f4")
        assert log_of(practice, "undo") == [("undo", "decode")]
        assert app.screen.query_exactly_one(Feedback)
        await press(pilot, "3")
        assert log_of(practice, "rate")[-1] == ("rate", "decode", "good")


async def test_undo_works_from_the_summary(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "x")
        await press(pilot, "ctrl+j", "enter", "escape")
        assert "1 answer reviewed" in text_of(app)
        await press(pilot, "u")
        assert log_of(practice, "undo") == [("undo", "decode")]
        assert app.screen.query_exactly_one(Feedback)


async def test_undo_with_nothing_done_says_so(practice):
    app = make_app(practice)
    async with app.run_test(notifications=True) as pilot:
        await settle(pilot)
        await press(pilot, "f4")
        assert "Nothing to undo" in text_of(app)


@pytest.mark.parametrize(("key", "kind"), [("f9", "suspend"), ("f8", "bury")])
async def test_an_item_can_be_put_aside_while_it_is_asked(practice, key, kind):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, key)
        assert log_of(practice, kind) == [(kind, "decode")]
        assert "Numbers" in text_of(app)


async def test_aloud_goes_from_the_clock_to_the_points_to_a_score(practice):
    app = make_app(practice, mode="aloud")
    async with app.run_test() as pilot:
        await settle(pilot)
        assert "0:00" in text_of(app)
        await press(pilot, "space")
        shown = text_of(app)
        assert "[ ] (must) One step yields one token per request" in shown
        await press(pilot, "space", "down", "down", "space")
        assert text_of(app).count("[x]") == 2
        await press(pilot, "enter")
        assert log_of(practice, "checklist") == [("checklist", "decode", ("intensity", "step"))]
        assert "80%" in text_of(app)
        await press(pilot, "enter")
        assert log_of(practice, "rate") == [("rate", "decode", "good")]


async def test_aloud_can_be_rated_without_ticking(practice):
    app = make_app(practice, mode="aloud")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "space", "4")
        assert log_of(practice, "checklist", "rate") == [
            ("checklist", "decode", ()),
            ("rate", "decode", "easy"),
        ]


async def test_a_click_ticks_a_point(practice):
    app = make_app(practice, mode="aloud")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "space")
        await pilot.click(OptionList, offset=(4, 1))
        await settle(pilot)
        assert text_of(app).count("[x]") == 1


async def test_a_number_is_typed_even_when_answering_aloud(practice):
    practice.queue = practice.queue[1:]
    app = make_app(practice, mode="aloud")
    async with app.run_test() as pilot:
        await settle(pilot)
        assert app.screen.query_exactly_one(AnswerArea)


async def test_the_way_of_answering_can_be_switched_and_what_was_typed_stays(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "h", "i", "f2")
        assert not app.screen.query(AnswerArea)
        await press(pilot, "f2")
        assert app.screen.query_one(AnswerArea).text == "hi"


async def test_what_the_grader_missed_can_be_ticked_instead(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "x")
        await press(pilot, "ctrl+j", "t")
        assert text_of(app).count("[x]") == 2  # what the grader found is ticked already
        await press(pilot, "enter")
        assert log_of(practice, "checklist", "ticked") == [("ticked", "decode", ("batch", "step"))]


async def test_an_ungraded_answer_offers_the_checklist_and_proposes_nothing(practice):
    practice.ungraded = True
    app = make_app(practice)
    async with app.run_test(notifications=True) as pilot:
        await settle(pilot)
        await paste(pilot, "x")
        await press(pilot, "ctrl+j")
        assert "Not graded" in text_of(app)
        assert "too short to judge" in text_of(app)
        await press(pilot, "enter")
        assert log_of(practice, "rate") == []
        assert app.screen.query_exactly_one(PointList)
        await press(pilot, "escape", "3")
        assert log_of(practice, "rate") == [("rate", "decode", "good")]


@pytest.mark.parametrize("before", [[], ["pagedown"], ["a"]])
async def test_the_model_answer_comes_up_whatever_was_looked_at_before(practice, before):
    app = make_app(practice)
    async with app.run_test(size=(80, 16)) as pilot:  # too low for the points, so that they scroll
        await settle(pilot)
        await paste(pilot, "x")
        await press(pilot, "ctrl+j", *before, "m")
        assert "Each step makes one token per request" in text_of(app)


async def test_the_back_of_a_plain_card_is_there_to_compare_with(practice, monkeypatch):
    card = replace(CARD, texts={"en": CardText(language="en", title="Front", body="What stands on the back")})
    prompt = Prompt(Item(CARD.id, CARD.id, Kind.PLAIN), card, "en", "Front", "new")
    monkeypatch.setattr(practice, "next", lambda: prompt)
    practice.ungraded = True
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "x")
        assert "the back" not in text_of(app)
        await press(pilot, "ctrl+j")
        assert "What stands on the back" in text_of(app)


async def test_markup_in_a_card_is_shown_and_not_obeyed(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "x [bold]y[/] [@click=app.quit]z[/]")
        await press(pilot, "ctrl+j", "a")
        assert "x [bold]y[/] [@click=app.quit]z[/]" in text_of(app)
        await press(pilot, "enter")
        assert "[bold]not markup[/]" in text_of(app)


async def test_a_wrong_number_shows_the_value_and_the_way_to_it(practice):
    practice.queue = practice.queue[1:]
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "3 s")
        await press(pilot, "ctrl+j")
        assert "Not quite: it is 41.79 ms" in text_of(app)
        assert text_of(app).count("140e9 / 3.35e12") == 1
        assert text_of(app).count("at peak") == 1
        assert "No unit was given" in text_of(app)


async def test_a_fault_of_the_collection_is_told_and_the_answer_stays_on_screen(practice, monkeypatch):
    def refuse(*_args: object, **_more: object) -> None:
        raise DrillError("collection.db: disk is full; make room and try again")

    app = make_app(practice)
    async with app.run_test(size=(100, 24), notifications=True) as pilot:
        await settle(pilot)
        await paste(pilot, "precious")
        monkeypatch.setattr(practice, "answer", refuse)
        await press(pilot, "ctrl+j")
        assert "disk is full" in text_of(app)
        assert app.screen.query_one(AnswerArea).text == "precious"


async def test_one_key_pressed_twice_answers_nothing_twice(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "x")
        await pilot.press("ctrl+j", "ctrl+j", "ctrl+j")
        await settle(pilot)
        assert len(log_of(practice, "answer")) == 1


async def test_practising_out_of_turn_ends_after_its_card():
    practice = FakePractice("en")
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "w")
        assert "practice, not scheduled" in text_of(app)


async def test_keys_pressed_faster_than_the_screen_follows_keep_their_order(practice):
    app = make_app(practice, mode="aloud")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "space")
        for key in ("space", "down", "space", "enter"):
            app.simulate_key(key)
        await settle(pilot)
        assert log_of(practice, "checklist") == [("checklist", "decode", ("read", "step"))]


async def test_another_window_saves_the_draft_at_once(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("h", "i")
        app.post_message(events.AppBlur())
        await settle(pilot)
        assert log_of(practice, "draft")[-1] == ("draft", "decode", "hi")


async def test_escape_from_ticking_goes_back_to_the_verdict(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await settle(pilot)
        await paste(pilot, "x")
        await press(pilot, "ctrl+j", "t", "escape")
        assert app.screen.query_exactly_one(Feedback)
        await press(pilot, "enter")
        assert log_of(practice, "rate") == [("rate", "decode", "hard")]


async def test_skipping_the_follow_up_of_a_practised_card_ends_the_practice(practice):
    app = make_app(practice, screen="home")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "w")
        await paste(pilot, "x")
        await press(pilot, "ctrl+j", "enter", "ctrl+n")
        assert "1 answer reviewed" in text_of(app)


async def test_the_model_answer_comes_up_beside_when_the_window_is_made_wide(practice):
    app = make_app(practice)
    async with app.run_test(size=(80, 40)) as pilot:
        await settle(pilot)
        await paste(pilot, "x")
        await press(pilot, "ctrl+j")
        assert "time per step barely moves" not in text_of(app)
        await pilot.resize_terminal(140, 40)
        await settle(pilot)
        assert "time per step barely moves" in text_of(app)
        assert "Few operations per byte" in text_of(app)


async def test_the_card_can_be_asked_a_question_of_ones_own(practice):
    app = make_app(practice)
    async with app.run_test(size=(80, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "f3")
        await paste(pilot, "why is the arithmetic per byte so low?")
        await press(pilot, "enter")
        assert "far below what the GPU could do" in text_of(app)
        await press(pilot, "escape")
        assert "Your answer" in text_of(app)
