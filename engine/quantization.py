"""Rounding tensors as number formats do: to a grid of values, scaled block by block.

Blocks run along the last axis, which is the one that a matrix product sums over. A scheme gives back the
values that a dequantised tensor has, so its error is the format's own: scales are rounded too.

Sources: OCP Microscaling Formats v1.0, section 6.3 (a power of two, 2^(⌊log2 max⌋ − e_max), and saturation);
NVIDIA's description of NVFP4 (an E4M3 scale a block, under an FP32 one that brings the largest block scale
to 448); groups with an FP16 scale, and for asymmetric ones a zero point, as AWQ and GPTQ store them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.catalogue import Catalogue
from engine.precision import GRIDS, bits_per_element

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Reals = NDArray[np.float64]

ScaleKind = Literal["fp32", "fp16", "e4m3", "e8m0"]
_SCALE_BITS: dict[ScaleKind, int] = {"fp32": 32, "fp16": 16, "e4m3": 8, "e8m0": 8}
_E8M0 = 127
"""Largest exponent of an E8M0 scale, and with a minus the least."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way to store tensors: elements of `bits` bits on `grid`, a scale for every `block` of them.

    Without a block there is one scale for a whole row (a token, an output channel) or for the tensor.
    With `zero` the integers are unsigned and each block has a zero point of `bits` bits as well.
    """

    name: str
    grid: tuple[float, ...]
    element: int
    scale: ScaleKind
    block: int | Literal["row", "tensor"]
    zero: bool = False

    def __str__(self) -> str:
        return self.name

    @property
    def bits(self) -> float:
        """Bits an element, its share of the block's scale and zero point included."""
        if isinstance(self.block, str):
            return self.element
        return bits_per_element(self.element, _SCALE_BITS[self.scale] + self.element * self.zero, self.block)

    def rounded(self, values: Reals) -> Reals:
        """`values` (rows, columns) as they come back from being stored so."""
        match self.block:
            case "tensor":
                blocks = values.reshape(1, -1)
            case "row":
                blocks = values
            case size:
                blocks = values.reshape(-1, size)
        return (self._from_zero(blocks) if self.zero else self._symmetric(blocks)).reshape(values.shape)

    def _symmetric(self, blocks: Reals) -> Reals:
        """Blocks, one a row, on a grid that is the same on either side of zero."""
        import numpy as np

        largest = np.abs(blocks).max(1, keepdims=True)
        scale = self._scale(largest, self.grid[-1])
        scaled = np.divide(blocks, scale, out=np.zeros_like(blocks), where=scale > 0)
        stored: Reals = on_grid(scaled, self.grid) * scale
        return stored

    def _from_zero(self, blocks: Reals) -> Reals:
        """Blocks, one a row, on the integers 0 … 2^bits − 1 less a zero point; zero itself is exact."""
        import numpy as np

        levels = 2**self.element - 1
        low = np.minimum(blocks.min(1, keepdims=True), 0)
        high = np.maximum(blocks.max(1, keepdims=True), 0)
        scale = self._scale(high - low, levels)
        scale = np.where(scale > 0, scale, 1)
        zero = np.clip(np.rint(-low / scale), 0, levels)
        stored: Reals = (np.clip(np.rint(blocks / scale) + zero, 0, levels) - zero) * scale
        return stored

    def _scale(self, largest: Reals, reach: float) -> Reals:
        """The scales that bring `largest` to `reach`, as they are stored."""
        import numpy as np

        wanted = largest / reach
        match self.scale:
            case "fp32":
                return wanted.astype(np.float32).astype(float)
            case "fp16":
                return wanted.astype(np.float16).astype(float)
            case "e4m3":
                tensor = wanted.max() / GRIDS["e4m3"][-1] or 1.0
                return on_grid(wanted / tensor, GRIDS["e4m3"]) * tensor
            case "e8m0":
                exponents = np.clip(np.frexp(largest)[1] - np.frexp(reach)[1], -_E8M0, _E8M0)
                power: Reals = np.exp2(exponents) * (largest > 0)
                return power


def on_grid(values: Reals, grid: tuple[float, ...]) -> Reals:
    """Each value's nearest on the grid and its negatives: ties go to the even code, large ones saturate."""
    import numpy as np

    steps = np.asarray(grid)
    limits = (steps[:-1] + steps[1:]) / 2
    # searchsorted counts the limits below a value; one that is hit must count where the code below is odd.
    limits[1::2] = np.nextafter(limits[1::2], 0)
    nearest: Reals = np.copysign(steps[np.searchsorted(limits, np.abs(values))], values)
    return nearest


def sqnr(values: Reals, rounded: Reals) -> float:
    """Signal-to-quantisation-noise ratio in dB: 10·log10(Σ x² / Σ (x − x̂)²); infinite without an error."""
    import numpy as np

    noise = float(((values - rounded) ** 2).sum())
    return 10 * float(np.log10(float((values**2).sum()) / noise)) if noise else float("inf")


SCHEMES = Catalogue(
    "format",
    {
        each.name.lower(): each
        for each in (
            Scheme("NVFP4", GRIDS["e2m1"], 4, "e4m3", 16),
            Scheme("MXFP4", GRIDS["e2m1"], 4, "e8m0", 32),
            Scheme("NVINT4", GRIDS["int4"], 4, "e4m3", 16),
            Scheme("INT4-g128", GRIDS["int4"], 4, "fp16", 128),
            Scheme("INT4-g128-zero", GRIDS["int4"], 4, "fp16", 128, zero=True),
            Scheme("INT4-row", GRIDS["int4"], 4, "fp32", "row"),
            Scheme("MXFP8", GRIDS["e4m3"], 8, "e8m0", 32),
            Scheme("FP8-E4M3", GRIDS["e4m3"], 8, "fp32", "tensor"),
            Scheme("FP8-E5M2", GRIDS["e5m2"], 8, "fp32", "tensor"),
            Scheme("INT8-g128", GRIDS["int8"], 8, "fp16", 128),
            Scheme("INT8-g128-zero", GRIDS["int8"], 8, "fp16", 128, zero=True),
            Scheme("INT8-row", GRIDS["int8"], 8, "fp32", "row"),
            Scheme("INT8-tensor", GRIDS["int8"], 8, "fp32", "tensor"),
        )
    },
    aliases={"int4": "int4-g128", "fp8": "fp8-e4m3", "int8": "int8-row"},
)
"""Ways to store; NVINT4 is INT4 in NVFP4's blocks and scales (INT v.s. FP, arXiv 2510.25602)."""
