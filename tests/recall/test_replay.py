"""Replaying a log, leeches, and days in a row."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.recall.memory import RATINGS, New, Reviewing, is_leech
from drill.recall.replay import Event, Marked, Reviewed, Standing, replay
from drill.recall.schedule import Parameters, review
from drill.recall.streak import streak

DAY = date(2026, 5, 1)
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def reviewed(rating: str, after: int = 0, parameters: Parameters = Parameters()) -> Reviewed:  # noqa: B008
    return Reviewed("i", rating, NOON + timedelta(days=after), DAY + timedelta(days=after), parameters)  # type: ignore[arg-type]


def test_an_empty_log_is_a_new_item() -> None:
    assert replay([]) == Standing(New(), suspended=False, buried=None)


@given(st.lists(st.tuples(st.sampled_from(RATINGS), st.integers(-3, 90)), max_size=15))
def test_a_replay_is_the_reviews_one_by_one(history: list[tuple[str, int]]) -> None:
    events, state, day = [], New(), DAY
    for rating, wait in history:
        day += timedelta(days=wait)
        parameters = Parameters(retention=0.8 + len(events) % 10 / 100)
        at = NOON + (day - DAY)
        events.append(Reviewed("i", rating, at, day, parameters))  # type: ignore[arg-type]
        state = review(state, rating, item="i", at=at, day=day, parameters=parameters)  # type: ignore[arg-type]
    assert replay(events).state == state


def test_each_review_keeps_the_parameters_of_its_time() -> None:
    strict, lax = Parameters(retention=0.97), Parameters(retention=0.75)
    first = [reviewed("good"), reviewed("good", 2)]
    assert (
        replay([*first, reviewed("good", 15, strict)]).state
        != replay([*first, reviewed("good", 15, lax)]).state
    )


def test_a_reset_forgets_what_came_before_and_keeps_the_flags() -> None:
    events: list[Event] = [
        reviewed("easy"),
        Marked("suspend", DAY),
        Marked("reset", DAY),
        reviewed("good", 1),
    ]
    standing = replay(events)
    assert standing.state == replay([reviewed("good", 1)]).state
    assert standing.suspended


def test_suspending_and_unsuspending_keep_the_history() -> None:
    events: list[Event] = [reviewed("good"), Marked("suspend", DAY), reviewed("good", 2)]
    assert replay(events).suspended
    back = replay([*events, Marked("unsuspend", DAY)])
    assert back == Standing(replay([reviewed("good"), reviewed("good", 2)]).state)


def test_an_item_is_buried_for_one_day() -> None:
    assert replay([Marked("bury", DAY)]).buried == DAY


@pytest.mark.parametrize(
    ("threshold", "marks"), [(8, [8, 12, 16, 20]), (4, [4, 6, 8, 10, 12, 14, 16, 18, 20]), (15, [15])]
)
def test_a_leech_is_marked_at_the_threshold_and_then_at_every_half_of_it(
    threshold: int, marks: list[int]
) -> None:
    assert [n for n in range(21) if is_leech(n, threshold)] == marks


def test_a_streak_ends_where_a_day_is_missing() -> None:
    days = {DAY - timedelta(days=n) for n in (1, 2, 3, 5)}
    assert streak(days, DAY) == 3
    assert streak(days | {DAY}, DAY) == 4
    assert streak(days, DAY + timedelta(days=1)) == 0
    assert streak(set(), DAY) == 0


def test_reviews_dated_in_the_future_do_not_count_as_a_streak() -> None:
    assert streak({date(2030, 1, 1), DAY}, DAY) == 1


def test_lapses_make_a_leech_only_from_what_had_been_learnt() -> None:
    failures = replay([reviewed("again", n) for n in range(9)]).state
    assert isinstance(failures, Reviewing)
    assert failures.memory.lapses == 8  # the first Again was of a new item
