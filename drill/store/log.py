"""The append-only log of what the user did, and its undoing by retraction."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from hashlib import blake2b
from typing import Any, cast, get_args
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, exists, select
from sqlalchemy.orm import Session

from drill.cards.card import ItemId
from drill.recall.memory import RATINGS, Rating
from drill.recall.replay import Event, Marked, Reviewed
from drill.recall.schedule import Parameters
from drill.store.names import Names
from drill.store.tables import Action, ParameterSet, Retraction, Review
from drill.store.values import Entry, Kind, Mark

LIVE: ColumnElement[bool] = ~exists().where(Retraction.action == Action.id)
"""Holds for actions that were not undone."""


class Log:
    """The log within one transaction."""

    def __init__(self, session: Session, names: Names) -> None:
        self._session = session
        self._names = names

    def append_review(
        self,
        *,
        item: str,
        rating: Rating,
        proposed: Rating | None,
        reason: str,
        answer: UUID | None,
        parameters: Parameters,
        at: datetime,
        day: date,
    ) -> None:
        """Log a review with all that its replay needs."""
        action = uuid4()
        self._session.add(Action(id=action, kind="review", item=item, at=at, day=day))
        digest = self._keep(parameters)
        self._session.flush()
        self._session.add(
            Review(
                action=action,
                rating=rating,
                proposed=proposed,
                reason=reason,
                answer=answer,
                parameters=digest,
            )
        )
        self._session.flush()

    def append_mark(self, kind: Mark, *, item: str, at: datetime, day: date) -> None:
        """Log something that is not a review."""
        self._session.add(Action(id=uuid4(), kind=kind, item=item, at=at, day=day))
        self._session.flush()

    def latest(self) -> Entry | None:
        """The action that undo would take back."""
        return next(iter(self._entries(LIVE, limit=1)), None)

    def review_of(self, answer: UUID) -> Entry | None:
        """The review that an answer led to, unless it was undone."""
        return next(iter(self._entries(LIVE, Review.answer == answer, limit=1)), None)

    def retract(self, action: UUID, at: datetime) -> None:
        """Undo an action by logging that it does not hold."""
        self._session.add(Retraction(action=action, at=at))
        self._session.flush()

    def last_instant(self) -> datetime | None:
        """The latest instant that any action of the log claims."""
        newest = select(Action.at).where(LIVE).order_by(Action.at.desc()).limit(1)
        return self._session.scalar(newest)

    def later_than(self, instant: datetime) -> Sequence[Entry]:
        """Actions that claim to have happened after `instant`, the latest in the log first."""
        return self._entries(LIVE, Action.at > instant)

    def invalid(self) -> Sequence[int]:
        """The numbers of rows that are no event, and that a replay passes over."""
        digests = set(self._session.scalars(select(ParameterSet.digest)))
        rows = self._session.execute(
            select(Action.number, Action.kind, Action.at, Action.day, Review.rating, Review.parameters)
            .outerjoin(Review, Review.action == Action.id)
            .order_by(Action.number)
        )
        some = Parameters()
        return [
            number
            for number, kind, at, day, rating, digest in rows
            if _event("", kind, at, day, rating, some if digest in digests else None) is None
        ]

    def items(self) -> frozenset[ItemId]:
        """Every item that the log speaks of."""
        return frozenset(
            self._names.current(item) for item in self._session.scalars(select(Action.item).distinct())
        )

    def histories(self, items: Iterable[str] | None = None) -> Mapping[str, Sequence[Event]]:
        """The events of each of `items` (None: of every item in the log), in order, under its current name.

        Rows that are no event (a rating that does not exist, a day that is none) are passed over.
        """
        parameters = {
            one.digest: _parameters(one.body) for one in self._session.scalars(select(ParameterSet))
        }
        rows = (
            select(Action.item, Action.kind, Action.at, Action.day, Review.rating, Review.parameters)
            .outerjoin(Review, Review.action == Action.id)
            .where(LIVE)
            .order_by(Action.number)
        )
        if items is not None:
            rows = rows.where(Action.item.in_([name for item in items for name in self._names.all(item)]))
        found: dict[str, list[Event]] = defaultdict(list)
        for item, kind, at, day, rating, digest in self._session.execute(rows):
            event = _event(item, kind, at, day, rating, parameters.get(digest))
            if event is not None:
                found[self._names.current(item)].append(event)
        return found

    def _entries(self, *conditions: ColumnElement[bool], limit: int | None = None) -> Sequence[Entry]:
        rows = self._session.execute(
            select(Action.id, Action.kind, Action.item, Review.rating, Review.answer)
            .outerjoin(Review, Review.action == Action.id)
            .where(*conditions)
            .order_by(Action.number.desc())
            .limit(limit)
        )
        return [
            Entry(
                action, cast("Kind", kind), self._names.current(item), cast("Rating | None", rating), answer
            )
            for action, kind, item, rating, answer in rows
        ]

    def _keep(self, parameters: Parameters) -> str:
        body = {
            "weights": list(parameters.weights),
            "retention": parameters.retention,
            "maximum": parameters.maximum,
            "step_seconds": None if parameters.step is None else parameters.step.total_seconds(),
        }
        digest = blake2b(json.dumps(body, sort_keys=True).encode(), digest_size=16).hexdigest()
        if self._session.get(ParameterSet, digest) is None:
            self._session.add(ParameterSet(digest=digest, body=body))
        return digest


def _event(
    item: str, kind: str, at: datetime | None, day: date | None, rating: str, parameters: Parameters | None
) -> Event | None:
    if at is None or day is None:
        return None
    for mark in get_args(Mark):
        if kind == mark:
            return Marked(mark, day)
    for known in RATINGS:
        if kind == "review" and rating == known and parameters is not None:
            return Reviewed(item, known, at, day, parameters)
    return None


def _parameters(body: dict[str, Any]) -> Parameters:
    step = body["step_seconds"]
    return Parameters(
        weights=tuple(body["weights"]),
        retention=body["retention"],
        maximum=body["maximum"],
        step=None if step is None else timedelta(seconds=step),
    )
