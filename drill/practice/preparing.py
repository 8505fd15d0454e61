"""Preparing an interview: which cards it may ask, and what earlier answers say about their topics."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection as AnyOf
from collections.abc import Mapping
from datetime import timedelta
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from drill.cards.card import Card, Dimension, ItemId, Kind
from drill.grading.scoring import CREDIT
from drill.interview.ability import Beta
from drill.interview.syllabus import Belief, Setup, Syllabus, mark_recent, subject_of, topic_of
from drill.practice.roster import Place, Roster
from drill.recall.days import Moment

if TYPE_CHECKING:
    from drill.store.collection import Transaction

RECENT = timedelta(days=30)
"""For so long nothing is asked in the same way again, while there is anything else."""
POOL = 60
"""Cards that an interview chooses from at most."""
REMEMBERED = 3.0
"""Points that earlier answers count for at most in a cell, so that what is said today weighs more."""


def syllabus_of(books: Transaction, roster: Roster, setup: Setup, moment: Moment) -> Syllabus:
    """The cards of the decks and tags that were chosen, due ones first where there are very many."""
    kept_back = books.memories.kept_back(moment.day)
    due = books.memories.due(moment.day, moment.now).keys()
    asked = books.interviews.items_since(moment.now - RECENT)
    places = [
        place
        for place in roster
        if place.rank == 0
        and place.item.kind is not Kind.CLOZE
        and place.item.id not in kept_back
        and chosen(place.card, setup)
    ]
    places.sort(key=lambda place: (place.item.id not in due, _lot(setup.seed, place)))
    subjects = [
        mark_recent(subject, asked)
        for place in places[:POOL]
        if (subject := subject_of(place.card, due=place.item.id in due))
    ]
    topics = {place.item.id: topic_of(place.card) for place in places}
    return Syllabus(
        tuple(subjects), beliefs(books.answers.last_verdicts(), topics, {s.topic for s in subjects})
    )


def chosen(card: Card, setup: Setup) -> bool:
    """Whether a card is in the decks and has one of the tags that were chosen."""
    in_deck = not setup.decks or card.deck in setup.decks
    return in_deck and (not setup.tags or not set(setup.tags).isdisjoint((*card.tags, topic_of(card))))


def beliefs(
    verdicts: Mapping[ItemId, Mapping[str, Any]], topics: Mapping[ItemId, str], wanted: AnyOf[str]
) -> tuple[Belief, ...]:
    """What the last verdicts say about some topics; `topics` has them by the item of the explanation."""
    cells: dict[tuple[str, str], Beta] = defaultdict(Beta)
    for item, verdict in verdicts.items():
        topic = topics.get(ItemId(item.partition("/")[0]))
        if topic is None or topic not in wanted:
            continue
        for point in verdict["points"]:
            credit = CREDIT[point["verdict"]]
            cells[topic, point["dimension"] or ""] += Beta(credit, 1 - credit)
    found = []
    for (topic, dimension), seen in sorted(cells.items()):
        weight = min(1.0, REMEMBERED / (seen.hits + seen.misses))
        where = Dimension(dimension) if dimension else None
        found.append(Belief(topic, where, seen.hits * weight, seen.misses * weight))
    return tuple(found)


def _lot(seed: int, place: Place) -> str:
    return blake2b(f"{seed} {place.card.id}".encode(), digest_size=8).hexdigest()
