"""What models said of answers, so that none is asked twice, and what asking them took."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from drill.store.tables import Judgement, Spending


class Endpoints:
    """Replies of models and their cost, within one transaction."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def judgement(self, key: str) -> Mapping[str, Any] | None:
        """What a model said under this key."""
        row = self._session.get(Judgement, key)
        return None if row is None else row.body

    def keep(self, key: str, body: dict[str, Any], at: datetime) -> None:
        """Keep what a model said; what it said before under the same key is replaced."""
        self._session.merge(Judgement(key=key, at=at, body=body))

    def spend(
        self, endpoint: str, day: date, *, requests: int, sent: int, received: int, cost: float
    ) -> None:
        """Add to what an endpoint took on a day."""
        row = self._session.get(Spending, (day, endpoint))
        if row is None:
            row = Spending(day=day, endpoint=endpoint, requests=0, sent=0, received=0, cost=0.0)
            self._session.add(row)
        row.requests += requests
        row.sent += sent
        row.received += received
        row.cost += cost

    def spent(self, day: date) -> tuple[int, float]:
        """Tokens, sent and received, and cost of a day over all endpoints."""
        total = select(func.sum(Spending.sent + Spending.received), func.sum(Spending.cost))
        tokens, cost = self._session.execute(total.where(Spending.day == day)).one()
        return int(tokens or 0), float(cost or 0.0)
