"""The day's queue: which items are asked now, in which order, and why.

The rules, in order:

1. Steps that have come due (learning and relearning) come first, the longest waiting first. No limit holds
   them, and they are no new sibling: the item was already asked today.
2. Due reviews are ordered by the chance that they are still remembered, least first, and new items by their
   rank in their cards, then by the order of the decks: every card is explained before the second item of any
   is shown. New items are spread evenly among the reviews.
3. Of one card only one item a day is asked (due before new), for one answer gives away the next.
4. Each day has so many new cards and so many reviews; what the log says was done today is taken off first.
   The one limit never holds the other.
5. When nothing else is left, a step due within the learn-ahead time is taken early.

Until the interview date (when one is set and has not passed) rule 3 is off; as many new cards are shown a day
as it takes to have explained every card three days before the date, if that is more than the limit; and in
the last three days every card comes once more, a share each day, those with the lowest scores first.

The order is a function of the values handed in; ties are broken by the seed and the day.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import blake2b
from math import ceil
from typing import Literal, TypeVar

from drill.cards.card import CardId, Item, ItemId
from drill.recall.memory import Learning, New, Relearning, Reviewing, State
from drill.recall.schedule import Parameters, retrievability

Reason = Literal["learning", "due", "new", "ahead", "interview"]

LAST_DAYS = timedelta(days=3)
"""Before the interview: the time for the weakest cards once more."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item that may be asked: neither suspended nor buried."""

    item: Item
    state: State
    position: int
    """The card's place in the decks."""
    rank: int
    """The item's place in its card; 0 is the explanation (or the only item)."""
    score: float | None = None
    """How well it was answered last; None: never, or not graded."""


@dataclass(frozen=True, slots=True)
class Done:
    """What the log says about today."""

    items: Set[ItemId] = frozenset()
    """Reviewed today."""
    cards: Set[CardId] = frozenset()
    """Cards of which an item was reviewed today."""
    introduced: Set[CardId] = frozenset()
    """Cards of which an item was reviewed today for the first time ever."""
    reviews: int = 0
    """Items reviewed today that had been reviewed on an earlier day."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The user's choices for the queue."""

    new: int
    reviews: int
    learn_ahead: timedelta
    interview: date | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """An item in its place, and why it is there."""

    item: Item
    reason: Reason


@dataclass(frozen=True, slots=True)
class Queue:
    """What is to be asked now, in order."""

    entries: tuple[Entry, ...]
    held: bool
    """Whether a limit or a sibling holds something back until tomorrow."""

    def count(self, *reasons: Reason) -> int:
        """How many entries are there for one of `reasons`."""
        return sum(entry.reason in reasons for entry in self.entries)


def build_queue(
    candidates: Iterable[Candidate],
    done: Done,
    rules: Rules,
    parameters: Parameters,
    *,
    now: datetime,
    day: date,
) -> Queue:
    """Order what may be asked at the instant `now` on the learning day `day`; the module states the rules."""
    steps: list[tuple[datetime, Candidate]] = []
    due: list[Candidate] = []
    new: list[Candidate] = []
    seen: list[Candidate] = []
    for candidate in candidates:
        match candidate.state:
            case Learning(due=instant) | Relearning(due=instant):
                steps.append((instant, candidate))
            case Reviewing(due=on):
                (due if on <= day else seen).append(candidate)
            case New():
                new.append(candidate)

    steps.sort(key=lambda step: (step[0], step[1].item.id))
    due.sort(key=lambda one: (retrievability(one.state, day, parameters), _lot(rules.seed, day, one)))
    new.sort(key=lambda one: (one.rank, one.position, one.item.id))

    preparing = rules.interview is not None and day <= rules.interview
    free_due = [one for one in due if one.item.id not in done.items]
    free_new = new
    if not preparing:
        free_due = _one_a_card(free_due, done.cards)
        free_new = _one_a_card(new, done.cards | {one.item.card for one in free_due})

    again: list[Candidate] = []
    share = 0
    new_left = rules.new - len(done.introduced)
    if rules.interview is not None and preparing:
        new_left = max(new_left, _needed(new, done, rules.interview, day))
        again = _weakest(seen, parameters, rules.interview, day)
        share = _share(len(again), (*seen, *due), done, rules.interview, day)

    reviews_left = max(0, rules.reviews - done.reviews)
    asked_due = free_due[:reviews_left]
    asked_again = again[: min(share, reviews_left - len(asked_due))]
    asked_new = free_new[: max(0, new_left)]

    entries = [Entry(one.item, "learning") for instant, one in steps if instant <= now]
    reviews = [Entry(one.item, "due") for one in asked_due]
    reviews += [Entry(one.item, "interview") for one in asked_again]
    entries += _spread(reviews, [Entry(one.item, "new") for one in asked_new])
    entries += [Entry(one.item, "ahead") for at, one in steps if now < at <= now + rules.learn_ahead]
    held = len(asked_due) + len(asked_new) + len(asked_again) < len(due) + len(new) + len(again)
    return Queue(tuple(entries), held)


def _one_a_card(candidates: Sequence[Candidate], taken: Collection[CardId]) -> list[Candidate]:
    cards = set(taken)
    chosen = []
    for candidate in candidates:
        if candidate.item.card not in cards:
            cards.add(candidate.item.card)
            chosen.append(candidate)
    return chosen


def _needed(new: Sequence[Candidate], done: Done, interview: date, day: date) -> int:
    """New cards still to be shown today, so that all are explained before the last days."""
    unseen = sum(one.rank == 0 for one in new)
    days = max(1, (interview - LAST_DAYS - day).days)
    return ceil((unseen + len(done.introduced)) / days) - len(done.introduced) if unseen else 0


def _weakest(
    seen: Sequence[Candidate], parameters: Parameters, interview: date, day: date
) -> list[Candidate]:
    """The cards to be asked once more in the last days, the weakest first; what is due comes by itself."""
    opening = interview - LAST_DAYS
    if day < opening:
        return []
    left = [one for one in seen if one.rank == 0 and _last_day(one.state) < opening]
    left.sort(key=lambda one: (one.score or 0.0, retrievability(one.state, day, parameters), one.position))
    return left


def _share(left: int, known: Iterable[Candidate], done: Done, interview: date, day: date) -> int:
    """How many of the cards left today may still be asked, so that the last days share them evenly."""
    asked = sum(one.rank == 0 and one.item.id in done.items for one in known)
    return max(0, ceil((left + asked) / max(1, (interview - day).days)) - asked)


def _last_day(state: State) -> date:
    return date.min if isinstance(state, New) else state.memory.last_day


def _spread(many: Sequence[T], few: Sequence[T]) -> list[T]:
    """Both sequences in their own order, the members of each at even distances."""
    placed = [((place + 0.5) / len(group), each) for group in (many, few) for place, each in enumerate(group)]
    return [each for _, each in sorted(placed, key=lambda one: one[0])]


def _lot(seed: int, day: date, candidate: Candidate) -> bytes:
    return blake2b(f"{seed} {day} {candidate.item.id}".encode(), digest_size=8).digest()
