"""One review turned into the next state, by FSRS-6.

The `fsrs` package computes memories and raw intervals; this module owns what it leaves open. Elapsed time is
counted in learning days and never negative; the fuzz is seeded (`drill.recall.fuzz`); and of the four
intervals Again ≤ Hard ≤ Good < Easy holds, except where the maximum interval makes them meet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from drill.cards.card import Kind
from drill.recall.fuzz import draw, fuzzed
from drill.recall.memory import RATINGS, Learning, Memory, New, Rating, Relearning, Reviewing, Seen, State

if TYPE_CHECKING:
    import fsrs

WEIGHTS = (
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
    1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
)  # fmt: skip
"""FSRS-6's published default parameters."""

# The package takes instants and floors them to days of 24 hours. It is handed this one and the same plus
# whole days, so that the days it counts are the learning days.
_THEN = datetime(2000, 1, 1, tzinfo=UTC)


STEPS: Mapping[Kind, timedelta | None] = {
    Kind.EXPLAIN: None,
    Kind.FOLLOWUP: None,
    Kind.DRILL: timedelta(minutes=10),
    Kind.PLAIN: timedelta(minutes=10),
    Kind.CLOZE: timedelta(minutes=10),
}
"""A failed explanation rests until tomorrow; what is answered in a word is asked again in ten minutes."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a review depends on beside the state. Kept with each review, so that a replay is exact."""

    weights: tuple[float, ...] = WEIGHTS
    retention: float = 0.9
    """Chance to remember at which an item comes back."""
    maximum: int = 365
    """Longest interval in days."""
    step: timedelta | None = None
    """How soon an item that does not sit is asked again within the day; None: not before tomorrow."""


def choices(
    state: State, *, item: str, at: datetime, day: date, parameters: Parameters
) -> Mapping[Rating, Seen]:
    """What each rating would make of `state` at the instant `at` on the learning day `day`."""
    return _outcomes(RATINGS, state, item, at, day, parameters)


def review(
    state: State, rating: Rating, *, item: str, at: datetime, day: date, parameters: Parameters
) -> Seen:
    """The state after a review: exactly what `choices` shows for this rating."""
    # An interval is held against those of the lower ratings only.
    needed = RATINGS[: RATINGS.index(rating) + 1]
    return _outcomes(needed, state, item, at, day, parameters)[rating]


def retrievability(state: State, day: date, parameters: Parameters) -> float:
    """The chance (0 to 1) that the item is remembered on `day`; 0 for a new one."""
    if isinstance(state, New):
        return 0.0
    now = _THEN + timedelta(days=max(0, (day - state.memory.last_day).days))
    return float(_scheduler(parameters).get_card_retrievability(_package_card(state), now))


def _outcomes(
    ratings: Sequence[Rating], state: State, item: str, at: datetime, day: date, parameters: Parameters
) -> Mapping[Rating, Seen]:
    import fsrs

    scheduler = _scheduler(parameters)
    elapsed = 0 if isinstance(state, New) else max(0, (day - state.memory.last_day).days)
    now = _THEN + timedelta(days=elapsed)
    card = _package_card(state)
    outcomes = {
        rating: scheduler.review_card(card, fsrs.Rating[rating.capitalize()], now)[0] for rating in ratings
    }
    days = _intervals(
        {
            rating: (outcome.due - now).days
            for rating, outcome in outcomes.items()
            if outcome.state == fsrs.State.Review
        },
        before=state.interval if isinstance(state, Reviewing) else 0,
        position=draw(item, 0 if isinstance(state, New) else state.memory.repetitions),
        maximum=parameters.maximum,
    )
    return {
        rating: _state_after(state, rating, outcome, outcome.due - now, days.get(rating), at=at, day=day)
        for rating, outcome in outcomes.items()
    }


def _intervals(
    raw: Mapping[Rating, int], *, before: int, position: float, maximum: int
) -> Mapping[Rating, int]:
    days: dict[Rating, int] = {}
    floor = 1
    for rating, interval in raw.items():
        spread = fuzzed(interval, position, maximum)
        if rating != "again" and interval > before:
            spread = max(
                spread, before
            )  # an item that is passed, and may wait longer, does not come back sooner
        if rating == "easy" and "good" in days:
            floor += 1
        floor = days[rating] = min(max(spread, floor), maximum)
    return days


def _state_after(
    state: State,
    rating: Rating,
    outcome: fsrs.Card,
    wait: timedelta,
    interval: int | None,
    *,
    at: datetime,
    day: date,
) -> Seen:
    last = None if isinstance(state, New) else state.memory
    memory = Memory(
        stability=outcome.stability or 0.0,
        difficulty=outcome.difficulty or 0.0,
        last_review=max(at, last.last_review) if last else at,
        last_day=max(day, last.last_day) if last else day,
        repetitions=last.repetitions + 1 if last else 1,
        lapses=(last.lapses if last else 0) + (rating == "again" and isinstance(state, Reviewing)),
    )
    if interval is not None:
        return Reviewing(memory, day + timedelta(days=interval))
    step = Relearning if isinstance(state, Reviewing | Relearning) else Learning
    return step(memory, at + wait)


def _package_card(state: State) -> fsrs.Card:
    import fsrs

    if isinstance(state, New):
        return fsrs.Card(card_id=0, due=_THEN)  # without an id, its constructor sleeps a millisecond
    kind, step = {
        Learning: (fsrs.State.Learning, 0),
        Relearning: (fsrs.State.Relearning, 0),
        Reviewing: (fsrs.State.Review, None),
    }[type(state)]
    return fsrs.Card(0, kind, step, state.memory.stability, state.memory.difficulty, _THEN, _THEN)


@lru_cache(maxsize=64)
def _scheduler(parameters: Parameters) -> fsrs.Scheduler:
    import fsrs

    steps = () if parameters.step is None else (parameters.step,)
    return fsrs.Scheduler(
        parameters=parameters.weights,
        desired_retention=parameters.retention,
        learning_steps=steps,
        relearning_steps=steps,
        maximum_interval=parameters.maximum,
        enable_fuzzing=False,
    )
