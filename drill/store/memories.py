"""What the log leads to, kept in tables so that SQL can pick what is due.

A standing is written only by replaying the item's part of the log: there is no second way in which it could
come to differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from drill.cards.card import ItemId
from drill.recall.memory import Learning, New, Relearning, Reviewing, Seen, State
from drill.recall.memory import Memory as MemoryValue
from drill.recall.replay import Standing, replay
from drill.store.log import Log
from drill.store.names import Names
from drill.store.tables import Draft, Flag, Memory


class Memories:
    """The derived tables within one transaction."""

    def __init__(self, session: Session, names: Names, log: Log) -> None:
        self._session = session
        self._names = names
        self._log = log

    def derive(self, item: str) -> Standing:
        """Bring the tables in line with the log for one item, and return what holds for it."""
        standing = replay(self._log.histories([item]).get(item, ()))
        self._write(item, standing)
        return standing

    def rebuild(self) -> int:
        """Bring the tables in line with the log for every item; return how many memories had differed."""
        before = self._raw()
        self._session.execute(delete(Memory))
        self._session.execute(delete(Flag))
        self._session.expire_all()
        for item, events in self._log.histories().items():
            self._write(item, replay(events))
        self._session.flush()
        after = self._raw()
        return sum(before.get(item) != after.get(item) for item in before.keys() | after.keys())

    def adopt_renamed(self) -> tuple[ItemId, ...]:
        """Give what stands under old names to the current ones; return the items concerned."""
        kept = {*self._session.scalars(select(Memory.item)), *self._session.scalars(select(Flag.item))}
        drafts = self._session.scalars(select(Draft)).all()
        renamed = {item for item in kept if self._names.current(item) != item}
        for item in renamed:
            self._session.execute(delete(Memory).where(Memory.item == item))
            self._session.execute(delete(Flag).where(Flag.item == item))
        for draft in drafts:
            current = self._names.current(draft.item)
            if current != draft.item and self._session.get(Draft, current) is None:
                draft.item = current
        adopted = tuple(sorted({self._names.current(item) for item in renamed}))
        for item in adopted:
            self.derive(item)
        return adopted

    def state(self, item: str) -> State:
        """The state of one item."""
        row = self._session.get(Memory, item)
        return New() if row is None else _state(row)

    def states(self, items: Iterable[str] | None = None) -> Mapping[ItemId, Seen]:
        """The states of all items that were ever reviewed, or of those among `items`."""
        rows = select(Memory) if items is None else select(Memory).where(Memory.item.in_(list(items)))
        return {ItemId(row.item): _state(row) for row in self._session.scalars(rows)}

    def due(self, day: date, until: datetime) -> Mapping[ItemId, Seen]:
        """The states of items due on `day` or before, or whose step is due by the instant `until`."""
        rows = select(Memory).where(or_(Memory.due_day <= day, Memory.due_at <= until))
        return {ItemId(row.item): _state(row) for row in self._session.scalars(rows)}

    def known(self) -> frozenset[ItemId]:
        """Every item that was ever reviewed."""
        return frozenset(ItemId(item) for item in self._session.scalars(select(Memory.item)))

    def kept_back(self, day: date) -> frozenset[ItemId]:
        """Items that are suspended, or buried on `day`."""
        rows = select(Flag.item).where(or_(Flag.suspended, Flag.buried == day))
        return frozenset(ItemId(item) for item in self._session.scalars(rows))

    def _write(self, item: str, standing: Standing) -> None:
        row = _row(item, standing.state)
        if row is None:
            self._session.execute(delete(Memory).where(Memory.item == item))
        else:
            self._session.merge(row)
        if standing.suspended or standing.buried:
            self._session.merge(Flag(item=item, suspended=standing.suspended, buried=standing.buried))
        else:
            self._session.execute(delete(Flag).where(Flag.item == item))

    def _raw(self) -> dict[str, tuple[object, ...]]:
        columns = Memory.__table__.columns
        return {row.item: tuple(row) for row in self._session.execute(select(*columns))}


def _row(item: str, state: State) -> Memory | None:
    if isinstance(state, New):
        return None
    memory = state.memory
    return Memory(
        item=item,
        kind=type(state).__name__.lower(),
        stability=memory.stability,
        difficulty=memory.difficulty,
        last_review=memory.last_review,
        last_day=memory.last_day,
        repetitions=memory.repetitions,
        lapses=memory.lapses,
        due_at=None if isinstance(state, Reviewing) else state.due,
        due_day=state.due if isinstance(state, Reviewing) else None,
    )


def _state(row: Memory) -> Seen:
    memory = MemoryValue(
        row.stability, row.difficulty, row.last_review, row.last_day, row.repetitions, row.lapses
    )
    if row.kind == "reviewing" and row.due_day:
        return Reviewing(memory, row.due_day)
    if row.kind == "learning" and row.due_at:
        return Learning(memory, row.due_at)
    if row.kind == "relearning" and row.due_at:
        return Relearning(memory, row.due_at)
    raise ValueError(f"no such state: {row.kind}")
