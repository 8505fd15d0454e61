"""What a server has left for its KV cache, and how many requests that serves."""

from __future__ import annotations

import math

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    BytesOrNone,
    Count,
    CountOrNone,
    Efficiency,
    FormatName,
    GpuName,
    MeanTokens,
    ModelName,
    Share,
    Tokens,
)
from engine.experiments.registry import experiment
from engine.hardware import Gpu
from engine.memory import activation_bytes, kv_bytes, kv_room, longest
from engine.notation import number
from engine.precision import FP16, Format
from engine.shapes import Model
from engine.workload import lognormal_lengths

_PEAK = "peak = tokens·(6·d + 2·inner/GPUs)·2 B"
_ROUGH = "six tensors as wide as the stream and the gate and up projections alive at once: rough, ± half"
_BLOCK_NUMBER = 4


@experiment("memory.activations")
def activations(model: ModelName, gpus: Count, tokens: Tokens) -> Outcome:
    """Bytes a GPU needs at the peak of a step over `tokens` tokens, which a server measures at its start.

    vLLM's profiling run takes max_num_batched_tokens tokens, however long a request may be; without chunked
    prefill that is at least the longest request.
    """
    value = activation_bytes(model, gpus, tokens)
    line = f"{number(tokens)}·{number(value / tokens)} B = {number(value)} B"
    return Outcome(value, "B", _PEAK, (line,), (_ROUGH,))


@experiment("memory.block_table")
def block_table(context: Tokens, requests: Count = 1024, block: Count = 16) -> Outcome:
    """Bytes of the block tables of so many requests of at most `context` tokens, a 4-byte number a block."""
    value = requests * math.ceil(context / block) * _BLOCK_NUMBER
    line = f"{number(requests)}·⌈{number(context)}/{block}⌉·{_BLOCK_NUMBER} = {number(value)} B"
    return Outcome(value, "B", "bytes = requests·⌈context/block⌉·4", (line,))


@experiment("memory.pool")
def pool(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    batched: Tokens = 8192,
    utilization: Efficiency = 0.92,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    other: BytesOrNone = 1e9,
) -> Outcome:
    """Tokens of KV cache beside the weights and the peak activations of a profiling run of `batched` tokens.

    `other` is what a GPU keeps besides, for communication and CUDA graphs. For a reserve that is known, see
    kv.pool.
    """
    room = _room(model, gpu, gpus, batched, utilization, dtype, other)
    value = math.floor(longest(model, room, kv_dtype))
    peak = activation_bytes(model, gpus, batched)
    return Outcome(
        value,
        "token",
        "pool = (GPUs·(memory·utilization − peak − other) − weights) / KV per token",
        (
            f"peak = {number(peak / 1e9)} GB per GPU at {number(batched)} tokens",
            f"left = {number(room / 1e9)} GB ≙ {number(value)} tokens",
        ),
        _taken(gpu, utilization, other),
    )


@experiment("memory.max_concurrency")
def max_concurrency(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    context: Tokens,
    batched: Tokens = 8192,
    utilization: Efficiency = 0.92,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    other: BytesOrNone = 1e9,
) -> Outcome:
    """Requests of the full `context` that fit at once: the worst case that vLLM logs as its maximum.

    Fewer than one, and the server does not start: a full-length request must fit. Layers with a window count
    with their window.
    """
    room = _room(model, gpu, gpus, batched, utilization, dtype, other)
    each = kv_bytes(model, context, kv_dtype)
    if each > room:
        fits = math.floor(longest(model, room, kv_dtype))
        raise EngineError(
            f"a request of {number(context)} tokens needs {number(each / 1e9)} GB of cache,"
            f" {number((each - room) / 1e9)} GB more than the {number(room / 1e9)} GB left;"
            f" the longest that fits has {number(fits)} tokens"
        )
    line = f"{number(room / 1e9)} GB / {number(each / 1e9)} GB = {number(room / each)}"
    return Outcome(
        room / each, "request", "requests = pool / KV of a full one", (line,), _taken(gpu, utilization, other)
    )


@experiment("memory.real_concurrency")
def real_concurrency(
    pool: MeanTokens,
    mean: MeanTokens = 3000,
    sigma: Share = 1.0,
    longest: Count = 131_072,
    block: Count = 16,
    requests: Count = 100_000,
    seed: CountOrNone = 0,
) -> Outcome:
    """Requests that a pool of tokens holds at once when lengths vary: lognormal, cut at `longest`.

    Each takes whole blocks for its full length and nothing more, so the cap hardly matters.
    """
    import numpy as np

    generator = np.random.default_rng(seed)
    lengths = lognormal_lengths(generator, mean, sigma, 1, longest, requests)
    held = float((np.ceil(lengths / block) * block).mean())
    line = f"{number(pool)} / {number(held)} tokens held on average = {number(pool / held)}"
    return Outcome(
        pool / held,
        "request",
        "requests = pool / mean of whole blocks",
        (line,),
        (
            f"lognormal lengths, mean {number(mean)} before the cap, σ {sigma:g}",
            f"{number(requests)} requests, seed {seed}",
            "every request at its full length",
        ),
    )


def _room(
    model: Model, gpu: Gpu, gpus: int, batched: int, utilization: float, dtype: Format, other: float
) -> float:
    reserve = activation_bytes(model, gpus, batched) + other
    return kv_room(model, gpu.memory, gpus, utilization, dtype, reserve)


def _taken(gpu: Gpu, utilization: float, other: float) -> tuple[str, ...]:
    return (
        f"{number(gpu.memory / 1e9)} GB per GPU, {utilization:g} of it used",
        f"{number(other / 1e9)} GB per GPU besides",
        _ROUGH,
    )
