"""How much of the KV memory holds tokens, with paging and without."""

from __future__ import annotations

from typing import Literal

from engine.elementwise import anywhere
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Count, CountOrNone, MeanTokens, Share, Tokens
from engine.experiments.registry import experiment
from engine.notation import number
from engine.workload import lognormal_lengths

Scheme = Literal["blocks", "max", "power_of_two", "oracle"]


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
    if anywhere(length > reserve):
        raise EngineError(f"length exceeds the reserve by {number(length - reserve)} tokens")
    line = f"{number(length)}/{number(reserve)} = {number(length / reserve)}"
    return Outcome(length / reserve, "1", "utilization = mean live length / reserve", (line,))


@experiment("paging.concurrency")
def concurrency(before: Share, after: Share) -> Outcome:
    """How many times more requests run at once when utilization of the same memory goes up."""
    if anywhere(before == 0):
        raise EngineError("before must be more than 0")
    line = f"{after:g}/{before:g} = {number(after / before)}"
    return Outcome(
        after / before, "1", "ratio = u₂/u₁", (line,), ("requests of the same lengths, memory the limit",)
    )


@experiment("paging.sampled")
def sampled(
    scheme: Scheme = "blocks",
    prompt: MeanTokens = 161,
    output: MeanTokens = 338,
    sigma: Share = 1.0,
    longest: Count = 1024,
    block: Count = 16,
    reserve: Count = 2048,
    requests: Count = 100_000,
    seed: CountOrNone = 0,
) -> Outcome:
    """Share of KV slots that hold a token, averaged over time, for lognormal prompts and outputs.

    `blocks` are taken as a request grows; `max` sets `reserve` slots aside at its start, `power_of_two` the
    prompt and its output rounded up, `oracle` what it will really need (the three of Kwon et al. 2023).
    The means are ShareGPT's as that paper gives them; both are cut at 4 … `longest`, and a request is seen at
    a random moment of its life, long outputs more often.
    """
    import numpy as np

    if scheme == "max" and reserve < 2 * longest:
        raise EngineError(
            f"requests of up to {2 * longest} tokens exceed the reserve by {2 * longest - reserve}"
        )
    generator = np.random.default_rng(seed)
    prompts = lognormal_lengths(generator, prompt, sigma, 4, longest, requests)
    outputs = lognormal_lengths(generator, output, sigma, 4, longest, requests)
    live = prompts + np.floor(generator.random(requests) * outputs) + 1
    match scheme:
        case "blocks":
            held = np.ceil(live / block) * block
        case "max":
            held = np.full(requests, float(reserve))
        case "power_of_two":
            held = prompts + 2.0 ** np.ceil(np.log2(outputs))
        case "oracle":
            held = (prompts + outputs).astype(np.float64)
    value = float((live * outputs).sum() / (held * outputs).sum())
    line = f"mean live length {number(float((live * outputs).sum() / outputs.sum()))} → {number(value)}"
    return Outcome(
        value,
        "1",
        "utilization = Σ live·t / Σ held·t",
        (line,),
        (f"lognormal lengths, σ {sigma:g}", f"{number(requests)} requests, seed {seed}", "no external waste"),
    )
