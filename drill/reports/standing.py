"""How cards and topics stand: the scores of the last answers, which are what a learner can do now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import fmean

from drill.cards.card import CardId, Dimension


@dataclass(frozen=True, slots=True)
class CardProgress:
    """How one card stands: the scores of its last answer, and when its first item comes back."""

    id: CardId
    title: str
    topic: str
    score: float | None
    dimensions: Mapping[Dimension, float]
    due: date | None
    """None for a card that is not explained yet, or has a step to come today."""
    items_seen: int
    items: int


@dataclass(frozen=True, slots=True)
class Topic:
    """The cards of one topic, in the order of the decks."""

    name: str
    cards: tuple[CardProgress, ...]

    @property
    def score(self) -> float | None:
        """The mean of the cards' scores; None while none has one."""
        return mean_score(self.cards)

    @property
    def dimensions(self) -> Mapping[Dimension, float]:
        """The mean of the cards' scores on each dimension on which one was graded."""
        return means(card.dimensions for card in self.cards)


def topics_of(cards: Sequence[CardProgress]) -> tuple[Topic, ...]:
    """The matrix's rows, the weakest first; those without a score come last."""
    by_name: dict[str, list[CardProgress]] = defaultdict(list)
    for card in cards:
        by_name[card.topic].append(card)
    topics = (Topic(name, tuple(own)) for name, own in by_name.items())
    return tuple(sorted(topics, key=lambda topic: 2.0 if topic.score is None else topic.score))


def mean_score(cards: Iterable[CardProgress]) -> float | None:
    """The mean of the scores that there are; None where there are none."""
    scores = [card.score for card in cards if card.score is not None]
    return fmean(scores) if scores else None


def means(scores: Iterable[Mapping[Dimension, float]]) -> Mapping[Dimension, float]:
    """The mean on each dimension that occurs, in the order of the dimensions."""
    given = list(scores)
    return {
        dimension: fmean(own)
        for dimension in Dimension
        if (own := [each[dimension] for each in given if dimension in each])
    }
