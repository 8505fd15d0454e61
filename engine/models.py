"""The catalogue of models.

Shapes are those of the published `config.json`; published counts those of the model cards (Llama 2 and 3,
Mistral, Qwen 2.5 and 3, OPT, Yi, Falcon, Kimi K2, gpt-oss) and papers (DeepSeek 67B, V2 and V3, GPT-3).
A test holds each published count to the one that its shapes give.
"""

from __future__ import annotations

from engine.catalogue import Catalogue
from engine.shapes import Experts, GroupedAttention, LatentAttention, Model, Window


def _dense(
    name: str,
    billions: float,
    layers: int,
    width: int,
    heads: int,
    kv_heads: int,
    inner: int,
    vocabulary: int,
    *,
    head_dim: int = 128,
    window: Window | None = None,
    gated: bool = True,
    tied: bool = False,
) -> Model:
    attention = GroupedAttention(heads, kv_heads, head_dim)
    return Model(
        name,
        layers,
        width,
        vocabulary,
        inner,
        attention,
        window=window,
        gated=gated,
        tied=tied,
        published=billions * 1e9,
    )


def _mixture(
    name: str,
    billions: float,
    active: float,
    layers: int,
    width: int,
    attention: GroupedAttention | LatentAttention,
    experts: Experts,
    vocabulary: int,
    *,
    inner: int = 0,
    window: Window | None = None,
) -> Model:
    return Model(
        name,
        layers,
        width,
        vocabulary,
        inner,
        attention,
        experts,
        window,
        published=billions * 1e9,
        published_active=active * 1e9,
    )


_DEEPSEEK_HEAD = {"rank": 512, "rope": 64, "nope": 128, "value": 128}

_LLAMA = (
    _dense("Llama-2-7B", 6.74, 32, 4096, 32, 32, 11008, 32000),
    _dense("Llama-2-13B", 13.02, 40, 5120, 40, 40, 13824, 32000),
    _dense("Llama-2-70B", 68.98, 80, 8192, 64, 8, 28672, 32000),
    _dense("Llama-3-8B", 8.03, 32, 4096, 32, 8, 14336, 128256),
    _dense("Llama-3-70B", 70.6, 80, 8192, 64, 8, 28672, 128256),
    _dense("Llama-3-405B", 405.85, 126, 16384, 128, 8, 53248, 128256),
    _dense("Llama-3.2-1B", 1.24, 16, 2048, 32, 8, 8192, 128256, head_dim=64, tied=True),
    _dense("Llama-3.2-3B", 3.21, 28, 3072, 24, 8, 8192, 128256, tied=True),
)

_MISTRAL = (
    _dense("Mistral-7B-v0.1", 7.24, 32, 4096, 32, 8, 14336, 32000, window=Window(4096, 32)),
    _dense("Mistral-7B", 7.24, 32, 4096, 32, 8, 14336, 32000),
    _mixture(
        "Mixtral-8x7B", 46.7, 12.9, 32, 4096, GroupedAttention(32, 8, 128), Experts(8, 2, 14336, 32), 32000
    ),
    _mixture(
        "Mixtral-8x22B", 140.6, 39.1, 56, 6144, GroupedAttention(48, 8, 128), Experts(8, 2, 16384, 56), 32000
    ),
)

_QWEN = (
    _dense("Qwen2.5-0.5B", 0.494, 24, 896, 14, 2, 4864, 151936, head_dim=64, tied=True),
    _dense("Qwen2.5-1.5B", 1.54, 28, 1536, 12, 2, 8960, 151936, tied=True),
    _dense("Qwen2.5-3B", 3.09, 36, 2048, 16, 2, 11008, 151936, tied=True),
    _dense("Qwen2.5-7B", 7.61, 28, 3584, 28, 4, 18944, 152064),
    _dense("Qwen2.5-14B", 14.77, 48, 5120, 40, 8, 13824, 152064),
    _dense("Qwen2.5-32B", 32.76, 64, 5120, 40, 8, 27648, 152064),
    _dense("Qwen2.5-72B", 72.7, 80, 8192, 64, 8, 29568, 152064),
    _dense("Qwen3-0.6B", 0.596, 28, 1024, 16, 8, 3072, 151936, tied=True),
    _dense("Qwen3-1.7B", 1.72, 28, 2048, 16, 8, 6144, 151936, tied=True),
    _dense("Qwen3-4B", 4.02, 36, 2560, 32, 8, 9728, 151936, tied=True),
    _dense("Qwen3-8B", 8.19, 36, 4096, 32, 8, 12288, 151936),
    _dense("Qwen3-14B", 14.77, 40, 5120, 40, 8, 17408, 151936),
    _dense("Qwen3-32B", 32.76, 64, 5120, 64, 8, 25600, 151936),
    _mixture(
        "Qwen3-30B-A3B", 30.5, 3.3, 48, 2048, GroupedAttention(32, 4, 128), Experts(128, 8, 768, 48), 151936
    ),
    _mixture(
        "Qwen3-235B-A22B", 235, 22, 94, 4096, GroupedAttention(64, 4, 128), Experts(128, 8, 1536, 94), 151936
    ),
)

_DEEPSEEK = (
    _dense("DeepSeek-67B", 67.4, 95, 8192, 64, 8, 22016, 102400),
    _mixture(
        "DeepSeek-V2-Lite",
        15.7,
        2.4,
        27,
        2048,
        LatentAttention(16, **_DEEPSEEK_HEAD),
        Experts(64, 6, 1408, 26, shared=2 * 1408),
        102400,
        inner=10944,
    ),
    _mixture(
        "DeepSeek-V2",
        236,
        21,
        60,
        5120,
        LatentAttention(128, **_DEEPSEEK_HEAD, query_rank=1536),
        Experts(160, 6, 1536, 59, shared=2 * 1536),
        102400,
        inner=12288,
    ),
    _mixture(
        "DeepSeek-V3",
        671,
        37,
        61,
        7168,
        LatentAttention(128, **_DEEPSEEK_HEAD, query_rank=1536),
        Experts(256, 8, 2048, 58, shared=2048),
        129280,
        inner=18432,
    ),
    _mixture(
        "Kimi-K2",
        1040,
        32.6,
        61,
        7168,
        LatentAttention(64, **_DEEPSEEK_HEAD, query_rank=1536),
        Experts(384, 8, 2048, 60, shared=2048),
        163840,
        inner=18432,
    ),
)

_OTHERS = (
    _mixture(
        "gpt-oss-20b",
        20.9,
        3.6,
        24,
        2880,
        GroupedAttention(64, 8, 64),
        Experts(32, 4, 2880, 24),
        201088,
        window=Window(128, 12),
    ),
    _mixture(
        "gpt-oss-120b",
        116.8,
        5.1,
        36,
        2880,
        GroupedAttention(64, 8, 64),
        Experts(128, 4, 2880, 36),
        201088,
        window=Window(128, 18),
    ),
    _dense("Yi-34B", 34.4, 60, 7168, 56, 8, 20480, 64000),
    _dense("Falcon-7B", 6.92, 32, 4544, 71, 1, 18176, 65024, head_dim=64, gated=False, tied=True),
    _dense("OPT-13B", 12.85, 40, 5120, 40, 40, 20480, 50272, gated=False, tied=True),
    _dense("OPT-66B", 65.7, 64, 9216, 72, 72, 36864, 50272, gated=False, tied=True),
    _dense("GPT-3-175B", 175, 96, 12288, 96, 96, 49152, 50257, gated=False, tied=True),
)

MODELS = Catalogue(
    "model",
    {each.name.lower(): each for each in (*_LLAMA, *_MISTRAL, *_QWEN, *_DEEPSEEK, *_OTHERS)},
    aliases={
        "llama-3.1-8b": "llama-3-8b",
        "llama-3.1-70b": "llama-3-70b",
        "llama-3.3-70b": "llama-3-70b",
        "llama-3.1-405b": "llama-3-405b",
        "mistral-7b-v0.2": "mistral-7b",
        "deepseek-r1": "deepseek-v3",
    },
)
