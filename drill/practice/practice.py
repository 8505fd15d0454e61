"""Practising: ask, answer, grade, rate, undo.

Each use case is one transaction, and what was typed is stored before it is judged. A review counts for the
instant at which its answer was given, so the intervals shown with the verdict are the ones that get stored.
"""

from __future__ import annotations

from collections.abc import Collection as AnyOf
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from secrets import randbits
from types import TracebackType
from typing import TYPE_CHECKING, Self

from drill.cards.card import ItemId, Language
from drill.errors import UsageError
from drill.grading.scoring import Thresholds
from drill.grading.verdict import RatingName, Verdict
from drill.i18n import interface_language
from drill.practice.agenda import followup_of, intervals_of, queue_of, reason_of
from drill.practice.asking import language_of, put, storable
from drill.practice.bookkeeping import (
    enter_answer,
    enter_review,
    left_open,
    take_back_later,
    take_back_latest,
)
from drill.practice.clock import Clock, SystemClock
from drill.practice.judging import judge, judge_ticks, with_words
from drill.practice.ledger import Ledger
from drill.practice.overview import today_of
from drill.practice.roster import Place, Roster
from drill.practice.views import Graded, Interval, Prompt, Reason, Reviewed, Today, Undone
from drill.recall.days import Moment
from drill.settings import Settings, home
from drill.store.values import GivenAnswer, Mark

if TYPE_CHECKING:
    from drill.cards.decks import Decks
    from drill.cards.passages import Passage
    from drill.practice.disputing import Disputes
    from drill.practice.doctor import Finding
    from drill.practice.interviewing import Interviews
    from drill.practice.recalling import PastAnswers
    from drill.practice.regrading import Case
    from drill.reports.progress import Progress
    from drill.store.collection import Collection, Transaction


def open_practice(
    settings: Settings,
    *,
    database: str | None = None,
    clock: Clock | None = None,
    seed: int | None = None,
) -> Practice:
    """Load the decks and open the collection (`database`, an SQLAlchemy URL, else the settings').

    `seed` replaces the collection's own, from which questions' numbers and the order among equals follow.
    Raises `DrillError` for a collection that cannot be opened; faults of decks are in `Practice.decks`.
    """
    # SQLAlchemy alone is a quarter of a second; the app paints first and calls this in a thread.
    from drill.cards.decks import folders, load_decks
    from drill.store.collection import open_collection
    from drill.store.names import Names

    decks = load_decks(folders(settings), cache=home() / "cards.json")
    roster = Roster(decks)
    where = database or settings.database or home() / "collection.db"
    collection = open_collection(where, Names(decks.aliases))
    return Practice(settings, decks, roster, collection, clock or SystemClock(), seed)


class Practice:
    """The open decks and collection. Use it from one thread at a time."""

    def __init__(
        self,
        settings: Settings,
        decks: Decks,
        roster: Roster,
        collection: Collection,
        clock: Clock,
        seed: int | None = None,
    ) -> None:
        self.settings = settings
        self.decks = decks
        self._roster = roster
        self._collection = collection
        self._clock = clock
        self.ledger = Ledger(collection, settings.endpoint, self._moment)
        """What asking a model needs to be remembered."""
        self._seed = int(collection.fact("seed", lambda: str(randbits(48)))) if seed is None else seed

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the collection."""
        self._collection.close()

    def today(self) -> Today:
        """What the learning day holds, for Home."""
        with self._collection.reading() as books:
            return today_of(
                books,
                self._roster,
                self.decks,
                self.settings,
                self._moment(),
                self._seed,
                (*self._collection.notices, *self._roster.faults),
            )

    def next(self) -> Prompt | None:
        """What is to be asked now; None when nothing is left for today."""
        return next(iter(self.queue(1)), None)

    def queue(self, limit: int) -> tuple[Prompt, ...]:
        """What is to be asked, in order; at most `limit`."""
        asked: list[Prompt] = []
        with self._collection.reading() as books:
            queue = queue_of(books, self._roster, self.settings, self._moment(), self._seed)
            for entry in queue.entries:
                if len(asked) == limit:
                    break
                try:
                    asked.append(self._put(books, self._roster.place(entry.item.id), entry.reason))
                except UsageError as fault:  # a drill in a user's deck whose numbers cannot be drawn
                    self._roster.leave_out(entry.item.id, str(fault))
        return tuple(asked)

    def prompt(self, item_id: str, language: Language | None = None, *, in_turn: bool = False) -> Prompt:
        """Ask one item: out of turn, which leaves the schedule alone, unless `in_turn`.

        Raises `UsageError` for an item that no deck has.
        """
        place = self._roster.place(item_id)
        with self._collection.reading() as books:
            state = books.memories.state(place.item.id)
            reason = reason_of(state, self._moment()) if in_turn else "practice"
            return self._put(books, place, reason, language)

    def save_draft(self, item_id: str, text: str) -> None:
        """Keep what is typed so far, with the question as it stands."""
        place = self._roster.place(item_id)
        with self._collection.writing() as books:
            prompt = self._put(books, place, "practice")
            books.answers.put_draft(place.item.id, left_open(prompt, storable(text)), self._clock.now())

    def answer(self, prompt: Prompt, text: str, *, seconds: float | None = None, hints: int = 0) -> Graded:
        """Store an answer, then judge it. The schedule changes when it is rated."""
        with self._collection.writing() as books:
            given = enter_answer(
                books, prompt, storable(text), self._moment(), mode="typed", seconds=seconds, hints=hints
            )
        return self._graded(prompt, given, judge(prompt, given.text, self._thresholds(), hints=hints))

    def case(self, graded: Graded) -> Case:
        """A stored answer as a model is asked about it."""
        from drill.practice.regrading import case_of

        with self._collection.reading() as books:
            hints = books.answers.get(graded.answer).hints
        return case_of(graded.prompt, graded.text, graded.verdict, self._thresholds(), hints)

    def judged_again(self, graded: Graded, verdict: Verdict) -> Graded:
        """Keep another verdict on a stored answer: the one that counts from now on."""
        with self._collection.reading() as books:
            given = books.answers.get(graded.answer)
        again = self._graded(graded.prompt, given, verdict)
        return replace(again, intervals=graded.intervals, disputed=graded.disputed)

    def ticked(self, graded: Graded, points: AnyOf[str]) -> Graded:
        """Judge a stored answer by the points that the user says it makes; the words found for them stay."""
        with self._collection.reading() as books:
            hints = books.answers.get(graded.answer).hints
        verdict = judge_ticks(graded.prompt, points, self._thresholds(), hints=hints)
        return self.judged_again(graded, with_words(verdict, graded.verdict, graded.disputed))

    def past(self) -> PastAnswers:
        """The answers of earlier days."""
        from drill.practice.recalling import PastAnswers

        return PastAnswers(self._collection, self._roster)

    def disputes(self) -> Disputes:
        """What the user disputes of verdicts."""
        from drill.practice.disputing import Disputes

        return Disputes(self._collection, self._roster, self._clock)

    def warm_up(self, prompt: Prompt) -> None:
        """Load what judging an answer takes: 0.4 s, the first time, that an answer need not wait for."""
        judge(prompt, prompt.question, self._thresholds())

    def checklist(self, prompt: Prompt, ticked: AnyOf[str], *, seconds: float | None = None) -> Graded:
        """Store that a question was answered aloud, and judge it by the points the user says they made."""
        with self._collection.writing() as books:
            given = enter_answer(books, prompt, "", self._moment(), mode="aloud", seconds=seconds)
        return self._graded(prompt, given, judge_ticks(prompt, ticked, self._thresholds()))

    def rate(self, graded: Graded, rating: RatingName) -> Reviewed:
        """Record the review and schedule the item. Rating an answer again replaces its first rating."""
        if graded.prompt.reason == "practice":
            return Reviewed(graded.prompt.item, rating, due=None, days=0.0, scheduled=False)
        with self._collection.writing() as books:
            return enter_review(books, graded, rating, self.settings, self._moment())

    def followup(self, graded: Graded) -> Prompt | None:
        """The follow-up or drill of the same card whose turn it is; answering it is its review.

        None when all of them were reviewed today, or are suspended or buried.
        """
        moment = self._moment()
        prompt = graded.prompt
        with self._collection.reading() as books:
            found = followup_of(books, self._roster, self.settings, moment, prompt.item)
            if found is None:
                return None
            place, state = found
            reason = "practice" if prompt.reason == "practice" else reason_of(state, moment)
            return self._put(books, place, reason, prompt.language)

    def undo(self) -> Undone | None:
        """Take back the latest action, of this sitting or an earlier one; None if there is none.

        Its item is again exactly where it was, and the text of the answer is its draft.
        """
        with self._collection.writing() as books:
            return take_back_latest(books, self._roster, self._clock.now())

    def stats(self, since: date | None = None) -> Progress:
        """What was learnt, for statistics and reports; reviews and answers from `since` on."""
        from drill.reports.progress import progress_of

        with self._collection.reading() as books:
            return progress_of(
                books,
                tuple(self.decks.cards.values()),
                self._language(),
                self.settings,
                self._moment(),
                since,
            )

    def interviews(self) -> Interviews:
        """The mock interviews on this collection."""
        from drill.practice.interviewing import Interviews

        return Interviews(self.settings, self.decks, self._roster, self._collection, self._clock, self._seed)

    def ask(self, card_id: str, question: str, language: Language | None = None) -> tuple[Passage, ...]:
        """What a card says to a free question, the best passage first; nothing where it says nothing.

        `drill.practice.consulting` has the model of the settings answer from the card, where there is one.
        Raises `UsageError` for a card that no deck has.
        """
        from drill.cards.passages import best, passages

        place = self._roster.place(card_id)
        return best(question, passages(place.card, language_of(place, language or self._language())))

    def doctor(self) -> tuple[Finding, ...]:
        """What is right and wrong with the decks and the collection."""
        from drill.practice.doctor import findings_on_collection, findings_on_decks

        return (
            *findings_on_decks(self.decks),
            *findings_on_collection(self._collection, self._roster, self._moment()),
        )

    def rebuild(self) -> int:
        """Replay the whole log; return how many memories had not been what it says."""
        with self._collection.writing() as books:
            return books.memories.rebuild()

    def undo_future(self) -> int:
        """Take back everything that is dated later than now, and return how much that was."""
        with self._collection.writing() as books:
            return take_back_later(books, self._clock.now())

    def suspend(self, item_id: str) -> None:
        """Do not ask an item until it is unsuspended."""
        self._mark("suspend", item_id)

    def suspended(self) -> tuple[ItemId, ...]:
        """The items of the decks that are not asked until they are unsuspended."""
        with self._collection.reading() as books:
            kept_out = books.memories.suspended()
        return tuple(place.item.id for place in self._roster if place.item.id in kept_out)

    def unsuspend(self, item_id: str) -> None:
        """Ask a suspended item again; its history is as it was."""
        self._mark("unsuspend", item_id)

    def bury(self, item_id: str) -> None:
        """Do not ask an item before tomorrow."""
        self._mark("bury", item_id)

    def reset(self, item_id: str) -> None:
        """Make an item new again; what came before stays in the log and no longer counts."""
        self._mark("reset", item_id)

    def _moment(self) -> Moment:
        return Moment(self._clock.now(), self._clock.zone, self.settings.rollover)

    def _thresholds(self) -> Thresholds:
        return Thresholds(self.settings.again_below, self.settings.hard_below, self.settings.good_below)

    def _put(
        self, books: Transaction, place: Place, reason: Reason, language: Language | None = None
    ) -> Prompt:
        return put(books, place, reason, wanted=language or self._language(), collection_seed=self._seed)

    def _language(self) -> Language:
        chosen = self.settings.question_language
        return interface_language() if chosen == "auto" else chosen

    def _graded(self, prompt: Prompt, given: GivenAnswer, verdict: Verdict) -> Graded:
        from drill.grading.contract import as_json

        with self._collection.writing() as books:
            books.answers.add_verdict(given.id, self._clock.now(), verdict.score, as_json(verdict))
            state = books.memories.state(given.item)
        intervals: Mapping[RatingName, Interval] = {}
        if prompt.reason != "practice":
            moment = replace(self._moment(), now=given.at)
            intervals = intervals_of(state, self.settings, prompt.item, moment)
        return Graded(given.id, prompt, given.text, verdict, intervals)

    def _mark(self, kind: Mark, item_id: str) -> None:
        item = self._roster.place(item_id).item.id
        moment = self._moment()
        with self._collection.writing() as books:
            books.log.append_mark(kind, item=item, at=moment.now, day=moment.day)
            books.memories.derive(item)
