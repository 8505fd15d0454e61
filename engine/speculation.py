"""Speculative decoding: how many tokens a verified draft yields, and why the output keeps its distribution.

Formulas of Leviathan et al. 2023 (section 3), with their assumption that drafted tokens are accepted
independently and equally likely.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.errors import EngineError


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


def overlap(target: tuple[float, ...], draft: tuple[float, ...]) -> float:
    """Chance that a draft token is accepted: Σ min(p, q) = 1 − TV(p, q)."""
    for name, distribution in (("target", target), ("draft", draft)):
        if abs(sum(distribution) - 1) > 1e-6:
            raise EngineError(f"{name} must sum to 1, not {sum(distribution):g}")
    if len(target) != len(draft):
        raise EngineError(f"target has {len(target)} tokens and draft {len(draft)}; they share a vocabulary")
    return sum(min(p, q) for p, q in zip(target, draft, strict=True))


@dataclass(frozen=True, slots=True)
class Sampled:
    """What a run of rejection sampling showed."""

    chi_square: float
    """Of the output against the target, with `vocabulary - 1` degrees of freedom."""
    acceptance: float
    overlap: float
    """1 − TV of the two distributions, what the acceptance should be."""


def sample(vocabulary: int, samples: int, seed: int, resample: Literal["residual", "target"]) -> Sampled:
    """Draw tokens by the accept-or-resample rule from random distributions and compare with the target.

    After a rejection the right rule resamples from the normalised residual (p − q)⁺; resampling from the
    target itself counts the accepted part twice. Source: Chen et al. 2023, algorithm 2.
    """
    import numpy as np

    generator = np.random.default_rng(seed)
    target = generator.dirichlet(np.ones(vocabulary))
    draft = generator.dirichlet(np.ones(vocabulary))
    drawn = generator.choice(vocabulary, samples, p=draft)
    accepted = generator.random(samples) < np.minimum(1, target[drawn] / draft[drawn])
    after = np.maximum(target - draft, 0) if resample == "residual" else target
    rejected = int((~accepted).sum())
    drawn[~accepted] = generator.choice(vocabulary, rejected, p=after / after.sum())
    counts = np.bincount(drawn, minlength=vocabulary)
    expected = samples * target
    return Sampled(
        chi_square=float(((counts - expected) ** 2 / expected).sum()),
        acceptance=float(accepted.mean()),
        overlap=float(np.minimum(target, draft).sum()),
    )
