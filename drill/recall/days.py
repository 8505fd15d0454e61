"""Which learning day an instant belongs to; the only place that knows.

A learning day turns over at a local time (04:00 unless set otherwise), so that a review after midnight
still counts for the evening before. Queue, limits, streak, statistics and heat map all ask this module,
and elapsed time between two reviews is the difference of their learning days: 23:50 on one day to 00:10
two nights later is one day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Moment:
    """An instant (UTC) where the user lives, with their rollover."""

    now: datetime
    zone: tzinfo
    rollover: time

    @property
    def day(self) -> date:
        """The learning day it belongs to."""
        return learning_day(self.now, self.zone, self.rollover)

    @property
    def local(self) -> datetime:
        """It as the user's clock shows it."""
        return self.now.astimezone(self.zone)

    def start(self, day: date) -> datetime:
        """The instant at which the learning day `day` begins."""
        return day_start(day, self.zone, self.rollover)

    @property
    def tomorrow(self) -> datetime:
        """The instant at which the next learning day begins."""
        return next_rollover(self.now, self.zone, self.rollover)


def learning_day(instant: datetime, zone: tzinfo, rollover: time) -> date:
    """The learning day that `instant` (aware) belongs to in `zone`."""
    day = instant.astimezone(zone).date()
    # In a zone that sets its clocks at midnight, the local date may step back for an hour; the day does not.
    if instant >= day_start(day + _DAY, zone, rollover):
        return day + _DAY
    return day if instant >= day_start(day, zone, rollover) else day - _DAY


def next_rollover(instant: datetime, zone: tzinfo, rollover: time) -> datetime:
    """The instant (UTC) at which the learning day of `instant` ends."""
    return day_start(learning_day(instant, zone, rollover) + _DAY, zone, rollover)


def day_start(day: date, zone: tzinfo, rollover: time) -> datetime:
    """The instant (UTC) at which the learning day `day` begins.

    Where clocks are set back over the rollover it occurs twice, and the first one counts; where they are set
    forward over it, the day begins with the first instant after the gap.
    """
    wall = datetime.combine(day, rollover, tzinfo=zone)
    start = wall.astimezone(UTC)
    if start.astimezone(zone).replace(tzinfo=None) == wall.replace(tzinfo=None):
        return start
    return _end_of_gap(wall, zone)


def _end_of_gap(wall: datetime, zone: tzinfo) -> datetime:
    # The two readings of a wall time that does not exist (PEP 495) lie on either side of the transition.
    before = wall.replace(fold=1).astimezone(UTC)
    after = wall.replace(fold=0).astimezone(UTC)
    offset = after.astimezone(zone).utcoffset()
    while after - before > _SECOND:
        middle = before + (after - before) // 2
        if middle.astimezone(zone).utcoffset() == offset:
            after = middle
        else:
            before = middle
    return after.replace(microsecond=0)
