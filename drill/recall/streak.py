"""Learning days in a row."""

from __future__ import annotations

from collections.abc import Set
from datetime import date, timedelta

_DAY = timedelta(days=1)


def streak(days: Set[date], today: date) -> int:
    """How many days in a row were studied, up to today; a today not yet begun does not break it."""
    day = today if today in days else today - _DAY
    length = 0
    while day in days:
        length += 1
        day -= _DAY
    return length
