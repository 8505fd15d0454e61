"""Learning days in the whole program: limits, streak and counts, whatever clock and zone do."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from drill.practice.practice import Practice
from tests.practice.studying import HandClock, Opener, study, study_all


def test_a_limit_is_counted_from_the_log(opener: Opener) -> None:
    study(opener(new_per_day=3))
    again = opener(new_per_day=3)  # another start of the program
    assert again.today().new == 2
    study_all(again)
    assert opener(new_per_day=3).today().new == 0
    assert opener(new_per_day=4).today().new == 1


def test_after_midnight_is_still_yesterday_everywhere(practice: Practice, clock: HandClock) -> None:
    study(practice)
    clock.at = datetime(2026, 5, 4, 18, 15, tzinfo=UTC)  # 02:15 in Shanghai
    study(practice)
    today = practice.today()
    assert (today.day, today.done, today.streak, today.new) == (date(2026, 5, 4), 2, 1, 2)
    assert practice.stats().reviews_by_day == {date(2026, 5, 4): 2}


def test_counts_do_not_reset_before_the_rollover(practice: Practice, clock: HandClock) -> None:
    clock.at = datetime(2026, 5, 4, 23, 0, tzinfo=UTC)  # 07:00 in Shanghai
    study_all(practice)
    clock.pass_by(hours=4, minutes=36)
    assert practice.today().done == 4


def test_travelling_moves_no_day_that_is_past(practice: Practice, clock: HandClock) -> None:
    for _ in range(4):
        study(practice)
        clock.pass_by(days=1)
    clock.pass_by(days=-1)
    before = practice.stats().reviews_by_day
    assert len(before) == 4
    for zone in ("Europe/London", "Pacific/Kiritimati", "America/Los_Angeles"):
        clock.zone = ZoneInfo(zone)
        assert practice.stats().reviews_by_day == before
        assert practice.today().streak == 4 or practice.today().day < max(before)


def test_another_rollover_moves_no_day_that_is_past(practice: Practice, clock: HandClock) -> None:
    clock.at = datetime(2026, 5, 4, 1, 30, tzinfo=UTC)  # 09:30 in Shanghai
    study(practice)
    before = practice.stats().reviews_by_day
    practice.settings = replace(practice.settings, rollover=time(10))
    assert practice.stats().reviews_by_day == before == {date(2026, 5, 4): 1}
    assert practice.today().day == date(2026, 5, 3)


def test_a_clock_set_back_is_told_and_does_no_harm(practice: Practice, clock: HandClock) -> None:
    study(practice)
    clock.pass_by(days=-3)
    assert any("3 days behind" in notice for notice in practice.today().notices)
    prompt = practice.prompt("alpha", in_turn=True)
    reviewed = practice.rate(practice.answer(prompt, "x"), "good")
    assert reviewed.days >= 1
    with practice._collection.reading() as books:
        memory = books.memories.states()["alpha"].memory  # type: ignore[index]
    assert memory.last_review == datetime(2026, 5, 4, 10, tzinfo=UTC)
    assert memory.repetitions == 2
    assert practice.rebuild() == 0


def test_reviews_dated_in_the_future_are_found_and_can_be_taken_back(
    practice: Practice, clock: HandClock
) -> None:
    study(practice)
    clock.at = datetime(2030, 1, 1, 12, tzinfo=UTC)
    assert any("set the clock" in notice for notice in practice.today().notices)
    study(practice, "again")
    study(practice)
    clock.at = datetime(2026, 5, 4, 11, tzinfo=UTC)
    assert practice.today().done == 1
    (finding,) = [each for each in practice.doctor() if each.level == "fault"]
    assert (
        "reviews dated in the future: beta, alpha" in finding.said
        or "reviews dated in the future: gamma, beta" in finding.said
    )
    assert practice.undo_future() == 2
    assert [each for each in practice.doctor() if each.level == "fault"] == []
    assert practice.today().done == 1


def test_coming_back_after_a_month_the_queue_is_in_order_and_nothing_explodes(
    practice: Practice, clock: HandClock
) -> None:
    study_all(practice)
    clock.pass_by(days=30)
    prompts = practice.queue(99)
    assert [prompt.reason for prompt in prompts] == ["due"] * 4
    graded = practice.answer(prompts[0], "x")
    days = [graded.intervals[rating].days for rating in ("again", "hard", "good", "easy")]
    assert days == sorted(days)
    assert days[-1] <= practice.settings.maximum_interval


def test_until_the_interview_every_card_is_asked(opener: Opener, clock: HandClock) -> None:
    practice = opener(new_per_day=1, interview_date=date(2026, 5, 8))
    assert practice.today().days_left == 4
    assert practice.today().new == 4  # one day is left before the last three
    main = {"alpha", "beta", "gamma", "ttft"}
    assert main <= {prompt.item.id for prompt in practice.queue(99)}
    study_all(practice)
    clock.pass_by(days=1)
    assert {prompt.reason for prompt in practice.queue(99)} >= {"interview"}
    clock.at = datetime(2026, 5, 9, 10, tzinfo=UTC)
    assert practice.today().days_left is None


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Shanghai", "UTC"])
def test_tomorrow_is_tomorrow_in_every_zone(practice: Practice, clock: HandClock, zone: str) -> None:
    clock.zone = ZoneInfo(zone)
    clock.at = datetime(2023, 11, 14, 15, tzinfo=UTC)
    due = study(practice, "again").due
    assert due is not None
    clock.at = due
    assert practice.today().day == date(2023, 11, 14) + timedelta(days=1)
    clock.pass_by(seconds=-1)
    assert practice.today().day == date(2023, 11, 14)
