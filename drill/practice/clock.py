"""The clock that use cases are handed: now, and where the user lives."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


class Clock(Protocol):
    """Tells instants (UTC), the local time zone, and seconds that never run backwards."""

    @property
    def zone(self) -> tzinfo:
        """The local time zone."""

    def now(self) -> datetime:
        """The instant, in UTC."""

    def monotonic(self) -> float:
        """Seconds since some moment, for measuring how long something takes."""


class SystemClock:
    """The computer's clock."""

    @property
    def zone(self) -> tzinfo:
        """The zone of `TZ` or of the system; where that has no rules, the present offset from UTC."""
        try:
            if name := os.environ.get("TZ", "").removeprefix(":"):
                return ZoneInfo(name)
            with Path("/etc/localtime").open("rb") as rules:
                return ZoneInfo.from_file(rules)
        except (ValueError, OSError, ZoneInfoNotFoundError):
            return datetime.now(UTC).astimezone().tzinfo or UTC

    def now(self) -> datetime:
        """The instant, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds since some moment, for measuring how long something takes."""
        return time.monotonic()
