"""Values that the store keeps and gives back; importing them costs nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from drill.cards.card import CardId, ItemId, Language
from drill.recall.memory import Rating

Mark = Literal["suspend", "unsuspend", "bury", "reset"]
Kind = Literal["review"] | Mark
"""What an action of the log is."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An action of the log."""

    id: UUID
    kind: Kind
    item: ItemId
    """Under its current name."""
    rating: Rating | None
    answer: UUID | None


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer with all that belongs to it."""

    id: UUID
    item: ItemId
    card: CardId
    language: Language
    question: str
    """The question in the words in which it was put."""
    text: str
    reason: str
    mode: Literal["typed", "aloud"]
    at: datetime
    day: date
    seed: int | None = None
    """What the numbers of a drill were drawn from."""
    seconds: float | None = None
    hints: int = 0


@dataclass(frozen=True, slots=True)
class Recorded:
    """An answer, under the current name of its item, with the verdict that counts."""

    answer: GivenAnswer
    verdict: Mapping[str, Any]
    rating: Rating | None
    """None where it was not rated, or the review was undone."""


@dataclass(frozen=True, slots=True)
class Disputed:
    """A verdict on a point, or on a misconception, that the user does not accept."""

    answer: GivenAnswer
    """Under the current name of its item."""
    point: str
    verdict: str
    at: datetime | None
    """None where what was stored is no instant."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that was left open: how it was put, and what had been typed."""

    text: str
    question: str
    language: Language
    seed: int | None


@dataclass(frozen=True, slots=True)
class Asked:
    """How often an item was answered, and when (as a growing number) each wording was last used."""

    times: int
    wordings: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ReviewCount:
    """How many reviews of a learning day had this reason and this rating."""

    day: date
    reason: str
    rating: str
    count: int


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer with what was made of it."""

    item: ItemId
    """Under its current name."""
    at: datetime | None
    """None where what was stored is no instant."""
    day: date
    language: Language
    question: str
    text: str
    reason: str
    mode: str
    seconds: float | None
    hints: int
    verdict: Mapping[str, Any] | None
    """The verdict as JSON; None where none was stored, as when the program was killed while grading."""
    rating: Rating | None
    """None where it was not rated, or the review was undone."""
