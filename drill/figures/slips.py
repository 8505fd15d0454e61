"""The slips of a drawn question: wrong turns that lead to values which a grader can tell apart.

A slip is offered only where the tolerance of the right answer does not cover its value; of two slips that
lead to the same value the first is.
"""

from __future__ import annotations

from collections.abc import Mapping

from drill.cards.card import Language, Tolerance
from drill.cards.numeric import Slip
from drill.cards.quantity import canonical_unit
from drill.errors import UsageError
from drill.figures.arguments import read_arguments
from drill.figures.turns import TURNS, Asked, Turn
from engine import Experiment

_TIMES = {"×", "x", "X", "倍", "times"}


def slips(
    experiment: Experiment,
    written: Mapping[str, str],
    expected: float,
    unit: str,
    tolerance: Tolerance,
    language: Language,
) -> tuple[Slip, ...]:
    """The slips of a drawn question that lead to a value of their own, in the question's unit.

    What went wrong is said in Chinese for a Chinese question, else in English.
    """
    asked = Asked(
        experiment, read_arguments(experiment, written), expected, canonical_unit(unit), unit in _TIMES
    )
    found: list[Slip] = []
    for name, texts, turn in TURNS:
        for value in _values(turn, asked):
            taken = (expected, *(slip.value for slip in found))
            if value > 0 and not any(_same(value, other, tolerance) for other in taken):
                found.append(Slip(name, value, texts.get(language, texts["en"])))
    return tuple(found)


def _same(value: float, other: float, tolerance: Tolerance) -> bool:
    """Whether a grader could not tell `value` from `other`."""
    allowed = tolerance.amount * abs(other) if tolerance.relative else tolerance.amount
    return abs(value - other) <= max(allowed, 1e-6 * abs(other))


def _values(turn: Turn, asked: Asked) -> tuple[float, ...]:
    """Where a wrong turn leads; nowhere if the experiment cannot be asked so."""
    try:
        return tuple(turn(asked))
    except UsageError:
        return ()
