"""What attention itself moves and computes, and that caching and absorbing change none of its results."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Count,
    CountOrNone,
    Efficiency,
    FormatName,
    GpuName,
    ModelName,
    Tokens,
)
from engine.experiments.registry import experiment
from engine.memory import kv_bytes
from engine.notation import number
from engine.precision import FP16
from engine.shapes import GroupedAttention, LatentAttention, Model

Form = Literal["explicit", "absorbed", "rebuilt"]
"""Of MLA: keys and values at hand; never expanded; expanded from the latents anew in every step."""


@experiment("attention.intensity")
def intensity(
    model: ModelName | None = None,
    heads: Count | None = None,
    rank: Count | None = None,
    rope: CountOrNone | None = None,
    kv_dtype: FormatName = FP16,
    kv_heads: Count | None = None,
    gpus: Count = 1,
) -> Outcome:
    """FLOP per byte of cache that decoding attention reads, for a model or an MLA shape.

    Grouped heads: 2·H_q/H_kv over the bytes of an element; `kv_heads` takes the place of the model's own
    (as many as query heads: MHA; one: MQA). MLA, absorbed (DeepSeek-V2, section 2.1): every head multiplies
    the same latent, once as key and once as value. Split over `gpus` by heads (tensor parallelism), a GPU
    keeps its own KV heads, but the whole latent.
    """
    attention = _shape(model, heads, rank, rope, kv_heads)
    if attention.heads % gpus:
        raise EngineError(
            f"{attention.heads} heads do not split over {gpus} GPUs: {attention.heads % gpus} left"
        )
    each = replace(attention, heads=attention.heads // gpus)
    if isinstance(each, GroupedAttention):
        each = replace(each, kv_heads=max(1, each.kv_heads // gpus))
    moved = each.cached * kv_dtype.bytes
    value = each.decode_flops / moved
    line = f"{number(each.decode_flops)} FLOP / {number(moved)} B = {number(value)}"
    return Outcome(
        value,
        "FLOP/B",
        "GQA: 4·H_q·d_h/(2·H_kv·d_h·b); MLA: 2·H·(2·r + rope)/((r + rope)·b)",
        (line,),
    )


def _shape(
    model: Model | None, heads: int | None, rank: int | None, rope: int | None, kv_heads: int | None
) -> GroupedAttention | LatentAttention:
    if model is None:
        if heads is None or rank is None or rope is None:
            raise EngineError("give either model, or heads, rank and rope")
        return LatentAttention(heads, rank, rope, nope=0, value=0)
    if kv_heads is None:
        return model.attention
    if isinstance(model.attention, LatentAttention):
        raise EngineError(f"{model} caches a latent, not {kv_heads} KV heads")
    if model.attention.heads % kv_heads:
        raise EngineError(f"{model.attention.heads} query heads do not share {kv_heads} KV heads evenly")
    return replace(model.attention, kv_heads=kv_heads)


@experiment("attention.absorbed_ratio")
def absorbed_ratio(model: ModelName) -> Outcome:
    """How many times the FLOP of explicit attention the absorbed form of MLA takes per cached token."""
    attention = _latent(model)
    value = attention.decode_flops / attention.prefill_flops
    line = f"{number(attention.decode_flops)} / {number(attention.prefill_flops)} = {number(value)}"
    return Outcome(value, "1", "ratio = (2·r + rope) / (nope + rope + value)", (line,))


@experiment("attention.flops")
def flops(model: ModelName, form: Form = "absorbed") -> Outcome:
    """FLOP of MLA for one new token, per cached token and layer.

    `explicit` has full keys and values at hand, `rebuilt` expands them from the latent in every step,
    `absorbed` works on the latent itself.
    """
    value, line = _latent_flops(_latent(model), form)
    return Outcome(
        value,
        "FLOP",
        "explicit 2·H·(nope + rope + value); rebuilt + 2·r·H·(nope + value); absorbed 2·H·(2·r + rope)",
        (f"{line} = {number(value)}",),
    )


def _latent(model: Model) -> LatentAttention:
    if not isinstance(model.attention, LatentAttention):
        raise EngineError(f"{model} has no latent attention to absorb; try deepseek-v3")
    return model.attention


def _latent_flops(shape: LatentAttention, form: Form) -> tuple[int, str]:
    explicit = f"2·{shape.heads}·({shape.nope} + {shape.rope} + {shape.value})"
    match form:
        case "explicit":
            return shape.prefill_flops, explicit
        case "absorbed":
            return shape.decode_flops, f"2·{shape.heads}·(2·{shape.rank} + {shape.rope})"
        case "rebuilt":
            rebuild = f"2·{shape.rank}·{shape.heads}·({shape.nope} + {shape.value})"
            return shape.prefill_flops + shape.rebuild_flops, f"{explicit} + {rebuild}"


@experiment("attention.step")
def step(
    model: ModelName,
    gpu: GpuName,
    context: Tokens,
    form: Literal["absorbed", "rebuilt"] = "absorbed",
    bound: Literal["both", "memory", "arithmetic"] = "both",
    kv_dtype: FormatName = FP16,
    mfu: Efficiency = 1.0,
    mbu: Efficiency = 1.0,
) -> Outcome:
    """Seconds that MLA takes for one new token of one request on one GPU, all layers together.

    `bound` picks the time of the memory traffic or of the arithmetic alone. At peak rates unless told
    otherwise.
    """
    each, _ = _latent_flops(_latent(model), form)
    memory = kv_bytes(model, context, kv_dtype) / (gpu.bandwidth * mbu)
    arithmetic = each * model.attended(context) / (gpu.rate(FP16) * mfu)
    value = {"both": max(memory, arithmetic), "memory": memory, "arithmetic": arithmetic}[bound]
    return Outcome(
        value,
        "s",
        "t = max(L·ctx·(r + rope)·b/(bandwidth·mbu), L·ctx·FLOP/(rate·mfu))",
        (f"memory {number(memory)} s", f"arithmetic {number(arithmetic)} s"),
        (f"mfu {mfu:g}", f"mbu {mbu:g}", "rebuilt keys and values never leave the chip"),
    )


@experiment("attention.cache_error")
def cache_error(
    tokens: Tokens = 64,
    heads: Count = 8,
    kv_heads: Count = 2,
    head_dim: Count = 16,
    causal: bool = True,
    seed: CountOrNone = 0,
) -> Outcome:
    """Largest difference between attention computed at once and step by step with a KV cache.

    Rounding, if attention is causal; without the mask (an encoder) earlier tokens see later ones, which no
    cache knows.
    """
    from engine.attention import cached_against_full

    if heads % kv_heads:
        raise EngineError(f"{heads} query heads do not share {kv_heads} KV heads evenly")
    value = cached_against_full(GroupedAttention(heads, kv_heads, head_dim), tokens, seed, causal)
    return Outcome(
        value,
        "1",
        "max |full − cached| over tokens, heads and dimensions",
        (f"{number(value)} where values are about 1",),
        (f"one random layer in float64, seed {seed}",),
    )


@experiment("attention.absorption_error")
def absorption_error(
    tokens: Tokens = 64,
    heads: Count = 8,
    rank: Count = 32,
    rope: Count = 8,
    head_dim: Count = 16,
    rotary: Literal["decoupled", "everywhere"] = "decoupled",
    seed: CountOrNone = 0,
) -> Outcome:
    """Largest difference between MLA with keys and values rebuilt and with W_UK and W_UV absorbed.

    Rounding, as long as the rotary part is kept apart; were the whole key rotated by its position, a matrix
    that differs from token to token would stand between query and latent, and could not be absorbed.
    """
    import numpy as np

    from engine.attention import latent

    for name, value in (("rope", rope), ("head_dim", head_dim)):
        if value % 2:
            raise EngineError(f"{name} is rotated in pairs, so it must be even, not {value}")
    layer = latent(LatentAttention(heads, rank, rope, head_dim, head_dim), tokens, seed)
    explicit = layer.explicit(turned=rotary == "everywhere")
    difference = float(np.abs(explicit - layer.absorbed()).max())
    return Outcome(
        difference,
        "1",
        "qᵀ(W_UK·c) = (W_UKᵀ·q)ᵀc and Σ w·(W_UV·c) = W_UV·(Σ w·c)",
        (f"max |explicit − absorbed| = {number(difference)} of {number(float(np.abs(explicit).max()))}",),
        (f"one random layer in float64, seed {seed}",),
    )
