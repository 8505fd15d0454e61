"""The catalogue of accelerators and links, in base units: FLOP/s, bytes, bytes a second.

Rates are dense (without structured sparsity) and per GPU. Memory is the nominal decimal size that the
vendor sells; a driver reports somewhat more or less. Links are per direction; those to the host and to
disks at what a large copy really gets, those between GPUs at their nominal rate, all links of a GPU together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.catalogue import Catalogue
from engine.precision import Arithmetic, Format

_T = 1e12
_G = 1e9

_PCIE3 = 12.5
_PCIE4 = 25.0
_PCIE5 = 55.0


@dataclass(frozen=True, slots=True)
class Gpu:
    """One accelerator: dense FLOP/s by arithmetic, memory in B, memory bandwidth in B/s."""

    name: str
    rates: Mapping[Arithmetic, float]
    memory: float
    bandwidth: float
    host: float
    """B/s to or from host memory."""
    peers: float | None = None
    """B/s to or from the other GPUs of its node by links of their own; None where PCIe has to do."""
    source: str = ""

    def __str__(self) -> str:
        return self.name

    def computes(self, stored: Format) -> bool:
        """Whether the chip multiplies in the arithmetic of `stored`, or only stores it."""
        return stored.arithmetic in self.rates

    def rate(self, stored: Format) -> float:
        """Dense FLOP/s for weights stored so; what the chip cannot multiply is widened to FP16 first."""
        return self.rates.get(stored.arithmetic, self.rates["fp16"])


def gpu(
    name: str,
    memory: float,
    bandwidth: float,
    fp16: float,
    fp8: float = 0,
    int8: float = 0,
    fp4: float = 0,
    *,
    host: float,
    peers: float = 0,
    source: str = "",
) -> Gpu:
    """An accelerator from a data sheet's units: GB, TB/s, dense TFLOP/s; links in GB/s one way."""
    given: dict[Arithmetic, float] = {"fp16": fp16, "fp8": fp8, "int8": int8, "fp4": fp4}
    rates = {arithmetic: rate * _T for arithmetic, rate in given.items() if rate}
    return Gpu(name, rates, memory * _G, bandwidth * _T, host * _G, peers * _G or None, source)


GPUS = Catalogue(
    "gpu",
    {
        "v100-32": gpu(
            "V100 32GB", 32, 0.9, fp16=125, host=_PCIE3, peers=150, source="NVIDIA V100 data sheet, SXM2"
        ),
        "t4": gpu("T4", 16, 0.32, fp16=65, int8=130, host=_PCIE3, source="NVIDIA T4 data sheet"),
        "a10": gpu("A10", 24, 0.6, fp16=125, int8=250, host=_PCIE4, source="NVIDIA A10 data sheet"),
        "a40": gpu(
            "A40", 48, 0.696, fp16=149.7, int8=299.3, host=_PCIE4, peers=56.25, source="NVIDIA A40 data sheet"
        ),
        "a100-40": gpu(
            "A100 40GB",
            40,
            1.555,
            fp16=312,
            int8=624,
            host=_PCIE4,
            peers=300,
            source="NVIDIA A100 data sheet, SXM4",
        ),
        "a100-80": gpu(
            "A100 80GB",
            80,
            2.039,
            fp16=312,
            int8=624,
            host=_PCIE4,
            peers=300,
            source="NVIDIA A100 data sheet, SXM4",
        ),
        "l4": gpu("L4", 24, 0.3, fp16=121, fp8=242, int8=242, host=_PCIE4, source="NVIDIA L4 data sheet"),
        "l40s": gpu(
            "L40S", 48, 0.864, fp16=362, fp8=733, int8=733, host=_PCIE4, source="NVIDIA L40S data sheet"
        ),
        "rtx-4090": gpu(
            "RTX 4090",
            24,
            1.008,
            fp16=165.2,
            fp8=330.3,
            int8=660.6,
            host=_PCIE4,
            source="NVIDIA Ada architecture paper, appendix A; FP32 accumulation",
        ),
        "h20": gpu(
            "H20",
            96,
            4.0,
            fp16=148,
            fp8=296,
            int8=296,
            host=_PCIE5,
            peers=450,
            source="NVIDIA H20 data sheet",
        ),
        "h100-pcie": gpu(
            "H100 PCIe",
            80,
            2.0,
            fp16=756,
            fp8=1513,
            int8=1513,
            host=_PCIE5,
            peers=300,
            source="NVIDIA H100 data sheet; a bridge between two cards",
        ),
        "h100-nvl": gpu(
            "H100 NVL",
            94,
            3.9,
            fp16=835,
            fp8=1671,
            int8=1671,
            host=_PCIE5,
            peers=300,
            source="NVIDIA H100 data sheet; a bridge between two cards",
        ),
        "h100-sxm": gpu(
            "H100 SXM",
            80,
            3.35,
            fp16=989,
            fp8=1979,
            int8=1979,
            host=_PCIE5,
            peers=450,
            source="NVIDIA H100 data sheet",
        ),
        "h800": gpu(
            "H800",
            80,
            3.35,
            fp16=989,
            fp8=1979,
            int8=1979,
            host=_PCIE5,
            peers=200,
            source="an H100 with 400 GB/s of NVLink both ways: DeepSeek-V3, section 3.1",
        ),
        "h200": gpu(
            "H200",
            141,
            4.8,
            fp16=989,
            fp8=1979,
            int8=1979,
            host=_PCIE5,
            peers=450,
            source="NVIDIA H200 data sheet",
        ),
        "b200": gpu(
            "B200",
            180,
            8.0,
            fp16=2250,
            fp8=4500,
            int8=4500,
            fp4=9000,
            host=_PCIE5,
            peers=900,
            source="NVIDIA DGX B200 data sheet, an eighth; half of the sparse rates",
        ),
        "b300": gpu(
            "B300",
            288,
            8.0,
            fp16=2250,
            fp8=4500,
            fp4=13125,
            host=_PCIE5,
            peers=900,
            source="NVIDIA HGX B300 specification, an eighth of 105 PFLOP/s of dense FP4; INT8 is vestigial",
        ),
        "gb200": gpu(
            "GB200",
            186,
            8.0,
            fp16=2500,
            fp8=5000,
            int8=5000,
            fp4=10000,
            host=450,
            peers=900,
            source="NVIDIA GB200 NVL72 data sheet, a GPU of 72; the host by NVLink-C2C",
        ),
        "mi300x": gpu(
            "MI300X",
            192,
            5.3,
            fp16=1307.4,
            fp8=2614.9,
            int8=2614.9,
            host=_PCIE5,
            peers=448,
            source="AMD MI300X data sheet; seven links of 64 GB/s",
        ),
        "mi325x": gpu(
            "MI325X",
            256,
            6.0,
            fp16=1307.4,
            fp8=2614.9,
            int8=2614.9,
            host=_PCIE5,
            peers=448,
            source="AMD MI325X data sheet; seven links of 64 GB/s",
        ),
        "mi355x": gpu(
            "MI355X",
            288,
            8.0,
            fp16=2516.6,
            fp8=5033.2,
            int8=5033.2,
            fp4=10066.3,
            host=_PCIE5,
            peers=537.6,
            source="AMD MI355X data sheet; seven links of 76.8 GB/s",
        ),
        "ascend-910b": gpu(
            "Ascend 910B",
            64,
            1.6,
            fp16=313,
            int8=626,
            host=_PCIE4,
            peers=196,
            source="as reported for the 910B3, no data sheet is public; seven HCCS links of 28 GB/s",
        ),
        "ascend-950pr": gpu(
            "Ascend 950PR",
            128,
            1.6,
            fp16=500,
            fp8=1000,
            fp4=2000,
            host=_PCIE5,
            peers=1000,
            source="Huawei Connect 2025 (FP8, FP4, memory, 2 TB/s both ways); FP16 assumed half of FP8,"
            " and the Atlas 350 card is quoted lower: 1.56 PFLOP/s of FP4, 112 GB",
        ),
    },
    aliases={
        "h100": "h100-sxm",
        "a100": "a100-80",
        "v100": "v100-32",
        "4090": "rtx-4090",
        "910b": "ascend-910b",
        "950pr": "ascend-950pr",
    },
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
