"""An interview's clock in words: what is left, and how pressing that is."""

from __future__ import annotations

from textual.content import Content

from drill.i18n import _
from drill.interview.clock import Alarm, Reading, spoken, words
from drill.tui.text import MUTED

_TONES: dict[Alarm, str] = {
    "calm": MUTED,
    "amber": "bold $warning",
    "red": "bold $error",
    "up": "bold $error",
}


def time_left(reading: Reading, *, narrow: bool) -> Content:
    """For the question, and in all."""
    question, total = spoken(reading.question_left), spoken(reading.total_left)
    if not narrow:
        question = _("this question {time}").format(time=question)
        total = _("in all {time}").format(time=total)
    return Content.assemble(
        (question, _TONES[reading.question_alarm]), (" · ", MUTED), (total, _TONES[reading.total_alarm])
    )


def warning(reading: Reading) -> Content:
    """What there is to say about the time; empty while there is enough of it."""
    worse = reading.total_alarm if reading.question_alarm == "calm" else reading.question_alarm
    return Content.styled(words(reading), _TONES[worse])
