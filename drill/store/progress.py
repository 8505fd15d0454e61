"""What the log adds up to: a day's work, the streak, and the counts that statistics are made of."""

from __future__ import annotations

from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from drill.cards.card import CardId, ItemId
from drill.recall.queue import Done
from drill.store.log import LIVE
from drill.store.names import Names
from drill.store.tables import Action


class Progress:
    """Sums over the log within one transaction."""

    def __init__(self, session: Session, names: Names) -> None:
        self._session = session
        self._names = names

    def done_on(self, day: date) -> Done:
        """What was reviewed on the learning day `day`."""
        reviewed = {
            self._names.current(item)
            for item in self._session.scalars(
                select(Action.item).distinct().where(LIVE, Action.kind == "review", Action.day == day)
            )
        }
        known_as = [name for item in reviewed for name in self._names.all(item)]
        first: dict[ItemId, date] = {}
        for item, began in self._session.execute(
            select(Action.item, func.min(Action.day))
            .where(LIVE, Action.kind == "review", Action.item.in_(known_as))
            .group_by(Action.item)
        ):
            current = self._names.current(item)
            first[current] = min(began, first.get(current, began))
        return Done(
            items=frozenset(reviewed),
            cards=frozenset(_card(item) for item in reviewed),
            introduced=frozenset(_card(item) for item in reviewed if first[item] == day),
            reviews=sum(first[item] < day for item in reviewed),
        )

    def reviews_by_day(self) -> dict[date, int]:
        """How many reviews there were on each learning day, in order."""
        rows = self._session.execute(
            select(Action.day, func.count())
            .where(LIVE, Action.kind == "review")
            .group_by(Action.day)
            .order_by(Action.day)
        )
        return {day: count for day, count in rows if day is not None}


def _card(item: str) -> CardId:
    return CardId(item.partition("/")[0])
