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
    await regrade_interview(on, session.id)                 # the model judges the answers again, if asked to
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

from drill.cards.card import Language
from drill.errors import UsageError
from drill.i18n import _, interface_language
from drill.interview import clock as clocks
from drill.interview.ability import ability, overall
from drill.interview.machine import replay, step
from drill.interview.record import InterviewRecord
from drill.interview.state import Asking, Began, Listening, Over, State
from drill.interview.syllabus import Level, Setup, topic_of
from drill.interview.voice import ScriptVoice, Voice
from drill.practice.afterwards import Afterwards, recorded, state_of
from drill.practice.interviewer import Desk
from drill.practice.ledger import Ledger
from drill.practice.preparing import syllabus_of
from drill.practice.roster import Roster
from drill.practice.session import Session
from drill.practice.speaking import ModelVoice
from drill.settings import Settings
from drill.store.interviews import UnreadableError

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
class Unfinished:
    """Where an interview stands that can be gone on with."""

    began: datetime
    number: int
    """Of the question that stands open."""
    of: int
    left: float
    """Seconds of the candidate's time."""


class Interviews(Afterwards):
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
        super().__init__(settings, roster, collection, clock)
        self._decks = decks
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
        return self._session(kept.id, kept.began, state_of(kept), len(kept.events))

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

    def history(self) -> tuple[InterviewRecord, ...]:
        """Every interview, the latest first."""
        with self._collection.reading() as books:
            return tuple(recorded(kept) for kept in books.interviews.all())

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

    def _voice(self, setup: Setup) -> Voice:
        if not setup.model or not self._settings.endpoint.called:
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


def _unfinished(kept: Kept) -> Unfinished:
    state = state_of(kept)
    stage = state.stage
    move = stage.move if isinstance(stage, Asking) else None if isinstance(stage, Over) else stage.asked.move
    time = clocks.read(state, stage.running if isinstance(stage, Listening) else 0.0)
    return Unfinished(kept.began, move.number if move else 0, state.setup.questions, time.total_left)
