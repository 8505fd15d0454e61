"""What the catalogue says of an accelerator."""

from __future__ import annotations

from typing import Literal

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Count, FormatName, GpuName
from engine.experiments.registry import experiment
from engine.hardware import Gpu
from engine.notation import number
from engine.precision import FP16


def _from_data_sheet(gpu: Gpu) -> tuple[str, ...]:
    return (gpu.source or "as the user's file says",)


@experiment("gpu.rate")
def rate(gpu: GpuName, gpus: Count = 1, dtype: FormatName = FP16) -> Outcome:
    """Dense FLOP a second for weights stored in a format; one the chip cannot multiply is widened first."""
    value = gpus * gpu.rate(dtype)
    line = f"{gpus}·{number(gpu.rate(dtype))} = {number(value)}"
    widened = () if gpu.computes(dtype) else (f"{gpu} multiplies {dtype} weights in fp16",)
    return Outcome(value, "FLOP/s", "rate = GPUs·dense rate", (line,), (*_from_data_sheet(gpu), *widened))


@experiment("gpu.memory")
def memory(gpu: GpuName, gpus: Count = 1) -> Outcome:
    """Bytes of GPU memory, as sold."""
    value = gpus * gpu.memory
    line = f"{gpus}·{number(gpu.memory)} B = {number(value)} B"
    return Outcome(value, "B", "memory = GPUs·memory", (line,), _from_data_sheet(gpu))


@experiment("gpu.bandwidth")
def bandwidth(gpu: GpuName, gpus: Count = 1) -> Outcome:
    """Bytes a second between GPUs and their own memory, at peak."""
    value = gpus * gpu.bandwidth
    line = f"{gpus}·{number(gpu.bandwidth)} B/s = {number(value)} B/s"
    return Outcome(value, "B/s", "bandwidth = GPUs·bandwidth", (line,), _from_data_sheet(gpu))


@experiment("gpu.link")
def link(gpu: GpuName, to: Literal["peers", "host"] = "peers") -> Outcome:
    """Bytes a second one way from a GPU to the others of its node, or to host memory."""
    value = gpu.peers if to == "peers" else gpu.host
    if value is None:
        raise EngineError(
            f"{gpu} has no link of its own to other GPUs; its PCIe moves {number(gpu.host / 1e9)} GB/s"
        )
    line = f"{number(value / 1e9)} GB/s"
    rule = "all links between GPUs, nominal" if to == "peers" else "what a large copy gets"
    return Outcome(value, "B/s", f"bandwidth to {to}", (line,), (*_from_data_sheet(gpu), rule))
