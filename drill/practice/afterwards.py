"""What can be done with an interview once it was held: debrief it, schedule its fixes, judge it again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from drill.cards.card import Item
from drill.grading.contract import as_json
from drill.grading.scoring import Thresholds, rating_for
from drill.grading.verdict import Verdict
from drill.interview.debrief import Debrief, debrief_of
from drill.interview.expected import expected
from drill.interview.machine import replay
from drill.interview.record import InterviewRecord, record_of
from drill.interview.state import Main, Pursue, Rejudged, State
from drill.practice.agenda import interval_of, parameters
from drill.practice.roster import Roster
from drill.practice.session import answer_id
from drill.recall.days import Moment
from drill.settings import Settings
from drill.store.interviews import MOCK

if TYPE_CHECKING:
    from drill.practice.clock import Clock
    from drill.practice.regrading import Case
    from drill.store.collection import Collection
    from drill.store.interviews import Kept


@dataclass(frozen=True, slots=True)
class Scheduled:
    """An item that an interview brought into the schedule."""

    item: Item
    due: datetime


class Afterwards:
    """The interviews of a collection, as they were held."""

    def __init__(self, settings: Settings, roster: Roster, collection: Collection, clock: Clock) -> None:
        self._settings = settings
        self._roster = roster
        self._collection = collection
        self._clock = clock

    def record(self, name: UUID) -> InterviewRecord:
        """An interview by its id."""
        with self._collection.reading() as books:
            return recorded(books.interviews.get(name))

    def debrief(self, name: UUID) -> Debrief:
        """What an interview came to, made from its events."""
        return debrief_of(self.record(name))

    def cases(self, name: UUID) -> tuple[tuple[int, int, Case], ...]:
        """The answers in words that a model can judge again: number, depth, and the answer with its rubric.

        Without those given aloud, to numbers, or on cards that are gone.
        """
        from drill.practice.regrading import Case

        with self._collection.reading() as books:
            state = state_of(books.interviews.get(name))
        found = []
        for turn in state.turns:
            asked, reply, move = turn.asked, turn.reply, turn.asked.move
            if (
                turn.verdict is not None
                and turn.verdict.status == "graded"
                and reply is not None
                and reply.text.strip()
                and asked.seed is None
                and move.item in self._roster
            ):
                rubric = expected(self._roster.place(move.item).card, move)
                case = Case(rubric, asked.question, reply.text, turn.verdict, self._thresholds(), asked.hints)
                found.append((move.number, move.depth, case))
        return tuple(found)

    def rejudge(self, name: UUID, number: int, depth: int, verdict: Verdict) -> None:
        """Keep another verdict on an answer of an interview that is over: the one that counts from now on."""
        now = self._clock.now()
        with self._collection.writing() as books:
            state = state_of(books.interviews.get(name))
            moves = [turn.asked.move for turn in state.turns]
            move = next(each for each in moves if (each.number, each.depth) == (number, depth))
            books.interviews.append_verdict(name, Rejudged(number, depth, verdict), now)
            if isinstance(move.aim, Main | Pursue):  # the others are kept with the interview only
                answer = answer_id(name, number, depth)
                books.answers.add_verdict(answer, now, verdict.score, as_json(verdict))

    def schedule(self, name: UUID) -> tuple[Scheduled, ...]:
        """Bring what is to be fixed first into the schedule, as reviews with the rating that the score gives.

        What is scheduled already is left alone, so nothing is counted twice.
        """
        moment = self._moment()
        done = []
        fixes = self.debrief(name).fixes
        with self._collection.writing() as books:
            for fix in fixes:
                answer = answer_id(name, fix.number, fix.depth)
                if fix.item not in self._roster or books.log.review_of(answer):
                    continue
                item = self._roster.place(fix.item).item
                rating = rating_for(min(fix.score, self._settings.hard_below - 1e-9), 1.0, self._thresholds())
                books.log.append_review(
                    item=item.id,
                    rating=rating,
                    proposed=rating,
                    reason=MOCK,
                    answer=answer,
                    parameters=parameters(self._settings, item.kind),
                    at=moment.now,
                    day=moment.day,
                )
                done.append(Scheduled(item, interval_of(books.memories.derive(item.id).state, moment).due))
        return tuple(done)

    def unschedule(self, name: UUID) -> int:
        """Take back what `schedule` did, and return how many items that were."""
        fixes = self.debrief(name).fixes
        taken = 0
        with self._collection.writing() as books:
            for fix in fixes:
                if review := books.log.review_of(answer_id(name, fix.number, fix.depth)):
                    books.log.retract(review.id, self._clock.now())
                    books.memories.derive(review.item)
                    taken += 1
        return taken

    def _moment(self) -> Moment:
        return Moment(self._clock.now(), self._clock.zone, self._settings.rollover)

    def _thresholds(self) -> Thresholds:
        return Thresholds(self._settings.again_below, self._settings.hard_below, self._settings.good_below)


def state_of(kept: Kept) -> State:
    """The state that an interview was left in."""
    return replay((*kept.events, *((kept.draft,) if kept.draft else ())))


def recorded(kept: Kept) -> InterviewRecord:
    """An interview as it is shown and reported."""
    return record_of(kept.id, kept.began, kept.ended, state_of(kept))
