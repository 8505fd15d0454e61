"""What to do next, by rules that can be read here: weak places first, then what slips, then what waits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from drill.cards.card import CardId, Dimension, ItemId, Kind
from drill.reports.answers import Answer
from drill.reports.highlights import latest
from drill.reports.progress import Progress
from drill.reports.standing import CardProgress

WEAK = 0.75
"""A mean score below it is a place to work on."""
_WEAK_PLACES = 3
_POINTS = 2
_BELIEFS = 2
_LEECHES = 2
_SHORTFALL = 0.05
"""By how much retention may miss its target before it is worth a word."""


@dataclass(frozen=True, slots=True)
class Strengthen:
    """Answer these cards again, and say what was missed on this dimension."""

    topic: str
    dimension: Dimension
    score: float
    cards: tuple[CardProgress, ...]
    """The cards of the topic that are weak there, the weakest first."""
    points: tuple[str, ...]
    """What their last answers missed there, musts first."""


@dataclass(frozen=True, slots=True)
class Unlearn:
    """Put a misconception right that was voiced in the last answer to its question."""

    card: CardId
    question: str
    quote: str
    correction: str


@dataclass(frozen=True, slots=True)
class Rework:
    """Learn an item anew that keeps being forgotten."""

    item: ItemId
    question: str
    """As it was last put; the item's id where it was not answered since the report's beginning."""
    lapses: int


@dataclass(frozen=True, slots=True)
class Remember:
    """Review more evenly: less is remembered than was aimed at."""

    retention: float
    target: float


@dataclass(frozen=True, slots=True)
class CatchUp:
    """Review what is due."""

    due: int


@dataclass(frozen=True, slots=True)
class Begin:
    """Explain cards for the first time."""

    cards: tuple[CardProgress, ...]


Step = Strengthen | Unlearn | Rework | Remember | CatchUp | Begin


def next_steps(progress: Progress) -> tuple[Step, ...]:
    """The steps, the most urgent first; empty when nothing is left to do."""
    last = latest(progress.answers)
    return (
        *islice(_weak_places(progress, last), _WEAK_PLACES),
        *islice(_voiced(last), _BELIEFS),
        *islice(_slipping(progress), _LEECHES),
        *_memory(progress),
        *_begin(progress),
    )


def _weak_places(progress: Progress, last: Sequence[Answer]) -> Iterator[Strengthen]:
    places = [
        (score, topic, dimension)
        for topic in progress.topics
        for dimension, score in topic.dimensions.items()
        if score < WEAK
    ]
    for score, topic, dimension in sorted(places, key=lambda place: place[0]):
        weak = [card for card in topic.cards if card.dimensions.get(dimension, 1.0) < WEAK]
        weak.sort(key=lambda card: card.dimensions[dimension])
        place = {card.id: number for number, card in enumerate(weak)}
        told = [answer for answer in last if answer.kind is Kind.EXPLAIN and answer.card in place]
        told.sort(key=lambda answer: place[answer.card])
        missed = [point for answer in told for point in answer.missed if point.dimension is dimension]
        missed.sort(key=lambda point: not point.must)
        yield Strengthen(
            topic.name, dimension, score, tuple(weak), tuple(point.text for point in missed[:_POINTS])
        )


def _voiced(last: Sequence[Answer]) -> Iterator[Unlearn]:
    for answer in reversed(last):
        for belief in answer.beliefs:
            yield Unlearn(answer.card, answer.question, belief.quote, belief.correction)


def _slipping(progress: Progress) -> Iterator[Rework]:
    asked = {answer.item: answer.question for answer in progress.answers}
    for item, lapses in sorted(progress.leeches.items(), key=lambda leech: -leech[1]):
        yield Rework(item, asked.get(item, item), lapses)


def _memory(progress: Progress) -> Iterator[Step]:
    if progress.retention is not None and progress.retention < progress.target - _SHORTFALL:
        yield Remember(progress.retention, progress.target)
    if due := progress.forecast.get(progress.day, 0):
        yield CatchUp(due)


def _begin(progress: Progress) -> Iterator[Begin]:
    if unseen := tuple(card for card in progress.cards if not card.items_seen):
        yield Begin(unseen)
