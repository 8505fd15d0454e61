"""Progress as one value, which every form of report shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from drill.cards.card import Card, Dimension, ItemId, Kind, Language
from drill.cards.items import items
from drill.interview.machine import replay
from drill.interview.record import record_of
from drill.interview.syllabus import topic_of
from drill.recall.days import Moment, learning_day
from drill.recall.memory import Rating, Reviewing
from drill.recall.streak import streak
from drill.reports.answers import Answer, Material, answer_of
from drill.reports.interviews import Interview, interview_of
from drill.reports.standing import CardProgress, Topic, mean_score, means, topics_of
from drill.reports.weeks import Week, ratings_of, retention_of, weeks_of

if TYPE_CHECKING:
    from drill.settings import Settings
    from drill.store.collection import Transaction

FORECAST_DAYS = 14


@dataclass(frozen=True, slots=True)
class Progress:
    """What was learnt. Counts of reviews and answers begin with `since`; what stands, stands on `day`."""

    day: date
    since: date | None
    interview: date | None
    """The day of the interview, where one is set."""
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
    target: float
    """The retention that the schedule aims at."""
    weeks: tuple[Week, ...]
    seconds: float
    """Spent answering, as far as it was measured."""
    forecast: Mapping[date, int]
    """Reviews due on each of the next days; what is overdue counts for today."""
    answers: tuple[Answer, ...]
    interviews: tuple[Interview, ...]
    """Those that are over, the latest first."""

    @property
    def reviews(self) -> int:
        """How many reviews there were."""
        return sum(self.reviews_by_day.values())

    @property
    def covered(self) -> int:
        """Cards of which something was reviewed."""
        return sum(card.items_seen > 0 for card in self.cards)

    @property
    def score(self) -> float | None:
        """The mean of the cards' last scores; None while none has one."""
        return mean_score(self.cards)

    @property
    def dimensions(self) -> Mapping[Dimension, float]:
        """The mean of the cards' last scores on each dimension."""
        return means(card.dimensions for card in self.cards)

    @property
    def topics(self) -> tuple[Topic, ...]:
        """The dimension by topic matrix, the weakest topic first."""
        return topics_of(self.cards)


def progress_of(
    books: Transaction,
    cards: Sequence[Card],
    language: Language,
    settings: Settings,
    moment: Moment,
    since: date | None,
) -> Progress:
    """Progress at `moment` with `cards`; items of cards that are in no deck now are left out."""
    day = moment.day
    own = {item.id: item for card in cards for item in items(card)}
    states = {item: state for item, state in books.memories.states().items() if item in own}
    verdicts = books.answers.last_verdicts()
    start = since or date.min
    by_day = books.progress.reviews_by_day()
    counts = books.progress.review_counts(start)
    in_turn, remembered = retention_of(counts)
    material = Material({card.id: card for card in cards}, own, language)
    answers = tuple(answer_of(judged, material) for judged in books.progress.judged(start))
    dues = [max(state.due, day) for state in states.values() if isinstance(state, Reviewing)]
    return Progress(
        day=day,
        since=since,
        interview=settings.interview_date,
        cards=tuple(_card(card, language, states, verdicts) for card in cards),
        items=len(own),
        items_seen=len(states),
        suspended=len(books.memories.suspended() & own.keys()),
        leeches={
            item: state.memory.lapses
            for item, state in states.items()
            if state.memory.lapses >= settings.leech_lapses
        },
        streak=streak(by_day.keys(), day),
        reviews_by_day={on: count for on, count in by_day.items() if on >= start},
        ratings=ratings_of(counts),
        retention=remembered / in_turn if in_turn else None,
        target=settings.desired_retention,
        weeks=weeks_of(counts, answers, day),
        seconds=sum(answer.seconds or 0 for answer in answers),
        forecast={
            on: dues.count(on) for on in (day + timedelta(days=ahead) for ahead in range(FORECAST_DAYS))
        },
        answers=answers,
        interviews=tuple(_interviews(books, material, moment, start)),
    )


def _interviews(books: Transaction, material: Material, moment: Moment, since: date) -> Iterator[Interview]:
    """Those that are over, the latest first."""
    for kept in books.interviews.all():
        day = learning_day(kept.began, moment.zone, moment.rollover)
        if kept.ended is not None and day >= since:
            record = record_of(kept.id, kept.began, kept.ended, replay(kept.events))
            yield interview_of(record, day, material)


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
        topic=topic_of(card),
        score=verdict["score"] if verdict else None,
        dimensions={Dimension(name): each["score"] for name, each in graded.items()},
        due=state.due if isinstance(state, Reviewing) else None,
        items_seen=sum(item.id in states for item in own),
        items=len(own),
    )
