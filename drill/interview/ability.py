"""What the answers so far say about the candidate: a chance to make a point, by topic and dimension.

A cell is a Beta distribution over a uniform prior: each graded point is one observation, a partial one half.
What earlier answers said comes in with the syllabus, already weighed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from drill.cards.card import Dimension
from drill.grading.scoring import CREDIT
from drill.grading.verdict import Verdict
from drill.interview.state import State

Cell = tuple[str, Dimension | None]
NUMERIC_WEIGHT = 2.0
"""Points that a number counts for, which has none of its own."""


@dataclass(frozen=True, slots=True)
class Beta:
    """A chance, known from points made and missed."""

    hits: float = 0.0
    misses: float = 0.0

    @property
    def mean(self) -> float:
        """The posterior mean."""
        return (1 + self.hits) / (2 + self.hits + self.misses)

    def __add__(self, other: Beta) -> Beta:
        return Beta(self.hits + other.hits, self.misses + other.misses)


Ability = Mapping[Cell, Beta]


def ability(state: State) -> Ability:
    """What is known of the candidate at this state."""
    cells: dict[Cell, Beta] = {}
    for belief in state.syllabus.beliefs:
        cell = (belief.topic, belief.dimension)
        cells[cell] = cells.get(cell, Beta()) + Beta(belief.hits, belief.misses)
    subjects = state.subjects
    for turn in state.turns:
        if turn.verdict is not None:
            topic = subjects[turn.asked.move.card].topic
            for dimension, seen in observed(turn.verdict).items():
                cells[topic, dimension] = cells.get((topic, dimension), Beta()) + seen
    return cells


def observed(verdict: Verdict) -> Mapping[Dimension | None, Beta]:
    """What one verdict says, by dimension; an answer without points counts by its score."""
    if verdict.score is None:
        return {}
    if not verdict.points:
        return {None: Beta(NUMERIC_WEIGHT * verdict.score, NUMERIC_WEIGHT * (1 - verdict.score))}
    found: dict[Dimension | None, Beta] = {}
    for point in verdict.points:
        credit = CREDIT[point.verdict]
        found[point.dimension] = found.get(point.dimension, Beta()) + Beta(credit, 1 - credit)
    return found


def topic_mean(known: Ability, topic: str) -> float:
    """The chance to make a point of a topic, all dimensions together."""
    return _pooled(beta for (name, _), beta in known.items() if name == topic)


def overall(known: Ability) -> float:
    """The chance to make any point."""
    return _pooled(known.values())


def _pooled(betas: Iterable[Beta]) -> float:
    return sum(betas, Beta()).mean
