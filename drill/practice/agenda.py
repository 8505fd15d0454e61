"""What is due: hands the rules of `drill.recall.queue` what the collection and the settings say."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from drill.cards.card import Item, ItemId, Kind
from drill.grading.verdict import RatingName
from drill.practice.roster import Place, Roster
from drill.practice.views import Interval, Reason
from drill.recall.days import Moment
from drill.recall.memory import New, Reviewing, Seen, State
from drill.recall.queue import Candidate, Queue, Rules, build_queue
from drill.recall.schedule import STEPS, Parameters, choices, retrievability
from drill.settings import Settings

if TYPE_CHECKING:
    from drill.store.collection import Transaction

_TURNS = {"learning": 0, "due": 0, "new": 1, "ahead": 2}


def parameters(settings: Settings, kind: Kind) -> Parameters:
    """How an item of this kind is scheduled."""
    return Parameters(
        retention=settings.desired_retention, maximum=settings.maximum_interval, step=STEPS[kind]
    )


def queue_of(books: Transaction, roster: Roster, settings: Settings, moment: Moment, seed: int) -> Queue:
    """The queue at this moment."""
    ahead = timedelta(minutes=settings.learn_ahead)
    days_left = days_to_interview(settings, moment)
    seen: Mapping[ItemId, Seen]
    if days_left is None:
        seen = books.memories.due(moment.day, moment.now + ahead)
        scores: Mapping[ItemId, float] = {}
    else:
        seen = books.memories.states()
        scores = {item: verdict["score"] for item, verdict in books.answers.last_verdicts().items()}
    known = books.memories.known()
    kept_back = books.memories.kept_back(moment.day)
    candidates = (
        Candidate(place.item, seen.get(item, New()), place.position, place.rank, scores.get(item))
        for place in roster
        if (item := place.item.id) not in kept_back and (item in seen or item not in known)
    )
    rules = Rules(
        new=settings.new_per_day,
        reviews=settings.reviews_per_day,
        learn_ahead=ahead,
        interview=settings.interview_date,
        seed=seed,
    )
    return build_queue(
        candidates,
        books.progress.done_on(moment.day),
        rules,
        parameters(settings, Kind.EXPLAIN),
        now=moment.now,
        day=moment.day,
    )


def next_due(books: Transaction, roster: Roster, queue: Queue, moment: Moment) -> datetime | None:
    """When something comes back after an empty queue; None when nothing ever does."""
    suspended = books.memories.suspended()
    buried = books.memories.kept_back(moment.day) - suspended
    waiting = [
        state for item, state in books.memories.states().items() if item in roster and item not in suspended
    ]
    instants = [moment.start(state.due) if isinstance(state, Reviewing) else state.due for state in waiting]
    later = [max(instant, moment.tomorrow) for instant in instants if instant <= moment.now]
    later += [instant for instant in instants if instant > moment.now]
    if queue.held or any(item in roster for item in buried):
        later.append(moment.tomorrow)
    return min(later, default=None)


def followup_of(
    books: Transaction, roster: Roster, settings: Settings, moment: Moment, asked: Item
) -> tuple[Place, State] | None:
    """Of the card of `asked`, the follow-up or drill whose turn it is, with its state.

    That is what is due, else what is new, else what is least likely remembered. What was reviewed today, is
    suspended or buried, is not asked.
    """
    passed_over = books.memories.kept_back(moment.day) | books.progress.done_on(moment.day).items | {asked.id}
    waiting = [
        (place, books.memories.state(place.item.id))
        for place in roster.of_card(asked.card)
        if place.item.kind in (Kind.FOLLOWUP, Kind.DRILL) and place.item.id not in passed_over
    ]

    def turn(one: tuple[Place, State]) -> tuple[int, float, int]:
        place, state = one
        chance = retrievability(state, moment.day, parameters(settings, place.item.kind))
        return _TURNS[reason_of(state, moment)], chance, place.rank

    return min(waiting, key=turn, default=None)


def reason_of(state: State, moment: Moment) -> Reason:
    """Why an item in this state would be asked now; `ahead` when it is before its time."""
    match state:
        case New():
            return "new"
        case Reviewing(due=due):
            return "due" if due <= moment.day else "ahead"
    return "learning" if state.due <= moment.now else "ahead"


def intervals_of(
    state: State, settings: Settings, item: Item, given: Moment
) -> Mapping[RatingName, Interval]:
    """What each rating of an answer given at the moment `given` would lead to."""
    outcomes = choices(
        state, item=item.id, at=given.now, day=given.day, parameters=parameters(settings, item.kind)
    )
    return {rating: interval_of(outcome, given) for rating, outcome in outcomes.items()}


def interval_of(state: State, given: Moment) -> Interval:
    """When a state reached by an answer given at the moment `given` is due; a new item is due at once."""
    if isinstance(state, New):
        return Interval(given.now, 0.0)
    if isinstance(state, Reviewing):
        return Interval(given.start(state.due), float((state.due - given.day).days))
    return Interval(state.due, (state.due - given.now) / timedelta(days=1))


def days_to_interview(settings: Settings, moment: Moment) -> int | None:
    """Days until the interview; None when there is none, or it has passed."""
    if settings.interview_date is None or settings.interview_date < moment.day:
        return None
    return (settings.interview_date - moment.day).days
