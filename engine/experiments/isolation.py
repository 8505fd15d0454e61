"""What a shared prefix cache tells a stranger, and what keeping tenants apart costs."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Annotated

from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Count, FormatName, ModelName, Range, Seconds, SecondsOrNone, Tokens
from engine.experiments.registry import experiment
from engine.memory import kv_bytes
from engine.notation import number
from engine.precision import FP16

_NORMAL = ("normal noise, the threshold midway", "independent cache states, a miss spends one")

Confidence = Annotated[float, "1", Range(0.5, 1.0, open=True)]


@experiment("isolation.probes")
def probes(
    gap: Seconds, noise: Seconds, confidence: Confidence = 0.99, jitter: SecondsOrNone = 0.0
) -> Outcome:
    """Probes that tell a cache hit from a miss with both errors below 1 − confidence.

    The mean of n probes must lie z standard errors from the midpoint of the two means. Uniform jitter of
    width J adds J²/12 to the variance.
    """
    z = NormalDist().inv_cdf(confidence)
    variance = noise**2 + jitter**2 / 12
    exact = (2 * z) ** 2 * variance / gap**2
    return Outcome(
        math.ceil(exact),
        "1",
        "n = ⌈(2·z/Δ)²·(σ² + J²/12)⌉",
        (
            f"z = {number(z)}",
            f"⌈(2·{number(z)}/{number(gap)})²·{number(variance)}⌉ = ⌈{number(exact)}⌉ = {math.ceil(exact)}",
        ),
        _NORMAL,
    )


@experiment("isolation.accuracy")
def accuracy(gap: Seconds, noise: Seconds, probes: Count = 1) -> Outcome:
    """Chance that the mean of so many probes falls on the right side of the threshold."""
    value = NormalDist().cdf(gap / 2 * math.sqrt(probes) / noise)
    line = f"Φ({number(gap)}·√{probes}/(2·{number(noise)})) = {number(value)}"
    return Outcome(value, "1", "accuracy = Φ(Δ·√n/(2·σ))", (line,), _NORMAL)


@experiment("isolation.copies")
def copies(tenants: Count, tokens: Tokens, model: ModelName, kv_dtype: FormatName = FP16) -> Outcome:
    """Bytes of KV cache when each tenant keeps its own copy of a prefix."""
    each = kv_bytes(model, tokens, kv_dtype)
    line = f"{tenants}·{number(tokens)}·{number(each / tokens)} B = {number(tenants * each)} B"
    return Outcome(tenants * each, "B", "bytes = tenants·tokens·KV", (line,))
