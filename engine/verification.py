"""Verifying drafts, run on distributions small enough that the right answer is known exactly.

Target and draft are Markov chains over a few tokens, so that what comes next depends on what was emitted, as
in a model, and yet the probability of every text is known. Each run has a stream of random numbers of its
own: two ways to decode can be given the same ones and be compared text by text.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.errors import EngineError
from engine.notation import number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Reals = NDArray[np.float64]
    Tokens = NDArray[np.int64]
    Runs = NDArray[np.bool_]

Rule = Literal["ratio", "naive", "argmax", "match"]
"""`ratio`: accept with min(1, p/q), else draw from the normalised residual (p − q)⁺ (Leviathan et al. 2023,
algorithm 1; Chen et al. 2023, algorithm 2). `naive`: accept so too, else draw from the target. `argmax`:
accept the target's most likely token, else draw from the target. `match`: draw from the target, and accept a
draft that equals it."""

_MOST_TEXTS = 4096
_LEAST_EXPECTED = 5
"""Texts expected less often are counted together, as χ² asks for (Cochran 1954)."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A target and a draft, each (before, token): what comes next, for every token before."""

    target: Reals
    draft: Reals

    @property
    def vocabulary(self) -> int:
        """Number of tokens."""
        return len(self.target)

    def accepted(self, rule: Rule) -> Reals:
        """Probability, (before, token), that a token is drafted and accepted."""
        import numpy as np

        match rule:
            case "ratio" | "naive":
                return np.minimum(self.target, self.draft)
            case "argmax":
                return self.draft * _most_likely(self.target)
            case "match":
                return self.draft * self.target

    def tokens_per_round(self, rule: Rule, drafts: int) -> float:
        """Expected tokens of the first round: one, and one for each draft that all before it lead to."""
        import numpy as np

        reached = total = np.ones(self.vocabulary)
        for _ in range(drafts):
            reached = self.accepted(rule) @ reached
            total = total + reached
        return float(total[0])

    def texts(self, length: int) -> Reals:
        """The target's probability of every text of `length` tokens, (vocabulary^length).

        Raises `EngineError` when there are too many texts to count.
        """
        if self.vocabulary**length > _MOST_TEXTS:
            raise EngineError(
                f"{length} tokens of {self.vocabulary} make {number(self.vocabulary**length)} texts,"
                f" {number(self.vocabulary**length - _MOST_TEXTS)} more than can be told apart"
            )
        each: Reals = self.target[0]
        for _ in range(length - 1):
            each = (each.reshape(-1, self.vocabulary, 1) * self.target).ravel()
        return each


def random_pair(vocabulary: int, temperature: float, generator: np.random.Generator) -> Pair:
    """Distributions uniform on the simplex, then p^(1/temperature); at zero one token is certain."""
    import numpy as np

    drawn = generator.dirichlet(np.ones(vocabulary), (vocabulary, 2))
    if temperature == 0:
        sharpened = _most_likely(drawn)
    else:
        logits = np.log(drawn) / temperature
        sharpened = np.exp(logits - logits.max(-1, keepdims=True))
    sharpened /= sharpened.sum(-1, keepdims=True)
    return Pair(sharpened[:, 0], sharpened[:, 1])


@dataclass(frozen=True, slots=True)
class Emitted:
    """What speculation emitted: a text a run, (runs, length), and the tokens of its first round, (runs)."""

    texts: Tokens
    first_round: Tokens

    @property
    def acceptance(self) -> float:
        """Share of runs that accepted their first drafted token."""
        return float((self.first_round > 1).mean())


def decode(pair: Pair, length: int, numbers: Reals) -> Tokens:
    """The texts, (runs, length), of ordinary decoding, which takes one of `numbers` (runs, …) a token."""
    import numpy as np

    return _continued(pair.target, np.zeros(len(numbers), dtype=np.int64), numbers[:, :length])


def speculate(
    pair: Pair, rule: Rule, drafts: int, length: int, numbers: Reals, generator: np.random.Generator
) -> Emitted:
    """Decode by whole rounds: draft, verify from left to right, and a token more when all are accepted.

    Verification takes its random numbers from `numbers` (runs, length·(drafts + 1)), and drafting from
    `generator`.
    """
    import numpy as np

    best = pair.target.argmax(1)
    after_rejection = _residual(pair) if rule == "ratio" else pair.target
    state = _State(numbers, length)
    first_round = state.filled
    while (state.filled < length).any():
        drafted = _continued(pair.draft, state.before, generator.random((len(numbers), drafts)))
        verifying = np.ones(len(numbers), dtype=bool)
        for token in drafted.T:
            if rule == "match":
                drawn = _picked(pair.target, state.before, state.take(verifying))
                rejected = verifying & (drawn != token)
                state.emit(drawn, verifying)
            else:
                if rule == "argmax":
                    accepted = token == best[state.before]
                else:
                    p, q = pair.target[state.before, token], pair.draft[state.before, token]
                    accepted = state.take(verifying) * q < p
                rejected = verifying & ~accepted
                instead = _picked(after_rejection, state.before, state.take(rejected))
                state.emit(np.where(rejected, instead, token), verifying)
            verifying = verifying & ~rejected
        state.emit(_picked(pair.target, state.before, state.take(verifying)), verifying)
        first_round = first_round if first_round.any() else state.filled
    return Emitted(state.texts[:, :length], first_round)


class _State:
    """How far each run has come; each takes the next of its random numbers only when it needs one."""

    def __init__(self, numbers: Reals, length: int) -> None:
        import numpy as np

        runs = len(numbers)
        self.texts = np.zeros((runs, length + 1), dtype=np.int64)
        """The last column takes what a run emits beyond its length."""
        self.filled = np.zeros(runs, dtype=np.int64)
        self.before = np.zeros(runs, dtype=np.int64)
        self._numbers = numbers
        self._taken = np.zeros(runs, dtype=np.int64)
        self._each = np.arange(runs)

    def take(self, runs: Runs) -> Reals:
        """The next number of every run, which only `runs` use up."""
        import numpy as np

        taken: Reals = self._numbers[self._each, np.minimum(self._taken, self._numbers.shape[1] - 1)]
        self._taken = self._taken + runs
        return taken

    def emit(self, tokens: Tokens, runs: Runs) -> None:
        """Append a token to the texts of `runs`."""
        import numpy as np

        place = np.minimum(self.filled, self.texts.shape[1] - 1)
        self.texts[self._each[runs], place[runs]] = tokens[runs]
        self.before = np.where(runs, tokens, self.before)
        self.filled = self.filled + runs


@dataclass(frozen=True, slots=True)
class Fit:
    """How texts compare with what the target would emit."""

    chi_square: float
    freedom: int
    total_variation: float

    @property
    def critical(self) -> float:
        """What χ² exceeds once in a thousand if the texts are the target's (Wilson and Hilferty 1931)."""
        if not self.freedom:
            return 0.0
        spread = 2 / (9 * self.freedom)
        return self.freedom * (1 - spread + 3.0902 * math.sqrt(spread)) ** 3


def compared(pair: Pair, texts: Tokens) -> Fit:
    """The texts (runs, length) of a rule against the target's own distribution over such texts."""
    import numpy as np

    runs, length = texts.shape
    expected = runs * pair.texts(length)
    counts = np.bincount(texts @ pair.vocabulary ** np.arange(length)[::-1], minlength=len(expected))
    total_variation = float(abs(counts - expected).sum() / runs / 2)
    rare = expected < _LEAST_EXPECTED
    expected = np.append(expected[~rare], expected[rare].sum())
    counts = np.append(counts[~rare], counts[rare].sum())
    if counts[expected == 0].any():
        return Fit(float("inf"), len(expected) - 1, total_variation)
    counts, expected = counts[expected > 0], expected[expected > 0]
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    return Fit(chi_square, len(expected) - 1, total_variation)


def _residual(pair: Pair) -> Reals:
    """The normalised (p − q)⁺, (before, token); where target and draft are equal it is never drawn from."""
    import numpy as np

    left: Reals = np.maximum(pair.target - pair.draft, 0)
    total = left.sum(1, keepdims=True)
    residual: Reals = np.divide(left, total, out=pair.target.copy(), where=total > 0)
    return residual


def _most_likely(distributions: Reals) -> Reals:
    """One at the most likely token of each distribution (…, token), zero elsewhere."""
    import numpy as np

    ones: Reals = np.eye(distributions.shape[-1])[distributions.argmax(-1)]
    return ones


def _continued(chain: Reals, before: Tokens, numbers: Reals) -> Tokens:
    """What a chain emits after `before` (runs), a token for each of `numbers` (runs, tokens)."""
    import numpy as np

    texts = np.empty(numbers.shape, dtype=np.int64)
    for place, drawn in enumerate(numbers.T):
        before = texts[:, place] = _picked(chain, before, drawn)
    return texts


def _picked(chain: Reals, before: Tokens, numbers: Reals) -> Tokens:
    """The token (runs) that each number (runs) falls on in the distribution after `before` (runs)."""
    heights = chain.cumsum(1)
    heights /= heights[:, -1:]
    picked: Tokens = (heights[before] <= numbers[:, None]).sum(1)
    return picked
