"""From the log to what holds now: the one way in which an item's standing comes about.

The log's order is the order in which things happened, whatever the clock said at the time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from drill.recall.memory import New, Rating, State
from drill.recall.schedule import Parameters, review


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review as it stands in the log; `item` is the id of its time, by which the fuzz is seeded."""

    item: str
    rating: Rating
    at: datetime
    day: date
    parameters: Parameters


@dataclass(frozen=True, slots=True)
class Marked:
    """Something else that the user did with an item; `reset` makes it new again."""

    kind: Literal["suspend", "unsuspend", "bury", "reset"]
    day: date


Event = Reviewed | Marked


@dataclass(frozen=True, slots=True)
class Standing:
    """What holds for an item."""

    state: State = New()
    suspended: bool = False
    buried: date | None = None
    """The learning day on which it is not asked."""


def replay(events: Iterable[Event]) -> Standing:
    """What the events of one item, in the order of the log, lead to."""
    state: State = New()
    suspended, buried = False, None
    for event in events:
        match event:
            case Reviewed(item, rating, at, day, parameters):
                state = review(state, rating, item=item, at=at, day=day, parameters=parameters)
            case Marked("reset"):
                state = New()
            case Marked("bury", day):
                buried = day
            case Marked(kind):
                suspended = kind == "suspend"
    return Standing(state, suspended, buried)
