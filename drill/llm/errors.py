"""What can go wrong with an endpoint, each as one line that names what to mend."""

from __future__ import annotations

from enum import StrEnum

from drill.errors import DrillError


class Trouble(StrEnum):
    """What kind of failure it was: whether to try again later, mend the settings, or neither."""

    SETTINGS = "settings"
    """Address, key or model are wrong; trying again will not help."""
    UNREACHABLE = "unreachable"
    """The server is down, overloaded or too slow; later it may answer."""
    BUDGET = "budget"
    """The day's budget is used up."""
    REPLY = "reply"
    """The model answered, but not with what was asked for."""


class EndpointError(DrillError):
    """An endpoint that could not be used. Holds no key, no header and no exception of the SDK."""

    def __init__(self, trouble: Trouble, line: str) -> None:
        super().__init__(line)
        self.trouble = trouble
