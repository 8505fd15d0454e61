"""Interviews: the events of each, in order. What an interview comes to is derived from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import ScalarSelect, func, select, update
from sqlalchemy.orm import Session

from drill.cards.card import ItemId
from drill.errors import DrillError
from drill.interview.codec import event_from, to_plain
from drill.interview.state import Drafted, Event, Rejudged
from drill.store.names import Names
from drill.store.tables import Answer, Interview, InterviewEvent

MOCK = "mock"
"""The reason of answers that were given in an interview."""


class UnreadableError(DrillError):
    """An interview that this program cannot read."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An interview as it is kept."""

    id: UUID
    began: datetime
    ended: datetime | None
    events: tuple[Event, ...]
    draft: Drafted | None
    """What was typed since."""


class Interviews:
    """Interviews within one transaction."""

    def __init__(self, session: Session, names: Names) -> None:
        self._session = session
        self._names = names

    def begin(self, name: UUID, event: Event, at: datetime) -> None:
        """Keep a new interview with its first event."""
        self._session.add(Interview(id=name, began=at))
        self._session.flush()
        self._add(name, 0, event, at)

    def append(self, name: UUID, position: int, event: Event, at: datetime, *, last: bool = False) -> None:
        """Keep the next event, which takes the place of the draft; the `last` one ends the interview.

        Raises `DrillError` where another program has already gone on with the interview.
        """
        row, count = self._session.execute(
            select(Interview, _events_of(name)).where(Interview.id == name)
        ).one()
        if count != position or row.ended is not None:
            raise DrillError("this interview goes on in another window; what you see here is not its end")
        row.draft, row.draft_seconds = None, None
        if last:
            row.ended = at
        self._add(name, position, event, at)

    def append_verdict(self, name: UUID, event: Rejudged, at: datetime) -> None:
        """Keep another verdict on an answer of an interview that has ended."""
        count = self._session.execute(select(_events_of(name))).scalar_one()
        self._add(name, count, event, at)

    def put_draft(self, name: UUID, draft: Drafted) -> None:
        """Keep what is typed so far."""
        row = self._session.get_one(Interview, name)
        if row.ended is None:
            row.draft, row.draft_seconds = draft.text, draft.seconds

    def unfinished(self) -> Kept | None:
        """The interview that has not ended; there is one at most."""
        row = self._session.scalars(select(Interview).where(Interview.ended.is_(None))).first()
        return None if row is None else self._kept(row)

    def any_unfinished(self) -> bool:
        """Whether an interview has not ended."""
        return (
            self._session.scalar(select(Interview.id).where(Interview.ended.is_(None)).limit(1)) is not None
        )

    def close_unfinished(self, at: datetime) -> None:
        """End what has not ended, without another event."""
        self._session.execute(update(Interview).where(Interview.ended.is_(None)).values(ended=at))

    def get(self, name: UUID) -> Kept:
        """An interview by its id."""
        return self._kept(self._session.get_one(Interview, name))

    def all(self) -> Sequence[Kept]:
        """Every interview that can be read, the latest first."""
        found = []
        for row in self._session.scalars(select(Interview).order_by(Interview.began.desc())):
            with suppress(UnreadableError):
                found.append(self._kept(row))
        return found

    def count(self) -> int:
        """How many interviews were begun."""
        return self._session.scalar(select(func.count()).select_from(Interview)) or 0

    def items_since(self, instant: datetime) -> frozenset[ItemId]:
        """The items that were asked in interviews since `instant`, under their current names."""
        rows = select(Answer.item).distinct().where(Answer.reason == MOCK, Answer.at >= instant)
        return frozenset(self._names.current(item) for item in self._session.scalars(rows))

    def said(self, since: datetime, before: datetime) -> Mapping[str, int]:
        """The questions that were put between two instants, by when (a growing number)."""
        rows = self._session.scalars(
            select(InterviewEvent.body)
            .where(InterviewEvent.kind == "Put", InterviewEvent.at >= since, InterviewEvent.at < before)
            .order_by(InterviewEvent.at, InterviewEvent.position)
        )
        return {body["question"]: place for place, body in enumerate(rows)}

    def _add(self, name: UUID, position: int, event: Event, at: datetime) -> None:
        kind = type(event).__name__
        self._session.add(
            InterviewEvent(interview=name, position=position, at=at, kind=kind, body=to_plain(event))
        )
        self._session.flush()

    def _kept(self, row: Interview) -> Kept:
        bodies = self._session.scalars(
            select(InterviewEvent.body)
            .where(InterviewEvent.interview == row.id)
            .order_by(InterviewEvent.position)
        )
        try:
            events = tuple(map(event_from, bodies))
        except (KeyError, TypeError, ValueError) as error:
            raise UnreadableError(
                f"the interview of {row.began:%Y-%m-%d %H:%M} cannot be read ({error}); another version of "
                "drill may have held it; `drill interview --new` leaves it as it is and begins another"
            ) from error
        draft = None if row.draft is None else Drafted(row.draft, row.draft_seconds or 0.0)
        return Kept(row.id, row.began, row.ended, events, draft)


def _events_of(name: UUID) -> ScalarSelect[int]:
    """How many events an interview has."""
    return select(func.count()).where(InterviewEvent.interview == name).scalar_subquery()
