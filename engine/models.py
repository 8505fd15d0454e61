"""The catalogue of models: the shapes that decide what serving costs.

Shapes are those of the published configurations; parameter counts those of the model cards (Llama 2 and 3,
Mistral, Qwen 2.5 and 3, OPT, Yi, Kimi K2) and papers (DeepSeek 67B, V2 and V3, GPT-3).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class GroupedAttention:
    """Query heads that share key–value heads: MHA when there are as many, MQA when there is one."""

    heads: int
    kv_heads: int
    head_dim: int

    @property
    def cached(self) -> int:
        """Elements cached per token and layer: a key and a value for each KV head."""
        return 2 * self.kv_heads * self.head_dim

    @property
    def cached_as_mha(self) -> int:
        """What would be cached if every query head had its own key and value."""
        return 2 * self.heads * self.head_dim

    @property
    def prefill_flops(self) -> int:
        """FLOP per layer for one query–key pair: a dot product and a weighted sum, in every head."""
        return 4 * self.heads * self.head_dim

    @property
    def decode_flops(self) -> int:
        """FLOP per layer for one query and one cached token."""
        return self.prefill_flops


@dataclass(frozen=True, slots=True)
class LatentAttention:
    """MLA (DeepSeek-V2, section 2.1): a latent of `rank` and a shared rotary key of `rope` are cached."""

    heads: int
    rank: int
    rope: int
    nope: int
    value: int

    @property
    def cached(self) -> int:
        """Elements cached per token and layer: the latent and the rotary key, shared by all heads."""
        return self.rank + self.rope

    @property
    def cached_as_mha(self) -> int:
        """Full keys and values at the head size without the rotary part, the paper's MHA baseline."""
        return self.heads * (self.nope + self.value)

    @property
    def prefill_flops(self) -> int:
        """FLOP per layer and pair in the explicit form, which prefill uses."""
        return 2 * self.heads * (self.nope + self.rope + self.value)

    @property
    def decode_flops(self) -> int:
        """FLOP per layer and cached token in the absorbed form, which decoding uses."""
        return 2 * self.heads * (2 * self.rank + self.rope)


@dataclass(frozen=True, slots=True)
class Experts:
    """The routed experts of a mixture: how many there are per layer, and how many a token uses."""

    routed: int
    used: int
    inner: int
    layers: int
    """Layers that have experts; the others are dense."""


@dataclass(frozen=True, slots=True)
class Model:
    """A decoder: `width` is the residual stream, `active` the parameters that one token passes through."""

    name: str
    parameters: float
    layers: int
    width: int
    attention: GroupedAttention | LatentAttention
    active: float
    experts: Experts | None = None

    def __str__(self) -> str:
        return self.name

    @property
    def expert_parameters(self) -> float:
        """Parameters of one routed expert in all its layers: gate, up and down matrices."""
        if self.experts is None:
            return 0.0
        return 3.0 * self.width * self.experts.inner * self.experts.layers


def _dense(
    name: str, billions: float, layers: int, width: int, heads: int, kv_heads: int, head_dim: int = 128
) -> Model:
    attention = GroupedAttention(heads, kv_heads, head_dim)
    return Model(name, billions * 1e9, layers, width, attention, billions * 1e9)


def _mixture(
    name: str,
    billions: float,
    active: float,
    layers: int,
    width: int,
    attention: GroupedAttention | LatentAttention,
    experts: Experts,
) -> Model:
    return Model(name, billions * 1e9, layers, width, attention, active * 1e9, experts)


_DEEPSEEK_HEAD = {"rank": 512, "rope": 64, "nope": 128, "value": 128}

MODELS = Catalogue(
    "model",
    {
        each.name.lower(): each
        for each in (
            _dense("Llama-2-7B", 6.74, 32, 4096, 32, 32),
            _dense("Llama-2-13B", 13.02, 40, 5120, 40, 40),
            _dense("Llama-2-70B", 68.98, 80, 8192, 64, 8),
            _dense("Llama-3-8B", 8.03, 32, 4096, 32, 8),
            _dense("Llama-3-70B", 70.6, 80, 8192, 64, 8),
            _dense("Llama-3-405B", 405.85, 126, 16384, 128, 8),
            _dense("Llama-3.2-1B", 1.24, 16, 2048, 32, 8, head_dim=64),
            _dense("Llama-3.2-3B", 3.21, 28, 3072, 24, 8),
            _dense("Mistral-7B", 7.24, 32, 4096, 32, 8),
            _mixture(
                "Mixtral-8x7B", 46.7, 12.9, 32, 4096, GroupedAttention(32, 8, 128), Experts(8, 2, 14336, 32)
            ),
            _mixture(
                "Mixtral-8x22B",
                140.6,
                39.1,
                56,
                6144,
                GroupedAttention(48, 8, 128),
                Experts(8, 2, 16384, 56),
            ),
            _dense("Qwen2.5-7B", 7.61, 28, 3584, 28, 4),
            _dense("Qwen2.5-14B", 14.77, 48, 5120, 40, 8),
            _dense("Qwen2.5-32B", 32.76, 64, 5120, 40, 8),
            _dense("Qwen2.5-72B", 72.7, 80, 8192, 64, 8),
            _dense("Qwen3-8B", 8.19, 36, 4096, 32, 8),
            _dense("Qwen3-14B", 14.77, 40, 5120, 40, 8),
            _dense("Qwen3-32B", 32.76, 64, 5120, 64, 8),
            _mixture(
                "Qwen3-30B-A3B", 30.5, 3.3, 48, 2048, GroupedAttention(32, 4, 128), Experts(128, 8, 768, 48)
            ),
            _mixture(
                "Qwen3-235B-A22B", 235, 22, 94, 4096, GroupedAttention(64, 4, 128), Experts(128, 8, 1536, 94)
            ),
            _dense("Yi-34B", 34.4, 60, 7168, 56, 8),
            _dense("OPT-13B", 12.85, 40, 5120, 40, 40),
            _dense("OPT-66B", 65.7, 64, 9216, 72, 72),
            _dense("GPT-3-175B", 175, 96, 12288, 96, 96),
            _dense("DeepSeek-67B", 67, 95, 8192, 64, 8),
            _mixture(
                "DeepSeek-V2-Lite",
                15.7,
                2.4,
                27,
                2048,
                LatentAttention(16, **_DEEPSEEK_HEAD),
                Experts(64, 6, 1408, 26),
            ),
            _mixture(
                "DeepSeek-V2",
                236,
                21,
                60,
                5120,
                LatentAttention(128, **_DEEPSEEK_HEAD),
                Experts(160, 6, 1536, 59),
            ),
            _mixture(
                "DeepSeek-V3",
                671,
                37,
                61,
                7168,
                LatentAttention(128, **_DEEPSEEK_HEAD),
                Experts(256, 8, 2048, 58),
            ),
            _mixture(
                "Kimi-K2",
                1040,
                32.6,
                61,
                7168,
                LatentAttention(64, **_DEEPSEEK_HEAD),
                Experts(384, 8, 2048, 60),
            ),
        )
    },
    aliases={
        "llama-3.1-8b": "llama-3-8b",
        "llama-3.1-70b": "llama-3-70b",
        "llama-3.3-70b": "llama-3-70b",
        "llama-3.1-405b": "llama-3-405b",
        "deepseek-r1": "deepseek-v3",
    },
)
