"""Whether speculative decoding changes what is said: seeded runs against the target's own distribution."""

from __future__ import annotations

from typing import Annotated, Literal

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Count, CountOrNone, Range
from engine.experiments.registry import experiment
from engine.notation import number
from engine.verification import Rule, compared, decode, random_pair, speculate

Temperature = Annotated[float, "1", Range(0, 100)]
Vocabulary = Annotated[int, "1", Range(2, 256)]

_MOST_DRAWS = 50_000_000
"""Random numbers of one run: 400 MB, and seconds."""


def _draws(samples: int, length: int, drafts: int) -> int:
    """Random numbers that one text may use up. Raises `EngineError` for a run that is too large."""
    each = length * (drafts + 1)
    if samples * each > _MOST_DRAWS:
        raise EngineError(
            f"samples·length·(drafts + 1) must be at most {number(_MOST_DRAWS)},"
            f" {number(samples * each - _MOST_DRAWS)} less than given; take fewer samples"
        )
    return each


@experiment("lossless.distribution")
def distribution(
    measure: Literal["chi_square", "total_variation", "acceptance", "tokens"] = "chi_square",
    rule: Rule = "ratio",
    drafts: Count = 1,
    length: Count = 1,
    vocabulary: Vocabulary = 8,
    temperature: Temperature = 1.0,
    samples: Count = 50_000,
    seed: CountOrNone = 2,
) -> Outcome:
    """Whether a rule keeps the target's distribution over texts of `length` tokens: a seeded run, compared.

    `ratio` and `match` do. `naive` (draw from the target after a rejection) and, above temperature zero,
    `argmax` (accept the target's most likely token) do not, and χ² explodes. `tokens` is of the first round.
    """
    import numpy as np

    draws = _draws(samples, length, drafts)
    generator = np.random.default_rng(seed)
    pair = random_pair(vocabulary, temperature, generator)
    emitted = speculate(pair, rule, drafts, length, generator.random((samples, draws)), generator)
    fit = compared(pair, emitted.texts)
    tokens = float(emitted.first_round.mean())
    value = {
        "chi_square": fit.chi_square,
        "total_variation": fit.total_variation,
        "acceptance": emitted.acceptance,
        "tokens": tokens,
    }[measure]
    return Outcome(
        value,
        "token" if measure == "tokens" else "1",
        "χ² = Σ (seen − expected)²/expected over texts",
        (
            f"χ² = {number(fit.chi_square)} with {fit.freedom} degrees of freedom;"
            f" above {number(fit.critical)} once in a thousand",
            f"accepted {number(emitted.acceptance)}, expected {number(pair.accepted(rule)[0].sum())}",
            f"tokens of a round {number(tokens)}, expected {number(pair.tokens_per_round(rule, drafts))}",
        ),
        (f"{number(samples)} samples, seed {seed}", "random distributions"),
    )


@experiment("lossless.same_seed")
def same_seed(
    rule: Rule = "ratio",
    drafts: Count = 4,
    length: Count = 50,
    vocabulary: Vocabulary = 8,
    temperature: Temperature = 1.0,
    samples: Count = 300,
    seed: CountOrNone = 2,
) -> Outcome:
    """Share of tokens that are the same with speculation as without, both given the same random numbers.

    Accepting by ratio uses the numbers up in another order, so the texts differ though their distribution
    does not; where a token is drawn from the target each time, and at temperature zero, they are the same.
    """
    import numpy as np

    draws = _draws(2 * samples, length, drafts)
    generator = np.random.default_rng(seed)
    pair = random_pair(vocabulary, temperature, generator)
    numbers = generator.random((2, samples, draws))
    without = decode(pair, length, numbers[0])
    value = float((without == speculate(pair, rule, drafts, length, numbers[0], generator).texts).mean())
    chance = float((without == decode(pair, length, numbers[1])).mean())
    return Outcome(
        value,
        "1",
        "share of equal tokens",
        (f"same seed {number(value)}; two texts of different seeds {number(chance)}",),
        (f"{number(samples)} texts of {length} tokens, seed {seed}", "random distributions"),
    )
