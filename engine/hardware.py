"""The catalogue of accelerators and links, in base units: FLOP/s, bytes, bytes a second.

Rates are dense (without structured sparsity) and per GPU. Memory is the nominal decimal size that the
vendor sells; a driver reports somewhat more or less. Links are per direction; PCIe and NVMe at what a
large copy really gets.

Sources: NVIDIA's data sheets for V100, T4, A10, A100, L4, L40S, H100, H200, H20, DGX B200 and GB200 NVL72,
the Ada architecture paper for the RTX 4090 (FP16 with FP32 accumulation); AMD's data sheets for MI300X and
MI325X.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.catalogue import Catalogue
from engine.precision import Arithmetic, Format

_T = 1e12
_G = 1e9


@dataclass(frozen=True, slots=True)
class Gpu:
    """One accelerator: dense FLOP/s by arithmetic, memory in B, memory bandwidth in B/s."""

    name: str
    rates: Mapping[Arithmetic, float]
    memory: float
    bandwidth: float

    def __str__(self) -> str:
        return self.name

    def computes(self, stored: Format) -> bool:
        """Whether the chip multiplies in the arithmetic of `stored`, or only stores it."""
        return stored.arithmetic in self.rates

    def rate(self, stored: Format) -> float:
        """Dense FLOP/s for weights stored so; what the chip cannot multiply is widened to FP16 first."""
        return self.rates.get(stored.arithmetic, self.rates["fp16"])


def _gpu(
    name: str,
    memory: float,
    bandwidth: float,
    fp16: float,
    fp8: float = 0,
    int8: float = 0,
    fp4: float = 0,
) -> Gpu:
    given: dict[Arithmetic, float] = {"fp16": fp16, "fp8": fp8, "int8": int8, "fp4": fp4}
    rates = {arithmetic: rate * _T for arithmetic, rate in given.items() if rate}
    return Gpu(name, rates, memory * _G, bandwidth * _T)


GPUS = Catalogue(
    "gpu",
    {
        "v100-32": _gpu("V100 32GB", 32, 0.9, fp16=125),
        "t4": _gpu("T4", 16, 0.32, fp16=65, int8=130),
        "a10": _gpu("A10", 24, 0.6, fp16=125, int8=250),
        "a100-40": _gpu("A100 40GB", 40, 1.555, fp16=312, int8=624),
        "a100-80": _gpu("A100 80GB", 80, 2.039, fp16=312, int8=624),
        "l4": _gpu("L4", 24, 0.3, fp16=121, fp8=242, int8=242),
        "l40s": _gpu("L40S", 48, 0.864, fp16=362, fp8=733, int8=733),
        "rtx-4090": _gpu("RTX 4090", 24, 1.008, fp16=165.2, fp8=330.3, int8=660.6),
        "h20": _gpu("H20", 96, 4.0, fp16=148, fp8=296, int8=296),
        "h100-pcie": _gpu("H100 PCIe", 80, 2.0, fp16=756, fp8=1513, int8=1513),
        "h100-nvl": _gpu("H100 NVL", 94, 3.9, fp16=835, fp8=1671, int8=1671),
        "h100-sxm": _gpu("H100 SXM", 80, 3.35, fp16=989, fp8=1979, int8=1979),
        "h800": _gpu("H800", 80, 3.35, fp16=989, fp8=1979, int8=1979),
        "h200": _gpu("H200", 141, 4.8, fp16=989, fp8=1979, int8=1979),
        "b200": _gpu("B200", 180, 8.0, fp16=2250, fp8=4500, int8=4500, fp4=9000),
        "gb200": _gpu("GB200", 186, 8.0, fp16=2500, fp8=5000, int8=5000, fp4=10000),
        "mi300x": _gpu("MI300X", 192, 5.3, fp16=1307.4, fp8=2614.9, int8=2614.9),
        "mi325x": _gpu("MI325X", 256, 6.0, fp16=1307.4, fp8=2614.9, int8=2614.9),
    },
    aliases={"h100": "h100-sxm", "a100": "a100-80", "v100": "v100-32", "4090": "rtx-4090"},
)

LINKS = Catalogue(
    "link",
    {
        "nvme": 7 * _G,
        "pcie4": 25 * _G,
        "pcie5": 55 * _G,
        "10g": 1.25 * _G,
        "25g": 3.125 * _G,
        "100g": 12.5 * _G,
        "200g": 25 * _G,
        "400g": 50 * _G,
        "nvlink3": 300 * _G,
        "nvlink4": 450 * _G,
        "nvlink5": 900 * _G,
    },
)
"""What one link moves in a second, one way; `100g` is a 100 Gbit/s network port at line rate."""
