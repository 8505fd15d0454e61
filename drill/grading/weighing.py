"""What speaks for and against a sentence making a point, weighed into one number by fitted coefficients.

The coefficients (`weights.toml`) are the only place where labelled answers speak; `tests/bench/fitting.py`
makes them. Whatever a signal takes from beyond its sentence grows with what is said, but for the retractions;
so leaving out a sentence that takes nothing back never raises a score.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import astuple, dataclass, fields
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Signals:
    """What a sentence, within its answer, tells about one point; each about 0..1."""

    agreement: float
    """How much of the point the sentence says ..."""
    behind: float
    """... and how much better it says another point (0 or negative)."""
    claim: float
    """How much the sentence says of something that the card holds to be wrong."""
    fallacy: float
    """How much it says of something that is wrong in the whole field."""
    unexplained: float
    """Technical words in a sentence that does not say the point: the right words for another cause."""
    technical: float
    size: float
    """Logarithm of the concepts in the sentence."""
    unreasoned: float
    """A cause is named, and the sentence does not say the point: another cause."""
    unconditional: float
    """A point of what happens without it, in a sentence without condition or negation."""
    unmeasured: float
    """A point of verification, in a sentence that measures nothing."""
    company: float
    """How well the answer says the half of all points that it says best, beyond its technical words."""
    retracted: float
    """A sentence turns ("however"), and it does not say what the card says ..."""
    retracted_denying: float
    """... with a negation in it."""


NAMES = tuple(each.name for each in fields(Signals))


@dataclass(frozen=True, slots=True)
class Weights:
    """Coefficients by signal, and the constant."""

    constant: float
    by_signal: tuple[float, ...]

    @classmethod
    def of(cls, values: Mapping[str, float]) -> Weights:
        """Read from names; a signal that is not named counts nothing."""
        return cls(values["constant"], tuple(values.get(name, 0.0) for name in NAMES))

    def chance(self, signals: Signals) -> float:
        """The chance in 0..1 that a strict listener takes the point as made."""
        total = self.constant + sum(
            weight * value for weight, value in zip(self.by_signal, astuple(signals), strict=True)
        )
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))


@cache
def fitted() -> Weights:
    """The coefficients that come with the program."""
    written = files("drill.grading").joinpath("weights.toml").read_text(encoding="utf-8")
    return Weights.of(tomllib.loads(written))
