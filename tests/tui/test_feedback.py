"""What a verdict shows and what can be done about it: why, disputes, ticks, figures, reasons."""

from dataclasses import replace

import pytest

from drill.cards.card import CardText, Item, Kind
from drill.figures import bind
from drill.practice.views import Prompt
from drill.tui.widgets.checklist import PointList
from drill.tui.widgets.feedback import Feedback
from drill.tui.widgets.points import Points
from tests.tui.driving import log_of, make_app, paste, press, settle, text_of
from tests.tui.fake_practice import CARD, QUOTE, WRONG, FakePractice

NEXT = {
    "en": ("Few operations per byte: far left of the ridge", "With a batch of one the arithmetic units idle"),
    "zh": ("算术强度低：在 roofline 拐点左边很远的地方", "batch 为一时计算单元几乎空闲"),
}
TALL = (100, 60)


async def answer(pilot, text: str) -> None:
    await settle(pilot)
    await paste(pilot, text)
    await press(pilot, "ctrl+j")


def lines_of(app) -> list[str]:
    return [line.strip() for line in text_of(app).splitlines()]


async def test_the_rating_is_proposed_with_its_reasons(practice):
    app = make_app(practice)
    async with app.run_test(size=TALL) as pilot:
        await answer(pilot, f"{QUOTE['en']}; {WRONG['en']}")
        assert "Hard: 63%   a must was missed   a misconception was voiced" in text_of(app)


async def test_what_to_say_next_time_is_two_sentences_with_the_must_first(practice, language):
    app = make_app(practice)
    async with app.run_test(size=TALL) as pilot:
        await answer(pilot, QUOTE[language])
        lines = lines_of(app)
        told = [line.removeprefix("→").strip() for line in lines if line.startswith("→")]
        assert tuple(told) == NEXT[language]
        assert lines.index(f"→  {told[0]}") < lines.index(f"✓  {CARD.text(language).points[0].text}")


async def test_next_time_speaks_the_language_of_the_answer():
    app = make_app(FakePractice("zh"))
    async with app.run_test(size=TALL) as pilot:
        await answer(pilot, QUOTE["en"])
        assert f"→  {NEXT['en'][0]}" in text_of(app)
        assert f"✗  (must) {NEXT['zh'][0]}" in text_of(app)


async def test_why_shows_what_is_listened_for_and_the_nearest_words_and_hides_them_again(practice):
    app = make_app(practice)
    async with app.run_test(size=TALL) as pilot:
        await answer(pilot, "Many operations per byte, far right of the ridge. Bananas.")
        points = app.screen.query_one(Points)
        points.highlighted = points.get_option_index("intensity")
        await press(pilot, "w")
        shown = text_of(app)
        assert "Nearest: “Many operations per byte, far right of the ridge.”" in shown
        assert "You say the opposite." in shown
        assert "it does next to no arithmetic for what it reads" in shown
        await press(pilot, "w")
        assert "Nearest" not in text_of(app)


async def test_a_point_that_nothing_comes_near_says_so(practice):
    app = make_app(practice)
    async with app.run_test(size=TALL) as pilot:
        await answer(pilot, "Bananas are yellow.")
        await press(pilot, "down", "w")
        assert "Nothing in the answer says this." in text_of(app)


async def test_the_cursor_stops_at_what_was_denied_and_at_nothing_else(practice):
    app = make_app(practice)
    async with app.run_test(size=TALL) as pilot:
        await answer(pilot, WRONG["en"])
        points, seen = app.screen.query_one(Points), []
        for _time in range(6):
            seen.append(points.chosen)
            await press(pilot, "down")
        assert seen == ["flops", "read", "intensity", "idle", "idle", "idle"]


async def test_what_to_say_next_time_is_in_sight_however_far_down_the_first_denied_point_is(practice):
    app = make_app(practice)
    async with app.run_test(size=(40, 24)) as pilot:
        await answer(pilot, "x")
        assert "Next time, say" in text_of(app)
        points = app.screen.query_one(Points)
        assert points.highlighted_option is not None
        assert points.scroll_offset.y == 0


async def test_a_dispute_is_kept_and_shown_and_the_same_key_takes_it_back(practice):
    app = make_app(practice)
    async with app.run_test(size=TALL) as pilot:
        await answer(pilot, "x")
        await press(pilot, "d")
        assert log_of(practice, "dispute") == [("dispute", "decode", "read")]
        assert "however few tokens it makes  disputed" in text_of(app)
        assert "1 disputed" in text_of(app)
        await press(pilot, "d")
        assert "disputed" not in text_of(app).replace("No longer disputed", "")


async def test_the_checklist_offers_what_is_disputed_and_ticking_it_is_ones_own_verdict(practice):
    app = make_app(practice)
    async with app.run_test(size=TALL) as pilot:
        await answer(pilot, "x")
        await press(pilot, "down", "d", "t")
        ticks = app.screen.query_one(PointList)
        assert ticks.highlighted_option.id == "intensity"
        assert "far left of the ridge  disputed" in text_of(app)
        await press(pilot, "space", "enter")
        assert log_of(practice, "ticked") == [("ticked", "decode", ("batch", "intensity", "step"))]
        assert "Good: 80%   by your own ticks   1 disputed" in text_of(app)


async def test_a_grader_that_is_not_sure_offers_the_checklist_first_and_proposes_nothing(practice):
    practice.unsure = True
    app = make_app(practice)
    async with app.run_test(size=TALL) as pilot:
        await answer(pilot, "x")
        shown = text_of(app)
        assert "Perhaps 63%, not sure: tick what you said" in shown
        assert "▸" not in shown
        assert "Enter Tick what you said" in shown
        await press(pilot, "enter")
        assert app.screen.query_exactly_one(PointList)
        assert log_of(practice, "rate") == []
        await press(pilot, "enter", "enter")
        assert log_of(practice, "rate") == [("rate", "decode", "good")]


async def test_what_was_typed_is_there_to_look_at_while_ticking(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await answer(pilot, "my very own words")
        await press(pilot, "t")
        assert "my very own words" not in text_of(app)
        await press(pilot, "a")
        assert "my very own words" in text_of(app)
        await press(pilot, "a")
        assert "my very own words" not in text_of(app)
        await press(pilot, "space", "enter")
        assert len(log_of(practice, "ticked")) == 1


async def test_figures_are_computed_when_they_are_looked_at_and_not_before(practice, monkeypatch):
    asked, real = [], bind.recompute

    def recompute(card, language):
        asked.append(card.id)
        return real(card, language)

    monkeypatch.setattr(bind, "recompute", recompute)
    app = make_app(practice)
    async with app.run_test(size=TALL) as pilot:
        await answer(pilot, "x")
        await press(pilot, "a", "m", "p")
        assert asked == []
        await press(pilot, "f")
        shown = text_of(app)
        assert "320 KiB   computed: 320 KiB" in shown
        assert "kv.per_token model=llama-3-70b kv_dtype=fp16" in shown
        assert "2·L·H_kv·d_h·b" in shown
        assert "295 FLOP/B   cited" in shown
        assert "Williams et al. 2009, section 3" in shown
        assert "30 % was measured on another machine" in shown
        await press(pilot, "p", "f")
        assert asked == ["decode"]


async def test_a_number_has_its_working_and_no_figures(practice):
    practice.queue = practice.queue[1:]
    app = make_app(practice)
    async with app.run_test() as pilot:
        await answer(pilot, "3 s")
        assert "(f)" not in text_of(app)
        await press(pilot, "f")
        assert "140e9 / 3.35e12" in text_of(app)


async def test_own_words_on_a_plain_card_are_not_scored_but_compared(practice, monkeypatch):
    card = replace(
        CARD, figures={}, texts={"en": CardText("en", title="Front", body="What stands on the back")}
    )
    prompt = Prompt(Item(CARD.id, CARD.id, Kind.PLAIN), card, "en", "Front", "new")
    monkeypatch.setattr(practice, "next", lambda: prompt)
    practice.ungraded = True
    app = make_app(practice)
    async with app.run_test(size=(100, 24)) as pilot:
        await answer(pilot, "in my own words")
        shown = text_of(app)
        assert "Not graded: compare with the model answer, and rate it yourself" in shown
        assert "What stands on the back" in shown
        assert "%" not in shown
        await press(pilot, "enter")
        assert log_of(practice, "rate") == []
        await press(pilot, "3")
        assert log_of(practice, "rate") == [("rate", "decode", "good")]


async def test_nothing_typed_is_no_rating_and_offers_ticks_and_skipping(practice):
    app = make_app(practice)
    async with app.run_test(size=(100, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "ctrl+j")
        assert "nothing was typed: once more to see the answer" in text_of(app)
        assert "Ctrl+N Skip" in text_of(app)
        await press(pilot, "ctrl+j")
        assert "Nothing was typed: tick what you said aloud, skip it, or rate it yourself" in text_of(app)
        assert "▸" not in text_of(app)
        await press(pilot, "enter")
        assert app.screen.query_exactly_one(PointList)
        await press(pilot, "escape", "ctrl+n")
        assert log_of(practice, "rate", "bury") == [("bury", "decode")]


async def test_skipping_is_no_longer_offered_once_something_is_typed(practice):
    app = make_app(practice)
    async with app.run_test(size=(100, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "ctrl+j", "x")
        assert "Ctrl+N" not in text_of(app)
        await press(pilot, "ctrl+n")
        assert log_of(practice, "bury") == []


async def test_a_verdict_can_be_opened_again_from_the_summary_and_rated_anew(practice):
    app = make_app(practice)
    async with app.run_test() as pilot:
        await answer(pilot, "x")
        await press(pilot, "3", "escape")
        assert "1 answer reviewed" in text_of(app)
        await press(pilot, "o")
        assert app.screen.query_exactly_one(Feedback)
        await press(pilot, "d", "escape")
        assert "1 answer reviewed" in text_of(app)
        await press(pilot, "o")
        assert "1 disputed" in text_of(app)
        await press(pilot, "4")
        assert log_of(practice, "rate") == [("rate", "decode", "good"), ("rate", "decode", "easy")]
        assert "1 answer reviewed" in text_of(app)
        assert "Easy" in text_of(app)


async def test_the_keys_of_a_verdict_can_be_chosen(practice):
    app = make_app(practice, keys={"why": "f6", "dispute": "f7", "figures": "n"})
    async with app.run_test(size=TALL) as pilot:
        await answer(pilot, "x")
        assert "F6 Why not?" in text_of(app)
        assert "Figures (n)" in text_of(app)
        await press(pilot, "f7")
        assert len(log_of(practice, "dispute")) == 1
        await press(pilot, "d", "w")
        assert len(log_of(practice, "dispute")) == 1
        assert "Listened for" not in text_of(app)


@pytest.mark.parametrize("size", [(40, 16), (40, 40), (80, 12)])
async def test_a_small_terminal_shows_the_verdict_and_every_key_works(practice, language, size):
    app = make_app(practice)
    async with app.run_test(size=size) as pilot:
        await answer(pilot, f"{QUOTE[language]} {WRONG[language]}")
        assert "63%" in text_of(app)
        await press(
            pilot, "w", "down", "down", "w", "d", "a", "m", "f", "p", "pagedown", "home", "t", "escape"
        )
        assert app.screen.query_exactly_one(Feedback)
        await press(pilot, "enter")
        assert log_of(practice, "rate") == [("rate", "decode", "hard")]
