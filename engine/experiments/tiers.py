"""A KV cache in tiers: GPU memory, host memory, disk, or computed anew."""

from __future__ import annotations

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Bandwidth,
    Count,
    Efficiency,
    FormatName,
    GpuName,
    ModelName,
    Share,
    Tokens,
)
from engine.experiments.registry import experiment
from engine.hardware import LINKS
from engine.memory import kv_bytes, kv_bytes_per_token
from engine.notation import number
from engine.precision import FP16
from engine.roofline import Deployment


@experiment("tiers.mean")
def mean(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    tokens: Tokens,
    l0: Share,
    l1: Share,
    l2: Share,
    miss: Share,
    l1_bandwidth: Bandwidth = LINKS["pcie5"],
    l2_bandwidth: Bandwidth = LINKS["nvme"],
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Mean seconds until a prompt's KV cache is there, by where it is found.

    `l0` of the requests find it in GPU memory at once, `l1` in host memory, `l2` on disk; `miss` compute it.
    """
    total = l0 + l1 + l2 + miss
    if abs(total - 1) > 1e-6:
        raise EngineError(f"l0 + l1 + l2 + miss must be 1, {number(1 - total)} more than given")
    deployment = Deployment(model, gpu, gpus, dtype, kv_dtype, mfu, mbu)
    moved = kv_bytes(model, tokens, kv_dtype)
    host, disk, computed = moved / l1_bandwidth, moved / l2_bandwidth, deployment.prefill_time(tokens)
    value = l1 * host + l2 * disk + miss * computed
    return Outcome(
        value,
        "s",
        "t = l1·KV/bandwidth₁ + l2·KV/bandwidth₂ + miss·t_prefill",
        (
            f"host {number(host)} s, disk {number(disk)} s, computed {number(computed)} s",
            f"{l1:g}·{number(host)} + {l2:g}·{number(disk)} + {miss:g}·{number(computed)}"
            f" = {number(value)} s",
        ),
        (
            *deployment.assumptions(tokens),
            "one link to each tier, at full rate",
            "the whole prompt or nothing",
        ),
    )


@experiment("tiers.block_time")
def block_time(
    model: ModelName, bandwidth: Bandwidth, block: Count = 16, kv_dtype: FormatName = FP16
) -> Outcome:
    """Seconds to move the KV cache of one block of tokens."""
    moved = block * kv_bytes_per_token(model, kv_dtype)
    value = moved / bandwidth
    line = f"{number(moved)} B / {number(bandwidth / 1e9)} GB/s = {number(value)} s"
    return Outcome(value, "s", "t = block·KV / bandwidth", (line,), ("the link at full rate",))
