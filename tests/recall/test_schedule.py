"""One review: the intervals FSRS publishes, and what holds whatever is answered, whenever."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.cards.card import Kind
from drill.recall import schedule
from drill.recall.fuzz import draw, fuzz_range, fuzzed
from drill.recall.memory import RATINGS, Learning, Memory, New, Rating, Relearning, Reviewing, State
from drill.recall.schedule import STEPS, Parameters, choices, retrievability, review

DAY = date(2026, 5, 1)
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
LONG = Parameters(maximum=36500)
STEP = Parameters(maximum=36500, step=timedelta(minutes=10))

ratings = st.sampled_from(RATINGS)
histories = st.lists(st.tuples(ratings, st.integers(0, 400)), max_size=12)
parameters = st.builds(
    Parameters,
    retention=st.floats(0.70, 0.99),
    maximum=st.integers(1, 36500),
    step=st.sampled_from([None, timedelta(minutes=10)]),
)


def after(history: list[tuple[Rating, int]], parameters: Parameters, item: str = "i") -> tuple[State, date]:
    """The state that ratings lead to, each so many days after the one before, and the last day."""
    state: State = New()
    day = DAY
    for rating, wait in history:
        day += timedelta(days=wait)
        state = review(state, rating, item=item, at=_noon(day), day=day, parameters=parameters)
    return state, day


def _noon(day: date) -> datetime:
    return NOON + (day - DAY)


def days(state: State) -> float:
    assert not isinstance(state, New)
    if isinstance(state, Reviewing):
        return state.interval
    return (state.due - state.memory.last_review) / timedelta(days=1)


def test_intervals_are_those_that_fsrs_publishes(monkeypatch: pytest.MonkeyPatch) -> None:
    # py-fsrs's own test of `review_card`. Its first Good leads to a second one on the same day.
    monkeypatch.setattr(schedule, "fuzzed", lambda days, position, maximum: days)
    published = [2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]
    answers: list[Rating] = ["good"] * 5 + ["again"] * 2 + ["good"] * 5
    state: State = review(New(), "good", item="i", at=NOON, day=DAY, parameters=STEP)
    day, intervals = DAY, []
    for rating in answers:
        state = review(state, rating, item="i", at=_noon(day), day=day, parameters=STEP)
        intervals.append(int(days(state)))
        day = state.due if isinstance(state, Reviewing) else day
    assert intervals == published


def test_good_alone_leads_to_the_intervals_that_both_fsrs_packages_give(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(schedule, "fuzzed", lambda days, position, maximum: days)
    state, day, intervals = New(), DAY, []
    for _ in range(6):
        state = review(state, "good", item="i", at=_noon(day), day=day, parameters=LONG)
        intervals.append(state.interval)
        day = state.due
    assert intervals == [2, 11, 46, 163, 497, 1346]


def test_first_intervals_are_the_published_initial_stabilities() -> None:
    stabilities = [
        outcome.memory.stability
        for outcome in choices(New(), item="i", at=NOON, day=DAY, parameters=LONG).values()
    ]
    assert stabilities == [0.212, 1.2931, 2.3065, 8.2956]


def test_a_failed_explanation_comes_back_tomorrow_and_a_failed_drill_in_ten_minutes() -> None:
    for kind, expected in (
        (Kind.EXPLAIN, 1),
        (Kind.FOLLOWUP, 1),
        (Kind.DRILL, 10 / 1440),
        (Kind.PLAIN, 10 / 1440),
    ):
        state = review(New(), "again", item="i", at=NOON, day=DAY, parameters=Parameters(step=STEPS[kind]))
        assert days(state) == pytest.approx(expected), kind


def test_a_step_that_is_passed_leads_to_the_next_day_or_later() -> None:
    failed = review(New(), "again", item="i", at=NOON, day=DAY, parameters=STEP)
    assert isinstance(failed, Learning)
    passed = review(failed, "good", item="i", at=failed.due, day=DAY, parameters=STEP)
    assert isinstance(passed, Reviewing)
    assert passed.due > DAY


def test_forgetting_what_was_learnt_is_a_lapse_and_failing_what_is_new_is_none() -> None:
    new = review(New(), "again", item="i", at=NOON, day=DAY, parameters=STEP)
    assert new.memory.lapses == 0
    learnt, day = after([("good", 0), ("good", 2)], STEP)
    forgotten = review(learnt, "again", item="i", at=_noon(day), day=day, parameters=STEP)
    assert isinstance(forgotten, Relearning)
    assert forgotten.memory.lapses == 1
    again = review(forgotten, "again", item="i", at=_noon(day), day=day, parameters=STEP)
    assert again.memory.lapses == 1


def test_elapsed_days_are_learning_days_not_spans_of_24_hours() -> None:
    # Reviewed at 23:50; next at 00:10 two nights later, which is still the learning day after.
    memory = Memory(5.0, 5.0, NOON, DAY, 1, 0)
    state = Reviewing(memory, DAY + timedelta(days=5))
    late = NOON + timedelta(hours=24, minutes=20)
    next_day = review(state, "good", item="i", at=late, day=DAY + timedelta(days=1), parameters=LONG)
    two_days = review(state, "good", item="i", at=late, day=DAY + timedelta(days=2), parameters=LONG)
    assert next_day.memory.stability < two_days.memory.stability
    assert retrievability(state, DAY + timedelta(days=5), LONG) == pytest.approx(0.9)


@given(histories, ratings, st.integers(1, 4000))
def test_a_clock_set_back_never_counts_negative_days_nor_moves_the_last_review(
    history: list[tuple[Rating, int]], rating: Rating, back: int
) -> None:
    state, day = after([("good", 0), *history], STEP)
    assert not isinstance(state, New)
    earlier = day - timedelta(days=back)
    wrong = review(state, rating, item="i", at=_noon(earlier), day=earlier, parameters=STEP)
    same_day = review(state, rating, item="i", at=_noon(day), day=day, parameters=STEP)
    assert (wrong.memory.last_review, wrong.memory.last_day) == (state.memory.last_review, day)
    assert wrong.memory == same_day.memory
    if isinstance(wrong, Reviewing):
        assert wrong.due > earlier


@given(histories, parameters, st.integers(0, 400), st.text(min_size=1))
def test_again_hard_good_easy_in_this_order(
    history: list[tuple[Rating, int]], parameters: Parameters, wait: int, item: str
) -> None:
    state, day = after(history, parameters, item)
    day += timedelta(days=wait)
    again, hard, good, easy = (
        days(each)
        for each in choices(state, item=item, at=_noon(day), day=day, parameters=parameters).values()
    )
    assert again <= hard <= good <= easy <= parameters.maximum
    assert good < easy or easy == parameters.maximum


@given(histories, parameters, st.integers(0, 400), ratings)
def test_what_is_shown_is_what_gets_stored(
    history: list[tuple[Rating, int]], parameters: Parameters, wait: int, rating: Rating
) -> None:
    state, day = after(history, parameters)
    day += timedelta(days=wait)
    shown = choices(state, item="i", at=_noon(day), day=day, parameters=parameters)
    assert review(state, rating, item="i", at=_noon(day), day=day, parameters=parameters) == shown[rating]


@given(st.floats(1, 400), st.integers(0, 60), st.text(min_size=1))
def test_fuzz_never_shortens_an_interval_that_grows(stability: float, late: int, item: str) -> None:
    before = max(1, round(stability))
    state = Reviewing(Memory(stability, 5.0, NOON, DAY, 3, 0), DAY + timedelta(days=before))
    day = state.due + timedelta(days=late)
    outcomes = choices(state, item=item, at=_noon(day), day=day, parameters=LONG)
    assert days(outcomes["good"]) >= before
    assert days(outcomes["easy"]) >= before


def test_intervals_stay_at_the_maximum_for_ever() -> None:
    state, day = New(), DAY
    for _ in range(60):
        state = review(state, "easy", item="i", at=_noon(day), day=day, parameters=LONG)
        assert days(state) <= 36500
        day = min(state.due, date(2200, 1, 1))


@given(st.integers(1, 40000), st.floats(0, 1, exclude_max=True), st.integers(1, 36500))
def test_fuzz_stays_in_its_range(interval: int, position: float, maximum: int) -> None:
    interval = min(interval, maximum)
    shortest, longest = fuzz_range(interval, maximum)
    assert shortest <= fuzzed(interval, position, maximum) <= longest <= maximum


def test_fuzz_ranges_are_the_published_ones() -> None:
    # By hand from FSRS's bands: for 10 days 1 + 0.15 * 4.5 + 0.10 * 3, for 100 days 1 + 0.675 + 1.3 + 4.
    assert fuzz_range(2, 365) == (2, 2)
    assert fuzz_range(10, 365) == (8, 12)
    assert fuzz_range(100, 365) == (93, 107)
    assert fuzz_range(365, 365)[1] == 365


def test_what_was_learnt_together_spreads() -> None:
    due = []
    for n in range(100):
        state, _ = after([("good", 0), ("good", 2)], LONG, item=f"item-{n}")
        due.append(int(days(state)))
    assert set(due) == set(range(9, 14))
    assert max(due.count(each) for each in set(due)) < 40


def test_the_draw_is_even_and_belongs_to_the_repetition() -> None:
    draws = [draw("kv-cache", n) for n in range(4000)]
    assert all(0 <= each < 1 for each in draws)
    assert sum(draws) / len(draws) == pytest.approx(0.5, abs=0.02)
    assert draw("kv-cache", 7) == draws[7] != draw("mla", 7)


@pytest.mark.parametrize(
    "wrong",
    [
        {"stability": 0.0},
        {"difficulty": 11.0},
        {"last_review": datetime(2026, 5, 1)},  # noqa: DTZ001
        {"repetitions": 0},
        {"lapses": 4},
    ],
)
def test_a_memory_that_cannot_be_is_not_built(wrong: dict[str, object]) -> None:
    right = {
        "stability": 2.0,
        "difficulty": 5.0,
        "last_review": NOON,
        "last_day": DAY,
        "repetitions": 3,
        "lapses": 1,
    }
    Memory(**right)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"not in UTC|no such memory|lapses in"):
        Memory(**(right | wrong))  # type: ignore[arg-type]
