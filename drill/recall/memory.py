"""What is remembered of an item: it is new, or it is in one of three states with all that a review implies.

A state that cannot occur cannot be built: only a reviewed item has a stability, a step is due at an instant,
and an interval is due on a learning day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

Rating = Literal["again", "hard", "good", "easy"]
RATINGS: tuple[Rating, ...] = ("again", "hard", "good", "easy")


@dataclass(frozen=True, slots=True)
class New:
    """Never reviewed."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What every reviewed item has."""

    stability: float
    """Days after which the chance to remember has fallen to 90 %."""
    difficulty: float
    """1 (easy) to 10."""
    last_review: datetime
    """Never moves back, whatever the clock does."""
    last_day: date
    repetitions: int
    lapses: int
    """How often it was forgotten after it had been learnt."""

    def __post_init__(self) -> None:
        if self.last_review.utcoffset() != timedelta(0):
            raise ValueError(f"last review {self.last_review} is not in UTC")
        if not (self.stability > 0 and 1 <= self.difficulty <= 10):
            raise ValueError(f"no such memory: stability {self.stability}, difficulty {self.difficulty}")
        if not 0 <= self.lapses < self.repetitions:
            raise ValueError(f"{self.lapses} lapses in {self.repetitions} reviews")


@dataclass(frozen=True, slots=True)
class Learning:
    """Seen, and asked again within the day until it sits."""

    memory: Memory
    due: datetime


@dataclass(frozen=True, slots=True)
class Relearning:
    """Forgotten, and asked again within the day."""

    memory: Memory
    due: datetime


@dataclass(frozen=True, slots=True)
class Reviewing:
    """Learnt; comes back on a learning day."""

    memory: Memory
    due: date

    @property
    def interval(self) -> int:
        """Days from the last review to the day it is due."""
        return max(0, (self.due - self.memory.last_day).days)


Seen = Learning | Relearning | Reviewing
State = New | Seen


def is_leech(lapses: int, threshold: int) -> bool:
    """Whether an item that has just lapsed is marked: at the threshold, then at every half of it more."""
    return lapses >= threshold and (lapses - threshold) % max(1, threshold // 2) == 0
