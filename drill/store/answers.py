"""Answers, the verdicts on them, and drafts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from drill.cards.card import ItemId
from drill.store.log import LIVE
from drill.store.names import Names
from drill.store.tables import Action, Answer, Draft, Review, Verdict
from drill.store.values import Asked, GivenAnswer, OpenQuestion, Recorded


class Answers:
    """Answers and drafts within one transaction."""

    def __init__(self, session: Session, names: Names) -> None:
        self._session = session
        self._names = names

    def add(self, answer: GivenAnswer) -> None:
        """Keep an answer."""
        values = {name: getattr(answer, name) for name in GivenAnswer.__slots__}
        self._session.add(Answer(**values))

    def add_verdict(self, answer: UUID, at: datetime, score: float | None, body: dict[str, Any]) -> None:
        """Keep a judgement of an answer; the latest one counts."""
        self._session.add(Verdict(answer=answer, at=at, score=score, body=body))

    def get(self, answer_id: UUID) -> GivenAnswer:
        """An answer by its id."""
        return given(self._session.scalars(select(Answer).where(Answer.id == answer_id)).one())

    def latest(self, limit: int, *, without: str = "") -> Sequence[Recorded]:
        """The answers given last, newest first; none whose reason is `without`."""
        newest = select(func.max(Verdict.number)).group_by(Verdict.answer)
        rating = (
            select(Review.rating)
            .join(Action, Action.id == Review.action)
            .where(LIVE, Review.answer == Answer.id)
            .limit(1)
            .scalar_subquery()
        )
        rows = self._session.execute(
            select(Answer, Verdict.body, rating)
            .join(Verdict, (Verdict.answer == Answer.id) & Verdict.number.in_(newest))
            .where(Answer.reason != without)
            .order_by(Answer.number.desc())
            .limit(limit)
        )
        return [self._recorded(*row) for row in rows]

    def recorded(self, answer_id: UUID) -> Recorded:
        """An answer with its latest verdict."""
        answer, body = self._session.execute(
            select(Answer, Verdict.body)
            .join(Verdict, Verdict.answer == Answer.id)
            .where(Answer.id == answer_id)
            .order_by(Verdict.number.desc())
            .limit(1)
        ).one()
        return self._recorded(answer, body, None)

    def _recorded(self, answer: Answer, body: dict[str, Any], rating: Any) -> Recorded:  # noqa: ANN401
        found = given(answer)
        return Recorded(replace(found, item=self._names.current(found.item)), body, rating)

    def asked(self, item: str) -> Asked:
        """How an item, under any of its names, was asked so far."""
        rows = self._session.execute(
            select(Answer.question, func.count(), func.max(Answer.number))
            .where(Answer.item.in_(self._names.all(item)))
            .group_by(Answer.question)
        ).all()
        return Asked(sum(row[1] for row in rows), {row[0]: row[2] for row in rows})

    def put_draft(self, item: str, draft: OpenQuestion, at: datetime) -> None:
        """Keep what is typed so far."""
        self._session.merge(
            Draft(
                item=item,
                text=draft.text,
                question=draft.question,
                language=draft.language,
                seed=draft.seed,
                at=at,
            )
        )

    def draft(self, item: str) -> OpenQuestion | None:
        """What was left open for an item."""
        row = self._session.get(Draft, item)
        return None if row is None else OpenQuestion(row.text, row.question, row.language, row.seed)

    def drop_draft(self, item: str) -> None:
        """Forget the draft of an item."""
        self._session.execute(delete(Draft).where(Draft.item == item))

    def last_verdicts(self) -> Mapping[ItemId, Mapping[str, Any]]:
        """The latest verdict on each item, by the item's current id."""
        newest = (
            select(func.max(Verdict.number))
            .join(Answer, Answer.id == Verdict.answer)
            .where(Verdict.score.is_not(None))
            .group_by(Answer.item)
        )
        rows = self._session.execute(
            select(Answer.item, Verdict.body)
            .join(Answer, Answer.id == Verdict.answer)
            .where(Verdict.number.in_(newest))
            .order_by(Verdict.number)
        )
        return {self._names.current(row.item): row.body for row in rows}


def given(row: Answer) -> GivenAnswer:
    """A row as the value that it keeps."""
    return GivenAnswer(**{name: getattr(row, name) for name in GivenAnswer.__slots__})
