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
from engine.speculation import acceptance_for, overlap, sample, speedup, tokens_per_round

_INDEPENDENT = ("drafted tokens accepted independently, equally likely",)
_MEMORY_BOUND = (*_INDEPENDENT, "verifying a draft takes as long as one plain step")
_MOST_DRAFTS = 64

Distribution = Annotated[tuple[float, ...], "1", Range(0, 1)]


def _round(acceptance: float, drafts: int) -> str:
    value = number(tokens_per_round(acceptance, drafts))
    return f"tokens = 1 + α + … + α^{drafts} = {value} at α = {acceptance:g}"


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
def acceptance(target: Distribution, draft: Distribution) -> Outcome:
    """Chance that a token drawn from `draft` is accepted against `target`: 1 − their total variation."""
    value = overlap(target, draft)
    terms = " + ".join(f"min({p:g}, {q:g})" for p, q in zip(target, draft, strict=True))
    return Outcome(value, "1", "acceptance = Σ min(p, q)", (f"{terms} = {number(value)}",))


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
    plain = deployment.decode_time(batch, context)
    verify = deployment.decode_time(batch, context, drafts + 1)
    gained = tokens_per_round(acceptance, drafts)
    value = gained * plain / (verify + drafts * cost * plain)
    return Outcome(
        value,
        "1",
        "speed-up = tokens·t_plain / (t_verify + k·c·t_plain)",
        (
            _round(acceptance, drafts),
            f"t_plain = {number(plain)} s, t_verify = {number(verify)} s",
            f"{number(gained)}·{number(plain)}/({number(verify)} + {drafts}·{cost:g}·{number(plain)})"
            f" = {number(value)}",
        ),
        (*_INDEPENDENT, *deployment.assumptions(batch * context)),
    )


@experiment("speculation.lossless")
def lossless(
    measure: Literal["chi_square", "acceptance"] = "chi_square",
    resample: Literal["residual", "target"] = "residual",
    vocabulary: Annotated[int, "1", Range(2)] = 8,
    samples: Count = 200_000,
    seed: CountOrNone = 2,
) -> Outcome:
    """Whether accept-or-resample keeps the target's distribution: χ² of a seeded run, or its acceptance.

    With `resample=target` in place of the residual it does not, and χ² explodes.
    """
    run = sample(vocabulary, samples, seed, resample)
    value = run.chi_square if measure == "chi_square" else run.acceptance
    return Outcome(
        value,
        "1",
        "accept with min(1, p/q), else draw from the normalised (p − q)⁺",
        (
            f"χ² = {number(run.chi_square)} with {vocabulary - 1} degrees of freedom",
            f"accepted {number(run.acceptance)}, 1 − TV = {number(run.overlap)}",
        ),
        (f"{number(samples)} samples, seed {seed}", "random distributions"),
    )
