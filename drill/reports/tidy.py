"""A report as CSV: a row an answer, a column a fact, so that any spreadsheet or data frame takes it.

Spreadsheets run what begins like a formula, so such text gets an apostrophe in front; control characters
are left out. Lines end in CR LF and cells may hold line breaks, as RFC 4180 has it. README.md describes the
columns.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping

from drill.cards.card import Dimension
from drill.reports.answers import Answer
from drill.reports.escape import clean
from drill.reports.progress import Progress

_FORMULA = tuple("=+-@＝＋－＠")
"""What a spreadsheet takes for the beginning of a formula, full-width forms too."""

Cell = str | int | float | None


COLUMNS: Mapping[str, Callable[[Answer], Cell]] = {
    "day": lambda answer: answer.day.isoformat(),
    "at": lambda answer: answer.at.isoformat() if answer.at else None,
    "item": lambda answer: answer.item,
    "card": lambda answer: answer.card,
    "topic": lambda answer: answer.topic,
    "kind": lambda answer: answer.kind.value if answer.kind else None,
    "lang": lambda answer: answer.language,
    "mode": lambda answer: answer.mode,
    "reason": lambda answer: answer.reason,
    "seconds": lambda answer: answer.seconds,
    "hints": lambda answer: answer.hints,
    "grader": lambda answer: answer.grader,
    "score": lambda answer: answer.score,
    "what": lambda answer: answer.dimensions.get(Dimension.WHAT),
    "why": lambda answer: answer.dimensions.get(Dimension.WHY),
    "counterfactual": lambda answer: answer.dimensions.get(Dimension.COUNTERFACTUAL),
    "verification": lambda answer: answer.dimensions.get(Dimension.VERIFICATION),
    "made": lambda answer: len(answer.made),
    "missed": lambda answer: len(answer.missed),
    "misconceptions": lambda answer: len(answer.beliefs),
    "proposed": lambda answer: answer.proposed,
    "rating": lambda answer: answer.rating,
    "question": lambda answer: answer.question,
    "answer": lambda answer: answer.text,
}
"""Every column with what it holds of an answer."""


def as_csv(progress: Progress) -> str:
    """The answers in the order in which they were given; the header alone where there are none."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    writer.writerows([_cell(value(answer)) for value in COLUMNS.values()] for answer in progress.answers)
    return out.getvalue()


def _cell(value: Cell) -> Cell:
    if not isinstance(value, str):
        return value
    text = clean(value)
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text
