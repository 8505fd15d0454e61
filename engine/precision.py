"""Number formats: what an element costs in bits, its block's scale included, and which values it can hold.

A block format stores one scale for every `block` elements, so it costs `element + scale / block` bits.
Sources: OCP Microscaling Formats v1.0 (MXFP4: E2M1, block 32, E8M0 scale); NVIDIA's description of NVFP4
(E2M1, block 16, E4M3 scale); AWQ and GPTQ's customary group of 128 with one FP16 scale, and a 4-bit zero
point beside it (zp).
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

from engine.catalogue import Catalogue
from engine.errors import EngineError

Arithmetic = Literal["fp32", "fp16", "fp8", "int8", "fp4"]


@dataclass(frozen=True, slots=True)
class Format:
    """How weights or cached values are stored, and the arithmetic they run in where the chip has it."""

    name: str
    element: float
    arithmetic: Arithmetic
    scale: float = 0.0
    block: int = 1

    def __str__(self) -> str:
        return self.name

    @property
    def bits(self) -> float:
        """Bits an element, with its share of the scale."""
        return bits_per_element(self.element, self.scale, self.block)

    @property
    def bytes(self) -> float:
        """Bytes an element, with its share of the scale."""
        return self.bits / 8


def bits_per_element(element: float, scale: float, block: float) -> float:
    """Bits an element costs when every `block` elements share a scale of `scale` bits."""
    return element + scale / block


FP16 = Format("FP16", 16, "fp16")

FORMATS = Catalogue(
    "format",
    {
        each.name.lower(): each
        for each in (
            Format("FP32", 32, "fp32"),
            FP16,
            Format("BF16", 16, "fp16"),
            Format("FP8", 8, "fp8"),
            Format("INT8", 8, "int8"),
            Format("FP6", 6, "fp16"),
            Format("INT4", 4, "fp16"),
            Format("INT4-g128", 4, "fp16", scale=16, block=128),
            Format("INT4-g128-zp", 4, "fp16", scale=20, block=128),
            Format("NVFP4", 4, "fp4", scale=8, block=16),
            Format("MXFP4", 4, "fp4", scale=8, block=32),
        )
    },
)


def _floating(exponent: int, mantissa: int, largest: float) -> tuple[float, ...]:
    """The non-negative values of a small float with subnormals, up to its largest finite one."""
    bias = 2 ** (exponent - 1) - 1
    steps = 2**mantissa
    values = [m / steps * 2.0 ** (1 - bias) for m in range(steps)]
    values += [(1 + m / steps) * 2.0 ** (e - bias) for e in range(1, 2**exponent) for m in range(steps)]
    return tuple(v for v in values if v <= largest)


GRIDS = Catalogue(
    "grid",
    {
        "e2m1": _floating(2, 1, 6.0),
        "e4m3": _floating(4, 3, 448.0),
        "e5m2": _floating(5, 2, 57344.0),
        "int4": tuple(float(v) for v in range(8)),
        "int8": tuple(float(v) for v in range(128)),
    },
    aliases={"fp4": "e2m1", "nvfp4": "e2m1", "mxfp4": "e2m1", "fp8": "e4m3"},
)
"""The magnitudes a format can hold at scale one; integer grids are taken symmetric."""


def nearest(value: float, grid: tuple[float, ...]) -> float:
    """The grid's value nearest to `value`: ties go to the even code, and what is too large saturates."""
    magnitude = abs(value)
    above = bisect_left(grid, magnitude)
    if above == len(grid):
        chosen = grid[-1]
    elif above == 0:
        chosen = grid[0]
    else:
        down, up = magnitude - grid[above - 1], grid[above] - magnitude
        chosen = grid[above] if up < down or (up == down and above % 2 == 0) else grid[above - 1]
    return -chosen if value < 0 else chosen


def dynamic_range(grid: tuple[float, ...]) -> float:
    """Largest magnitude over smallest non-zero one."""
    if len(grid) < 2:
        raise EngineError("a grid needs a value beside zero")
    return grid[-1] / grid[1]
