"""What the log leads to, kept in tables so that SQL can pick what is due.

A standing is written only by replaying the item's part of the log: there is no second way in which it could
come to differ. A row that is damaged is read as what its log says, until `rebuild` mends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy import Row, Select, and_, delete, insert, or_, select
from sqlalchemy.orm import Session

from drill.cards.card import ItemId
from drill.recall.memory import Learning, New, Relearning, Reviewing, Seen, State
from drill.recall.memory import Memory as MemoryValue
from drill.recall.replay import Standing, replay
from drill.store.log import Log
from drill.store.names import Names
from drill.store.tables import Draft, Flag, Memory

_MEMORY = tuple(Memory.__table__.columns)


class Memories:
    """The derived tables within one transaction."""

    def __init__(self, session: Session, names: Names, log: Log) -> None:
        self._session = session
        self._names = names
        self._log = log

    def derive(self, item: str) -> Standing:
        """Bring the tables in line with the log for one item, and return what holds for it."""
        standing = self._replayed(item)
        self._forget([item])
        self._write({item: standing})
        return standing

    def rebuild(self) -> int:
        """Bring the tables in line with the log for every item; return how many memories had differed."""
        before = self._raw()
        self._session.execute(delete(Memory))
        self._session.execute(delete(Flag))
        self._write({item: replay(events) for item, events in self._log.histories().items()})
        after = self._raw()
        return sum(before.get(item) != after.get(item) for item in before.keys() | after.keys())

    def renamed(self) -> frozenset[str]:
        """Items that stand here under a name that is no longer theirs."""
        stored = (*self._session.scalars(select(Memory.item)), *self._session.scalars(select(Flag.item)))
        drafts = self._session.scalars(select(Draft.item))
        return frozenset(item for item in (*stored, *drafts) if self._names.current(item) != item)

    def adopt(self, renamed: Iterable[str]) -> None:
        """Hand what stands under old names on to the current ones."""
        for old in sorted(renamed):
            item = self._names.current(old)
            typed = [each for name in (old, item) if (each := self._session.get(Draft, name))]
            for outdated in sorted(typed, key=lambda each: each.at)[:-1]:
                self._session.delete(outdated)
            self._session.flush()
            for draft in self._session.scalars(select(Draft).where(Draft.item == old)):
                draft.item = item
            self._forget([old])
            self.derive(item)

    def state(self, item: str) -> State:
        """The state of one item."""
        return self.states([item]).get(ItemId(item), New())

    def states(self, items: Iterable[str] | None = None) -> Mapping[ItemId, Seen]:
        """The states of all items that were ever reviewed, or of those among `items`."""
        rows = select(*_MEMORY)
        return dict(self._read(rows if items is None else rows.where(Memory.item.in_(list(items)))))

    def due(self, day: date, until: datetime) -> Mapping[ItemId, Seen]:
        """The states of items due on `day` or before, or whose step is due by the instant `until`."""
        without = and_(Memory.due_day.is_(None), Memory.due_at.is_(None))
        rows = select(*_MEMORY).where(or_(Memory.due_day <= day, Memory.due_at <= until, without))
        return dict(self._read(rows))

    def known(self) -> frozenset[ItemId]:
        """Every item that was ever reviewed."""
        return frozenset(ItemId(item) for item in self._session.scalars(select(Memory.item)))

    def kept_back(self, day: date) -> frozenset[ItemId]:
        """Items that are suspended, or buried on `day`."""
        rows = select(Flag.item).where(or_(Flag.suspended, Flag.buried == day))
        return frozenset(ItemId(item) for item in self._session.scalars(rows))

    def suspended(self) -> frozenset[ItemId]:
        """Items that are not asked until they are unsuspended."""
        return frozenset(
            ItemId(item) for item in self._session.scalars(select(Flag.item).where(Flag.suspended))
        )

    def astray(self) -> tuple[ItemId, ...]:
        """Items whose memory is not what a replay of the log gives."""
        stored = self.states()
        replayed = {item: replay(events).state for item, events in self._log.histories().items()}
        differing = {
            item
            for item in stored.keys() | replayed.keys()
            if stored.get(ItemId(item), New()) != replayed.get(item, New())
        }
        return tuple(ItemId(item) for item in sorted(differing))

    def damaged(self) -> tuple[ItemId, ...]:
        """Items whose row could not occur."""
        rows = self._session.execute(select(*_MEMORY))
        return tuple(ItemId(row.item) for row in rows if _state(row) is None)

    def _read(self, rows: Select[Any]) -> Iterator[tuple[ItemId, Seen]]:
        for row in self._session.execute(rows).all():
            state = _state(row) or self._replayed(row.item).state
            if not isinstance(state, New):
                yield ItemId(row.item), state

    def _replayed(self, item: str) -> Standing:
        return replay(self._log.histories([item]).get(item, ()))

    def _forget(self, items: Iterable[str]) -> None:
        chosen = list(items)
        self._session.execute(delete(Memory).where(Memory.item.in_(chosen)))
        self._session.execute(delete(Flag).where(Flag.item.in_(chosen)))

    def _write(self, standings: Mapping[str, Standing]) -> None:
        memories = [
            _row(item, standing.state)
            for item, standing in standings.items()
            if not isinstance(standing.state, New)
        ]
        flags = [
            {"item": item, "suspended": standing.suspended, "buried": standing.buried}
            for item, standing in standings.items()
            if standing.suspended or standing.buried
        ]
        if memories:
            self._session.execute(insert(Memory), memories)
        if flags:
            self._session.execute(insert(Flag), flags)

    def _raw(self) -> dict[str, tuple[object, ...]]:
        return {row.item: tuple(row) for row in self._session.execute(select(*_MEMORY))}


def _row(item: str, state: Seen) -> dict[str, object]:
    memory = state.memory
    return {
        "item": item,
        "kind": type(state).__name__.lower(),
        "stability": memory.stability,
        "difficulty": memory.difficulty,
        "last_review": memory.last_review,
        "last_day": memory.last_day,
        "repetitions": memory.repetitions,
        "lapses": memory.lapses,
        "due_at": None if isinstance(state, Reviewing) else state.due,
        "due_day": state.due if isinstance(state, Reviewing) else None,
    }


def _state(row: Row[Any]) -> Seen | None:
    try:
        memory = MemoryValue(
            row.stability, row.difficulty, row.last_review, row.last_day, row.repetitions, row.lapses
        )
    except (AttributeError, TypeError, ValueError):
        return None
    if row.last_day is None:
        return None
    match row.kind, row.due_at, row.due_day:
        case "reviewing", None, date() as day:
            return Reviewing(memory, day)
        case "learning", datetime() as instant, None:
            return Learning(memory, instant)
        case "relearning", datetime() as instant, None:
            return Relearning(memory, instant)
    return None
