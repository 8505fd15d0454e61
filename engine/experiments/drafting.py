"""What drafting costs by kind of draft, and what measured acceptance lengths say about it."""

from __future__ import annotations

from typing import Annotated

from engine.acceptance import Law, error_beyond, fitted
from engine.drafting import Head, added, cost, read
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import AmountOrNone, Count, FormatName, ModelName, Range, Share
from engine.experiments.registry import experiment
from engine.notation import number
from engine.precision import FP16
from engine.speculation import speedup as speedup_of

Curve = Annotated[tuple[float, ...], "token", Range(1)]

_BY_READS = (
    "one request",
    "drafting and verifying bound by bandwidth, in one format",
    "the draft's cache and launches left out",
)


def _cost_line(head: Head, model: ModelName, draft: ModelName | None) -> str:
    parameters = read(head, model, draft)
    share = cost(head, model, draft)
    return f"c = {number(parameters / 1e9)}e9/{number(model.active / 1e9)}e9 = {number(share)}"


@experiment("drafting.size")
def size(
    head: Head,
    model: ModelName,
    draft: ModelName | None = None,
    drafts: Count = 1,
    dtype: FormatName = FP16,
) -> Outcome:
    """Bytes that a draft adds: a model of its own, a layer (EAGLE, MTP), a head a token (Medusa), or none."""
    parameters = added(head, model, draft, drafts)
    value = parameters * dtype.bytes
    line = f"{number(parameters / 1e9)}e9·{number(dtype.bytes)} = {number(value / 1e9)} GB"
    return Outcome(value, "B", "bytes = added parameters·b", (line,))


@experiment("drafting.cost")
def draft_cost(head: Head, model: ModelName, draft: ModelName | None = None) -> Outcome:
    """Time to draft a token in steps of the target: what the draft reads over what the target reads."""
    value = cost(head, model, draft)
    line = _cost_line(head, model, draft)
    return Outcome(value, "1", "c = parameters read by the draft / by the target", (line,), _BY_READS)


@experiment("drafting.speedup")
def speedup(
    head: Head,
    model: ModelName,
    acceptance: Share,
    drafts: Count,
    draft: ModelName | None = None,
) -> Outcome:
    """Speed against plain decoding for one request, with what this kind of draft costs."""
    value = speedup_of(acceptance, drafts, cost(head, model, draft))
    return Outcome(
        value,
        "1",
        "speed-up = (1 − α^(k+1)) / ((1 − α)·(1 + k·c))",
        (_cost_line(head, model, draft), f"α = {acceptance:g}, k = {drafts}: {number(value)}"),
        (*_BY_READS, "drafted tokens accepted independently, equally likely"),
    )


@experiment("drafting.rate")
def rate(curve: Curve, law: Law = "one_rate") -> Outcome:
    """Acceptance of the first drafted token that fits a measured curve of acceptance lengths best."""
    found = fitted(curve, law)
    falling = f"·i^−{number(found.decay)} at place i" if law == "by_place" else " at every place"
    return Outcome(
        found.rate,
        "1",
        "least squares of 1 + Σ_k Π_(i ≤ k) a·i^−s",
        (f"{number(found.rate)}{falling}",),
        _law(law, len(curve)),
    )


@experiment("drafting.length")
def length(curve: Curve, drafts: Count, known: Count = 3, law: Law = "by_place") -> Outcome:
    """Tokens a round with `drafts` drafts, by a law fitted to the first `known` lengths of a curve."""
    found = fitted(curve[:known], law)
    value = found.tokens_per_round(drafts)
    line = f"a = {number(found.rate)}, s = {number(found.decay)}: {number(value)} tokens at k = {drafts}"
    return Outcome(value, "token", "tokens = 1 + Σ_k Π_(i ≤ k) a·i^−s", (line,), _law(law, known))


@experiment("drafting.error")
def error(curve: Curve, known: Count = 3, law: Law = "by_place") -> Outcome:
    """Mean relative error on the rest of a measured curve of a law fitted to its first `known` lengths."""
    value = error_beyond(curve, known, law)
    found = fitted(curve[:known], law)
    lines = tuple(
        f"k = {drafts}: {number(found.tokens_per_round(drafts))} predicted, {measured:g} measured"
        for drafts, measured in enumerate(curve, start=1)
        if drafts > known
    )
    return Outcome(value, "1", "mean |predicted/measured − 1|", lines, _law(law, known))


@experiment("drafting.best_drafts")
def best_drafts(curve: Curve, cost: AmountOrNone) -> Outcome:
    """Draft length with the highest speed-up on a measured curve; a draft step costs `cost` of a target's."""
    if cost == 0 and curve[-1] == max(curve):
        raise EngineError(
            "a draft that costs nothing is best as long as the curve goes on; give a longer one"
        )
    gains = [tokens / (1 + drafts * cost) for drafts, tokens in enumerate(curve, start=1)]
    best = max(range(len(curve)), key=gains.__getitem__)
    lines = tuple(f"k = {place + 1}: {number(gain)}" for place, gain in enumerate(gains))
    return Outcome(
        best + 1, "token", "k with the highest tokens/(1 + k·c)", lines, ("verifying takes one plain step",)
    )


def _law(law: Law, known: int) -> tuple[str, ...]:
    if law == "one_rate":
        return (f"fitted to drafts of 1 to {known} tokens", "drafted tokens accepted equally likely")
    return (f"fitted to drafts of 1 to {known} tokens", "acceptance falls as a power of the place")
