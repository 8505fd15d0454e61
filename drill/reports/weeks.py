"""The course of learning, week by week (Monday to Sunday)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from drill.cards.card import Dimension
from drill.recall.memory import RATINGS, Rating
from drill.reports.answers import Answer
from drill.reports.standing import means
from drill.store.values import ReviewCount

IN_TURN = ("due", "interview")
"""Reasons of reviews that ask what should still be remembered: neither new nor a step of the same day."""
_WEEK = timedelta(weeks=1)
_LONGEST = 104


@dataclass(frozen=True, slots=True)
class Week:
    """What happened in a week."""

    monday: date
    ratings: Mapping[Rating, int]
    in_turn: int
    remembered: int
    """Reviews in turn that were not rated Again."""
    dimensions: Mapping[Dimension, float]
    """The mean of the week's answers on each dimension."""

    @property
    def reviews(self) -> int:
        """How many reviews there were."""
        return sum(self.ratings.values())

    @property
    def retention(self) -> float | None:
        """Share of reviews in turn that were remembered; None where there were none."""
        return self.remembered / self.in_turn if self.in_turn else None


def weeks_of(counts: Sequence[ReviewCount], answers: Sequence[Answer], day: date) -> tuple[Week, ...]:
    """Every week from the first review or answer to that of `day`, idle ones included; two years at most."""
    reviews: dict[date, list[ReviewCount]] = defaultdict(list)
    given: dict[date, list[Answer]] = defaultdict(list)
    for each in counts:
        reviews[monday_of(each.day)].append(each)
    for answer in answers:
        given[monday_of(answer.day)].append(answer)
    last = monday_of(day)
    first = min([*reviews, *given, last + _WEEK])
    length = min((last - first) // _WEEK + 1, _LONGEST)
    mondays = [last - ago * _WEEK for ago in reversed(range(length))]
    return tuple(_week(monday, reviews[monday], given[monday]) for monday in mondays)


def monday_of(day: date) -> date:
    """The first day of the week of `day`."""
    return day - timedelta(days=day.weekday())


def ratings_of(counts: Iterable[ReviewCount]) -> Mapping[Rating, int]:
    """How many of these reviews had each rating."""
    found: Counter[str] = Counter()
    for each in counts:
        found[each.rating] += each.count
    return {rating: found[rating] for rating in RATINGS}


def retention_of(counts: Iterable[ReviewCount]) -> tuple[int, int]:
    """How many of these reviews were in turn, and how many of those were remembered."""
    in_turn = [each for each in counts if each.reason in IN_TURN]
    return sum(each.count for each in in_turn), sum(each.count for each in in_turn if each.rating != "again")


def _week(monday: date, reviews: Sequence[ReviewCount], answers: Sequence[Answer]) -> Week:
    in_turn, remembered = retention_of(reviews)
    return Week(
        monday=monday,
        ratings=ratings_of(reviews),
        in_turn=in_turn,
        remembered=remembered,
        dimensions=means(answer.dimensions for answer in answers),
    )
