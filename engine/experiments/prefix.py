"""What a prefix cache saves, and what breaks it."""

from __future__ import annotations

from engine.elementwise import anywhere
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Count,
    Efficiency,
    FormatName,
    GpuName,
    ModelName,
    Rate,
    Seconds,
    SecondsOrNone,
    Share,
    Tokens,
    TokensOrNone,
)
from engine.experiments.prefill import check_cached
from engine.experiments.registry import experiment
from engine.notation import number
from engine.precision import FP16
from engine.prefixes import hit_rate
from engine.roofline import FLOP_COUNT, Deployment, prefill_flops


@experiment("prefix.linear_share")
def linear_share(model: ModelName, tokens: Tokens) -> Outcome:
    """λ: the share of a prompt's FLOP that grows linearly with its length."""
    linear, whole = 2 * model.active * tokens, prefill_flops(model, tokens)
    value = linear / whole
    line = f"{number(linear)}/{number(whole)} = {number(value)}"
    return Outcome(value, "1", "λ = 2·P·n / FLOP(n)", (line,), FLOP_COUNT)


@experiment("prefix.saving")
def saving(model: ModelName, tokens: Tokens, hit: Share) -> Outcome:
    """Share of a prompt's FLOP that is saved when its first `hit` share is cached.

    Less than `hit`: the rest still attends to what is cached.
    """
    share = linear_share(model, tokens).value
    value = share * hit + (1 - share) * hit**2
    return Outcome(
        value,
        "1",
        "saving = λ·f + (1 − λ)·f²",
        (
            f"λ = {number(share)}",
            f"{number(share)}·{hit:g} + {number(1 - share)}·{hit:g}² = {number(value)}",
        ),
        FLOP_COUNT,
    )


@experiment("prefix.ttft_cut")
def ttft_cut(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    tokens: Tokens,
    cached: TokensOrNone,
    overhead: SecondsOrNone = 0.0,
    dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Share by which the time to first token falls when the first `cached` of `tokens` tokens are cached.

    `overhead` is what every request pays besides: network, tokenizer, scheduling.
    """
    check_cached(tokens, cached)
    deployment = Deployment(model, gpu, gpus, dtype, mfu=mfu, mbu=mbu)
    miss = overhead + deployment.prefill_time(tokens)
    hit = overhead + deployment.prefill_time(tokens, cached)
    return Outcome(
        1 - hit / miss,
        "1",
        "cut = 1 − (overhead + t_hit) / (overhead + t_miss)",
        (f"1 − {number(hit)} s / {number(miss)} s = {number(1 - hit / miss)}",),
        (*deployment.assumptions(tokens), "no queue"),
    )


@experiment("prefix.ttft_gap")
def ttft_gap(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    tokens: Tokens,
    dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """How much later the first token comes when the first `tokens` tokens of a prompt miss the cache."""
    deployment = Deployment(model, gpu, gpus, dtype, mfu=mfu, mbu=mbu)
    work = prefill_flops(model, tokens)
    floor = deployment.weights_read(tokens) / deployment.bandwidth * deployment.rate / (2 * model.active)
    line = f"{number(work)} / {number(deployment.rate)} FLOP/s = {number(work / deployment.rate)} s"
    return Outcome(
        work / deployment.rate,
        "s",
        "Δ = FLOP(n) / (GPUs·rate·mfu)",
        (line,),
        (
            *deployment.assumptions(tokens),
            f"the uncached rest is longer than {number(round(floor))} tokens, one weight read",
        ),
    )


@experiment("prefix.hit")
def hit(position: TokensOrNone, total: Tokens, block: Count = 16, requests: Count | None = None) -> Outcome:
    """Share of tokens found in the cache when prompts of `total` tokens agree before `position` only.

    Only full blocks are found. Of `requests` requests the first finds nothing; left out, there are many.
    """
    if anywhere(position > total):
        raise EngineError(
            f"position {number(position)} lies {number(position - total)} tokens behind the end of the prompt"
        )
    found = position // block * block
    later = 1.0 if requests is None else (requests - 1) / requests
    value = found / total * later
    line = f"⌊{position}/{block}⌋·{block}/{total}"
    if requests is not None:
        line += f"·{requests - 1}/{requests}"
    return Outcome(value, "1", "hit = ⌊position/block⌋·block / total", (f"{line} = {number(value)}",))


@experiment("prefix.cost_change")
def cost_change(before: Share, after: Share) -> Outcome:
    """Relative change of the prefill bill when the token hit rate goes from `before` to `after`."""
    if anywhere(before == 1):
        raise EngineError("before must be less than 1: with every token cached there is no bill to compare")
    value = (1 - after) / (1 - before) - 1
    line = f"(1 − {after:g})/(1 − {before:g}) − 1 = {number(value)}"
    return Outcome(
        value, "1", "change = (1 − h₂)/(1 − h₁) − 1", (line,), ("cost proportional to uncached tokens",)
    )


@experiment("prefix.gpus_burned")
def gpus_burned(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    tokens: Tokens,
    rate: Rate,
    dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Engines of `gpus` GPUs kept busy by recomputing `tokens` tokens for every request (Little's law)."""
    deployment = Deployment(model, gpu, gpus, dtype, mfu=mfu, mbu=mbu)
    each = deployment.prefill_time(tokens)
    line = f"{number(rate)}/s·{number(each)} s = {number(rate * each)}"
    return Outcome(rate * each, "engine", "engines = rate·t_prefill", (line,), deployment.assumptions(tokens))


@experiment("prefix.stamp_loss")
def stamp_loss(rate: Rate, period: Seconds) -> Outcome:
    """Share of hits lost when the start of the prompt changes every `period`: the first request of each."""
    if anywhere(rate * period < 1):
        raise EngineError(
            f"{number(rate)} requests a second are {number(rate * period)} in {number(period)} s;"
            " with less than one request a period nothing is ever found"
        )
    value = 1 / (rate * period)
    line = f"1/({number(rate)}·{number(period)}) = {number(value)}"
    return Outcome(value, "1", "loss = 1/(rate·period)", (line,), ("evenly spaced requests",))


@experiment("prefix.salted_hit")
def salted_hit(tenants: Count, requests: Count, shared: TokensOrNone, total: Tokens) -> Outcome:
    """Token hit rate when each of `tenants` keeps its own copy of a common start (1: nothing is salted)."""
    if anywhere(tenants > requests):
        raise EngineError(f"{tenants} tenants send at least {tenants} requests, not {requests}")
    if anywhere(shared > total):
        raise EngineError(f"shared is {number(shared - total)} tokens longer than total")
    value = (1 - tenants / requests) * shared / total
    line = f"(1 − {tenants}/{requests})·{shared}/{total} = {number(value)}"
    return Outcome(value, "1", "hit = (1 − tenants/requests)·shared/total", (line,), ("nothing is evicted",))


@experiment("prefix.replayed")
def replayed(
    shared: TokensOrNone = 6000,
    private: Tokens = 200,
    requests: Count = 200,
    block: Count = 16,
    stamp: TokensOrNone = 0,
    position: TokensOrNone = 0,
    period: Count = 1,
    tenants: Count = 1,
) -> Outcome:
    """Token hit rate of a real block-hash cache over requests that start alike and end in their own way.

    `stamp` tokens stand at `position` and change after every `period` requests: a time stamp. Each of
    `tenants` has a salt of its own. The first request of every kind finds nothing.
    """
    if position > shared + private:
        raise EngineError(
            f"position {number(position)} lies {number(position - shared - private)} tokens behind the end"
        )
    if anywhere(tenants > requests):
        raise EngineError(f"{tenants} tenants send at least {tenants} requests, not {requests}")
    value = hit_rate(requests, shared, private, block, stamp, position, period, tenants)
    line = f"{number(requests)} prompts of {number(shared + private + stamp)} tokens → {number(value)}"
    return Outcome(
        value,
        "1",
        "hit = tokens found / tokens asked, whole blocks from the start",
        (line,),
        ("nothing is evicted", "one request after another"),
    )
