"""What processing a prompt costs."""

from __future__ import annotations

import math
from typing import Literal

from engine.elementwise import anywhere
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Count,
    Efficiency,
    FormatName,
    GpuName,
    ModelName,
    Seconds,
    Tokens,
    TokensOrNone,
)
from engine.experiments.registry import experiment
from engine.notation import number
from engine.precision import FP16
from engine.roofline import FLOP_COUNT, Deployment, prefill_flops

_FLOPS = "FLOP = 2·P·n + 4·L·d·(n·past + n(n+1)/2)"
_TIME = "t = max(FLOP / (GPUs·rate·mfu), weights / (GPUs·bandwidth·mbu))"


def check_cached(tokens: int, cached: int) -> None:
    """A cached part must leave at least one token to compute."""
    if anywhere(cached >= tokens):
        raise EngineError(
            f"cached {number(cached)} tokens must be fewer than the prompt's {number(tokens)},"
            f" {number(cached - tokens + 1)} fewer than given"
        )


@experiment("prefill.flops")
def flops(model: ModelName, tokens: Tokens, cached: TokensOrNone = 0) -> Outcome:
    """FLOP to process a prompt of `tokens` tokens of which the first `cached` are in the KV cache.

    Source: Kaplan et al. 2020, section 2.1; causal attention counted exactly.
    """
    check_cached(tokens, cached)
    new = tokens - cached
    linear = 2 * model.active * new
    value = prefill_flops(model, tokens, cached)
    return Outcome(
        value,
        "FLOP",
        _FLOPS,
        (
            f"linear = 2·{number(model.active)}·{number(new)} = {number(linear)}",
            f"attention = {number(value - linear)}",
            f"FLOP = {number(value)}",
        ),
        FLOP_COUNT,
    )


@experiment("prefill.time")
def time(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    tokens: Tokens,
    cached: TokensOrNone = 0,
    dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Seconds to process a prompt alone; of `tokens` tokens the first `cached` are in the KV cache.

    Compute-bound, except that a short rest takes at least one read of the weights.
    """
    check_cached(tokens, cached)
    deployment = Deployment(model, gpu, gpus, dtype, mfu=mfu, mbu=mbu)
    value = deployment.prefill_time(tokens, cached)
    work = prefill_flops(model, tokens, cached)
    return Outcome(
        value,
        "s",
        _TIME,
        (
            f"FLOP = {number(work)}",
            f"arithmetic = {number(work)} / {number(deployment.rate)} FLOP/s"
            f" = {number(work / deployment.rate)} s",
            f"weight read = {number(deployment.weights_read(tokens - cached))} B"
            f" / {number(deployment.bandwidth)} B/s"
            f" = {number(deployment.weights_read(tokens - cached) / deployment.bandwidth)} s",
            f"t = {number(value)} s",
        ),
        deployment.assumptions(tokens),
    )


@experiment("prefill.gpus")
def gpus(
    model: ModelName,
    gpu: GpuName,
    tokens: Tokens,
    limit: Seconds,
    dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
) -> Outcome:
    """GPUs that process a prompt within `limit`, if the work splits evenly over any number of them."""
    one = Deployment(model, gpu, 1, dtype, mfu=mfu)
    work = prefill_flops(model, tokens)
    exact = work / one.rate / limit
    return Outcome(
        math.ceil(exact),
        "GPU",
        "GPUs = ⌈FLOP / (rate·mfu·limit)⌉",
        (f"⌈{number(work)} / ({number(one.rate)}·{number(limit)})⌉ = ⌈{number(exact)}⌉",),
        (f"mfu {mfu:g}", "no communication, launch or sampling time"),
    )


@experiment("prefill.crossover")
def crossover(model: ModelName) -> Outcome:
    """Prompt length at which causal attention takes as many FLOP as the projections."""
    per_pair = model.layers * model.attention.prefill_flops
    value = 4 * model.active / per_pair
    line = f"2·P·n = {number(per_pair)}·n²/2 at n = 4·{number(model.active)}/{number(per_pair)}"
    return Outcome(value, "token", "n = P/(L·d)", (f"{line} = {number(value)}",), FLOP_COUNT)


@experiment("prefill.attention_share")
def attention_share(model: ModelName, tokens: Tokens) -> Outcome:
    """Share of a prompt's FLOP that is attention; it grows with the length."""
    whole = prefill_flops(model, tokens)
    linear = 2 * model.active * tokens
    value = 1 - linear / whole
    line = f"1 − {number(linear)}/{number(whole)} = {number(value)}"
    return Outcome(value, "1", "share = n/(n + P/(L·d))", (line,), FLOP_COUNT)


@experiment("prefill.growth")
def growth(model: ModelName, short: Tokens, long: Tokens) -> Outcome:
    """How many times the FLOP of the `short` prompt those of the `long` one are."""
    less, more = prefill_flops(model, short), prefill_flops(model, long)
    line = f"{number(more)} / {number(less)} = {number(more / less)}"
    return Outcome(more / less, "1", _FLOPS, (line,), FLOP_COUNT)


@experiment("prefill.chunks")
def chunks(tokens: Tokens, chunk: Tokens) -> Outcome:
    """Steps that a chunked prefill takes."""
    value = math.ceil(tokens / chunk)
    return Outcome(value, "step", "steps = ⌈n/chunk⌉", (f"⌈{number(tokens)}/{number(chunk)}⌉ = {value}",))


@experiment("prefill.chunk_gap")
def chunk_gap(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    tokens: Tokens,
    chunk: Tokens,
    which: Literal["mean", "last"] = "mean",
    dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """How long a chunk of a long prompt holds up the decodes beside it, on average or at its last chunk.

    The last chunk attends to the whole prompt and is the slowest. Source of the technique: Sarathi-Serve
    (Agrawal et al. 2024).
    """
    deployment = Deployment(model, gpu, gpus, dtype, mfu=mfu, mbu=mbu)
    ends = [*range(chunk, tokens, chunk), tokens]
    gaps = [deployment.prefill_time(end, start) for start, end in zip([0, *ends[:-1]], ends, strict=True)]
    value = gaps[-1] if which == "last" else sum(gaps) / len(gaps)
    return Outcome(
        value,
        "s",
        "gap = time of a chunk after all earlier ones",
        (
            f"{len(gaps)} chunks, {number(sum(gaps))} s together",
            f"first {number(gaps[0])} s, mean {number(sum(gaps) / len(gaps))} s, last {number(gaps[-1])} s",
        ),
        (*deployment.assumptions(tokens), "the decodes' own time left out"),
    )
