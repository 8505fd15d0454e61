"""Requests: lengths drawn from the shapes that real traffic has."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def lognormal_lengths(
    generator: np.random.Generator, mean: float, sigma: float, least: int, most: int, requests: int
) -> NDArray[np.int64]:
    """Token counts, lognormal with the given mean before they are cut to `least` … `most`."""
    import numpy as np

    drawn = generator.lognormal(math.log(mean) - sigma**2 / 2, sigma, requests)
    return np.clip(drawn, least, most).astype(np.int64)
