"""Values that the store keeps and gives back; importing them costs nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal
from uuid import UUID

from drill.cards.card import CardId, ItemId, Language
from drill.recall.memory import Rating

Mark = Literal["suspend", "unsuspend", "bury", "reset"]


@dataclass(frozen=True, slots=True)
class Entry:
    """An action of the log."""

    id: UUID
    kind: Literal["review"] | Mark
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
