"""What a grader says about an answer. Scores and ratings are derived elsewhere, in code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from drill.cards.card import CardId, Dimension, ItemId, Language

Grader = Literal["offline", "llm", "numeric", "self"]
Mark = Literal["hit", "partial", "miss"]
Status = Literal["graded", "ungraded"]
RatingName = Literal["again", "hard", "good", "easy"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A span of the answer, in code points of the answer as given: `answer[start:end] == quote`."""

    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class PointVerdict:
    """Whether one rubric point was made, and the words that made it."""

    id: str
    dimension: Dimension | None
    must: bool
    verdict: Mark
    evidence: tuple[Evidence, ...] = ()
    unsure: bool = False
    """Whether two graders differ on it even after they were asked again."""


@dataclass(frozen=True, slots=True)
class MisconceptionVerdict:
    """A misconception that the answer voiced, with the words and what is right instead."""

    id: str
    quote: str
    correction: str


@dataclass(frozen=True, slots=True)
class Advice:
    """What to say next time about a dimension, or about all of an item that has none."""

    dimension: Dimension | None
    text: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What a model's judgement took; nothing where it was remembered."""

    model: str
    requests: int
    sent: int
    received: int
    """Tokens, as those sent."""
    price: float
    """By the prices in the settings."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one answer. `score` and the dimension scores lie in 0..1; ungraded has no rating."""

    item: ItemId
    card: CardId
    lang: Language
    grader: Grader
    status: Status
    score: float | None
    rating: RatingName | None
    confidence: float
    points: tuple[PointVerdict, ...] = ()
    dimensions: Mapping[Dimension, float] = field(default_factory=dict)
    misconceptions: tuple[MisconceptionVerdict, ...] = ()
    attempts: tuple[str, ...] = ()
    """What the answer asked of the grader (prompt injection), quoted, not obeyed."""
    notes: tuple[str, ...] = ()
    """Remarks for the user: corrections of popular figures, what the grader could not judge."""
    advice: tuple[Advice, ...] = ()
    followup: str = ""
    """A question that a model would ask next."""
    cost: Cost | None = None
    """None where no model was asked."""
