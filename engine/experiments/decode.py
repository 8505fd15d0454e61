"""What a decoding step costs, and what bounds it."""

from __future__ import annotations

from typing import Literal

from engine.elementwise import anywhere, smaller
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Count,
    CountOrNone,
    Efficiency,
    FormatName,
    GpuName,
    ModelName,
    Seconds,
    Tokens,
)
from engine.experiments.registry import experiment
from engine.memory import kv_bytes, weights_read
from engine.notation import number
from engine.precision import FP16
from engine.roofline import FLOP_COUNT, Deployment, decode_flops, prefill_flops

_STEP = "t = max((weights + B·ctx·KV)/(GPUs·bandwidth·mbu), B·(2·P + 4·L·d·ctx)/(GPUs·rate·mfu))"


def _step_lines(deployment: Deployment, batch: int, context: int) -> tuple[str, ...]:
    weights = deployment.weights_read(batch)
    cache = batch * deployment.kv_bytes(context)
    work = batch * decode_flops(deployment.model, context)
    return (
        f"traffic = {number(weights / 1e9)} + {batch}·{number(deployment.kv_bytes(context))}/1e9"
        f" = {number((weights + cache) / 1e9)} GB",
        f"memory = {number(weights + cache)} B / {number(deployment.bandwidth)} B/s"
        f" = {number((weights + cache) / deployment.bandwidth)} s",
        f"arithmetic = {number(work)} / {number(deployment.rate)} FLOP/s"
        f" = {number(work / deployment.rate)} s",
    )


@experiment("decode.step")
def step(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    batch: Count,
    context: Tokens,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Seconds of one decoding step, the time per output token, for `batch` requests at `context` tokens."""
    deployment = Deployment(model, gpu, gpus, dtype, kv_dtype, mfu, mbu)
    value = deployment.decode_time(batch, context)
    lines = (*_step_lines(deployment, batch, context), f"t = {number(value)} s")
    return Outcome(value, "s", _STEP, lines, deployment.assumptions(context, batch))


@experiment("decode.throughput")
def throughput(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    batch: Count,
    context: Tokens,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Tokens a second that a batch produces together."""
    deployment = Deployment(model, gpu, gpus, dtype, kv_dtype, mfu, mbu)
    time = deployment.decode_time(batch, context)
    lines = (
        *_step_lines(deployment, batch, context),
        f"{batch} / {number(time)} s = {number(batch / time)}/s",
    )
    return Outcome(
        batch / time, "token/s", "throughput = B / t", lines, deployment.assumptions(context, batch)
    )


@experiment("decode.ceiling")
def ceiling(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    context: Tokens,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Tokens a second that no batch exceeds: each token reads its own cache and does its own arithmetic."""
    deployment = Deployment(model, gpu, gpus, dtype, kv_dtype, mfu, mbu)
    memory = deployment.bandwidth / deployment.kv_bytes(context)
    arithmetic = deployment.rate / decode_flops(model, context)
    return Outcome(
        smaller(memory, arithmetic),
        "token/s",
        "ceiling = min(GPUs·bandwidth·mbu/(ctx·KV), GPUs·rate·mfu/(2·P + 4·L·d·ctx))",
        (f"memory {number(memory)}/s", f"arithmetic {number(arithmetic)}/s"),
        (*deployment.assumptions(), "any batch fits"),
    )


@experiment("decode.mfu")
def model_flops_utilization(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    batch: Count,
    context: Tokens,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Share of the peak arithmetic that a decoding step uses (MFU; Chowdhery et al. 2022).

    `mfu` is what kernels reach when arithmetic is the bound.
    """
    deployment = Deployment(model, gpu, gpus, dtype, kv_dtype, mfu, mbu)
    time = deployment.decode_time(batch, context)
    work = batch * decode_flops(model, context)
    peak = gpus * gpu.rate(dtype)
    value = work / time / peak
    return Outcome(
        value,
        "1",
        "MFU = FLOP / (t·GPUs·rate)",
        (f"{number(work)} / ({number(time)} s·{number(peak)} FLOP/s) = {number(value)}",),
        deployment.assumptions(context, batch),
    )


@experiment("decode.floor")
def floor(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    dtype: FormatName = FP16,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Seconds of one read of the weights, below which no step gets; in a mixture, what one token needs."""
    deployment = Deployment(model, gpu, gpus, dtype, mbu=mbu)
    weights = deployment.weights_read(1)
    value = weights / deployment.bandwidth
    line = f"{number(weights)} B / {number(deployment.bandwidth)} B/s = {number(value)} s"
    return Outcome(value, "s", "t = weights / (GPUs·bandwidth·mbu)", (line,), deployment.assumptions())


@experiment("decode.max_batch")
def max_batch(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    context: Tokens,
    limit: Seconds,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Largest batch whose decoding step stays within `limit`, whether or not it fits the memory."""
    deployment = Deployment(model, gpu, gpus, dtype, kv_dtype, mfu, mbu)
    if (least := deployment.decode_time(1, context)) > limit:
        raise EngineError(
            f"one request alone takes {number(least * 1e3)} ms a step,"
            f" {number((least - limit) * 1e3)} ms more than the limit"
        )
    fits, beyond = 1, 2
    while deployment.decode_time(beyond, context) <= limit:
        fits, beyond = beyond, 2 * beyond
    while beyond - fits > 1:
        middle = (fits + beyond) // 2
        if deployment.decode_time(middle, context) <= limit:
            fits = middle
        else:
            beyond = middle
    return Outcome(
        fits,
        "request",
        _STEP,
        (
            f"B = {fits}: {number(deployment.decode_time(fits, context))} s",
            f"B = {fits + 1}: {number(deployment.decode_time(fits + 1, context))} s > {number(limit)} s",
        ),
        deployment.assumptions(context, fits),
    )


@experiment("decode.added")
def added(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    tokens: Tokens,
    requests: Count = 1,
    kv_dtype: FormatName = FP16,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Seconds that one more request of `tokens` tokens adds to every step while memory is the bound."""
    deployment = Deployment(model, gpu, gpus, kv_dtype=kv_dtype, mbu=mbu)
    cache = requests * deployment.kv_bytes(tokens)
    line = (
        f"{number(cache)} B / {number(deployment.bandwidth)} B/s = {number(cache / deployment.bandwidth)} s"
    )
    return Outcome(
        cache / deployment.bandwidth,
        "s",
        "Δt = ctx·KV / (GPUs·bandwidth·mbu)",
        (line,),
        (f"mbu {mbu:g}", "the step is memory-bound"),
    )


@experiment("decode.ridge")
def ridge(gpu: GpuName, dtype: FormatName = FP16) -> Outcome:
    """FLOP per byte at which a GPU's arithmetic and memory take equally long (Williams et al. 2009)."""
    rate, value = gpu.rate(dtype), gpu.rate(dtype) / gpu.bandwidth
    line = f"{number(rate)} / {number(gpu.bandwidth)} = {number(value)}"
    return Outcome(value, "FLOP/B", "ridge = rate / bandwidth", (line,), ("peak rates of the data sheet",))


@experiment("decode.intensity")
def intensity(
    model: ModelName,
    batch: Count,
    context: Tokens,
    phase: Literal["decode", "prefill"] = "decode",
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
) -> Outcome:
    """FLOP per byte moved: of a decoding step, or of the prefill of `batch` prompts of `context` tokens."""
    tokens = batch if phase == "decode" else batch * context
    work = batch * (decode_flops if phase == "decode" else prefill_flops)(model, context)
    moved = weights_read(model, dtype, tokens) + batch * kv_bytes(model, context, kv_dtype)
    line = f"{number(work)} FLOP / {number(moved)} B = {number(work / moved)}"
    return Outcome(
        work / moved,
        "FLOP/B",
        "intensity = FLOP / (weights + B·ctx·KV)",
        (line,),
        (*FLOP_COUNT, "activations left out"),
    )


@experiment("decode.budget")
def budget(budget: CountOrNone, decodes: CountOrNone) -> Outcome:
    """Prompt tokens that fit into a step whose token budget also serves `decodes` decoding requests."""
    if anywhere(decodes > budget):
        raise EngineError(f"{decodes} decodes exceed the budget of {budget} tokens by {decodes - budget}")
    line = f"{number(budget)} − {number(decodes)} = {number(budget - decodes)}"
    return Outcome(budget - decodes, "token", "prefill = budget − decodes", (line,))
