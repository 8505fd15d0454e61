"""A model from its published configuration: the `config.json` of a Hugging Face checkpoint.

Families name the same shape differently; what decides cost is read here once, and a configuration that
says too little, or describes layers without a KV cache, is refused rather than guessed at.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.shapes import Experts, GroupedAttention, LatentAttention, Model, Window

Config = Mapping[str, Any]

_PLAIN_MLP = frozenset({"opt", "gpt2", "gpt_neox", "gptj", "bloom", "falcon", "phi", "mpt", "starcoder2"})
"""Families whose feed-forward layer has no gate."""
_KNOWN_LAYERS = frozenset({"full_attention", "sliding_attention"})
_RECURRENT = (
    "layers_block_type",
    "hybrid_override_pattern",
    "full_attention_interval",
    "ssm_cfg",
    "mamba_d_state",
)
"""Keys of models some of whose layers keep a state of fixed size in place of a KV cache."""
_FULL_EVERY = {"gemma2": 2, "gemma3_text": 6, "cohere2": 4}
"""Every which layer sees everything, in families whose older configurations do not say it."""


def read_config(path: Path) -> Model:
    """The model of a `config.json`. Raises `EngineError` naming the file and what it lacks."""
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise EngineError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise EngineError(f"{path}: not JSON: {error}") from error
    if not isinstance(config, dict):
        raise EngineError(f"{path}: a configuration is a JSON object")
    try:
        return model_of(config, _name(config, path))
    except EngineError as error:
        raise EngineError(f"{path}: {error}") from error


def _name(config: Config, path: Path) -> str:
    written = config.get("_name_or_path")
    return Path(written).name if isinstance(written, str) and written else path.parent.name or path.stem


def model_of(config: Config, name: str) -> Model:
    """The model that a configuration describes. Raises `EngineError` naming the key that is missing."""
    text = config.get("text_config", config)  # multimodal checkpoints keep the decoder apart
    for key in _RECURRENT:
        if text.get(key):
            raise EngineError(f"{key}: layers without a KV cache are not modelled")
    layers = _whole(text, "num_hidden_layers", "n_layer", "n_layers")
    width = _whole(text, "hidden_size", "n_embd", "d_model")
    return Model(
        name,
        layers,
        width,
        _whole(text, "vocab_size"),
        _inner(text, width),
        _attention(text, width),
        _experts(text, layers),
        _window(text, layers),
        gated=text.get("model_type") not in _PLAIN_MLP,
        tied=bool(text.get("tie_word_embeddings", config.get("tie_word_embeddings", False))),
    )


def _whole(config: Config, *keys: str, default: int | None = None) -> int:
    """The first of `keys` that is given, which must be a positive whole number."""
    for key in keys:
        value = config.get(key)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise EngineError(f"{key} must be a positive whole number, not {value!r}")
        return value
    if default is None:
        raise EngineError(f"{keys[0]} is missing")
    return default


def _attention(config: Config, width: int) -> GroupedAttention | LatentAttention:
    heads = _whole(config, "num_attention_heads", "n_head", "n_heads")
    if config.get("kv_lora_rank"):
        return LatentAttention(
            heads,
            rank=_whole(config, "kv_lora_rank"),
            rope=_whole(config, "qk_rope_head_dim"),
            nope=_whole(config, "qk_nope_head_dim"),
            value=_whole(config, "v_head_dim"),
            query_rank=_whole(config, "q_lora_rank", default=0),
        )
    if config.get("multi_query") and not config.get("new_decoder_architecture"):
        kv_heads = 1  # Falcon-7B's num_kv_heads says 71 all the same
    else:
        kv_heads = _whole(config, "num_key_value_heads", "num_kv_heads", "n_head_kv", default=heads)
    if heads % kv_heads:
        raise EngineError(f"{heads} query heads do not share {kv_heads} KV heads evenly")
    head_dim = config.get("head_dim")
    if head_dim is None and width % heads:
        raise EngineError(f"head_dim is missing, and {heads} heads do not split a width of {width}")
    return GroupedAttention(heads, kv_heads, _whole(config, "head_dim", default=width // heads))


def _inner(config: Config, width: int) -> int:
    return _whole(config, "intermediate_size", "ffn_dim", "n_inner", "ffn_hidden_size", default=4 * width)


def _experts(config: Config, layers: int) -> Experts | None:
    routed = _whole(config, "n_routed_experts", "num_local_experts", "num_experts", default=1)
    if routed == 1:
        return None
    inner = _whole(config, "moe_intermediate_size", "intermediate_size")
    shared = _whole(config, "shared_expert_intermediate_size", default=0)
    shared += inner * (config.get("n_shared_experts") or 0)
    return Experts(
        routed,
        _whole(config, "num_experts_per_tok", "num_experts_per_token", "moe_topk"),
        inner,
        len(_expert_layers(config, layers)),
        shared,
    )


def _expert_layers(config: Config, layers: int) -> Sequence[int]:
    """The layers that have experts, without the first dense ones, those listed as dense and skipped steps."""
    frequency = config.get("moe_layer_freq") or 1
    if isinstance(frequency, list):
        return [layer for layer, has in enumerate(frequency) if has]
    first = config.get("first_k_dense_replace") or 0
    dense = set(config.get("mlp_only_layers") or ())
    step = config.get("decoder_sparse_step") or 1
    return [
        layer
        for layer in range(first, layers)
        if layer not in dense and layer % frequency == 0 and (layer + 1) % step == 0
    ]


def _window(config: Config, layers: int) -> Window | None:
    kinds = config.get("layer_types")
    if kinds and (other := sorted(set(kinds) - _KNOWN_LAYERS)):
        raise EngineError(f"layer_types: layers of the kind {other[0]} are not modelled")
    tokens = config.get("sliding_window")
    if not tokens or config.get("use_sliding_window") is False:
        return None
    if kinds:
        windowed = list(kinds).count("sliding_attention")
    elif every := config.get("sliding_window_pattern") or _FULL_EVERY.get(str(config.get("model_type"))):
        windowed = layers - layers // int(every)
    elif config.get("use_sliding_window"):
        windowed = max(0, layers - (config.get("max_window_layers") or 0))
    else:
        windowed = layers
    return Window(_whole(config, "sliding_window"), windowed) if windowed else None
