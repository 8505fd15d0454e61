"""Measured acceptance lengths: how many tokens a round yields for each draft length, and a law for them.

A drafted token at place i is accepted, if all before it are, with a·i^−s: one rate for all places when s is
zero, and less and less when the draft loses track of the target. A curve is the mean number of tokens a round
with drafts of 1, 2, 3, … tokens.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.errors import EngineError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Reals = NDArray[np.float64]

Law = Literal["one_rate", "by_place"]

_STEEPEST = 3.0
_STEPS = 33
_CLOSER = 8
_ZOOMS = 8


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The chance that place i is accepted once it is reached: `rate` at the first, falling as i^−`decay`."""

    rate: float
    decay: float = 0.0

    def at(self, place: int) -> float:
        """Acceptance of the drafted token at `place`, counted from 1."""
        return min(1.0, self.rate / math.pow(place, self.decay))

    def tokens_per_round(self, drafts: int) -> float:
        """Expected tokens of a round with `drafts` drafted ones: 1 + Σ of the chances to get to a place."""
        reached = total = 1.0
        for place in range(1, drafts + 1):
            reached *= self.at(place)
            total += reached
        return total


def fitted(curve: Sequence[float], law: Law) -> Acceptance:
    """The acceptance whose curve is nearest to `curve` in squares.

    Raises `EngineError` for a length that no draft can yield, and for too few of them to tell a law.
    """
    import numpy as np

    for drafts, length in enumerate(curve, start=1):
        if not 1 <= length <= drafts + 1:
            raise EngineError(f"a round of {drafts} drafts yields 1 to {drafts + 1} tokens, not {length:g}")
    least = 1 if law == "one_rate" else 2
    if len(curve) < least:
        raise EngineError(
            f"a law {law} takes at least {least} draft lengths; {least - len(curve)} are missing"
        )
    if law == "one_rate":
        rates, _ = _nearest_rates(curve, np.zeros(1))
        return Acceptance(float(rates[0]))
    middle, reach = _STEEPEST / 2, _STEEPEST / 2
    for _ in range(_ZOOMS):
        decays = np.linspace(max(0, middle - reach), min(_STEEPEST, middle + reach), _STEPS)
        rates, errors = _nearest_rates(curve, decays)
        best = errors.argmin()
        middle, reach = float(decays[best]), reach / _CLOSER
    return Acceptance(float(rates[best]), middle)


def _nearest_rates(curve: Sequence[float], decays: Reals) -> tuple[Reals, Reals]:
    """For each of `decays` the rate with the least sum of squares, and that sum.

    A grid over the rates, refined around its best; both at once would miss the long narrow valley in which
    a lower rate makes up for a slower decay.
    """
    import numpy as np

    falls = np.arange(1, len(curve) + 1) ** -decays[:, None, None]
    each = np.arange(len(decays))
    middle, reach = np.full(len(decays), 0.5), 0.5
    for _ in range(_ZOOMS):
        rates = np.linspace(np.maximum(middle - reach, 0), np.minimum(middle + reach, 1), _STEPS, axis=1)
        lengths = 1 + np.cumsum(np.cumprod(rates[..., None] * falls, axis=-1), axis=-1)
        errors = ((lengths - np.asarray(curve)) ** 2).sum(-1)
        best = errors.argmin(1)
        middle, reach = rates[each, best], reach / _CLOSER
    return middle, errors[each, best]


def error_beyond(curve: Sequence[float], known: int, law: Law) -> float:
    """Mean relative error on the rest of a curve of a law fitted to its first `known` draft lengths."""
    if not 1 <= known < len(curve):
        raise EngineError(
            f"of a curve of {len(curve)} lengths 1 to {len(curve) - 1} can be known, not {known}"
        )
    law_known = fitted(curve[:known], law)
    return sum(
        abs(law_known.tokens_per_round(drafts) / curve[drafts - 1] - 1)
        for drafts in range(known + 1, len(curve) + 1)
    ) / (len(curve) - known)
