"""The clock of an interview: time left for the question and over all, and when it is said.

Only the candidate's time counts, as the events report it; while the program is busy nothing runs. What is
left is computed from the stored seconds, so it is the same after a resume.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from drill.i18n import _
from drill.interview.state import Listening, State

Alarm = Literal["calm", "amber", "red", "up"]

AMBER, RED = 0.25, 0.10
"""Shares of the time at which the clock turns."""
AMBER_MOST, RED_MOST = 300.0, 60.0
"""Seconds left above which it stays calm, or amber, however long the interview is."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the clock shows. Seconds left are never below zero."""

    question_left: float
    question_total: float
    total_left: float
    total: float
    question_alarm: Alarm
    total_alarm: Alarm
    running: bool
    """Whether it is the candidate's turn."""


def read(state: State, since: float = 0.0) -> Reading:
    """The clock in a state, `since` seconds after the latest event."""
    running = isinstance(state.stage, Listening)
    more = since if running else 0.0
    total = state.setup.minutes * 60
    total_left = max(0.0, total - state.spent - more)
    question_left = min(total_left, max(0.0, state.budget - state.spent_on_question - more))
    return Reading(
        question_left=question_left,
        question_total=state.budget,
        total_left=total_left,
        total=total,
        question_alarm=_alarm(question_left, state.budget),
        total_alarm=_alarm(total_left, total),
        running=running,
    )


def words(reading: Reading) -> str:
    """What there is to say about the time; empty while there is enough of it."""
    if reading.total_alarm == "up":
        return _("Time is up: the interview is over")
    if reading.question_alarm == "up":
        return _("Time is up for this question")
    left = spoken(reading.total_left)
    match reading.total_alarm:
        case "red":
            return _("{left} left in all: come to an end").format(left=left)
        case "amber" if reading.question_alarm == "calm":
            return _("{left} left in all").format(left=left)
    left = spoken(reading.question_left)
    match reading.question_alarm:
        case "red":
            return _("{left} left for this question: come to the point").format(left=left)
        case "amber":
            return _("{left} left for this question").format(left=left)
    return ""


def spoken(seconds: float) -> str:
    """Time as `3:07`."""
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


def _alarm(left: float, total: float) -> Alarm:
    if left <= 0:
        return "up"
    if left <= min(RED_MOST, RED * total):
        return "red"
    return "amber" if left <= min(AMBER_MOST, AMBER * total) else "calm"
