"""What Home shows of the learning day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

from drill.cards.card import Dimension
from drill.cards.decks import Decks
from drill.i18n import _, ngettext
from drill.practice.agenda import days_to_interview, next_due, queue_of
from drill.practice.roster import Roster
from drill.practice.views import Today, Weak
from drill.recall.days import Moment
from drill.recall.streak import streak
from drill.settings import Settings

if TYPE_CHECKING:
    from drill.store.collection import Transaction

_WEAKEST = 5
CLOCK_SLACK = timedelta(minutes=5)
"""Clocks of a healthy machine are set back by less."""
_LONG_AWAY = timedelta(days=30)
_FAULTS = 3
"""Faults of decks that are shown one by one."""


def today_of(
    books: Transaction,
    roster: Roster,
    decks: Decks,
    settings: Settings,
    moment: Moment,
    seed: int,
    notices: tuple[str, ...],
) -> Today:
    """The learning day at this moment; `notices` are shown before its own."""
    queue = queue_of(books, roster, settings, moment, seed)
    reviews = books.progress.reviews_by_day()
    known = books.memories.known()
    return Today(
        day=moment.day,
        learning=queue.count("learning", "ahead"),
        due=queue.count("due", "interview"),
        new=queue.count("new"),
        done=reviews.get(moment.day, 0),
        streak=streak(reviews.keys(), moment.day),
        next_due=None if queue.entries else next_due(books, roster, queue, moment),
        interview=settings.interview_date,
        days_left=days_to_interview(settings, moment),
        weak=weakest(books, roster),
        covered=sum(place.item.id in known for place in roster if place.rank == 0),
        cards=len(decks.cards),
        notices=(*notices, *_clock_notices(books, moment), *_fault_notices(decks)),
    )


def weakest(books: Transaction, roster: Roster) -> tuple[Weak, ...]:
    """The cards with the lowest last scores, each with its lowest dimension, worst first."""
    found = []
    for item, verdict in books.answers.last_verdicts().items():
        if item not in roster or roster.place(item).rank != 0:
            continue
        scores = {Dimension(name): one["score"] for name, one in verdict["dimensions"].items()}
        dimension = min(scores, key=lambda each: scores[each], default=None)
        score = verdict["score"] if dimension is None else scores[dimension]
        if score < 1:
            found.append(Weak(roster.place(item).card, dimension, score))
    return tuple(sorted(found, key=lambda weak: weak.score)[:_WEAKEST])


def _clock_notices(books: Transaction, moment: Moment) -> Iterator[str]:
    last = books.log.last_instant()
    if last is None:
        return
    behind = last - moment.now
    days = round(behind / timedelta(days=1))
    if behind > CLOCK_SLACK and days == 0:
        yield _("the clock is behind the last review, by less than a day; is it right?")
    elif behind > CLOCK_SLACK:
        yield ngettext(
            "the clock is {n} day behind the last review; is it right?",
            "the clock is {n} days behind the last review; is it right?",
            days,
        ).format(n=days)
    if -behind > _LONG_AWAY:
        days = -behind // timedelta(days=1)
        yield ngettext(
            "the last review was {n} day ago; if that is wrong, set the clock before you go on",
            "the last review was {n} days ago; if that is wrong, set the clock before you go on",
            days,
        ).format(n=days)


def _fault_notices(decks: Decks) -> Iterator[str]:
    if len(decks.faults) <= _FAULTS:
        yield from map(str, decks.faults)
    else:
        yield _("{n} faults in the decks; `drill cards lint` shows them").format(n=len(decks.faults))
