"""A prefix cache as an oracle: what a stranger learns from how long the first token takes.

The attacker sends a guessed prefix and times the answer. Its own request is cached as well, so of one guess
only the first probe tells what others did; independent probes need independent states of the cache, as when
the guess has been evicted and the victim may have come again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal

from engine.elementwise import elementwise
from engine.prefixes import PrefixCache

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Hits = NDArray[np.bool_]
    Reals = NDArray[np.float64]

Sharing = Literal["shared", "salted", "selective"]
"""All prefixes for everybody; none across tenants; the public ones for everybody, the rest for its tenant."""

normal_cdf = elementwise(NormalDist().cdf)
normal_quantile = elementwise(NormalDist().inv_cdf)

_BLOCK = 16


@dataclass(frozen=True, slots=True)
class Timing:
    """How long a first token takes: a miss `gap` longer than a hit, in normal noise and uniform jitter."""

    gap: float
    noise: float
    jitter: float = 0.0

    @property
    def deviation(self) -> float:
        """Standard deviation of a measured time; uniform jitter of width J has a variance of J²/12."""
        return math.sqrt(self.noise**2 + self.jitter**2 / 12)

    def measured(self, hits: Hits, generator: np.random.Generator) -> Reals:
        """Times over that of a hit, one for each of `hits`."""
        delay = generator.normal(0, self.noise, hits.shape) + generator.uniform(0, self.jitter, hits.shape)
        late: Reals = delay + ~hits * self.gap
        return late

    @property
    def threshold(self) -> float:
        """The time midway between the means of a hit and of a miss."""
        return (self.gap + self.jitter) / 2


def probed(cached: bool, probes: int, fresh: bool, salted: bool) -> list[bool]:
    """Which probes of one guess hit a prefix cache, in which a victim has left that prefix or has not.

    `fresh`: each probe meets a cache of its own, in the state the victim left; else all meet the same one.
    `salted`: the tenants' salts differ.
    """
    guess, attacker, victim = range(_BLOCK), int(salted), 0
    hits, cache = [], PrefixCache(_BLOCK)
    for probe in range(probes):
        if fresh or not probe:
            cache = PrefixCache(_BLOCK)
            if cached:
                cache.lookup(guess, salt=victim)
        hits.append(cache.lookup(guess, salt=attacker) == _BLOCK)
    return hits


@dataclass(frozen=True, slots=True)
class Verdicts:
    """How often the attacker was right, by whether the victim had used the prefix."""

    used: Reals
    unused: Reals
    """Shares after 1, 2, … probes."""

    @property
    def accuracy(self) -> Reals:
        """Shares when half of the guesses are right."""
        mean: Reals = (self.used + self.unused) / 2
        return mean


def attack(
    timing: Timing,
    probes: int,
    guesses: int,
    generator: np.random.Generator,
    fresh: bool = True,
    salted: bool = False,
) -> Verdicts:
    """Guess `guesses` prefixes that a victim used and as many that it did not, by the mean of the probes."""
    import numpy as np

    rights = []
    for cached in (True, False):
        hits = np.tile(probed(cached, probes, fresh, salted), (guesses, 1))
        times = timing.measured(hits, generator)
        means = times.cumsum(axis=1) / np.arange(1, probes + 1)
        rights.append(((means < timing.threshold) == cached).mean(axis=0))
    return Verdicts(*rights)


def hit_share(
    sharing: Sharing, tenants: int, requests: int, public: float, common: float, own: float
) -> float:
    """Token hit rate of prompts with a public start, a part that tenants have in common, and an own end.

    Whoever comes first with a part that is shared pays for it: once in all, or once a tenant.
    """
    alone, apart = 1 - 1 / requests, 1 - tenants / requests
    of_public = apart if sharing == "salted" else alone
    of_common = alone if sharing == "shared" else apart
    return (of_public * public + of_common * common) / (public + common + own)


def tries(choices: float, block: float, length: float) -> float:
    """Mean guesses to recover `length` tokens, each one of `choices`, if a block of `block` is matched whole.

    Of c^b equally likely contents the right one comes (c^b + 1)/2-th on average.
    """
    candidates: float = choices**block
    return length / block * (candidates + 1) / 2


def telling_gap(samples: float, significance: float) -> float:
    """Gap in standard deviations at which two normal distributions are as far apart as a test can tell.

    They are 2·Φ(gap/2) − 1 apart; two samples of n differ significantly from √(−ln(α/2)/n) on
    (Kolmogorov–Smirnov, asymptotically).
    """
    distance = math.sqrt(-math.log(significance / 2) / samples)
    return 2 * normal_quantile((1 + distance) / 2)
