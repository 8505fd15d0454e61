"""An interview under way: carries out what the state machine asks for; each event is stored before it counts.

The candidate's time is measured here, from the moment a call returns until the next one comes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Collection as AnyOf
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from drill.cards.card import CardId
from drill.errors import UsageError
from drill.i18n import _
from drill.interview import clock as clocks
from drill.interview.chat import recognise
from drill.interview.machine import step
from drill.interview.record import TurnKind, kind_of
from drill.interview.state import (
    Answered,
    Asked,
    Drafted,
    Ended,
    Ending,
    Event,
    Judged,
    Judging,
    Listening,
    Main,
    Move,
    Over,
    Pursue,
    Reply,
    Request,
    Requested,
    RequestKind,
    State,
)
from drill.interview.transcript import Line, transcript
from drill.practice.asking import storable
from drill.practice.interviewer import Desk, Interviewer
from drill.recall.days import Moment
from drill.store.interviews import MOCK
from drill.store.values import GivenAnswer

if TYPE_CHECKING:
    from drill.store.collection import Transaction


@dataclass(frozen=True, slots=True)
class Standing:
    """The question that stands open."""

    number: int
    of: int
    depth: int
    kind: TurnKind
    card: CardId
    lead: str
    question: str
    unit: str
    """What a number is to be given in; empty for words."""
    points: Mapping[str, str]
    """For the checklist after an answer given aloud: the points by id."""
    draft: str
    hints: int


def answer_id(interview: UUID, number: int, depth: int) -> UUID:
    """Under which id the answer to a question, or to a probe, is kept among all answers."""
    return uuid5(interview, f"{number}.{depth}")


class Session:
    """An interview under way."""

    def __init__(self, name: UUID, began: datetime, state: State, stored: int, desk: Desk) -> None:
        self.id = name
        self._state = state
        self._stored = stored
        self._desk = desk
        self._interviewer = Interviewer(desk, began)
        self._since: float | None = None
        self.on_stored: Callable[[], None] = lambda: None
        """Called after each event, on this session's thread: a screen can show what is stored while more is
        under way."""

    @property
    def state(self) -> State:
        """What is known of the interview."""
        return self._state

    @property
    def lines(self) -> tuple[Line, ...]:
        """Everything said so far."""
        return transcript(self._state)

    @property
    def over(self) -> Ending | None:
        """How the interview ended; None while it goes on."""
        return self._state.stage.ending if isinstance(self._state.stage, Over) else None

    @property
    def standing(self) -> Standing | None:
        """The question that stands open."""
        stage = self._state.stage
        if not isinstance(stage, Listening):
            return None
        asked = stage.asked
        return Standing(
            number=asked.move.number,
            of=self._state.setup.questions,
            depth=asked.move.depth,
            kind=kind_of(asked.move.aim),
            card=asked.move.card,
            lead=asked.lead,
            question=asked.question,
            unit=self._interviewer.unit(self._state, asked),
            points={} if asked.seed is not None else self._interviewer.points(self._state, asked.move),
            draft=stage.draft,
            hints=asked.hints,
        )

    def clock(self) -> clocks.Reading:
        """The time that is left now."""
        return clocks.read(self._state, self._elapsed())

    def alarm(self) -> str:
        """What there is to say about the time now; empty while there is enough of it."""
        return clocks.words(self.clock())

    def say(self, text: str) -> tuple[Line, ...]:
        """Take what the candidate says: a request where it is one, else the answer."""
        request = recognise(text)
        return self._request(request, text) if request else self.answer(text)

    def answer(self, text: str) -> tuple[Line, ...]:
        """Take an answer, whatever it says."""
        return self._take(Answered(Reply(storable(text)), self._elapsed()))

    def tick(self, points: AnyOf[str]) -> tuple[Line, ...]:
        """Take an answer that was given aloud, by the points that were made."""
        return self._take(Answered(Reply("", "aloud", tuple(sorted(points))), self._elapsed()))

    def request(self, kind: RequestKind, about: str = "", *, draft: str = "") -> tuple[Line, ...]:
        """Ask something back; what is typed stays the draft."""
        return self._request(Request(kind, about), "", draft)

    def time_up(self, text: str) -> tuple[Line, ...]:
        """Take what stands there as the answer, because the time for it is over."""
        return self._take(Answered(Reply(storable(text), time_up=True), self._elapsed()))

    def end(self, text: str | None = None, *, ending: Ending = "ended") -> tuple[Line, ...]:
        """End the interview; what is typed (None: the draft as it was kept) is the last answer."""
        stage = self._state.stage
        typed = stage.draft if text is None and isinstance(stage, Listening) else text or ""
        return self._take(Ended(ending, storable(typed), self._elapsed()))

    def draft(self, text: str) -> None:
        """Keep what is typed so far, with the time that went by."""
        if isinstance(self._state.stage, Listening):
            event = Drafted(storable(text), self._elapsed())
            with self._desk.collection.writing() as books:
                books.interviews.put_draft(self.id, event)
            self._state, _effects = step(self._state, event)

    def hurry(self) -> None:
        """From any thread: do not wait for the model any longer; the call under way goes on without it."""
        self._desk.voice.hurry()

    def pause(self) -> None:
        """Stop the candidate's clock, as for a dialog of the program's; keep the time so far."""
        if isinstance(self._state.stage, Listening) and self._since is not None:
            self.draft(self._state.stage.draft)
            self._since = None

    def stood_still(self, seconds: float) -> None:
        """Do not count the latest `seconds`, for which the program was stopped."""
        if self._since is not None:
            self._since += seconds

    def go_on(self) -> tuple[Line, ...]:
        """Carry out what is pending, and start the candidate's clock (again)."""
        before = len(self.lines)
        while (event := self._interviewer.outcome(self._state)) is not None:
            self._keep(event)
        stage = self._state.stage
        self._since = self._desk.clock.monotonic() - stage.running if isinstance(stage, Listening) else None
        return self.lines[before:]

    def _request(self, request: Request, said: str, draft: str = "") -> tuple[Line, ...]:
        return self._take(Requested(request, storable(said), self._elapsed(), storable(draft)))

    def _take(self, event: Event) -> tuple[Line, ...]:
        """Store what the candidate did, and carry out what follows."""
        if self.over is not None:
            raise UsageError(_("this interview is over"))
        before = len(self.lines)
        self._keep(event)
        self.go_on()
        return self.lines[before:]

    def _keep(self, event: Event) -> None:
        before = self._state
        after, _effects = step(before, event)
        moment = self._moment()
        with self._desk.collection.writing() as books:
            last = isinstance(after.stage, Over)
            books.interviews.append(self.id, self._stored, event, moment.now, last=last)
            self._keep_answer(books, before, event, moment)
        self._state, self._stored, self._since = after, self._stored + 1, None
        self.on_stored()

    def _keep_answer(self, books: Transaction, before: State, event: Event, moment: Moment) -> None:
        """Keep answers to what a card asks among all answers; those to other probes with it only."""
        match before.stage, event:
            case Listening(asked), Answered(reply):
                self._add_answer(books, asked, reply, moment)
            case Listening(asked), Requested(Request("skip")):
                self._add_answer(books, asked, Reply(""), moment)
            case Listening(asked), Requested(Request("end"), _, _, text) if text.strip():
                self._add_answer(books, asked, Reply(text), moment)
            case Listening(asked), Ended(_, text) if text.strip():
                self._add_answer(books, asked, Reply(text), moment)
            case Judging(Asked(Move(number, depth, aim=Main() | Pursue()))), Judged(verdict):
                from drill.grading.contract import as_json

                answer = answer_id(self.id, number, depth)
                books.answers.add_verdict(answer, moment.now, verdict.score, as_json(verdict))

    def _add_answer(self, books: Transaction, asked: Asked, reply: Reply, moment: Moment) -> None:
        move = asked.move
        if isinstance(move.aim, Main | Pursue):
            books.answers.add(
                GivenAnswer(
                    id=answer_id(self.id, move.number, move.depth),
                    item=move.item,
                    card=move.card,
                    language=self._state.setup.language,
                    question=asked.question,
                    text=reply.text,
                    reason=MOCK,
                    mode=reply.mode,
                    at=moment.now,
                    day=moment.day,
                    seed=asked.seed,
                    seconds=asked.seconds + self._elapsed(),
                    hints=asked.hints,
                )
            )

    def _elapsed(self) -> float:
        """Seconds of the candidate's time since the latest event."""
        if self._since is None:
            return self._state.stage.running if isinstance(self._state.stage, Listening) else 0.0
        return self._desk.clock.monotonic() - self._since

    def _moment(self) -> Moment:
        return Moment(self._desk.clock.now(), self._desk.clock.zone, self._desk.settings.rollover)
