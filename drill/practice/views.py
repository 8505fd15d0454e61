"""What the use cases hand to screens and verbs: frozen values, ready to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal
from uuid import UUID

from drill.cards.card import Card, Dimension, Item, Language
from drill.cards.numeric import NumericQuestion
from drill.grading.verdict import RatingName, Verdict

Reason = Literal["learning", "due", "new", "ahead", "interview", "practice"]
"""Why an item is asked now; `practice` is out of turn and leaves the schedule alone."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question as it is put to the user now."""

    item: Item
    card: Card
    language: Language
    question: str
    reason: Reason
    numeric: NumericQuestion | None = None
    """The drawn values, for a drill."""
    draft: str = ""
    """What the user had typed when they last left this question."""


@dataclass(frozen=True, slots=True)
class Interval:
    """What a rating would lead to; what is shown here is what gets stored."""

    due: datetime
    days: float


@dataclass(frozen=True, slots=True)
class Graded:
    """An answer that is stored and judged, but not yet rated."""

    answer: UUID
    prompt: Prompt
    text: str
    verdict: Verdict
    intervals: Mapping[RatingName, Interval]
    """Empty where the answer is out of turn."""
    fault: str = ""
    """Why the model that was to judge it did not; it can be asked again."""
    disputed: frozenset[str] = frozenset()
    """The points, and misconceptions, on which the user does not accept the verdict."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review that is committed."""

    item: Item
    rating: RatingName
    due: datetime | None
    days: float
    leech: bool = False
    scheduled: bool = True


@dataclass(frozen=True, slots=True)
class Undone:
    """An action that was taken back; for a review, with the answer's text to go on from."""

    item: Item
    action: Literal["review", "suspend", "unsuspend", "bury", "reset"]
    rating: RatingName | None
    """What the review had been rated."""
    text: str


@dataclass(frozen=True, slots=True)
class Weak:
    """A place to work on: a card and its weakest dimension, with the last score there."""

    card: Card
    dimension: Dimension | None
    score: float


@dataclass(frozen=True, slots=True)
class Today:
    """The state of the learning day, for Home."""

    day: date
    learning: int
    due: int
    new: int
    done: int
    streak: int
    next_due: datetime | None
    """When something comes back, if nothing is left now."""
    interview: date | None
    days_left: int | None
    weak: tuple[Weak, ...]
    covered: int
    """Cards explained at least once."""
    cards: int
    notices: tuple[str, ...]
    """Faults in decks, a clock that is behind, what a migration did: a line each."""

    @property
    def left(self) -> int:
        """What is still to be asked today."""
        return self.learning + self.due + self.new
