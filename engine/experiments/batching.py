"""What continuous batching gains over batches that wait for their longest request."""

from __future__ import annotations

import math
from typing import Annotated, Literal

from engine.elementwise import larger
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Count,
    CountOrNone,
    Load,
    MeanTokens,
    Range,
    Seconds,
    SecondsOrNone,
    Share,
    Tokens,
)
from engine.experiments.registry import experiment
from engine.notation import number
from engine.workload import Lengths, Shape, poisson_arrivals

Spread = Annotated[float, "1", Range(0.0, 4.0)]

_STEADY = ("a queue that never runs dry", "a step takes the same time at any batch")


@experiment("batching.utilization")
def utilization(short: CountOrNone, short_tokens: Tokens, long: Count, long_tokens: Tokens) -> Outcome:
    """Share of slot steps that produce a token when a static batch runs until its longest request ends."""
    used = short * short_tokens + long * long_tokens
    held = (short + long) * larger(short_tokens, long_tokens)
    line = f"({short}·{short_tokens} + {long}·{long_tokens})/{number(held)} = {number(used / held)}"
    return Outcome(used / held, "1", "utilization = Σ length / (B·max length)", (line,))


@experiment("batching.idle")
def idle(short: CountOrNone, short_tokens: Tokens, long: Count, long_tokens: Tokens) -> Outcome:
    """Slot steps that produce nothing when a static batch runs until its longest request ends."""
    used = short * short_tokens + long * long_tokens
    held = (short + long) * larger(short_tokens, long_tokens)
    line = f"{number(held)} − {number(used)} = {number(held - used)}"
    return Outcome(held - used, "step", "idle = B·max length − Σ length", (line,))


@experiment("batching.speedup_repeated")
def speedup_repeated(short: CountOrNone, short_tokens: Tokens, long: Count, long_tokens: Tokens) -> Outcome:
    """Throughput of continuous over static batching when the same mix comes again and again."""
    longest = larger(short_tokens, long_tokens)
    mean = (short * short_tokens + long * long_tokens) / (short + long)
    line = f"{longest}/{number(mean)} = {number(longest / mean)}"
    return Outcome(longest / mean, "1", "speed-up = max length / mean length", (line,), _STEADY)


@experiment("batching.speedup")
def speedup(batch: Count, long_share: Share, short_tokens: Tokens, long_tokens: Tokens) -> Outcome:
    """Throughput of continuous over static batching when each request is long with chance `long_share`."""
    rest = 1 - long_share
    none_long = rest**batch
    longest = long_tokens * (1 - none_long) + short_tokens * none_long
    mean = long_share * long_tokens + rest * short_tokens
    return Outcome(
        longest / mean,
        "1",
        "speed-up = E[longest of B] / E[length]",
        (
            f"E[longest] = {long_tokens}·(1 − {rest:g}^{batch}) + {short_tokens}·{rest:g}^{batch}"
            f" = {number(longest)}",
            f"E[length] = {number(mean)}",
            f"{number(longest)}/{number(mean)} = {number(longest / mean)}",
        ),
        (*_STEADY, "independent lengths"),
    )


@experiment("batching.speedup_uniform")
def speedup_uniform(batch: Count, longest: Tokens) -> Outcome:
    """Throughput of continuous over static batching for lengths uniform up to `longest`: near 2·B/(B + 1)."""
    expected = longest - sum((length / longest) ** batch for length in range(1, longest))
    mean = (longest + 1) / 2
    line = f"{number(expected)}/{number(mean)} = {number(expected / mean)}"
    return Outcome(
        expected / mean,
        "1",
        "speed-up = E[longest of B] / E[length]",
        (line,),
        (*_STEADY, "independent lengths"),
    )


@experiment("batching.speedup_geometric")
def speedup_geometric(batch: Count) -> Outcome:
    """Throughput of continuous over static batching for geometric lengths: the batch's harmonic number."""
    value = sum(1 / place for place in range(1, batch + 1))
    line = f"1 + 1/2 + … + 1/{batch} = {number(value)}"
    return Outcome(
        value, "1", "speed-up = H_B", (line,), (*_STEADY, "independent lengths of many steps on average")
    )


@experiment("batching.simulated")
def simulated(
    batch: Count,
    shape: Shape = "two_point",
    mean: MeanTokens = 100,
    sigma: Spread = 1.0,
    short_tokens: Tokens = 10,
    long_tokens: Tokens = 500,
    long_share: Share = 0.1,
    requests: Count = 20_000,
    seed: CountOrNone = 0,
) -> Outcome:
    """Throughput of continuous over static batching, both run step by step on the same drawn lengths.

    `mean` and `sigma` shape all lengths but the two-point ones.
    """
    import numpy as np

    from engine.batching import at_iteration_level, at_request_level

    lengths = Lengths(shape, mean, sigma, short_tokens, long_tokens, long_share)
    drawn = lengths.draw(np.random.default_rng(seed), requests)
    at_once = np.zeros(requests)
    static = at_request_level(at_once, drawn, batch).steps
    continuous = at_iteration_level(at_once, drawn, batch).steps
    line = f"{number(static)} steps / {number(continuous)} steps = {number(static / continuous)}"
    return Outcome(
        static / continuous,
        "1",
        "speed-up = steps of static / steps of continuous",
        (line,),
        (*_STEADY, f"{number(requests)} requests, seed {seed}"),
    )


@experiment("batching.latency")
def latency(
    batch: Count,
    load: Load,
    policy: Literal["static", "window", "continuous"] = "continuous",
    window: CountOrNone = 50,
    measure: Literal["mean", "p99"] = "mean",
    shape: Shape = "two_point",
    mean: MeanTokens = 100,
    sigma: Spread = 1.0,
    short_tokens: Tokens = 10,
    long_tokens: Tokens = 500,
    long_share: Share = 0.1,
    requests: Count = 20_000,
    seed: CountOrNone = 0,
) -> Outcome:
    """Steps from a request's arrival until its answer is there, under Poisson arrivals.

    `load` is the share of the slots that work when no slot waits for another. `static` waits for a full
    batch, `window` at most so many steps (dynamic batching); both return a batch when its longest ends.
    """
    import numpy as np

    from engine.batching import at_iteration_level, at_request_level

    lengths = Lengths(shape, mean, sigma, short_tokens, long_tokens, long_share)
    generator = np.random.default_rng(seed)
    arrivals = poisson_arrivals(generator, load * batch / lengths.expected, requests)
    drawn = lengths.draw(generator, requests)
    if policy == "continuous":
        served = at_iteration_level(arrivals, drawn, batch)
    else:
        served = at_request_level(arrivals, drawn, batch, window if policy == "window" else math.inf)
    taken = served.latencies
    value = float(taken.mean() if measure == "mean" else np.quantile(taken, 0.99))
    return Outcome(
        value,
        "step",
        "latency = end − arrival",
        (f"mean {number(float(taken.mean()))}, p99 {number(float(np.quantile(taken, 0.99)))}",),
        (
            "a step takes the same time at any batch",
            "Poisson arrivals, first come first served",
            f"{number(requests)} requests, seed {seed}",
        ),
    )


@experiment("batching.finish")
def finish(
    short: CountOrNone,
    short_tokens: Tokens,
    long: Count,
    long_tokens: Tokens,
    policy: Literal["static", "continuous"] = "continuous",
) -> Outcome:
    """Mean steps until a request of one closed batch has its answer, nobody waiting outside."""
    lengths = [short_tokens] * short + [long_tokens] * long
    if policy == "static":
        value = float(max(lengths))
        return Outcome(value, "step", "finish = max length", (f"max = {number(value)}",))
    value = sum(lengths) / len(lengths)
    line = f"({short}·{short_tokens} + {long}·{long_tokens})/{short + long} = {number(value)}"
    return Outcome(value, "step", "finish = mean length", (line,))


@experiment("batching.closed_time")
def closed_time(
    short: CountOrNone,
    short_tokens: Tokens,
    long: Count,
    long_tokens: Tokens,
    base: Seconds,
    each: SecondsOrNone,
    padded: bool = True,
) -> Outcome:
    """Seconds for one closed batch when a step takes `base` and `each` per running request.

    `padded`: the finished ones stay until the longest ends; else the batch shrinks.
    """
    both = min(short_tokens, long_tokens)
    rest = max(short_tokens, long_tokens) - both
    left = (long if long_tokens > short_tokens else short) if rest and not padded else short + long
    value = both * (base + each * (short + long)) + rest * (base + each * left)
    line = (
        f"{both}·({number(base)} + {short + long}·{number(each)})"
        f" + {rest}·({number(base)} + {left}·{number(each)}) = {number(value)} s"
    )
    return Outcome(value, "s", "t = Σ over steps of (base + running·each)", (line,))
