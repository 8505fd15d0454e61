"""What a model is to the engine: the shapes that decide how much it stores, moves and computes.

Every count here is of elements or FLOP, never of bytes: formats are `precision`'s, bytes are `memory`'s.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.elementwise import smaller


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

    def parameters(self, width: int) -> int:
        """Elements of the query, key, value and output matrices of one layer."""
        return 2 * width * self.head_dim * (self.heads + self.kv_heads)


@dataclass(frozen=True, slots=True)
class LatentAttention:
    """MLA (DeepSeek-V2, section 2.1): a latent of `rank` and a shared rotary key of `rope` are cached."""

    heads: int
    rank: int
    rope: int
    nope: int
    value: int
    query_rank: int = 0
    """Rank of the queries' own compression; 0 where they are projected directly."""

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

    @property
    def rebuild_flops(self) -> int:
        """FLOP per layer and cached token to expand the latent into every head's key and value."""
        return 2 * self.rank * self.heads * (self.nope + self.value)

    def parameters(self, width: int) -> int:
        """Elements of the down- and up-projections and the output matrix of one layer."""
        query = self.heads * (self.nope + self.rope)
        queries = self.query_rank * (width + query) if self.query_rank else width * query
        compressed = width * (self.rank + self.rope) + self.rank * self.heads * (self.nope + self.value)
        return queries + compressed + self.heads * self.value * width


@dataclass(frozen=True, slots=True)
class Window:
    """Sliding-window attention: `layers` of the layers see, and keep, only the last `tokens` tokens."""

    tokens: int
    layers: int


@dataclass(frozen=True, slots=True)
class Experts:
    """The routed experts of a mixture: how many there are per layer, and how many a token uses."""

    routed: int
    used: int
    inner: int
    layers: int
    """Layers that have experts; the others are dense."""
    shared: int = 0
    """Inner width of the expert, or experts together, that every token uses besides."""


@dataclass(frozen=True, slots=True)
class Model:
    """A decoder: `width` of the residual stream, `inner` width of its dense feed-forward layers."""

    name: str
    layers: int
    width: int
    vocabulary: int
    inner: int
    attention: GroupedAttention | LatentAttention
    experts: Experts | None = None
    window: Window | None = None
    gated: bool = True
    """Whether a feed-forward layer has gate, up and down matrices, or only up and down."""
    tied: bool = False
    """Whether the output head is the embedding."""
    published: float | None = None
    published_active: float | None = None

    def __str__(self) -> str:
        return self.name

    @property
    def parameters(self) -> float:
        """The published count, in the digits that sizes are usually worked out with; else the derived one."""
        return self.derived if self.published is None else self.published

    @property
    def active(self) -> float:
        """Parameters that one token passes through: as published, else all but the experts it leaves out."""
        if self.published_active is not None:
            return self.published_active
        return self.parameters - self.idle_experts * self.expert_parameters

    @property
    def derived(self) -> int:
        """Parameters counted from the shapes; biases and learnt positions, under 1 ‰, are left out."""
        norms = (2 * self.layers + 1) * self.width
        return self.embeddings + self.layers * self.attention.parameters(self.width) + self._feeding + norms

    @property
    def embeddings(self) -> int:
        """Parameters of the embedding and the output head, which quantisation usually leaves alone."""
        return self.vocabulary * self.width * (1 if self.tied else 2)

    @property
    def expert_parameters(self) -> int:
        """Parameters of one routed expert in all its layers: gate, up and down matrices."""
        if self.experts is None:
            return 0
        return 3 * self.width * self.experts.inner * self.experts.layers

    @property
    def idle_experts(self) -> int:
        """Routed experts of a layer that one token does not use."""
        return 0 if self.experts is None else self.experts.routed - self.experts.used

    def attended(self, context: float) -> float:
        """Cached tokens that a token at `context` attends to, summed over the layers."""
        if self.window is None:
            return self.layers * context
        seen = smaller(context, self.window.tokens)
        return (self.layers - self.window.layers) * context + self.window.layers * seen

    def pairs(self, tokens: float, cached: float = 0) -> float:
        """Query–key pairs of a causal prefill of tokens `cached` … `tokens`, summed over the layers."""
        everywhere = (tokens * (tokens + 1) - cached * (cached + 1)) / 2
        if self.window is None:
            return self.layers * everywhere
        inside = _windowed_pairs(tokens, self.window.tokens) - _windowed_pairs(cached, self.window.tokens)
        return (self.layers - self.window.layers) * everywhere + self.window.layers * inside

    @property
    def _feeding(self) -> int:
        """Parameters of the feed-forward layers, experts and their routers included."""
        dense = self.layers - (0 if self.experts is None else self.experts.layers)
        parameters = dense * (3 if self.gated else 2) * self.width * self.inner
        if self.experts is not None:
            each = 3 * self.width * self.experts.shared + self.width * self.experts.routed
            parameters += self.experts.routed * self.expert_parameters + self.experts.layers * each
        return parameters


def _windowed_pairs(tokens: float, window: float) -> float:
    """Σ min(position, window) over the positions 1 … `tokens`."""
    early = smaller(tokens, window)
    return early * (early + 1) / 2 + (tokens - early) * window
