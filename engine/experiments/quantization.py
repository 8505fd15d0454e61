"""What few bits can hold."""

from __future__ import annotations

from typing import Annotated, Any

from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Range
from engine.experiments.registry import experiment
from engine.notation import number
from engine.precision import GRIDS, dynamic_range, nearest

Grid = Annotated[Any, GRIDS]


@experiment("quantization.relative_error")
def relative_error(sqnr: Annotated[float, "dB", Range(least=-100)]) -> Outcome:
    """Root-mean-square error relative to the signal, from a signal-to-quantization-noise ratio."""
    value = 10 ** (-sqnr / 20)
    return Outcome(value, "1", "error = 10^(−SQNR/20)", (f"10^(−{sqnr:g}/20) = {number(value)}",))


@experiment("quantization.nearest")
def nearest_value(value: Annotated[float, "1", Range(least=-1e9)], format: Grid) -> Outcome:  # noqa: A002
    """The value of a format's grid that is nearest at scale one: e2m1 (FP4), int4, e4m3, e5m2, int8."""
    chosen = nearest(value, format)
    around = ", ".join(number(each) for each in sorted(format, key=lambda each: abs(each - abs(value)))[:2])
    return Outcome(chosen, "1", "nearest value of the grid", (f"near {number(abs(value))}: {around}",))


@experiment("quantization.range")
def range_of(format: Grid) -> Outcome:  # noqa: A002
    """Largest over smallest non-zero magnitude of a format's grid, before any scale."""
    value = dynamic_range(format)
    line = f"{number(format[-1])}/{number(format[1])} = {number(value)}"
    return Outcome(value, "1", "range = largest/smallest", (line,))
