"""What the user disputes of verdicts, until it is taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from drill.store.answers import given
from drill.store.names import Names
from drill.store.tables import Answer, Dispute
from drill.store.values import Disputed


class Disputes:
    """Disputed points within one transaction."""

    def __init__(self, session: Session, names: Names) -> None:
        self._session = session
        self._names = names

    def add(self, answer: UUID, point: str, verdict: str, at: datetime) -> None:
        """Keep that the verdict on a point of an answer is disputed."""
        self._session.merge(Dispute(answer=answer, point=point, verdict=verdict, at=at))

    def withdraw(self, answer: UUID, point: str) -> None:
        """Forget that it is disputed."""
        self._session.execute(delete(Dispute).where(Dispute.answer == answer, Dispute.point == point))

    def of(self, answer: UUID) -> frozenset[str]:
        """The points of an answer that are disputed."""
        return frozenset(self._session.scalars(select(Dispute.point).where(Dispute.answer == answer)))

    def all(self) -> Sequence[Disputed]:
        """Everything disputed, in the order of the answers."""
        rows = self._session.execute(
            select(Answer, Dispute)
            .join(Dispute, Dispute.answer == Answer.id)
            .order_by(Answer.number, Dispute.at)
        )
        return [
            Disputed(
                replace(given(answer), item=self._names.current(answer.item)),
                dispute.point,
                dispute.verdict,
                dispute.at,
            )
            for answer, dispute in rows
        ]
