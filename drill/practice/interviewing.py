"""The mock interview as a use case: what a screen or a verb calls.

    interviews = practice.interviews()
    setup = interviews.preset(language="zh", tags=("kv",))  # 30 minutes, five questions, where not said
    session = interviews.begin(setup)                       # or interviews.resume()
    session.lines                                           # what was said so far, to show
    session.standing                                        # the open question; None when it is over
    session.clock(), session.alarm()                        # at any moment, from any thread: arithmetic only
    new = session.say(text)                                 # an answer, or a request (`?`, natural words)
    new = session.answer(text), session.request("hint")     # the same, told apart by keys
    new = session.tick({"stored", "append"})                # answered aloud: the points that were made
    session.draft(text)                                     # keep what is typed, with the time
    new = session.time_up(text)                             # when clock().question_alarm is "up"
    new = session.end(text)                                 # end here; what is typed is the last answer
    session.hurry()                                         # from any thread: do not wait for the model
    interviews.debrief(session.id)                          # during or after it; again at any time
    interviews.schedule(session.id)                         # what to fix first enters the schedule ...
    interviews.unschedule(session.id)                       # ... and leaves it again

Every call stores what happened before it returns what to show, and returns the lines that were added. While a
call is under way the candidate's clock stands still. A session is for one thread at a time, `clock` and
`hurry` apart. Where the settings name a model, and `setup.model` is left true, a call may take eight seconds
more; a line of the kind `notice` says, once, why the interviewer goes on without it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from drill.cards.card import Item, Language
from drill.errors import UsageError
from drill.grading.scoring import Thresholds, rating_for
from drill.i18n import _, interface_language
from drill.interview import clock as clocks
from drill.interview.ability import ability, overall
from drill.interview.debrief import Debrief, debrief_of
from drill.interview.machine import replay, step
from drill.interview.record import InterviewRecord, record_of
from drill.interview.state import Asking, Began, Listening, Over, State
from drill.interview.syllabus import Level, Setup, topic_of
from drill.interview.voice import ScriptVoice, Voice
from drill.practice.agenda import interval_of, parameters
from drill.practice.interviewer import Desk
from drill.practice.ledger import Ledger
from drill.practice.preparing import syllabus_of
from drill.practice.roster import Roster
from drill.practice.session import Session, answer_id
from drill.practice.speaking import ModelVoice
from drill.recall.days import Moment
from drill.settings import Settings
from drill.store.interviews import MOCK, UnreadableError

if TYPE_CHECKING:
    from drill.cards.decks import Decks
    from drill.practice.clock import Clock
    from drill.store.collection import Collection
    from drill.store.interviews import Kept

HARD_FROM, EASY_BELOW = 0.75, 0.4
"""What is known of the candidate, from which an interview begins with hard, or easy, follow-ups."""
QUESTIONS = range(1, 21)
MINUTES = range(1, 181)


@dataclass(frozen=True, slots=True)
class Scheduled:
    """An item that an interview brought into the schedule."""

    item: Item
    due: datetime


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Where an interview stands that can be gone on with."""

    began: datetime
    number: int
    """Of the question that stands open."""
    of: int
    left: float
    """Seconds of the candidate's time."""


class Interviews:
    """The interviews of a collection."""

    def __init__(
        self,
        settings: Settings,
        decks: Decks,
        roster: Roster,
        collection: Collection,
        clock: Clock,
        seed: int,
    ) -> None:
        self._settings = settings
        self._decks = decks
        self._roster = roster
        self._collection = collection
        self._clock = clock
        self._seed = seed
        self._ledger = Ledger(collection, settings.endpoint, self._moment)

    def preset(self, **chosen_values: Any) -> Setup:  # noqa: ANN401 - the fields of a setup
        """The usual interview but for what is given; unless it is, the level follows earlier answers."""
        asked = self._settings.question_language
        language: Language = interface_language() if asked == "auto" else asked
        with self._collection.reading() as books:
            count = books.interviews.count()
        digest = blake2b(f"{self._seed} interview {count}".encode(), digest_size=6).digest()
        usual: dict[str, Any] = {
            "language": language,
            "feedback": chosen_values.get("language", language),
            "seed": int.from_bytes(digest, "big"),
        }
        setup = Setup(**(usual | chosen_values))
        return setup if "level" in chosen_values else replace(setup, level=self._level(setup))

    def tags(self) -> tuple[str, ...]:
        """The tags that can be chosen, in the order of the decks."""
        return tuple(
            dict.fromkeys(tag for card in self._decks.cards.values() for tag in (*card.tags, topic_of(card)))
        )

    def unfinished(self) -> Unfinished | None:
        """The interview that can be resumed."""
        with self._collection.reading() as books:
            kept = books.interviews.unfinished()
        return None if kept is None else _unfinished(kept)

    def begin(self, setup: Setup) -> Session:
        """Begin an interview; its first question stands open when this returns.

        Raises `UsageError` where one is unfinished, or no card fits what was chosen.
        """
        self._check(setup)
        moment = self._moment()
        name = uuid4()
        with self._collection.writing() as books:
            if books.interviews.any_unfinished():
                raise UsageError(
                    _("an interview is unfinished; go on with it (--resume), or give it up (--new)")
                )
            syllabus = syllabus_of(books, self._roster, setup, moment)
            if not syllabus.subjects:
                raise UsageError(
                    _("no card to ask: every card of these decks and tags is suspended or buried")
                )
            event = Began(setup, syllabus)
            state, _effects = step(None, event)
            books.interviews.begin(name, event, moment.now)
        return self._session(name, moment.now, state, 1)

    def resume(self) -> Session:
        """Go on with the unfinished interview, at the same question with the same time left.

        Raises `UsageError` where there is none.
        """
        with self._collection.reading() as books:
            kept = books.interviews.unfinished()
        if kept is None:
            raise UsageError(_("no interview is unfinished; begin one with `drill interview`"))
        return self._session(kept.id, kept.began, _state(kept), len(kept.events))

    def give_up(self) -> None:
        """End the unfinished interview, if there is one, with what was typed as its last answer.

        Its debrief can be made like any other's, unless this program cannot read it.
        """
        with self._collection.reading() as books:
            if not books.interviews.any_unfinished():
                return
        try:
            self.resume().end(ending="abandoned")
        except UnreadableError:
            with self._collection.writing() as books:
                books.interviews.close_unfinished(self._clock.now())

    def record(self, name: UUID) -> InterviewRecord:
        """An interview by its id."""
        with self._collection.reading() as books:
            return _record(books.interviews.get(name))

    def history(self) -> tuple[InterviewRecord, ...]:
        """Every interview, the latest first."""
        with self._collection.reading() as books:
            return tuple(_record(kept) for kept in books.interviews.all())

    def debrief(self, name: UUID) -> Debrief:
        """What an interview came to, made from its events."""
        return debrief_of(self.record(name))

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

    def _check(self, setup: Setup) -> None:
        if setup.questions not in QUESTIONS:
            raise UsageError(
                _("questions: from {least} to {most}").format(least=QUESTIONS[0], most=QUESTIONS[-1])
            )
        if not MINUTES[0] <= setup.minutes <= MINUTES[-1]:
            raise UsageError(_("minutes: from {least} to {most}").format(least=MINUTES[0], most=MINUTES[-1]))
        if unknown := set(setup.decks) - set(self._decks.titles):
            known = ", ".join(self._decks.titles)
            raise UsageError(_("no deck {name!r}; there are {known}").format(name=min(unknown), known=known))
        if unknown := set(setup.tags) - set(self.tags()):
            known = ", ".join(self.tags())
            raise UsageError(_("no tag {name!r}; there are {known}").format(name=min(unknown), known=known))

    def _level(self, setup: Setup) -> Level:
        with self._collection.reading() as books:
            syllabus = syllabus_of(books, self._roster, setup, self._moment())
        if not syllabus.beliefs:
            return setup.level
        mean = overall(ability(replay((Began(setup, syllabus),))))
        return 3 if mean >= HARD_FROM else 1 if mean < EASY_BELOW else 2

    def _moment(self) -> Moment:
        return Moment(self._clock.now(), self._clock.zone, self._settings.rollover)

    def _thresholds(self) -> Thresholds:
        return Thresholds(self._settings.again_below, self._settings.hard_below, self._settings.good_below)

    def _voice(self, setup: Setup) -> Voice:
        if not setup.model or self._settings.endpoint.profile == "off":
            return ScriptVoice()
        return ModelVoice(self._ledger, self._clock.monotonic)

    def _session(self, name: UUID, began: datetime, state: State, stored: int) -> Session:
        desk = Desk(
            self._collection,
            self._roster,
            self._decks,
            self._clock,
            self._settings,
            self._thresholds(),
            self._seed,
            self._voice(state.setup),
        )
        session = Session(name, began, state, stored, desk)
        session.go_on()
        return session


def _state(kept: Kept) -> State:
    return replay((*kept.events, *((kept.draft,) if kept.draft else ())))


def _unfinished(kept: Kept) -> Unfinished:
    state = _state(kept)
    stage = state.stage
    move = stage.move if isinstance(stage, Asking) else None if isinstance(stage, Over) else stage.asked.move
    time = clocks.read(state, stage.running if isinstance(stage, Listening) else 0.0)
    return Unfinished(kept.began, move.number if move else 0, state.setup.questions, time.total_left)


def _record(kept: Kept) -> InterviewRecord:
    return record_of(kept.id, kept.began, kept.ended, _state(kept))
