"""How much of the KV memory holds tokens, with paging and without."""

from __future__ import annotations

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Count, CountOrNone, MeanTokens, Share, Tokens
from engine.experiments.registry import experiment
from engine.notation import number
from engine.workload import lognormal_lengths


@experiment("paging.utilization")
def utilization(length: MeanTokens, block: Count = 16) -> Outcome:
    """Share of allocated slots that hold a token, for requests of mean live length `length`.

    Only the last block of each request is part empty: (block − 1)/2 slots on average.
    Source: Kwon et al. 2023, section 4, for the scheme.
    """
    value = length / (length + (block - 1) / 2)
    line = f"{number(length)}/({number(length)} + {block - 1}/2) = {number(value)}"
    return Outcome(
        value,
        "1",
        "utilization = length / (length + (block − 1)/2)",
        (line,),
        ("the last block equally likely filled to any level",),
    )


@experiment("paging.waste")
def waste(length: Tokens, block: Count = 16) -> Outcome:
    """Slots of its last block that one request of `length` tokens leaves empty."""
    value = -length % block
    line = f"⌈{length}/{block}⌉·{block} − {length} = {value}"
    return Outcome(value, "token", "waste = ⌈length/block⌉·block − length", (line,))


@experiment("paging.reserved")
def reserved(reserve: Tokens, length: MeanTokens) -> Outcome:
    """Share of slots that hold a token when each request reserves `reserve` of them in advance."""
    if length > reserve:
        raise EngineError(f"length exceeds the reserve by {number(length - reserve)} tokens")
    line = f"{number(length)}/{number(reserve)} = {number(length / reserve)}"
    return Outcome(length / reserve, "1", "utilization = mean live length / reserve", (line,))


@experiment("paging.concurrency")
def concurrency(before: Share, after: Share) -> Outcome:
    """How many times more requests run at once when utilization of the same memory goes up."""
    if before == 0:
        raise EngineError("before must be more than 0")
    line = f"{after:g}/{before:g} = {number(after / before)}"
    return Outcome(
        after / before, "1", "ratio = u₂/u₁", (line,), ("requests of the same lengths, memory the limit",)
    )


@experiment("paging.sampled")
def sampled(
    prompt: MeanTokens = 161,
    output: MeanTokens = 338,
    sigma: Share = 1.0,
    longest: Count = 1024,
    block: Count = 16,
    reserve: CountOrNone = 0,
    requests: Count = 100_000,
    seed: CountOrNone = 0,
) -> Outcome:
    """Utilization averaged over time for lognormal lengths: in blocks, or with `reserve` slots a request.

    The means are ShareGPT's as Kwon et al. 2023 give them; prompts and outputs are cut at 4 … `longest`, and
    a request is seen at a random moment of its life, long outputs more often.
    """
    import numpy as np

    if 0 < reserve < 2 * longest:
        raise EngineError(
            f"requests of up to {2 * longest} tokens exceed the reserve by {2 * longest - reserve}"
        )
    generator = np.random.default_rng(seed)
    prompts = lognormal_lengths(generator, prompt, sigma, 4, longest, requests)
    outputs = lognormal_lengths(generator, output, sigma, 4, longest, requests)
    live = prompts + np.floor(generator.random(requests) * outputs) + 1
    held = np.full(requests, float(reserve)) if reserve else np.ceil(live / block) * block
    value = float((live * outputs).sum() / (held * outputs).sum())
    line = f"mean live length {number(float((live * outputs).sum() / outputs.sum()))} → {number(value)}"
    return Outcome(
        value,
        "1",
        "utilization = Σ live·t / Σ held·t",
        (line,),
        (f"lognormal lengths, σ {sigma:g}", f"{number(requests)} requests, seed {seed}", "no external waste"),
    )
