"""What continuous batching gains over batches that wait for their longest request."""

from __future__ import annotations

from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Count, CountOrNone, Share, Tokens
from engine.experiments.registry import experiment
from engine.notation import number

_STEADY = ("a queue that never runs dry", "a step takes the same time at any batch")


@experiment("batching.utilization")
def utilization(short: CountOrNone, short_tokens: Tokens, long: Count, long_tokens: Tokens) -> Outcome:
    """Share of slot steps that produce a token when a static batch runs until its longest request ends."""
    used = short * short_tokens + long * long_tokens
    held = (short + long) * max(short_tokens, long_tokens)
    line = f"({short}·{short_tokens} + {long}·{long_tokens})/{number(held)} = {number(used / held)}"
    return Outcome(used / held, "1", "utilization = Σ length / (B·max length)", (line,))


@experiment("batching.idle")
def idle(short: CountOrNone, short_tokens: Tokens, long: Count, long_tokens: Tokens) -> Outcome:
    """Slot steps that produce nothing when a static batch runs until its longest request ends."""
    used = short * short_tokens + long * long_tokens
    held = (short + long) * max(short_tokens, long_tokens)
    line = f"{number(held)} − {number(used)} = {number(held - used)}"
    return Outcome(held - used, "step", "idle = B·max length − Σ length", (line,))


@experiment("batching.speedup_repeated")
def speedup_repeated(short: CountOrNone, short_tokens: Tokens, long: Count, long_tokens: Tokens) -> Outcome:
    """Throughput of continuous over static batching when the same mix comes again and again."""
    longest = max(short_tokens, long_tokens)
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
