"""Attention on small random tensors: a cache changes nothing, and MLA absorbed is MLA explicit.

Everything is in float64 and seeded, so what two orders of the same sums differ by is rounding: 1e-13 or so.
Shapes are (tokens, heads, dimension); one layer, no biases.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.shapes import GroupedAttention, LatentAttention

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


def cached_against_full(shape: GroupedAttention, tokens: int, seed: int, causal: bool = True) -> float:
    """Largest difference between attention over all tokens at once and step by step with a KV cache.

    Without the causal mask, as in an encoder, earlier tokens see later ones, and no cache can know them.
    """
    import numpy as np

    generator = np.random.default_rng(seed)
    width = shape.heads * shape.head_dim
    hidden = generator.standard_normal((tokens, width))
    query, key, value = (
        generator.standard_normal((width, heads, shape.head_dim)) / np.sqrt(width)
        for heads in (shape.heads, shape.kv_heads, shape.kv_heads)
    )
    share = shape.heads // shape.kv_heads

    def project(rows: Array, weights: Array) -> Array:
        return _contract("td,dhe->the", rows, weights)

    full = _attend_all(
        project(hidden, query),
        project(hidden, key).repeat(share, axis=1),
        project(hidden, value).repeat(share, axis=1),
        causal,
    )
    keys = np.empty((0, shape.kv_heads, shape.head_dim))
    values = np.empty((0, shape.kv_heads, shape.head_dim))
    steps = []
    for row in hidden:
        newest = row[None]
        keys = np.concatenate([keys, project(newest, key)])
        values = np.concatenate([values, project(newest, value)])
        steps.append(
            _attend(project(newest, query)[0], keys.repeat(share, axis=1), values.repeat(share, axis=1))
        )
    return float(np.abs(full - np.stack(steps)).max())


@dataclass(frozen=True, slots=True)
class Latent:
    """One MLA layer's decoding step over a cache of latents: weights, cache and the newest query."""

    shape: LatentAttention
    latents: Array
    """(tokens, rank): what is cached, with the rotary keys."""
    rotary: Array
    """(tokens, rope): one rotated key for all heads."""
    query: Array
    """(heads, nope): the newest token's query, the part without position."""
    rotary_query: Array
    """(heads, rope): its rotated part."""
    up_key: Array
    """(heads, rank, nope)"""
    up_value: Array
    """(heads, rank, value)"""

    def explicit(self, turned: bool = False) -> Array:
        """(heads, value): full keys and values are rebuilt from the latents, then attended to.

        `turned` rotates the rebuilt keys by their positions too, as a model would whose whole key is rotary.
        """
        import numpy as np

        keys = _contract("tr,hrn->thn", self.latents, self.up_key)
        query = self.query
        if turned:
            keys = _rotate(keys, np.arange(len(keys)))
            query = _rotate(query[None], np.array([len(keys)]))[0]
        values = _contract("tr,hrv->thv", self.latents, self.up_value)
        scores = _contract("hn,thn->ht", query, keys) + self.rotary_query @ self.rotary.T
        return _contract("ht,thv->hv", self._weights(scores), values)

    def absorbed(self) -> Array:
        """(heads, value): W_UK goes into the query, W_UV behind the sum; the latents are never expanded."""

        into_latent = _contract("hn,hrn->hr", self.query, self.up_key)
        scores = into_latent @ self.latents.T + self.rotary_query @ self.rotary.T
        return _contract("hr,hrv->hv", self._weights(scores) @ self.latents, self.up_value)

    def _weights(self, scores: Array) -> Array:
        return _softmax(scores / (self.shape.nope + self.shape.rope) ** 0.5)


def latent(shape: LatentAttention, tokens: int, seed: int) -> Latent:
    """A random layer with `tokens` cached tokens and the query of the one after them."""
    import numpy as np

    generator = np.random.default_rng(seed)

    def normal(*size: int) -> Array:
        return generator.standard_normal(size)

    positions = np.arange(tokens)
    return Latent(
        shape,
        normal(tokens, shape.rank),
        _rotate(normal(tokens, 1, shape.rope), positions)[:, 0],
        normal(shape.heads, shape.nope),
        _rotate(normal(1, shape.heads, shape.rope), np.array([tokens]))[0],
        normal(shape.heads, shape.rank, shape.nope) / shape.rank**0.5,
        normal(shape.heads, shape.rank, shape.value) / shape.rank**0.5,
    )


def _rotate(vectors: Array, positions: NDArray[np.int64]) -> Array:
    """Rotary embedding (Su et al. 2021) of (tokens, heads, even dimension) vectors at their positions."""
    import numpy as np

    half = vectors.shape[-1] // 2
    angles = positions[:, None, None] * 10000.0 ** (-np.arange(half) / half)
    first, second = vectors[..., :half], vectors[..., half:]
    return np.concatenate(
        [
            first * np.cos(angles) - second * np.sin(angles),
            first * np.sin(angles) + second * np.cos(angles),
        ],
        axis=-1,
    )


def _attend_all(query: Array, key: Array, value: Array, causal: bool) -> Array:
    """Every token attends to all, or to itself and those before it: (tokens, heads, dimension)."""
    import numpy as np

    scores = _contract("qhe,khe->hqk", query, key) / query.shape[-1] ** 0.5
    if causal:
        later = np.triu(np.ones(scores.shape[1:], dtype=bool), 1)
        scores = np.where(later, -np.inf, scores)
    return _contract("hqk,khe->qhe", _softmax(scores), value)


def _attend(query: Array, keys: Array, values: Array) -> Array:
    """One query (heads, dimension) against all cached keys and values (tokens, heads, dimension)."""

    scores = _contract("he,khe->hk", query, keys) / query.shape[-1] ** 0.5
    return _contract("hk,khe->he", _softmax(scores), values)


def _contract(indices: str, *arrays: Array) -> Array:
    """`np.einsum`, whose stubs promise no type."""
    import numpy as np

    return np.asarray(np.einsum(indices, *arrays))


def _softmax(scores: Array) -> Array:
    import numpy as np

    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))
