"""A grid of arguments as it is written for `drill lab`, and an experiment's answers over it.

`1..256` are a hundred values, `1..256/9` nine, and `h100-sxm|h200|b200` those three. Values are spaced
evenly, or by ratio where the last is a hundred times the first or more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from drill.errors import UsageError
from drill.figures.arguments import read_argument, refused
from drill.figures.display import plain, scale
from engine import EngineError, Experiment

if TYPE_CHECKING:
    from engine.sweep import Sweep

_POINTS = 100
_MOST_POINTS = 1_000_000
_MANY_TIMES = 100
_RANGE = re.compile(r"(?P<low>.+?)\.\.(?P<high>.+?)(?:/(?P<points>\d+))?")


@dataclass(frozen=True, slots=True)
class Grid:
    """The values of one argument."""

    name: str
    unit: str
    values: tuple[object, ...]
    written: tuple[str, ...] = ()
    """The values as the user wrote them; empty for a range."""
    by_ratio: bool = False

    @property
    def heading(self) -> str:
        """The name, and the unit in which `numbers` are."""
        unit = "" if self.written else scale(self.values, self.unit)[1]
        return f"{self.name} ({unit})" if unit else self.name

    @property
    def numbers(self) -> list[float]:
        """The values of a range in a unit that is easy to read; places in the list of others."""
        if self.written:
            return [float(place) for place in range(len(self.values))]
        shown = scale(self.values, self.unit)[0]
        return [float(cast("float", value)) / shown for value in self.values]

    @property
    def labels(self) -> tuple[str, ...]:
        """Each value by itself, with its unit."""
        if self.written:
            return self.written
        unit = scale(self.values, self.unit)[1]
        return tuple(f"{plain(number)} {unit}".rstrip() for number in self.numbers)


def read_grid(experiment: Experiment, text: str, own: Mapping[str, object] | None = None) -> Grid:
    """The grid that `name=a..b/n` or `name=a|b|c` stands for. Raises `UsageError`.

    `own` are the user's GPUs and models, as for an argument.
    """
    name, equals, span = text.partition("=")
    found = _RANGE.fullmatch(span)
    if name not in experiment.parameters or not (equals and span) or (".." in span and not found):
        names = ", ".join(experiment.parameters)
        raise UsageError(f"--grid {text}: write NAME=A..B, A..B/POINTS or A|B|C; names are {names}")
    parameter = experiment.parameters[name]
    if found:
        ends = [read_argument(parameter, found[end], own) for end in ("low", "high")]
        if not all(isinstance(end, int | float) for end in ends):
            raise UsageError(f"--grid {text}: a range needs numbers; list names as in {name}=a|b")
        low, high = cast("list[float]", ends)
        return _range(
            text, name, parameter.unit, (low, high), int(found["points"] or _POINTS), parameter.kind
        )
    written = tuple(span.split("|"))
    return Grid(name, parameter.unit, tuple(read_argument(parameter, each, own) for each in written), written)


def answer_grid(experiment: Experiment, grids: Sequence[Grid], arguments: Mapping[str, object]) -> Sweep:
    """The answers over all combinations. Raises `UsageError`, also in the engine's words."""
    from engine.sweep import sweep  # brings numpy

    axes = {grid.name: grid.values for grid in grids}
    for name in axes:
        if len(grids) > len(axes) or name in arguments:
            raise UsageError(f"{name} is given twice")
    points = 1
    for grid in grids:
        points *= len(grid.values)
    if points > _MOST_POINTS:
        raise UsageError(f"a grid of {points:,} points is {points - _MOST_POINTS:,} too many")
    try:
        return sweep(experiment, axes, **arguments)
    except EngineError as error:
        raise refused(experiment, error) from error


def _range(text: str, name: str, unit: str, ends: tuple[float, float], points: int, kind: str) -> Grid:
    low, high = ends
    if low >= high or points < 2:
        raise UsageError(f"--grid {text}: write the smaller end first, and two points at least")
    by_ratio = low > 0 and high >= _MANY_TIMES * low
    if points > _MOST_POINTS:
        raise UsageError(f"--grid {text}: {points:,} points are {points - _MOST_POINTS:,} too many")
    steps = [place / (points - 1) for place in range(1, points - 1)]
    between = [low * (high / low) ** step if by_ratio else low + (high - low) * step for step in steps]
    values: list[float] = [low, *between, high]
    if kind == "whole":
        values = [*dict.fromkeys(round(value) for value in values)]
    return Grid(name, unit, tuple(values), by_ratio=by_ratio)
