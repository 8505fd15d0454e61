"""Load that drifts away from the statistics it was balanced by.

The logarithm of each expert's load wanders around its mean, an AR(1) process in each layer for itself, and
a step sees a random sample of assignments. Every `period` steps the experts are placed anew by what was
counted in the last `window` steps: too short a window is noise, too long a one is history.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.eplb import balancedness, plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Traffic:
    """How load behaves: `spread` of its logarithm, the `memory` in steps after which deviations fall to 1/e,
    and the `assignments` of tokens to experts that a layer has in a step."""

    experts: int
    spread: float
    memory: float
    assignments: int

    def counts(self, layers: int, steps: int, generator: np.random.Generator) -> Reals:
        """Assignments that each expert gets, (steps, layers, experts)."""
        kept = math.exp(-1 / self.memory)
        news = self.spread * math.sqrt(1 - kept**2)
        shape = (layers, self.experts)
        level = self.spread * generator.standard_normal(shape)
        counts = np.empty((steps, *shape))
        for step in range(steps):
            load = np.exp(level)
            counts[step] = generator.poisson(self.assignments * load / load.sum(-1, keepdims=True))
            level = kept * level + news * generator.standard_normal(shape)
        return counts


@dataclass(frozen=True, slots=True)
class Balanced:
    """What a run of rebalancing reached."""

    balancedness: float
    """Mean over steps and layers."""
    efficiency: float
    """Time of perfectly balanced steps over the time taken, rebalancing included."""
    moved: float
    """Slots a GPU and layer that a rebalance fills with another expert, on average."""


def rebalanced(counts: Reals, redundant: int, gpus: int, window: int, period: int, pause: float) -> Balanced:
    """Follow `counts` (steps, layers, experts) after a first plan from the first `window` of them.

    A rebalance stops the layers for `pause` perfectly balanced steps.
    """
    current = plan(counts[:window].sum(0), redundant, gpus)
    moved: list[float] = []
    balance = []
    for step in range(window, len(counts)):
        if step > window and (step - window) % period == 0:
            later = plan(counts[step - window : step].sum(0), redundant, gpus)
            moved.append(current.moved(later))
            current = later
        balance.append(balancedness(current.gpu_loads(counts[step])))
    reached = np.array(balance)
    taken = (1 / reached).mean(1).sum() + pause * len(moved)
    return Balanced(
        balancedness=float(reached.mean()),
        efficiency=float(len(reached) / taken),
        moved=float(np.mean(moved)) if moved else 0.0,
    )
