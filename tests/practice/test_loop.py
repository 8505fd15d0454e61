"""Ask, answer, grade, rate, follow up, undo: what a user sees of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from drill.errors import UsageError
from drill.practice.practice import Practice
from drill.practice.views import Graded, Reviewed
from drill.recall.memory import RATINGS
from tests.practice.studying import GOOD, HandClock, Opener, study, study_all


def test_a_new_user_is_asked_each_card_in_turn(practice: Practice) -> None:
    assert practice.today().new == 4
    assert study_all(practice) == ["alpha", "beta", "gamma", "ttft"]
    today = practice.today()
    assert (today.new, today.due, today.done, today.covered, today.cards, today.streak) == (0, 0, 4, 4, 4, 1)
    assert today.next_due == datetime(
        2026, 5, 4, 20, tzinfo=UTC
    )  # 04:00 in Shanghai: what siblings held back


def test_the_interval_shown_is_the_interval_stored(practice: Practice) -> None:
    for rating in RATINGS:
        prompt = practice.next()
        assert prompt is not None
        graded = practice.answer(prompt, GOOD)
        shown = graded.intervals[rating]
        reviewed = practice.rate(graded, rating)
        assert (reviewed.due, reviewed.days) == (shown.due, shown.days)


def test_an_answer_counts_for_the_instant_it_was_given(practice: Practice, clock: HandClock) -> None:
    clock.at = datetime(2026, 5, 4, 19, 59, tzinfo=UTC)  # 03:59 in Shanghai
    prompt = practice.next()
    assert prompt is not None
    graded = practice.answer(prompt, GOOD)
    clock.pass_by(minutes=2)  # rated after the rollover
    assert practice.rate(graded, "good").due == graded.intervals["good"].due
    assert practice.stats().reviews_by_day == {datetime(2026, 5, 4).date(): 1}  # noqa: DTZ001


def test_the_queue_of_the_next_day_shows_up_without_a_restart(practice: Practice, clock: HandClock) -> None:
    clock.at = datetime(2026, 5, 4, 19, 55, tzinfo=UTC)  # 03:55
    study_all(practice)
    assert practice.next() is None
    clock.pass_by(minutes=10)
    assert practice.next() is not None
    assert practice.today().new > 0


def test_a_draft_is_there_again_with_the_same_question(opener: Opener) -> None:
    practice = opener()
    prompt = practice.next()
    assert prompt is not None
    practice.save_draft(prompt.item.id, "half an ans")
    again = opener().next()
    assert again is not None
    assert (again.draft, again.question) == ("half an ans", prompt.question)


def test_numbers_stay_while_a_drill_is_open_and_are_fresh_afterwards(opener: Opener) -> None:
    first = opener().prompt("alpha/drill/size", in_turn=True)
    assert first.numeric is not None
    opener().save_draft("alpha/drill/size", "40")
    practice = opener()
    second = practice.prompt("alpha/drill/size", in_turn=True)
    assert second.question == first.question
    practice.rate(practice.answer(second, f"{second.numeric.expected} GiB"), "good")  # type: ignore[union-attr]
    assert {practice.prompt("alpha/drill/size").numeric.arguments != first.numeric.arguments} == {True}  # type: ignore[union-attr]


def test_numbers_stay_after_the_program_died_before_the_rating(opener: Opener) -> None:
    practice = opener()
    prompt = practice.prompt("alpha/drill/size", in_turn=True)
    practice.answer(prompt, "1 GiB")
    again = opener().prompt("alpha/drill/size")
    assert (again.question, again.draft) == (prompt.question, "1 GiB")


def test_wordings_take_turns(practice: Practice, clock: HandClock) -> None:
    asked = []
    for _ in range(4):
        prompt = practice.prompt("alpha", in_turn=True)
        asked.append(prompt.question)
        practice.rate(practice.answer(prompt, GOOD), "good")
        clock.pass_by(days=3)
    assert asked == ["What is alpha?", "And what is alpha, in other words?"] * 2


def test_a_right_number_is_right_and_a_wrong_one_names_the_slip(practice: Practice) -> None:
    prompt = practice.prompt("alpha/drill/size", in_turn=True)
    assert prompt.numeric is not None
    assert practice.answer(prompt, f"{prompt.numeric.expected:.1f} GiB").verdict.score == 1
    doubled = practice.answer(prompt, f"{prompt.numeric.expected * 1.073741824:.3f} GiB").verdict
    assert doubled.score == 0
    assert doubled.misconceptions


def test_the_user_may_override_and_both_ratings_are_kept(practice: Practice) -> None:
    prompt = practice.next()
    assert prompt is not None
    graded = practice.answer(prompt, "no idea")
    assert graded.verdict.rating == "again"
    practice.rate(graded, "easy")
    (answer,) = practice.stats().answers
    assert (answer.proposed, answer.rating) == ("again", "easy")


def test_rating_an_answer_again_replaces_the_first_rating(practice: Practice) -> None:
    prompt = practice.next()
    assert prompt is not None
    graded = practice.answer(prompt, GOOD)
    practice.rate(graded, "again")
    assert practice.rate(graded, "easy").days == graded.intervals["easy"].days
    assert practice.today().done == 1
    practice.undo()
    assert practice.today().done == 0
    assert practice.undo() is None


def test_practice_out_of_turn_leaves_the_schedule_alone(practice: Practice) -> None:
    before = practice.today()
    graded = practice.answer(practice.prompt("beta"), GOOD)
    assert graded.intervals == {}
    assert practice.rate(graded, "again") == Reviewed(graded.prompt.item, "again", None, 0.0, scheduled=False)
    after = practice.today()
    assert (after.new, after.due, after.done) == (before.new, before.due, before.done)
    assert practice.undo() is None
    assert practice.stats().answers[0].text == GOOD


def test_the_follow_up_is_of_the_same_card_and_answering_it_is_its_review(practice: Practice) -> None:
    prompt = practice.next()
    assert prompt is not None
    graded = practice.answer(prompt, GOOD)
    practice.rate(graded, "good")
    offered = []
    while (followup := practice.followup(graded)) is not None:
        offered.append(followup.item.id)
        assert practice.rate(practice.answer(followup, "memory"), "good").scheduled
    assert offered == ["alpha/followup/cost", "alpha/followup/else", "alpha/drill/size"]
    assert practice.today().new == 3  # they were no new cards of their own


def test_what_is_due_is_followed_up_before_what_is_new(practice: Practice, clock: HandClock) -> None:
    late = practice.prompt("alpha/followup/else", in_turn=True)
    practice.rate(practice.answer(late, "a state of fixed size"), "good")
    clock.pass_by(days=4)
    graded = practice.answer(practice.prompt("alpha", in_turn=True), GOOD)
    practice.rate(graded, "good")
    followup = practice.followup(graded)
    assert followup is not None
    assert (followup.item.id, followup.reason) == ("alpha/followup/else", "due")


def test_aloud_the_points_ticked_make_the_score(practice: Practice) -> None:
    prompt = practice.next()
    assert prompt is not None
    every = [point.id for point in prompt.card.text("en").points]
    graded = practice.checklist(prompt, every, seconds=90)
    assert graded.verdict.score == 1
    practice.rate(graded, "good")
    assert practice.stats().seconds == 90


def test_a_step_comes_back_within_the_day(practice: Practice, clock: HandClock) -> None:
    prompt = practice.prompt("ttft", in_turn=True)
    failed = practice.rate(practice.answer(prompt, "no idea"), "again")
    assert failed.due == clock.at.replace(minute=10)
    clock.pass_by(minutes=11)
    now = practice.next()
    assert now is not None
    assert (now.item.id, now.reason) == ("ttft", "learning")


def test_suspended_and_buried_items_are_not_asked(practice: Practice, clock: HandClock) -> None:
    practice.suspend("alpha")
    practice.bury("beta")
    assert study_all(practice)[0] == "gamma"
    clock.pass_by(days=1)
    tomorrow = {prompt.card.id for prompt in practice.queue(99)}
    assert "beta" in tomorrow
    assert practice.prompt("alpha").reason == "practice"
    practice.unsuspend("alpha")
    assert "alpha" in {prompt.item.id for prompt in practice.queue(99)}


def test_a_reset_item_is_new_and_undo_gives_its_history_back(practice: Practice) -> None:
    study(practice)
    practice.reset("alpha")
    assert practice.prompt("alpha", in_turn=True).reason == "new"
    undone = practice.undo()
    assert undone is not None
    assert undone.action == "reset"
    assert practice.prompt("alpha", in_turn=True).reason == "ahead"


def test_an_item_that_does_not_exist_is_refused_with_what_the_card_has(practice: Practice) -> None:
    with pytest.raises(UsageError, match="alpha/drill/size"):
        practice.prompt("alpha/drill/nothing")
    with pytest.raises(UsageError, match="drill cards list"):
        practice.suspend("nothing")


def test_weak_places_are_the_lowest_last_scores(practice: Practice) -> None:
    def answered(item: str, text: str) -> Graded:
        return practice.answer(practice.prompt(item), text)

    answered("alpha", GOOD)
    answered("beta", "no idea at all about this one")
    weak = practice.today().weak
    assert weak[0].card.id == "beta"
    assert weak[0].score == 0
    answered("beta", GOOD)
    assert practice.today().weak == () or practice.today().weak[0].score > 0
