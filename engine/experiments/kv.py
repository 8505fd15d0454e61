"""How large the KV cache is, and what fits into it."""

from __future__ import annotations

from engine.elementwise import ceil, floor
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Against,
    Bits,
    Bytes,
    BytesOrNone,
    Count,
    CountOrNone,
    Efficiency,
    FormatName,
    GpuName,
    MeanTokens,
    ModelName,
    Tokens,
    TokensOrNone,
)
from engine.experiments.registry import experiment
from engine.memory import AttentionForm, kv_bytes, kv_bytes_per_token, kv_room, longest, weight_bytes
from engine.notation import number
from engine.precision import FP16, Format
from engine.shapes import GroupedAttention, Model

_EACH = "KV per token = 2·L·H_kv·d_h·b; MLA: L·(r + rope)·b"
_POOL = "pool = (GPUs·(memory·utilization − reserve) − weights) / KV per token"


def _shape(model: Model, kv_dtype: Format, attention: AttentionForm) -> str:
    """The product behind a model's KV bytes per token, with its numbers."""
    shape = model.attention
    b = number(kv_dtype.bytes)
    if isinstance(shape, GroupedAttention):
        heads = shape.heads if attention == "mha" else shape.kv_heads
        return f"2·{model.layers}·{heads}·{shape.head_dim}·{b}"
    if attention == "mha":
        return f"{model.layers}·{shape.heads}·({shape.nope} + {shape.value})·{b}"
    return f"{model.layers}·({shape.rank} + {shape.rope})·{b}"


def _per_token_line(model: Model, kv_dtype: Format, attention: AttentionForm = "native") -> str:
    per_token = kv_bytes_per_token(model, kv_dtype, attention)
    return f"KV per token = {_shape(model, kv_dtype, attention)} = {number(per_token)} B"


@experiment("kv.per_token")
def per_token(model: ModelName, kv_dtype: FormatName = FP16, attention: AttentionForm = "native") -> Outcome:
    """Bytes one token leaves in the KV cache. `attention=mha`: as if every query head kept its own K and V.

    Source: Ainslie et al. 2023 for grouped heads; DeepSeek-V2, section 2.1, for MLA.
    """
    value = kv_bytes_per_token(model, kv_dtype, attention)
    return Outcome(value, "B", _EACH, (_per_token_line(model, kv_dtype, attention),))


@experiment("kv.size")
def size(
    model: ModelName,
    tokens: Tokens,
    users: Count = 1,
    kv_dtype: FormatName = FP16,
    attention: AttentionForm = "native",
) -> Outcome:
    """Bytes of KV cache for `users` requests of `tokens` tokens each, nothing shared."""
    each = kv_bytes_per_token(model, kv_dtype, attention)
    value = users * kv_bytes(model, tokens, kv_dtype, attention)
    kept = model.attended(tokens) / model.layers
    lines = [_per_token_line(model, kv_dtype, attention)]
    if model.window is not None:
        lines.append(
            f"kept on average = ({model.layers - model.window.layers}·{number(tokens)} +"
            f" {model.window.layers}·min({number(tokens)}, {number(model.window.tokens)}))/{model.layers}"
            f" = {number(kept)}"
        )
    lines.append(f"KV = {number(users)}·{number(kept)}·{number(each)} B = {number(value)} B")
    return Outcome(
        value, "B", "KV = users·tokens·2·L·H_kv·d_h·b; MLA: users·tokens·L·(r + rope)·b", tuple(lines)
    )


@experiment("kv.ratio")
def ratio(model: ModelName, against: Against) -> Outcome:
    """How many times the KV bytes per token of `against` are those of `model`, both in the same precision.

    `against=mha` compares a model with itself if every query head kept its own K and V.
    """
    fewer = kv_bytes_per_token(model, FP16)
    more = kv_bytes_per_token(model, FP16, "mha") if against is None else kv_bytes_per_token(against, FP16)
    above = _shape(model, FP16, "mha") if against is None else _shape(against, FP16, "native")
    return Outcome(
        more / fewer,
        "1",
        "ratio = KV per token of the other / KV per token",
        (f"{above} / ({_shape(model, FP16, 'native')}) = {number(more / fewer)}",),
    )


@experiment("kv.saving")
def saving(model: ModelName, against: ModelName, bits: Bits = 16) -> Outcome:
    """Share of KV bytes per token that `model`, at `bits` an element, saves against a model in FP16."""
    own = model.layers * model.attention.cached * bits / 8
    other = kv_bytes_per_token(against, FP16)
    value = 1 - own / other
    return Outcome(
        value,
        "1",
        "saving = 1 − KV per token / KV per token of the other",
        (f"1 − {number(own)} B / {number(other)} B = {number(value)}",),
    )


@experiment("kv.formula")
def formula(layers: Count, kv_heads: Count, head_dim: Count, kv_dtype: FormatName = FP16) -> Outcome:
    """Bytes of KV cache a token for a given shape: key and value, in each layer and KV head."""
    value = 2 * layers * kv_heads * head_dim * kv_dtype.bytes
    line = f"2·{layers}·{kv_heads}·{head_dim}·{number(kv_dtype.bytes)} = {number(value)} B"
    return Outcome(value, "B", "KV per token = 2·L·H_kv·d_h·b", (line,))


@experiment("kv.head_ratio")
def head_ratio(heads: Count, kv_heads: Count) -> Outcome:
    """How many times less GQA caches than MHA: query heads over KV heads."""
    return Outcome(
        heads / kv_heads, "1", "ratio = H_q/H_kv", (f"{heads}/{kv_heads} = {number(heads / kv_heads)}",)
    )


@experiment("kv.latent_ratio")
def latent_ratio(heads: Count, head_dim: Count, rank: Count, rope: CountOrNone) -> Outcome:
    """How many times less MLA caches per layer than `heads` full keys and values of `head_dim`."""
    value = 2 * heads * head_dim / (rank + rope)
    line = f"2·{heads}·{head_dim}/({rank} + {rope}) = {number(value)}"
    return Outcome(value, "1", "ratio = 2·H·d_h/(r + rope)", (line,))


@experiment("kv.latent")
def latent(
    layers: Count,
    rank: Count,
    rope: CountOrNone,
    kv_dtype: FormatName = FP16,
    rope_dtype: FormatName = FP16,
    tile: CountOrNone = 0,
) -> Outcome:
    """Bytes of MLA cache a token when latent and rotary key have formats of their own.

    With `tile`, every so many elements of the latent share an FP32 scale: vLLM's fp8_ds_mla for
    DeepSeek-V3.2 keeps 512 B of FP8, four scales, and the rotary key in BF16, 656 B a layer.
    """
    scales = 4 * ceil(rank / tile) if tile else 0
    each = rank * kv_dtype.bytes + scales + rope * rope_dtype.bytes
    line = (
        f"{layers}·({rank}·{number(kv_dtype.bytes)} + {scales} + {rope}·{number(rope_dtype.bytes)})"
        f" = {layers}·{number(each)} = {number(layers * each)} B"
    )
    return Outcome(layers * each, "B", "KV per token = L·(r·b + scales + rope·b)", (line,))


@experiment("kv.pool")
def pool(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    utilization: Efficiency = 0.9,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    reserve: BytesOrNone = 3e9,
) -> Outcome:
    """Tokens of KV cache that fit beside the weights; `reserve` is working memory per GPU.

    Source: how vLLM sizes its pool: memory × gpu_memory_utilization, less weights and peak activations.
    """
    return _pool(model, gpu.memory, gpus, utilization, dtype, kv_dtype, reserve)


@experiment("kv.startable")
def startable(
    model: ModelName,
    gpu: GpuName | None = None,
    gpus: Count = 1,
    utilization: Efficiency = 0.9,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    reserve: BytesOrNone = 3e9,
    memory: Bytes | None = None,
) -> Outcome:
    """Longest context with which a server starts: it must hold one request of full length.

    `memory` per GPU takes the place of the catalogue's.
    """
    if memory is None:
        if gpu is None:
            raise EngineError("give either gpu or memory")
        memory = gpu.memory
    return _pool(model, memory, gpus, utilization, dtype, kv_dtype, reserve)


def _pool(
    model: Model,
    memory: float,
    gpus: int,
    utilization: float,
    dtype: Format,
    kv_dtype: Format,
    reserve: float,
) -> Outcome:
    left = kv_room(model, memory, gpus, utilization, dtype, reserve)
    weights = weight_bytes(model, dtype)
    tokens = floor(longest(model, left, kv_dtype))
    windowed = () if model.window is None else ("all of them of one request",)
    return Outcome(
        tokens,
        "token",
        _POOL,
        (
            f"weights = {number(weights / 1e9)} GB",
            f"left = {gpus}·({number(memory / 1e9)}·{utilization:g} − {number(reserve / 1e9)})"
            f" − {number(weights / 1e9)} = {number(left / 1e9)} GB",
            _per_token_line(model, kv_dtype),
            f"pool = {number(left)} B ≙ {number(tokens)} tokens",
        ),
        (
            f"{number(memory / 1e9)} GB per GPU, {utilization:g} of it used",
            f"{number(reserve / 1e9)} GB of working memory per GPU",
            *windowed,
        ),
    )


@experiment("kv.concurrency")
def concurrency(pool: MeanTokens, context: MeanTokens) -> Outcome:
    """Requests of `context` tokens that a pool holds; with the longest allowed context, what vLLM logs."""
    value = pool / context
    line = f"{number(pool)}/{number(context)} = {number(value)}"
    return Outcome(value, "request", "requests = pool / context", (line,))


@experiment("kv.share")
def share(pool: MeanTokens, tokens: MeanTokens) -> Outcome:
    """Share of a pool that one request of `tokens` tokens takes."""
    value = tokens / pool
    return Outcome(
        value, "1", "share = tokens / pool", (f"{number(tokens)}/{number(pool)} = {number(value)}",)
    )


@experiment("kv.balance")
def balance(
    model: ModelName, context: Tokens, dtype: FormatName = FP16, kv_dtype: FormatName = FP16
) -> Outcome:
    """Batch at which the KV cache of requests of `context` tokens is as many bytes as the weights."""
    weights, each = weight_bytes(model, dtype), kv_bytes(model, context, kv_dtype)
    value = weights / each
    line = f"{number(weights)} B / {number(each)} B = {number(value)}"
    return Outcome(value, "request", "batch = weights / (context·KV per token)", (line,))


@experiment("kv.weight_tokens")
def weight_tokens(model: ModelName, dtype: FormatName = FP16, kv_dtype: FormatName = FP16) -> Outcome:
    """Tokens whose KV cache is as many bytes as the weights."""
    weights, each = weight_bytes(model, dtype), kv_bytes_per_token(model, kv_dtype)
    line = f"{number(weights)} B / {number(each)} B = {number(weights / each)}"
    return Outcome(weights / each, "token", "tokens = weights / KV per token", (line,))


@experiment("kv.blocks")
def blocks(
    shared: TokensOrNone,
    private: TokensOrNone,
    requests: Count,
    block: Count = 16,
    sharing: bool = True,
) -> Outcome:
    """Blocks held by requests that start with the same `shared` tokens and go on with `private` of their own.

    With sharing, full blocks of the common start are stored once (vLLM's prefix caching); the block that
    the private part begins in is each request's own.
    """
    if not sharing:
        each = ceil((shared + private) / block)
        line = f"{requests}·⌈{shared + private}/{block}⌉ = {requests}·{each} = {number(requests * each)}"
        return Outcome(requests * each, "block", "blocks = N·⌈(shared + private)/block⌉", (line,))
    common, rest = divmod(shared, block)
    own = ceil((rest + private) / block)
    value = common + requests * own
    return Outcome(
        value,
        "block",
        "blocks = ⌊shared/block⌋ + N·⌈(shared mod block + private)/block⌉",
        (f"{common} + {requests}·⌈{rest + private}/{block}⌉ = {number(value)}",),
    )


@experiment("kv.blocks_saved")
def blocks_saved(shared: TokensOrNone, requests: Count, block: Count = 16) -> Outcome:
    """Blocks that sharing a common start saves: every request but one finds its full blocks stored."""
    value = (requests - 1) * (shared // block)
    line = f"({requests} − 1)·⌊{shared}/{block}⌋ = {number(value)}"
    return Outcome(value, "block", "saved = (N − 1)·⌊shared/block⌋", (line,))


@experiment("kv.fits")
def fits(
    pool_bytes: Bytes,
    model: ModelName,
    tokens: Tokens,
    kv_dtype: FormatName = FP16,
    attention: AttentionForm = "native",
) -> Outcome:
    """Whole requests of `tokens` tokens whose KV cache fits into `pool_bytes`."""
    each = kv_bytes(model, tokens, kv_dtype, attention)
    value = floor(pool_bytes / each)
    return Outcome(
        value,
        "request",
        "requests = ⌊pool / (tokens·KV per token)⌋",
        (
            _per_token_line(model, kv_dtype, attention),
            f"⌊{number(pool_bytes / 1e9)} GB / {number(each / 1e9)} GB⌋ = {value}",
        ),
    )
