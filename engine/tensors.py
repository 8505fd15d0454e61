"""Tensors as weights and activations look: seeded, rows of 512 columns, and what tames their outliers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Reals = NDArray[np.float64]

Distribution = Literal["gaussian", "laplace", "student_t", "outliers", "outlier_channels"]

COLUMNS = 512
SHAPES: dict[Distribution, str] = {
    "gaussian": "Gaussian",
    "laplace": "Laplace",
    "student_t": "Student's t with 3 degrees of freedom",
    "outliers": "Gaussian, 0.5 % of the elements 20 times as large",
    "outlier_channels": f"Gaussian, 1 of {COLUMNS} columns 30 times as large",
}
"""What a tensor of each distribution holds."""

_ROTATED = 64


def drawn(distribution: Distribution, rows: int, generator: np.random.Generator) -> Reals:
    """A tensor (rows, 512) of independent elements."""
    import numpy as np

    shape = (rows, COLUMNS)
    match distribution:
        case "gaussian":
            return generator.standard_normal(shape)
        case "laplace":
            return generator.laplace(size=shape)
        case "student_t":
            return generator.standard_t(3, shape)
        case "outliers":
            values = generator.standard_normal(shape)
            return np.where(generator.random(shape) < 0.005, 20 * values, values)
        case "outlier_channels":
            values = generator.standard_normal(shape)
            values[:, generator.integers(COLUMNS)] *= 30
            return values


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
