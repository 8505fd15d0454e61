"""What attention itself moves and computes."""

from __future__ import annotations

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Count, CountOrNone, FormatName, ModelName
from engine.experiments.registry import experiment
from engine.notation import number
from engine.precision import FP16
from engine.shapes import LatentAttention


@experiment("attention.intensity")
def intensity(
    model: ModelName | None = None,
    heads: Count | None = None,
    rank: Count | None = None,
    rope: CountOrNone | None = None,
    kv_dtype: FormatName = FP16,
) -> Outcome:
    """FLOP per byte of cache that decoding attention reads, for a model or an MLA shape.

    Grouped heads: 2·H_q/H_kv over the bytes of an element. MLA, absorbed (DeepSeek-V2, section 2.1):
    every head multiplies the same latent, once as key and once as value.
    """
    if model is not None:
        attention = model.attention
    elif heads is not None and rank is not None and rope is not None:
        attention = LatentAttention(heads, rank, rope, nope=0, value=0)
    else:
        raise EngineError("give either model, or heads, rank and rope")
    moved = attention.cached * kv_dtype.bytes
    value = attention.decode_flops / moved
    line = f"{number(attention.decode_flops)} FLOP / {number(moved)} B = {number(value)}"
    return Outcome(
        value,
        "FLOP/B",
        "GQA: 4·H_q·d_h/(2·H_kv·d_h·b); MLA: 2·H·(2·r + rope)/((r + rope)·b)",
        (line,),
    )


@experiment("attention.absorbed_ratio")
def absorbed_ratio(model: ModelName) -> Outcome:
    """How many times the FLOP of explicit attention the absorbed form of MLA takes per cached token."""
    attention = model.attention
    if not isinstance(attention, LatentAttention):
        raise EngineError(f"{model} has no latent attention to absorb; try deepseek-v3")
    value = attention.decode_flops / attention.prefill_flops
    line = f"{number(attention.decode_flops)} / {number(attention.prefill_flops)} = {number(value)}"
    return Outcome(value, "1", "ratio = (2·r + rope) / (nope + rope + value)", (line,))
