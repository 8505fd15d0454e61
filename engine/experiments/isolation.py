"""What a shared prefix cache tells a stranger, and what keeping tenants apart costs."""

from __future__ import annotations

from typing import Annotated, Literal

from engine.elementwise import anywhere, ceil, sqrt
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Amount,
    Count,
    CountOrNone,
    FormatName,
    ModelName,
    Range,
    Sampled,
    Seconds,
    SecondsOrNone,
    Tokens,
    TokensOrNone,
)
from engine.experiments.registry import experiment
from engine.isolation import (
    Sharing,
    Timing,
    attack,
    hit_share,
    normal_cdf,
    normal_quantile,
    telling_gap,
    tries,
)
from engine.memory import kv_bytes
from engine.notation import number
from engine.precision import FP16

_NORMAL = ("normal noise, the threshold midway", "independent cache states, a miss spends one")

_MOST_TIMES = 50_000_000

Confidence = Annotated[float, "1", Range(0.5, 1.0, open=True)]
Significance = Annotated[float, "1", Range(0.0, 1.0, open=True)]


@experiment("isolation.probes")
def probes(
    gap: Seconds, noise: Seconds, confidence: Confidence = 0.99, jitter: SecondsOrNone = 0.0
) -> Outcome:
    """Probes that tell a cache hit from a miss with both errors below 1 − confidence.

    The mean of n probes must lie z standard errors from the midpoint of the two means. Uniform jitter of
    width J adds J²/12 to the variance.
    """
    z = normal_quantile(confidence)
    variance = noise**2 + jitter**2 / 12
    exact = (2 * z) ** 2 * variance / gap**2
    value = ceil(exact)
    return Outcome(
        value,
        "1",
        "n = ⌈(2·z/Δ)²·(σ² + J²/12)⌉",
        (
            f"z = {number(z)}",
            f"⌈(2·{number(z)}/{number(gap)})²·{number(variance)}⌉ = ⌈{number(exact)}⌉ = {number(value)}",
        ),
        _NORMAL,
    )


@experiment("isolation.accuracy")
def accuracy(gap: Seconds, noise: Seconds, probes: Count = 1) -> Outcome:
    """Chance that the mean of so many probes falls on the right side of the threshold."""
    value = normal_cdf(gap / 2 * sqrt(probes) / noise)
    line = f"Φ({number(gap)}·√{probes}/(2·{number(noise)})) = {number(value)}"
    return Outcome(value, "1", "accuracy = Φ(Δ·√n/(2·σ))", (line,), _NORMAL)


@experiment("isolation.needed")
def needed(
    gap: Seconds,
    noise: Seconds,
    confidence: Confidence = 0.99,
    jitter: SecondsOrNone = 0.0,
    guesses: Sampled = 20_000,
    seed: CountOrNone = 0,
) -> Outcome:
    """The same in a seeded run against a prefix cache, each probe meeting a fresh state of it.

    Raises where the run would take more than 50 million times.
    """
    import numpy as np

    timing = Timing(gap, noise, jitter)
    most = int(2 * (2 * normal_quantile(confidence) * timing.deviation / gap) ** 2) + 2
    if most * guesses > _MOST_TIMES:
        raise EngineError(_too_many(most, guesses))
    seen = attack(timing, most, guesses, np.random.default_rng(seed))
    value = int(np.count_nonzero(seen.accuracy < confidence)) + 1
    used, unused = float(seen.used[value - 1]), float(seen.unused[value - 1])
    return Outcome(
        value,
        "1",
        "n where the share of right verdicts reaches the confidence",
        (f"with {value} right about {number(used)} of used prefixes, {number(unused)} of unused ones",),
        (*_NORMAL, f"{number(guesses)} guesses of each kind, seed {seed}"),
    )


@experiment("isolation.attack")
def attacked(
    gap: Seconds,
    noise: Seconds,
    probes: Count = 1,
    measure: Literal["accuracy", "used", "unused"] = "accuracy",
    repeat: Literal["fresh", "same"] = "fresh",
    sharing: Literal["shared", "salted"] = "shared",
    jitter: SecondsOrNone = 0.0,
    guesses: Sampled = 20_000,
    seed: CountOrNone = 0,
) -> Outcome:
    """How often the mean of some probes tells rightly whether a victim used a prefix: a seeded run.

    `fresh` states of the cache, or the `same`, in which the second probe hits what the first one left.
    """
    if probes * guesses > _MOST_TIMES:
        raise EngineError(_too_many(probes, guesses))
    import numpy as np

    seen = attack(
        Timing(gap, noise, jitter),
        probes,
        guesses,
        np.random.default_rng(seed),
        fresh=repeat == "fresh",
        salted=sharing == "salted",
    )
    used, unused, accuracy = (float(each[-1]) for each in (seen.used, seen.unused, seen.accuracy))
    return Outcome(
        {"accuracy": accuracy, "used": used, "unused": unused}[measure],
        "1",
        "share of right verdicts",
        (f"right about {number(used)} of used prefixes, {number(unused)} of unused ones",),
        ("normal noise, the threshold midway", f"{number(guesses)} guesses of each kind, seed {seed}"),
    )


@experiment("isolation.separation")
def separation(gap: SecondsOrNone, noise: Seconds) -> Outcome:
    """Chance that a hit is faster than a miss (the area under the ROC curve); one half tells nothing."""
    value = normal_cdf(gap / noise / 2**0.5)
    line = f"Φ({number(gap)}/({number(noise)}·√2)) = {number(value)}"
    return Outcome(value, "1", "AUC = Φ(Δ/(σ·√2))", (line,), ("normal noise",))


@experiment("isolation.audit")
def audit(noise: Seconds, samples: Count = 250, significance: Significance = 0.01) -> Outcome:
    """Gap from which a Kolmogorov–Smirnov test of so many hits and misses mostly is significant."""
    value = noise * telling_gap(samples, significance)
    line = f"{number(noise)}·{number(value / noise)} = {number(value)} s"
    return Outcome(
        value,
        "s",
        "gap = 2·σ·Φ⁻¹((1 + √(−ln(α/2)/n))/2)",
        (line,),
        ("normal noise", "the test's asymptotic critical distance"),
    )


@experiment("isolation.guesses")
def guesses(choices: Amount, length: Count, block: Count = 16) -> Outcome:
    """Guesses that recover `length` tokens, each one of `choices` likely ones, where whole blocks match."""
    value = tries(choices, block, length)
    line = f"{number(length)}/{number(block)}·({number(choices)}^{number(block)} + 1)/2 = {number(value)}"
    return Outcome(
        value,
        "1",
        "guesses = length/block·(choices^block + 1)/2",
        (line,),
        ("equally likely contents", "a hit is recognised at once"),
    )


@experiment("isolation.hit_rate")
def hit_rate(
    sharing: Sharing,
    tenants: Count,
    requests: Count,
    public: TokensOrNone,
    common: TokensOrNone,
    own: TokensOrNone,
) -> Outcome:
    """Token hit rate of prompts that start with `public` tokens, go on with `common` ones, and end their own.

    The common ones are the same for all tenants, yet private. Salts keep tenants apart from the first block
    on, or where sharing is selective from the first private one.
    """
    if anywhere(tenants > requests):
        raise EngineError(f"{tenants} tenants send at least {tenants} requests, not {requests}")
    total = public + common + own
    if anywhere(total < 1):
        raise EngineError("a prompt needs at least 1 token")
    value = hit_share(sharing, tenants, requests, public, common, own)
    return Outcome(
        value,
        "1",
        "hits = Σ (1 − firsts/requests)·tokens / total; firsts 1 or the tenants",
        (f"{sharing}: {number(value * total)} of {number(total)} tokens = {number(value)}",),
        ("no eviction", "every tenant sends requests", "whole blocks"),
    )


@experiment("isolation.copies")
def copies(tenants: Count, tokens: Tokens, model: ModelName, kv_dtype: FormatName = FP16) -> Outcome:
    """Bytes of KV cache when each tenant keeps its own copy of a prefix."""
    each = kv_bytes(model, tokens, kv_dtype)
    line = f"{tenants}·{number(tokens)}·{number(each / tokens)} B = {number(tenants * each)} B"
    return Outcome(tenants * each, "B", "bytes = tenants·tokens·KV", (line,))


def _too_many(probes: int, guesses: int) -> str:
    return (
        f"{number(probes)} probes of {number(guesses)} guesses are"
        f" {number(probes * guesses - _MOST_TIMES)} times too many for a run; take fewer guesses"
    )
