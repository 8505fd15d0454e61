"""Progress as one value, which every form of report shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from drill.cards.card import Card, CardId, Dimension, ItemId, Kind, Language
from drill.cards.items import items
from drill.recall.memory import RATINGS, Rating, Reviewing
from drill.recall.streak import streak
from drill.store.values import Judged

if TYPE_CHECKING:
    from drill.store.collection import Transaction

FORECAST_DAYS = 14


@dataclass(frozen=True, slots=True)
class CardProgress:
    """How one card stands: the scores of its last answer, and when its first item comes back."""

    id: CardId
    title: str
    score: float | None
    dimensions: Mapping[Dimension, float]
    due: date | None
    """None for a card that is not explained yet, or has a step to come today."""
    items_seen: int
    items: int


@dataclass(frozen=True, slots=True)
class Progress:
    """What was learnt. Counts of reviews and answers begin with `since`; what stands, stands on `day`."""

    day: date
    since: date | None
    cards: tuple[CardProgress, ...]
    items: int
    items_seen: int
    suspended: int
    leeches: Mapping[ItemId, int]
    """Lapses of the items that are marked as leeches."""
    streak: int
    reviews_by_day: Mapping[date, int]
    ratings: Mapping[Rating, int]
    retention: float | None
    """Share of reviews in turn (not new, no steps) that were remembered; None where there were none."""
    seconds: float
    """Spent answering, as far as it was measured."""
    forecast: Mapping[date, int]
    """Reviews due on each of the next days; what is overdue counts for today."""
    answers: tuple[Judged, ...]

    @property
    def reviews(self) -> int:
        """How many reviews there were."""
        return sum(self.reviews_by_day.values())

    @property
    def covered(self) -> int:
        """Cards of which something was reviewed."""
        return sum(card.items_seen > 0 for card in self.cards)

    @property
    def dimensions(self) -> Mapping[Dimension, float]:
        """The mean of the cards' last scores on each dimension."""
        return {
            dimension: sum(scores) / len(scores)
            for dimension in Dimension
            if (scores := [card.dimensions[dimension] for card in self.cards if dimension in card.dimensions])
        }


def progress_of(
    books: Transaction,
    cards: Sequence[Card],
    language: Language,
    *,
    day: date,
    since: date | None,
    leech_lapses: int,
) -> Progress:
    """Progress on `day` with `cards`; items of cards that are in no deck now are left out."""
    own = {item.id: item for card in cards for item in items(card)}
    states = {item: state for item, state in books.memories.states().items() if item in own}
    verdicts = books.answers.last_verdicts()
    start = since or date.min
    by_day = books.progress.reviews_by_day()
    counts = books.progress.review_counts(start)
    in_turn: Counter[bool] = Counter()
    for each in counts:
        if each.reason in ("due", "interview"):
            in_turn[each.rating != "again"] += each.count
    answers = tuple(books.progress.judged(start))
    dues = [max(state.due, day) for state in states.values() if isinstance(state, Reviewing)]
    return Progress(
        day=day,
        since=since,
        cards=tuple(_card(card, language, states, verdicts) for card in cards),
        items=len(own),
        items_seen=len(states),
        suspended=len(books.memories.suspended() & own.keys()),
        leeches={
            item: state.memory.lapses for item, state in states.items() if state.memory.lapses >= leech_lapses
        },
        streak=streak(by_day.keys(), day),
        reviews_by_day={on: count for on, count in by_day.items() if on >= start},
        ratings={rating: sum(each.count for each in counts if each.rating == rating) for rating in RATINGS},
        retention=in_turn[True] / in_turn.total() if in_turn else None,
        seconds=sum(answer.seconds or 0 for answer in answers),
        forecast={
            on: dues.count(on) for on in (day + timedelta(days=ahead) for ahead in range(FORECAST_DAYS))
        },
        answers=answers,
    )


def _card(
    card: Card,
    language: Language,
    states: Mapping[ItemId, Any],
    verdicts: Mapping[ItemId, Mapping[str, Any]],
) -> CardProgress:
    own = items(card)
    main = own[0]
    verdict = verdicts.get(main.id)
    state = states.get(main.id)
    graded = verdict["dimensions"] if verdict and main.kind is Kind.EXPLAIN else {}
    return CardProgress(
        id=card.id,
        title=card.text(language).title,
        score=verdict["score"] if verdict else None,
        dimensions={Dimension(name): each["score"] for name, each in graded.items()},
        due=state.due if isinstance(state, Reviewing) else None,
        items_seen=sum(item.id in states for item in own),
        items=len(own),
    )
