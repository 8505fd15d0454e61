"""A report to show around: scores and points, and nothing of what the user wrote."""

from __future__ import annotations

from dataclasses import replace

from drill.reports.answers import Answer
from drill.reports.progress import Progress


def without_words(progress: Progress) -> Progress:
    """The same progress without the texts of answers and all that quotes them.

    It is taken away before any form is made, so that no form can let it through.
    """
    return replace(progress, answers=tuple(_without_words(answer) for answer in progress.answers))


def _without_words(answer: Answer) -> Answer:
    return replace(
        answer,
        text=None,
        points=tuple(replace(point, quotes=()) for point in answer.points),
        beliefs=tuple(replace(belief, quote="") for belief in answer.beliefs),
        notes=(),
    )
