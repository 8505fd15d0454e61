"""What the log adds up to: a day's work, and the counts that statistics are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from drill.cards.card import CardId, ItemId
from drill.recall.queue import Done
from drill.store.log import LIVE
from drill.store.names import Names
from drill.store.tables import Action, Answer, Review, Verdict
from drill.store.values import Judged, ReviewCount


class Progress:
    """Sums over the log within one transaction. Actions that were undone are in none of them."""

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

    def reviews_by_day(self, since: date = date.min) -> Mapping[date, int]:
        """How many reviews there were on each learning day, in order."""
        rows = self._session.execute(
            select(Action.day, func.count())
            .where(LIVE, Action.kind == "review", Action.day >= since)
            .group_by(Action.day)
            .order_by(Action.day)
        )
        return {day: count for day, count in rows if day is not None}

    def review_counts(self, since: date = date.min) -> Sequence[ReviewCount]:
        """How many reviews there were of each day, reason and rating, in order."""
        what = (Action.day, Review.reason, Review.rating)
        rows = self._session.execute(
            select(*what, func.count())
            .join(Action, Action.id == Review.action)
            .where(LIVE, Action.day >= since)
            .group_by(*what)
            .order_by(*what)
        )
        return [ReviewCount(*row) for row in rows if row.day is not None]

    def judged(self, since: date = date.min) -> Sequence[Judged]:
        """The answers given, in order, each with its latest verdict and the rating it led to."""
        latest = select(func.max(Verdict.number)).group_by(Verdict.answer)
        rating = (
            select(Review.rating)
            .join(Action, Action.id == Review.action)
            .where(LIVE, Review.answer == Answer.id)
            .limit(1)
            .scalar_subquery()
        )
        rows = self._session.execute(
            select(Answer, Verdict, rating)
            .outerjoin(Verdict, (Verdict.answer == Answer.id) & Verdict.number.in_(latest))
            .where(Answer.day >= since)
            .order_by(Answer.number)
        )
        return [
            Judged(
                item=self._names.current(answer.item),
                at=answer.at,
                day=answer.day,
                language=answer.language,
                question=answer.question,
                text=answer.text,
                reason=answer.reason,
                mode=answer.mode,
                seconds=answer.seconds,
                hints=answer.hints,
                verdict=verdict.body if verdict else None,
                rating=rated,
            )
            for answer, verdict, rated in rows
            if answer.day is not None
        ]


def _card(item: str) -> CardId:
    return CardId(item.partition("/")[0])
