"""Tensors as weights and activations look: seeded, rows of 512 columns, and what tames their outliers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Reals = NDArray[np.float64]

Distribution = Literal["gaussian", "laplace", "student_t", "outliers", "outlier_channels"]

COLUMNS = 512
_ROTATED = 64


@dataclass(frozen=True, slots=True)
class Population:
    """What a tensor's elements are drawn from; outliers are Gaussian, a `share` of elements or columns."""

    distribution: Distribution = "gaussian"
    share: float = 0.0
    scale: float = 1.0
    """How many times as large outliers are."""

    def __str__(self) -> str:
        match self.distribution:
            case "student_t":
                return "Student's t with 3 degrees of freedom"
            case "outliers":
                return f"Gaussian, {100 * self.share:g} % of the elements {self.scale:g} times as large"
            case "outlier_channels":
                return f"Gaussian, {self._channels} of {COLUMNS} columns {self.scale:g} times as large"
            case _:
                return self.distribution.capitalize()

    @property
    def _channels(self) -> int:
        return max(1, round(self.share * COLUMNS))

    def draw(self, rows: int, generator: np.random.Generator) -> Reals:
        """A tensor (rows, 512) of independent elements."""
        import numpy as np

        shape = (rows, COLUMNS)
        match self.distribution:
            case "laplace":
                return generator.laplace(size=shape)
            case "student_t":
                return generator.standard_t(3, shape)
        values = generator.standard_normal(shape)
        if self.distribution == "outliers":
            values *= np.where(generator.random(shape) < self.share, self.scale, 1)
        elif self.distribution == "outlier_channels":
            values[:, generator.choice(COLUMNS, self._channels, replace=False)] *= self.scale
        return values


def population(
    distribution: Distribution, share: float | None = None, scale: float | None = None
) -> Population:
    """A population, its outliers as given; else 0.5 % of the elements × 20, or one of the columns × 30."""
    usual = {"outliers": (0.005, 20.0), "outlier_channels": (1 / COLUMNS, 30.0)}
    usual_share, usual_scale = usual.get(distribution, (0.0, 1.0))
    return Population(
        distribution, usual_share if share is None else share, usual_scale if scale is None else scale
    )


def rotated(values: Reals) -> Reals:
    """`values` (rows, columns) turned by a Hadamard matrix in every 64 columns, as QuaRot turns activations.

    It is orthogonal, so errors and products of two rotated tensors keep their size.
    """
    import numpy as np

    hadamard = np.ones((1, 1))
    while len(hadamard) < _ROTATED:
        hadamard = np.block([[hadamard, hadamard], [hadamard, -hadamard]])
    turned: Reals = values.reshape(-1, _ROTATED) @ hadamard / _ROTATED**0.5
    return turned.reshape(values.shape)


def smoothed(activations: Reals, weights: Reals, strength: float) -> tuple[Reals, Reals]:
    """Activations (tokens, columns) and weights (outputs, columns) with the difficulty moved to the weights.

    Column j of the activations is divided by max|X_j|^strength / max|W_j|^(1 − strength), that of the weights
    multiplied by it, so their product stays (SmoothQuant, Xiao et al. 2023, section 4).
    """
    import numpy as np

    factor = np.abs(activations).max(0) ** strength / np.abs(weights).max(0) ** (1 - strength)
    return activations / factor, weights * factor
