"""A numeric question once it has been drawn: what is asked, what is right, which wrong turns are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from drill.cards.card import ItemId, Tolerance


@dataclass(frozen=True, slots=True)
class Slip:
    """A common wrong turn and the value that it leads to, in the question's unit."""

    id: str
    value: float
    text: str = ""
    """What went wrong, in the language of the question."""


@dataclass(frozen=True, slots=True)
class NumericQuestion:
    """A drill with its values drawn. `expected` and the slips' values are in `unit`."""

    item: ItemId
    question: str
    arguments: Mapping[str, str]
    expected: float
    unit: str
    tolerance: Tolerance
    slips: tuple[Slip, ...] = ()
    working: tuple[str, ...] = ()
    """The way to the value, a line a step, with the numbers put in."""
    assumptions: tuple[str, ...] = field(default=())
    seed: int = 0
