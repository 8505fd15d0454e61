"""One question over a grid of arguments.

The numeric axes are put to an experiment at once, as arrays, and a formula that is plain arithmetic answers
them in one call. Where it branches, counts or draws it cannot take arrays: it raises, or differs from the
plain answer at an end of the grid, and then the points are asked one by one. A point that the engine refuses
is NaN.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.registry import Experiment

Axes = Mapping[str, Sequence[object]]
Reals = NDArray[np.float64]

_NO_ARRAYS = (TypeError, ValueError, FloatingPointError)
"""What a formula raises that cannot take arrays; an `EngineError` about some points is a `ValueError`."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """The answers over a grid; `values` has a dimension for each of `axes`, in their order."""

    axes: Mapping[str, tuple[object, ...]]
    values: Reals
    unit: str
    formula: str
    assumptions: tuple[str, ...]
    refused: str = ""
    """Why the first of the points that are NaN has no answer."""
    at_once: bool = False
    """Whether arrays were taken."""


class Axis(np.ndarray):
    """An array that a line of working or an assumption shows as its range."""

    def __format__(self, spec: str) -> str:
        low, high = (format(float(end), spec or "g") for end in (self.min(), self.max()))
        return low if low == high else f"{low} … {high}"


def sweep(experiment: Experiment, axes: Axes, **fixed: object) -> Sweep:
    """Answer `experiment` for every combination of the values of `axes`, with the other arguments `fixed`.

    Raises `EngineError` where an argument is unknown or missing, or where no point has an answer.
    """
    meshed = {name: values for name, values in axes.items() if _takes_arrays(experiment, name, values)}
    listed = {name: values for name, values in axes.items() if name not in meshed}
    parts = [
        _part(experiment, meshed, {**fixed, **dict(zip(listed, chosen, strict=True))})
        for chosen in product(*listed.values())
    ]
    outcomes = [part.outcome for part in parts if part.outcome is not None]
    refused = next((part.refused for part in parts if part.refused), "")
    if not outcomes:
        raise EngineError(refused or "an axis has no points")
    names = [*listed, *meshed]
    values = np.stack([part.values for part in parts]).reshape([len(axes[name]) for name in names])
    return Sweep(
        {name: tuple(points) for name, points in axes.items()},
        values.transpose([names.index(name) for name in axes]),
        outcomes[0].unit,
        outcomes[0].formula,
        tuple(dict.fromkeys(each for outcome in outcomes for each in outcome.assumptions)),
        refused,
        all(part.at_once for part in parts),
    )


@dataclass(frozen=True, slots=True)
class _Part:
    values: Reals
    outcome: Outcome | None
    """That of all points, or of the first that has one."""
    refused: str = ""
    at_once: bool = False


def _takes_arrays(experiment: Experiment, name: str, values: Sequence[object]) -> bool:
    parameter = experiment.parameters.get(name)
    return len(values) > 1 and parameter is not None and parameter.kind in {"whole", "number"}


def _part(experiment: Experiment, axes: Axes, fixed: Mapping[str, object]) -> _Part:
    """The answers over a mesh of numeric axes."""
    try:
        part = _at_once(experiment, axes, fixed)
    except _NO_ARRAYS:
        part = None
    return part or _point_by_point(experiment, axes, fixed)


def _at_once(experiment: Experiment, axes: Axes, fixed: Mapping[str, object]) -> _Part | None:
    """The answers by arrays, or None where they differ from the plain ones; may raise `_NO_ARRAYS`."""
    with np.errstate(all="raise"):
        outcome = experiment.answer(**_meshed(experiment, axes, fixed))
    values = np.broadcast_to(np.asarray(outcome.value, dtype=float), [*map(len, axes.values())])
    for end in (0, -1):
        plain = experiment.run(**fixed, **{name: points[end] for name, points in axes.items()})
        if not np.isclose(values[(end,) * len(axes)], plain.value, rtol=1e-9, atol=0):
            return None
    return _Part(values, outcome, at_once=True)


def _meshed(experiment: Experiment, axes: Axes, fixed: Mapping[str, object]) -> dict[str, object]:
    """All arguments, the axes as arrays that broadcast. Raises `EngineError`, if only for a point."""
    arguments = experiment.checked({**fixed, **{name: points[0] for name, points in axes.items()}})
    checked = {name: [*map(experiment.parameters[name].checked, points)] for name, points in axes.items()}
    mesh = np.meshgrid(*(np.array(points, float) for points in checked.values()), indexing="ij", sparse=True)
    return {**arguments, **{name: array.view(Axis) for name, array in zip(axes, mesh, strict=True)}}


def _point_by_point(experiment: Experiment, axes: Axes, fixed: Mapping[str, object]) -> _Part:
    values = np.full([*map(len, axes.values())], np.nan)
    first, refused = None, ""
    for place, point in enumerate(product(*axes.values())):
        try:
            outcome = experiment.run(**fixed, **dict(zip(axes, point, strict=True)))
        except EngineError as error:
            refused = refused or str(error)
        else:
            first = first or outcome
            values.flat[place] = outcome.value
    return _Part(values, first, refused)
