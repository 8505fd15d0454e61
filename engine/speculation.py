"""Speculative decoding in closed form: how many tokens a verified draft yields, and what that gains.

Formulas of Leviathan et al. 2023 (section 3), with their assumption that drafted tokens are accepted
independently and equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.errors import EngineError
from engine.memory import longest
from engine.notation import number
from engine.roofline import Deployment, decode_flops


def tokens_per_round(acceptance: float, drafts: int) -> float:
    """Expected tokens of one verification of `drafts` drafted ones: (1 − α^(k+1)) / (1 − α)."""
    return sum(acceptance**place for place in range(drafts + 1))


def speedup(acceptance: float, drafts: int, cost: float) -> float:
    """Speed against plain decoding when a draft step costs `cost` of a target step."""
    return tokens_per_round(acceptance, drafts) / (1 + drafts * cost)


def acceptance_for(tokens: float, drafts: int) -> float:
    """The acceptance at which a round of `drafts` yields `tokens` on average, by bisection."""
    if not 1 <= tokens <= drafts + 1:
        raise EngineError(f"a round of {drafts} drafts yields 1 to {drafts + 1} tokens, not {tokens:g}")
    low, high = 0.0, 1.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        if tokens_per_round(middle, drafts) < tokens:
            low = middle
        else:
            high = middle
    return high


def acceptance(
    target: Sequence[float], draft: Sequence[float], rule: Literal["ratio", "match", "argmax"]
) -> float:
    """Chance that a drafted token is accepted.

    Σ min(p, q) = 1 − TV(p, q) with the ratio rule; Σ p·q where the target's own draw must equal the draft;
    q of the target's most likely token where only that one is accepted. Raises `EngineError`.
    """
    for name, distribution in (("target", target), ("draft", draft)):
        if abs(sum(distribution) - 1) > 1e-6:
            raise EngineError(f"{name} must sum to 1, not {sum(distribution):g}")
    if len(target) != len(draft):
        raise EngineError(f"target has {len(target)} tokens and draft {len(draft)}; they share a vocabulary")
    match rule:
        case "ratio":
            return sum(min(p, q) for p, q in zip(target, draft, strict=True))
        case "match":
            return sum(p * q for p, q in zip(target, draft, strict=True))
        case "argmax":
            return draft[target.index(max(target))]


@dataclass(frozen=True, slots=True)
class Drafting:
    """Speculation on a deployment: `drafts` tokens a round, each for `cost` of a plain step.

    A round verifies drafts + 1 tokens a request, and reads weights and cache once.
    """

    deployment: Deployment
    drafts: int
    cost: float

    def steps(self, batch: float, context: float) -> float:
        """How many plain steps a round takes; so many tokens it must yield to gain."""
        plain = self.deployment.decode_time(batch, context)
        return self.deployment.decode_time(batch, context, self.drafts + 1) / plain + self.drafts * self.cost

    @property
    def lasting_context(self) -> float:
        """Context from which verification is bound by bandwidth at every batch, as the cache grows with it.

        There reading a request's cache takes longer than the arithmetic of its drafts + 1 tokens. Raises
        `EngineError` where attention to a cached token takes longer than reading it.
        """
        model, deployment, tokens = self.deployment.model, self.deployment, self.drafts + 1
        fixed = tokens * decode_flops(model, 0) / deployment.rate
        attending = tokens * (decode_flops(model, 1) - decode_flops(model, 0)) / deployment.rate
        reading = deployment.kv_bytes(1) / deployment.bandwidth
        if attending >= reading:
            raise EngineError(
                f"attention of {tokens} tokens to a cached one takes {number(attending)} s, reading it"
                f" {number(reading)} s; no context is long enough"
            )
        return longest(model, deployment.kv_bytes(1) * fixed / (reading - attending), deployment.kv_dtype)
