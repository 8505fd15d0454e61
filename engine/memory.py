"""What a model takes up: bytes of weights, bytes of KV cache, and the tokens that fit beside the weights."""

from __future__ import annotations

from typing import Literal

from engine.elementwise import anywhere
from engine.errors import EngineError
from engine.notation import number
from engine.precision import Format
from engine.shapes import Model

AttentionForm = Literal["native", "mha"]
"""As the model caches it, or as if every query head kept its own key and value."""


def weight_bytes(model: Model, dtype: Format) -> float:
    """Bytes of all parameters stored as `dtype`."""
    return model.parameters * dtype.bytes


def weights_read(model: Model, dtype: Format, tokens: float) -> float:
    """Bytes of weights that a step of `tokens` tokens reads.

    All of them in a dense model. In a mixture an expert is read if any token picks it:
    1 - (1 - used/routed)^tokens of them on average, if picks are uniform and independent.
    """
    everything = weight_bytes(model, dtype)
    if model.experts is None:
        return everything
    unread: float = (1 - model.experts.used / model.experts.routed) ** tokens
    return everything - model.experts.routed * model.expert_parameters * dtype.bytes * unread


def kv_bytes_per_token(model: Model, kv_dtype: Format, attention: AttentionForm = "native") -> float:
    """Bytes that one token leaves in the cache, all layers together.

    2·L·H_kv·d_h·b for grouped heads (Shazeer 2019; Ainslie et al. 2023), L·(rank + rope)·b for MLA
    (DeepSeek-V2, section 2.1).
    """
    return kv_bytes(model, 1, kv_dtype, attention)


def kv_bytes(model: Model, tokens: float, kv_dtype: Format, attention: AttentionForm = "native") -> float:
    """Bytes of the cache of one request of `tokens` tokens; a layer with a window keeps no more than it."""
    per_layer = model.attention.cached if attention == "native" else model.attention.cached_as_mha
    return model.attended(tokens) * per_layer * kv_dtype.bytes


def longest(model: Model, room: float, kv_dtype: Format) -> float:
    """Tokens of the longest request whose cache fits into `room` bytes.

    Raises `EngineError` where windows bound the cache of every length below `room`.
    """
    within = room / kv_bytes_per_token(model, kv_dtype)
    if model.window is None or not anywhere(within > model.window.tokens):
        return within
    growing = model.layers - model.window.layers
    if not growing:
        most = kv_bytes(model, model.window.tokens, kv_dtype)
        raise EngineError(
            f"no length is too long: each layer of {model} keeps its last {model.window.tokens} tokens only,"
            f" {number(most / 1e9)} GB a request"
        )
    per_layer = model.attention.cached * kv_dtype.bytes
    return (room / per_layer - model.window.layers * model.window.tokens) / growing


def activation_bytes(model: Model, gpus: int, tokens: int) -> float:
    """Bytes per GPU of the largest set of activations alive in a step over `tokens` tokens.

    A rough count in FP16: six tensors as wide as the residual stream, which tensor parallelism does not
    split, and the gate and up projections, which it does.
    """
    inner = model.inner
    if model.experts is not None:
        inner = max(inner, model.experts.used * model.experts.inner + model.experts.shared)
    return tokens * (6 * model.width + 2 * inner / gpus) * 2


def kv_room(
    model: Model,
    memory: float,
    gpus: int,
    utilization: float,
    dtype: Format,
    reserve: float,
) -> float:
    """Bytes left for KV cache: what the server may use, less weights and its own working memory.

    `memory` and `reserve` are bytes per GPU; weights and cache are split evenly over the GPUs. Raises
    `EngineError` when the weights and the reserve leave nothing.
    """
    usable = memory * gpus * utilization
    taken = weight_bytes(model, dtype) + reserve * gpus
    if anywhere(taken > usable):
        raise EngineError(
            f"{model} in {dtype} and {number(reserve * gpus / 1e9)} GB of working memory need"
            f" {number(taken / 1e9)} GB, {number((taken - usable) / 1e9)} GB more than the"
            f" {number(usable / 1e9)} GB that may be used"
        )
    return usable - taken
