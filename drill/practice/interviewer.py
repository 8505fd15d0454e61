"""What the interviewer does: puts questions, replies and judges; each gives the event that comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from drill.cards.card import Kind
from drill.cards.numeric import NumericQuestion
from drill.errors import UsageError
from drill.grading.scoring import Thresholds
from drill.grading.verdict import Verdict
from drill.i18n import _
from drill.interview.expected import expected
from drill.interview.machine import effects
from drill.interview.state import (
    Ask,
    Asked,
    Conclude,
    Dropped,
    Event,
    Grade,
    Judged,
    Listen,
    Move,
    Replied,
    Reply,
    Request,
    Say,
    State,
)
from drill.interview.voice import Matter, Voice
from drill.practice.asking import draw_numbers, language_of, seed_of, wordings
from drill.practice.judging import judge_move
from drill.practice.preparing import RECENT
from drill.practice.roster import Place, Roster
from drill.settings import Settings

if TYPE_CHECKING:
    from drill.cards.decks import Decks
    from drill.practice.clock import Clock
    from drill.store.collection import Collection


@dataclass(frozen=True, slots=True)
class Desk:
    """All that an interview is held with."""

    collection: Collection
    roster: Roster
    decks: Decks
    clock: Clock
    settings: Settings
    thresholds: Thresholds
    seed: int
    voice: Voice


class Interviewer:
    """Carries out what the state machine asks for, from the cards as they are now."""

    def __init__(self, desk: Desk, began: datetime) -> None:
        self._desk = desk
        self._began = began

    def outcome(self, state: State) -> Event | None:
        """The event that the pending effect leads to; None where the candidate is awaited, or nothing is."""
        (effect,) = effects(state)
        match effect:
            case Ask(move):
                return self._put(state, move)
            case Say(request, asked):
                return self._reply(state, request, asked)
            case Grade(asked, reply):
                return Judged(self._verdict(state, asked, reply))
            case Listen() | Conclude():
                return None

    def numeric(self, state: State, asked: Asked) -> NumericQuestion | None:
        """The drill that was asked, with its numbers; None where words were asked for."""
        if asked.seed is None:
            return None
        place = self._place(asked.move)
        return draw_numbers(place, language_of(place, state.setup.language), asked.seed)

    def unit(self, state: State, asked: Asked) -> str:
        """What the number that was asked for is given in; empty for words, and where its card is gone."""
        try:
            numeric = self.numeric(state, asked)
        except UsageError:
            return ""
        return numeric.unit if numeric else ""

    def points(self, state: State, move: Move) -> Mapping[str, str]:
        """The points that an answer to a move may make, by id; none where its card is gone."""
        try:
            card = self._place(move).card
        except UsageError:
            return {}
        return {
            point.id: point.texts.get(state.setup.language) or next(iter(point.texts.values()))
            for point in expected(card, move).points
        }

    def _put(self, state: State, move: Move) -> Event:
        try:
            place = self._place(move)
            numeric = self._draw(state, place) if place.item.kind is Kind.DRILL else None
            put = self._desk.voice.ask(self._matter(state, place, numeric), move)
        except UsageError as fault:
            return Dropped(str(fault))
        return replace(put, seed=numeric.seed if numeric else None, move=move)

    def _reply(self, state: State, request: Request, asked: Asked) -> Event:
        try:
            matter = self._matter(state, self._place(asked.move), self.numeric(state, asked))
        except UsageError as fault:
            return Replied(str(fault))
        return self._desk.voice.reply(matter, request, asked)

    def _verdict(self, state: State, asked: Asked, reply: Reply) -> Verdict:
        feedback = state.setup.feedback
        move = asked.move
        try:
            card, numeric = self._place(move).card, self.numeric(state, asked)
            return judge_move(card, asked, reply, numeric, feedback, self._desk.thresholds)
        except UsageError as fault:
            why = str(fault)
        except Exception as fault:  # whatever a grader stumbles over, the interview goes on
            why = _("this answer could not be judged ({kind})").format(kind=type(fault).__name__)
        return Verdict(move.item, move.card, feedback, "offline", "ungraded", None, None, 0.0, notes=(why,))

    def _matter(self, state: State, place: Place, numeric: NumericQuestion | None) -> Matter:
        return Matter(
            state=state,
            card=place.card,
            others=[card for card in self._desk.decks.cards.values() if card.id != place.card.id],
            wordings=(numeric.question,) if numeric else self._wordings(state, place),
            said=self._said_earlier,
            unit=numeric.unit if numeric else "",
            working=numeric.working if numeric else (),
        )

    def _wordings(self, state: State, place: Place) -> tuple[str, ...]:
        """The ways to ask an item, those first that were never used, or long ago."""
        with self._desk.collection.reading() as books:
            used = books.answers.asked(place.item.id).wordings
        ways = wordings(place, language_of(place, state.setup.language))
        return tuple(sorted(ways, key=lambda way: used.get(way, -1)))

    @cached_property
    def _said_earlier(self) -> Mapping[str, int]:
        """What was asked in the interviews before this one: the same however often this one is resumed."""
        with self._desk.collection.reading() as books:
            return books.interviews.said(self._began - RECENT, self._began)

    def _draw(self, state: State, place: Place) -> NumericQuestion:
        with self._desk.collection.reading() as books:
            times = books.answers.asked(place.item.id).times
        seed = seed_of(self._desk.seed, place.item, times)
        return draw_numbers(place, language_of(place, state.setup.language), seed)

    def _place(self, move: Move) -> Place:
        return self._desk.roster.place(move.item)
