"""What few bits can hold, on real numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from engine.catalogue import Catalogue
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Amount, Count, CountOrNone, FormatName, GpuName, Range, Share
from engine.experiments.registry import experiment
from engine.notation import number
from engine.precision import FP16, GRIDS, dynamic_range, nearest
from engine.quantization import SCHEMES, Scheme, sqnr
from engine.tensors import COLUMNS, Distribution, Population, population, rotated, smoothed

Grid = Annotated[Any, GRIDS]
SchemeName = Annotated[Scheme, SCHEMES]
Operand = Annotated[
    Scheme | None, Catalogue("format", {"fp16": None, **{name: SCHEMES[name] for name in SCHEMES}})
]
Rows = Annotated[int, "1", Range(1, 8192)]

_SQNR = "SQNR = 10·log10(Σ x² / Σ (x − x̂)²)"


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


@experiment("quantization.values")
def values(format: Grid) -> Outcome:  # noqa: A002
    """Distinct values of a format's grid, both signs and one zero."""
    value = 2 * len(format) - 1
    return Outcome(value, "1", "values = 2·(magnitudes − 1) + 1", (f"2·{len(format) - 1} + 1 = {value}",))


@experiment("quantization.bits")
def bits(format: SchemeName) -> Outcome:  # noqa: A002
    """Bits an element of a way to store, scales and zero points of its blocks included."""
    overhead = format.bits - format.element
    line = f"{format.element} + {number(overhead)} = {number(format.bits)}"
    return Outcome(format.bits, "bit", "bits = element + (scale + zero point)/block", (line,))


@experiment("quantization.sqnr")
def signal_to_noise(
    format: SchemeName,  # noqa: A002
    distribution: Distribution = "gaussian",
    block: Count | None = None,
    rotate: bool = False,
    outlier_share: Share | None = None,
    outlier_scale: Amount | None = None,
    rows: Rows = 128,
    seed: CountOrNone = 0,
) -> Outcome:
    """Signal-to-quantisation-noise ratio of a tensor of rows of 512 that is stored so.

    `block` takes the place of the format's own; `outlier_share` is of the elements, or of the columns.
    `rotate` turns the tensor first by a Hadamard matrix in every 64 columns, over which outliers spread.
    """
    import numpy as np

    scheme = format if block is None else replace(format, block=_dividing(block))
    drawn_from = population(distribution, outlier_share, outlier_scale)
    tensor = drawn_from.draw(rows, np.random.default_rng(seed))
    if rotate:
        tensor = rotated(tensor)
    value = sqnr(tensor, scheme.rounded(tensor))
    line = f"relative error 10^(−{number(value)}/20) = {number(10 ** (-value / 20))}"
    return Outcome(value, "dB", _SQNR, (line,), _sampled(drawn_from, rows, seed))


@experiment("quantization.crest")
def crest(
    block: Count,
    distribution: Distribution = "gaussian",
    rows: Rows = 128,
    seed: CountOrNone = 0,
) -> Outcome:
    """Mean over blocks of the largest magnitude relative to the root mean square of the block."""
    import numpy as np

    drawn_from = population(distribution)
    tensor = drawn_from.draw(rows, np.random.default_rng(seed)).reshape(-1, _dividing(block))
    value = float((np.abs(tensor).max(1) / np.sqrt((tensor**2).mean(1))).mean())
    line = f"over {number(len(tensor))} blocks of {block}: {number(value)}"
    return Outcome(
        value, "1", "crest factor = max|x| / √(mean x²)", (line,), _sampled(drawn_from, rows, seed)
    )


@experiment("quantization.product")
def product(
    activations: Operand,
    weights: Operand,
    distribution: Distribution = "gaussian",
    treatment: Literal["none", "rotate", "smooth"] = "none",
    strength: Share = 0.5,
    outlier_share: Share | None = None,
    outlier_scale: Amount | None = None,
    rows: Rows = 128,
    seed: CountOrNone = 0,
) -> Outcome:
    """Signal-to-noise ratio of a product of activations and Gaussian weights, each stored in its format.

    `distribution` is the activations'. `smooth` moves their large columns to the weights by `strength`.
    """
    import numpy as np

    if activations is None and weights is None:
        raise EngineError("one of activations and weights must be quantised; both are fp16")
    generator = np.random.default_rng(seed)
    drawn_from = population(distribution, outlier_share, outlier_scale)
    left, right = drawn_from.draw(rows, generator), Population().draw(rows, generator)
    exact = left @ right.T
    if treatment == "rotate":
        left, right = rotated(left), rotated(right)
    elif treatment == "smooth":
        left, right = smoothed(left, right, strength)
    stored = [
        operand if scheme is None else scheme.rounded(operand)
        for operand, scheme in ((left, activations), (right, weights))
    ]
    value = sqnr(exact, stored[0] @ stored[1].T)
    line = f"{rows} × {COLUMNS} times {COLUMNS} × {rows}: relative error {number(10 ** (-value / 20))}"
    return Outcome(
        value, "dB", _SQNR, (line,), (*_sampled(drawn_from, rows, seed), "Gaussian weights", "exact sums")
    )


@experiment("quantization.native")
def native(gpu: GpuName, dtype: FormatName) -> Outcome:
    """Rate at which a GPU multiplies a format relative to FP16; 1 where it only stores it and widens it."""
    value = gpu.rate(dtype) / gpu.rate(FP16)
    how = f"multiplies {dtype.arithmetic}" if gpu.computes(dtype) else f"stores {dtype}, multiplies fp16"
    line = f"{gpu} {how}: {number(gpu.rate(dtype) / 1e12)}/{number(gpu.rate(FP16) / 1e12)} = {number(value)}"
    return Outcome(value, "1", "speed = peak rate of the format / of FP16", (line,))


def _dividing(block: int) -> int:
    if COLUMNS % block:
        raise EngineError(f"{block} does not divide rows of {COLUMNS}: {COLUMNS % block} left over")
    return block


def _sampled(drawn_from: Population, rows: int, seed: int) -> tuple[str, str]:
    return (str(drawn_from), f"{number(rows * COLUMNS)} elements, seed {seed}")
