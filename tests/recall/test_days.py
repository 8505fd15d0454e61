"""Learning days: one rule, for every zone, every rollover, every night of the year."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.recall.days import Moment, day_start, learning_day, next_rollover

NEW_YORK = ZoneInfo("America/New_York")
SHANGHAI = ZoneInfo("Asia/Shanghai")
ZONES = st.sampled_from(
    [
        ZoneInfo(name)
        for name in (
            "UTC",
            "America/New_York",
            "Asia/Shanghai",
            "Europe/London",
            "America/Havana",  # changes its clocks at midnight
            "America/Sao_Paulo",  # did so until 2019
            "Australia/Lord_Howe",  # by half an hour
            "Pacific/Apia",  # left out 2011-12-30
            "Africa/Casablanca",  # twice a year more, around Ramadan
        )
    ]
)
ROLLOVERS = st.times().map(lambda each: each.replace(second=0, microsecond=0))
INSTANTS = st.integers(1_200_000_000, 2_140_000_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))


def at(zone: ZoneInfo, *wall: int, fold: int = 0) -> datetime:
    return datetime(*wall, tzinfo=zone, fold=fold).astimezone(UTC)


def test_a_review_after_midnight_counts_for_the_evening_before() -> None:
    assert learning_day(at(SHANGHAI, 2026, 5, 2, 2, 15), SHANGHAI, time(4)) == date(2026, 5, 1)
    assert learning_day(at(SHANGHAI, 2026, 5, 2, 4, 0), SHANGHAI, time(4)) == date(2026, 5, 2)


def test_utc_midnight_is_no_boundary() -> None:
    night = at(NEW_YORK, 2023, 11, 15, 1, 0)
    assert night == datetime(2023, 11, 15, 6, 0, tzinfo=UTC)
    assert learning_day(night, NEW_YORK, time(4)) == date(2023, 11, 14)


def test_the_users_rollover_is_the_one_that_counts() -> None:
    rollover = time(6)
    assert learning_day(at(SHANGHAI, 2026, 5, 2, 5, 59), SHANGHAI, rollover) == date(2026, 5, 1)
    assert learning_day(at(SHANGHAI, 2026, 5, 2, 6, 1), SHANGHAI, rollover) == date(2026, 5, 2)


def test_a_rollover_that_the_clock_jumps_over_is_the_end_of_the_gap() -> None:
    # On 2026-03-08 New York goes from 02:00 EST to 03:00 EDT, which is 07:00 in UTC.
    assert day_start(date(2026, 3, 8), NEW_YORK, time(2, 30)) == datetime(2026, 3, 8, 7, 0, tzinfo=UTC)
    before, after = datetime(2026, 3, 8, 6, 59, 59, tzinfo=UTC), datetime(2026, 3, 8, 7, 0, tzinfo=UTC)
    assert learning_day(before, NEW_YORK, time(2, 30)) == date(2026, 3, 7)
    assert learning_day(after, NEW_YORK, time(2, 30)) == date(2026, 3, 8)


def test_a_rollover_that_occurs_twice_turns_the_day_once() -> None:
    # On 2026-11-01 New York has 01:30 twice; the first is 05:30 in UTC.
    rollover = time(1, 30)
    assert day_start(date(2026, 11, 1), NEW_YORK, rollover) == datetime(2026, 11, 1, 5, 30, tzinfo=UTC)
    night = [at(NEW_YORK, 2026, 11, 1, 0, 0) + timedelta(minutes=10 * n) for n in range(24)]
    days = [learning_day(instant, NEW_YORK, rollover) for instant in night]
    assert days == sorted(days)
    assert set(days) == {date(2026, 10, 31), date(2026, 11, 1)}


def test_a_moment_knows_its_day_and_the_next() -> None:
    moment = Moment(at(SHANGHAI, 2026, 5, 2, 2, 15), SHANGHAI, time(4))
    assert moment.day == date(2026, 5, 1)
    assert moment.tomorrow == at(SHANGHAI, 2026, 5, 2, 4, 0) == moment.start(date(2026, 5, 2))


@given(INSTANTS, ZONES, ROLLOVERS)
def test_every_instant_lies_in_its_day(instant: datetime, zone: ZoneInfo, rollover: time) -> None:
    day = learning_day(instant, zone, rollover)
    assert day_start(day, zone, rollover) <= instant < next_rollover(instant, zone, rollover)
    assert learning_day(next_rollover(instant, zone, rollover), zone, rollover) > day


@given(INSTANTS, st.timedeltas(timedelta(0), timedelta(days=3)), ZONES, ROLLOVERS)
def test_days_never_run_backwards(
    instant: datetime, later: timedelta, zone: ZoneInfo, rollover: time
) -> None:
    first, second = (learning_day(each, zone, rollover) for each in (instant, instant + later))
    assert timedelta(0) <= second - first <= timedelta(days=5)


@pytest.mark.parametrize("rollover", [time(0), time(4), time(23, 30)])
def test_a_year_has_each_of_its_days_once(rollover: time) -> None:
    instant = at(NEW_YORK, 2026, 1, 1, 12, 0)
    days = []
    for _ in range(365):
        days.append(learning_day(instant, NEW_YORK, rollover))
        instant = next_rollover(instant, NEW_YORK, rollover)
    assert days == [days[0] + timedelta(days=n) for n in range(365)]
