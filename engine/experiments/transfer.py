"""What moving a KV cache costs, against computing it again."""

from __future__ import annotations

from engine.elementwise import anywhere, floor
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Bandwidth,
    Count,
    Efficiency,
    FormatName,
    GpuName,
    ModelName,
    Seconds,
    SecondsOrNone,
    Tokens,
)
from engine.experiments.registry import experiment
from engine.memory import kv_bytes, kv_bytes_per_token
from engine.notation import number
from engine.precision import FP16
from engine.roofline import Deployment


@experiment("transfer.time")
def time(
    model: ModelName,
    tokens: Tokens,
    bandwidth: Bandwidth,
    kv_dtype: FormatName = FP16,
    links: Count = 1,
    latency: SecondsOrNone = 0.0,
) -> Outcome:
    """Seconds to move the KV cache of `tokens` tokens over `links` links of `bandwidth` each."""
    moved = kv_bytes(model, tokens, kv_dtype)
    value = latency + moved / (bandwidth * links)
    line = (
        f"{number(moved)} B / ({links}·{number(bandwidth / 1e9)} GB/s)"
        f" = {number(moved / (bandwidth * links))} s"
    )
    lines = (line,) if not anywhere(latency > 0) else (line, f"+ {number(latency)} s = {number(value)} s")
    return Outcome(value, "s", "t = latency + tokens·KV / (links·bandwidth)", lines, ("links at full rate",))


@experiment("transfer.break_even")
def break_even(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    tokens: Tokens,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Bandwidth at which moving the KV cache of a prompt takes as long as computing it.

    Above it loading beats recomputing, and a transfer hides behind a prefill that goes on layer by layer.
    """
    deployment = Deployment(model, gpu, gpus, dtype, kv_dtype, mfu, mbu)
    moved, computed = deployment.kv_bytes(tokens), deployment.prefill_time(tokens)
    line = f"{number(moved / 1e9)} GB / {number(computed)} s = {number(moved / computed / 1e9)} GB/s"
    return Outcome(
        moved / computed, "B/s", "bandwidth = tokens·KV / t_prefill", (line,), deployment.assumptions(tokens)
    )


@experiment("transfer.loadable")
def loadable(bandwidth: Bandwidth, time: Seconds, model: ModelName, kv_dtype: FormatName = FP16) -> Outcome:
    """Whole tokens of KV cache that come over a link in a given time."""
    each = kv_bytes_per_token(model, kv_dtype)
    value = floor(bandwidth * time / each)
    line = f"⌊{number(bandwidth)} B/s·{number(time)} s / {number(each)} B⌋ = {number(value)}"
    return Outcome(value, "token", "tokens = ⌊bandwidth·t / KV⌋", (line,), ("the link at full rate",))
