"""The answer to a question put to the engine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """A value in a base unit (`B`, `s`, `token`, `FLOP`, `1`, …) and how it came about."""

    value: float
    unit: str
    formula: str
    working: tuple[str, ...] = ()
    """The formula with the numbers put in, a step a line."""
    assumptions: tuple[str, ...] = ()
    """What was taken for granted; none means that the value is exact."""

    @property
    def exact(self) -> bool:
        """Whether the value is plain arithmetic or a definition."""
        return not self.assumptions
