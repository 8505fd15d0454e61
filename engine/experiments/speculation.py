"""What speculative decoding gains, and that it changes nothing."""

from __future__ import annotations

from typing import Annotated, Literal

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Amount,
    AmountOrNone,
    Count,
    CountOrNone,
    Efficiency,
    FormatName,
    GpuName,
    ModelName,
    Range,
    Share,
    Tokens,
)
from engine.experiments.registry import experiment
from engine.notation import number
from engine.precision import FP16
from engine.roofline import Deployment
from engine.speculation import Drafting, acceptance_for, speedup, tokens_per_round
from engine.speculation import acceptance as acceptance_of

_INDEPENDENT = ("drafted tokens accepted independently, equally likely",)
_MEMORY_BOUND = (*_INDEPENDENT, "verifying a draft takes as long as one plain step")
_LOADED = "speed-up = tokens / (t_verify/t_plain + k·c)"
_MOST_DRAFTS = 64

Distribution = Annotated[tuple[float, ...], "1", Range(0, 1)]


def _round(acceptance: float, drafts: int) -> str:
    value = number(tokens_per_round(acceptance, drafts))
    return f"tokens = 1 + α + … + α^{drafts} = {value} at α = {acceptance:g}"


def _round_steps(
    deployment: Deployment, batch: int, context: int, drafts: int, cost: float
) -> tuple[str, str]:
    plain = deployment.decode_time(batch, context)
    verify = deployment.decode_time(batch, context, drafts + 1)
    steps = Drafting(deployment, drafts, cost).steps(batch, context)
    return (
        f"t_plain = {number(plain)} s, t_verify = {number(verify)} s",
        f"{number(verify)}/{number(plain)} + {drafts}·{cost:g} = {number(steps)} steps",
    )


@experiment("speculation.tokens")
def tokens(acceptance: Share, drafts: Count) -> Outcome:
    """Expected tokens of one verification of `drafts` drafted tokens (Leviathan et al. 2023, equation 1)."""
    value = tokens_per_round(acceptance, drafts)
    return Outcome(
        value, "token", "tokens = (1 − α^(k+1))/(1 − α)", (_round(acceptance, drafts),), _INDEPENDENT
    )


@experiment("speculation.speedup")
def speed_up(acceptance: Share, drafts: Count, cost: AmountOrNone) -> Outcome:
    """Speed against plain decoding; a draft step costs `cost` of a target step (theorem 3.8 of the same)."""
    value = speedup(acceptance, drafts, cost)
    line = f"{number(tokens_per_round(acceptance, drafts))}/(1 + {drafts}·{cost:g}) = {number(value)}"
    return Outcome(
        value,
        "1",
        "speed-up = (1 − α^(k+1)) / ((1 − α)·(1 + k·c))",
        (_round(acceptance, drafts), line),
        _MEMORY_BOUND,
    )


@experiment("speculation.breakeven")
def breakeven(drafts: Count, cost: Share) -> Outcome:
    """Acceptance above which drafting pays: where a round yields as many tokens as it costs steps."""
    value = acceptance_for(1 + drafts * cost, drafts)
    line = f"1 + α + … + α^{drafts} = 1 + {drafts}·{cost:g} at α = {number(value)}"
    return Outcome(value, "1", "(1 − α^(k+1))/(1 − α) = 1 + k·c", (line,), _MEMORY_BOUND)


@experiment("speculation.implied")
def implied(tokens: Amount, drafts: Count) -> Outcome:
    """The acceptance per token at which `drafts` drafted tokens yield `tokens` a round."""
    value = acceptance_for(tokens, drafts)
    line = f"1 + α + … + α^{drafts} = {tokens:g} at α = {number(value)}"
    return Outcome(value, "1", "(1 − α^(k+1))/(1 − α) = tokens", (line,), _INDEPENDENT)


@experiment("speculation.best_drafts")
def best_drafts(acceptance: Share, cost: Amount) -> Outcome:
    """Draft length with the highest speed-up."""
    best = max(range(1, _MOST_DRAFTS + 1), key=lambda drafts: speedup(acceptance, drafts, cost))
    if best == _MOST_DRAFTS:
        raise EngineError(f"the best draft is longer than {_MOST_DRAFTS} tokens; raise cost")
    lines = tuple(
        f"k = {drafts}: {number(speedup(acceptance, drafts, cost))}"
        for drafts in range(max(1, best - 1), best + 2)
    )
    return Outcome(best, "token", "k with the highest speed-up", lines, _MEMORY_BOUND)


@experiment("speculation.acceptance")
def acceptance(
    target: Distribution, draft: Distribution, rule: Literal["ratio", "match", "argmax"] = "ratio"
) -> Outcome:
    """Chance that a token drawn from `draft` is accepted against `target`.

    `ratio`: with min(1, p/q), 1 − their total variation. `match`: if a token drawn from the target equals
    it, lossless too, but accepts less. `argmax`: if it is the target's most likely, right at temperature 0.
    """
    value = acceptance_of(target, draft, rule)
    formula, term = {
        "ratio": ("Σ min(p, q)", "min({p:g}, {q:g})"),
        "match": ("Σ p·q", "{p:g}·{q:g}"),
        "argmax": ("q of the token with the highest p", ""),
    }[rule]
    terms = " + ".join(term.format(p=p, q=q) for p, q in zip(target, draft, strict=True)) if term else formula
    return Outcome(value, "1", f"acceptance = {formula}", (f"{terms} = {number(value)}",))


@experiment("speculation.length")
def length(rounds: Count, accepted: CountOrNone) -> Outcome:
    """Mean tokens a round from a server's counters: accepted drafts, and one from the target."""
    value = 1 + accepted / rounds
    line = f"1 + {number(accepted)}/{number(rounds)} = {number(value)}"
    return Outcome(value, "token", "length = 1 + accepted/rounds", (line,))


@experiment("speculation.rate")
def rate(rounds: Count, drafts: Count, accepted: CountOrNone) -> Outcome:
    """Share of drafted tokens that were accepted, from a server's counters."""
    drafted = rounds * drafts
    if accepted > drafted:
        raise EngineError(f"accepted exceeds the {number(drafted)} drafted tokens by {accepted - drafted}")
    line = f"{number(accepted)}/({number(rounds)}·{drafts}) = {number(accepted / drafted)}"
    return Outcome(accepted / drafted, "1", "rate = accepted/(rounds·k)", (line,))


@experiment("speculation.loaded")
def loaded(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    batch: Count,
    context: Tokens,
    acceptance: Share,
    drafts: Count,
    cost: AmountOrNone,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Speed against plain decoding under load, where verifying k + 1 tokens a request may be compute-bound.

    Weights and cache are read once a round. Below 1, drafting slows the server down.
    """
    deployment = Deployment(model, gpu, gpus, dtype, kv_dtype, mfu, mbu)
    gained = tokens_per_round(acceptance, drafts)
    steps = Drafting(deployment, drafts, cost).steps(batch, context)
    value = gained / steps
    return Outcome(
        value,
        "1",
        _LOADED,
        (
            _round(acceptance, drafts),
            *_round_steps(deployment, batch, context, drafts, cost),
            f"{number(gained)}/{number(steps)} = {number(value)}",
        ),
        (*_INDEPENDENT, *deployment.assumptions(context, batch)),
    )


@experiment("speculation.loaded_breakeven")
def loaded_breakeven(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    batch: Count,
    context: Tokens,
    drafts: Count,
    cost: AmountOrNone,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Acceptance above which drafting pays under load. Raises where no acceptance does."""
    deployment = Deployment(model, gpu, gpus, dtype, kv_dtype, mfu, mbu)
    steps = Drafting(deployment, drafts, cost).steps(batch, context)
    if steps > drafts + 1:
        raise EngineError(
            f"a round takes as long as {number(steps)} plain steps,"
            f" {number(steps - drafts - 1)} more than the {drafts + 1} tokens it can yield"
        )
    value = acceptance_for(steps, drafts)
    return Outcome(
        value,
        "1",
        "(1 − α^(k+1))/(1 − α) = t_verify/t_plain + k·c",
        (
            *_round_steps(deployment, batch, context, drafts, cost),
            f"1 + α + … + α^{drafts} = {number(steps)} at α = {number(value)}",
        ),
        (*_INDEPENDENT, *deployment.assumptions(context, batch)),
    )


@experiment("speculation.loaded_drafts")
def loaded_drafts(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    batch: Count,
    context: Tokens,
    acceptance: Share,
    cost: AmountOrNone,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Draft length with the highest speed-up under load; zero where drafting only costs."""
    deployment = Deployment(model, gpu, gpus, dtype, kv_dtype, mfu, mbu)
    gains = [
        tokens_per_round(acceptance, drafts) / Drafting(deployment, drafts, cost).steps(batch, context)
        for drafts in range(_MOST_DRAFTS + 1)
    ]
    best = max(range(_MOST_DRAFTS + 1), key=gains.__getitem__)
    if best == _MOST_DRAFTS:
        raise EngineError(f"the best draft is longer than {_MOST_DRAFTS} tokens; raise cost")
    around = range(max(0, best - 1), best + 2)
    return Outcome(
        best,
        "token",
        "k with the highest speed-up",
        tuple(f"k = {drafts}: {number(gains[drafts])}" for drafts in around),
        (*_INDEPENDENT, *deployment.assumptions(context, batch)),
    )


@experiment("speculation.lasting_context")
def lasting_context(
    model: ModelName,
    gpu: GpuName,
    gpus: Count,
    drafts: Count,
    dtype: FormatName = FP16,
    kv_dtype: FormatName = FP16,
    mfu: Efficiency = 0.5,
    mbu: Efficiency = 0.7,
) -> Outcome:
    """Context from which verification stays bound by bandwidth however large the batch, so the gain lasts."""
    deployment = Deployment(model, gpu, gpus, dtype, kv_dtype, mfu, mbu)
    value = Drafting(deployment, drafts, 0).lasting_context
    return Outcome(
        value,
        "token",
        "context = (k + 1)·FLOP per token/rate / (KV per token/bandwidth − (k + 1)·attention FLOP/rate)",
        (
            f"{drafts + 1} tokens at {number(deployment.rate / 1e12)} TFLOP/s,"
            f" cache at {number(deployment.bandwidth / 1e12)} TB/s: {number(value)}",
        ),
        deployment.assumptions(),
    )
