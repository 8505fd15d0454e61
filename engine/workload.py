"""Requests: lengths drawn from the shapes that real traffic has, and when they arrive."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Shape = Literal["two_point", "constant", "uniform", "geometric", "lognormal"]


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long answers are: two sizes only, or about `mean` tokens in one of the usual shapes."""

    shape: Shape
    mean: float
    sigma: float
    short: int
    long: int
    long_share: float

    @property
    def expected(self) -> float:
        """Tokens on average, before lengths are rounded to whole tokens."""
        if self.shape == "two_point":
            return self.long_share * self.long + (1 - self.long_share) * self.short
        return self.mean + 0.5 if self.shape == "uniform" else self.mean

    def draw(self, generator: np.random.Generator, requests: int) -> NDArray[np.int64]:
        """Lengths of so many requests; uniform ones lie between 1 and twice the mean."""
        import numpy as np

        match self.shape:
            case "two_point":
                return np.where(generator.random(requests) < self.long_share, self.long, self.short)
            case "constant":
                return np.full(requests, round(self.mean))
            case "uniform":
                return generator.integers(1, round(2 * self.mean), requests, endpoint=True)
            case "geometric":
                return generator.geometric(1 / self.mean, requests)
            case "lognormal":
                return lognormal_lengths(generator, self.mean, self.sigma, 1, None, requests)


def lognormal_lengths(
    generator: np.random.Generator, mean: float, sigma: float, least: int, most: int | None, requests: int
) -> NDArray[np.int64]:
    """Token counts, lognormal with the given mean before they are cut to `least` … `most`."""
    import numpy as np

    drawn = generator.lognormal(math.log(mean) - sigma**2 / 2, sigma, requests)
    return np.clip(drawn, least, most).astype(np.int64)


def poisson_arrivals(generator: np.random.Generator, rate: float, requests: int) -> NDArray[np.float64]:
    """Times of so many arrivals at `rate` a unit of time, in order (Poisson)."""
    return generator.exponential(1 / rate, requests).cumsum()
