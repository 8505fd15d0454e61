"""Fits `drill/grading/weights.toml`: `python -m tests.bench.fitting ANSWERS.jsonl > weights.toml`.

A dimension is the sum of its points' chances over the points that are enough, as in `grading.scoring`; each
point's chance is that of its best sentence. The smoothed absolute error is minimised by Adam. What the bars
are held against is fitted with the card of the answer left out (`left_out`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import TypeVar

import numpy as np

from drill.cards.card import Dimension
from drill.cards.decks import builtin, load_decks
from drill.cards.items import items
from drill.grading.guard import read
from drill.grading.judging import listen
from drill.grading.matching import compiled
from drill.grading.rubric import ENOUGH, Rubric, RubricMisconception, RubricPoint, rubric_for
from drill.grading.text import language_of
from drill.grading.weighing import NAMES
from tests.grading.statements import told

STEPS, RATE, RIDGE, SMOOTH = 800, 0.05, 1e-4, 0.1
EVERY, LINE, STATEMENT = 6, 0.1, 0.5
"""Says-lines that are used; what one counts against an answer, and what a single statement does."""
_TALK = Path(__file__).parents[1] / "grading" / "talk.txt"
Owner = TypeVar("Owner", RubricPoint, RubricMisconception)
DIMENSIONS = tuple(Dimension)


@dataclass(frozen=True)
class Example:
    """An answer as signals: a row for each sentence that resembles a point, and what the raters gave."""

    card: str
    signals: np.ndarray
    """(rows, signals + 1), the constant first."""
    point: np.ndarray
    """(rows,): index of the point."""
    shares: np.ndarray
    """(dimensions, points): what a point adds to its dimension."""
    rated: np.ndarray
    most: float
    weight: float = 1.0


def rubrics() -> dict[str, Rubric]:
    """The rubric of every card's explanation."""
    return {name: rubric_for(card, items(card)[0]) for name, card in load_decks([builtin()]).cards.items()}


def labelled(path: Path) -> list[dict]:
    """The answers of a file, one a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def example(rubric: Rubric, row: Mapping) -> Example:
    """The signals of one labelled answer."""
    reading = read(rubric, row["answer"], language_of(row["answer"], row["lang"]))
    hearing = listen(compiled(rubric), reading.answer, reading.denied, reading.turns)
    place = {point.id: number for number, point in enumerate(rubric.points)}
    rows = [(place[point.id], (1.0, *astuple(said))) for point, _, said in hearing.signals(rubric.points)]
    shares = np.zeros((len(DIMENSIONS), len(rubric.points)))
    for number, point in enumerate(rubric.points):
        of_it = sum(each.dimension == point.dimension for each in rubric.points)
        shares[DIMENSIONS.index(point.dimension), number] = 1 / min(
            rubric.enough.get(point.dimension, ENOUGH), of_it
        )
    return Example(
        row["card"],
        np.array([said for _, said in rows]).reshape(len(rows), len(NAMES) + 1),
        np.array([number for number, _ in rows], dtype=int),
        shares,
        np.array([row["scores"][each.value] for each in DIMENSIONS]),
        0.0 if reading.nothing else reading.most,
    )


def examples(known: Mapping[str, Rubric], rows: Sequence[Mapping]) -> list[Example]:
    """All there is to learn from."""
    return [
        *(example(known[row["card"]], row) for row in rows),
        *(line for rubric in known.values() for line in sayings(rubric)),
        *statements(known),
        *talk(known),
    ]


def sayings(rubric: Rubric) -> list[Example]:
    """Every sixth says-line as an answer, held against the card without them: what a point alone looks like.

    A line of a misconception makes no point.
    """
    owners = (*rubric.points, *rubric.misconceptions)
    held = [(owner, line) for owner in owners for line in owner.says[::EVERY]]
    without = replace(
        rubric,
        points=tuple(_without(each) for each in rubric.points),
        misconceptions=tuple(_without(each) for each in rubric.misconceptions),
        digest=f"{rubric.digest} without every sixth line",
    )
    return [
        _alone(without, line, {owner.id} if isinstance(owner, RubricPoint) else set(), LINE)
        for owner, line in held
    ]


def statements(known: Mapping[str, Rubric]) -> list[Example]:
    """The half of the test set of single statements that is there to be learnt from."""
    return [
        _alone(known[each.card], each.text, each.about if each.right else set(), STATEMENT)
        for each in told()
        if each.learnt
    ]


def talk(known: Mapping[str, Rubric]) -> list[Example]:
    """Fluent sentences on anything but the field, held against every card: they make no point."""
    said = _TALK.read_text(encoding="utf-8").splitlines()
    return [_alone(rubric, line, set(), LINE) for rubric in known.values() for line in said]


def _alone(rubric: Rubric, text: str, points: Collection[str], weight: float) -> Example:
    """A statement that makes some points of a card and no other."""
    scores = dict.fromkeys((each.value for each in DIMENSIONS), 0.0)
    for point in rubric.points:
        if point.id in points and point.dimension:
            scores[point.dimension.value] += 1 / ENOUGH
    row = {"card": rubric.card, "lang": "mixed", "answer": text, "scores": scores}
    return replace(example(rubric, row), weight=weight)


def _without(owner: Owner) -> Owner:
    return replace(owner, says=tuple(line for number, line in enumerate(owner.says) if number % EVERY))


class Batch:
    """Examples laid end to end, so that a step is a handful of array operations."""

    def __init__(self, examples: Sequence[Example]) -> None:
        points = np.cumsum([0] + [each.shares.shape[1] for each in examples])
        self.signals = np.concatenate([each.signals for each in examples])
        self.point = np.concatenate(
            [each.point + first for each, first in zip(examples, points[:-1], strict=True)]
        )
        self.points = int(points[-1])
        self.dimension = np.concatenate(
            [number * len(DIMENSIONS) + each.shares.argmax(axis=0) for number, each in enumerate(examples)]
        )
        self.share = np.concatenate([each.shares.max(axis=0) for each in examples])
        self.rated = np.concatenate([each.rated for each in examples])
        self.weight = np.repeat([each.weight * (each.most == 1) for each in examples], len(DIMENSIONS))

    def slope(self, weights: np.ndarray) -> np.ndarray:
        """Of the error, by coefficient."""
        row, chance = self.chances(weights)
        made = np.bincount(self.dimension, self.share * chance, len(self.rated))
        off = np.minimum(1, made) - self.rated
        steep = self.weight * off / np.sqrt(off**2 + SMOOTH**2) * ((made < 1) | (off < 0))
        push = steep[self.dimension] * self.share * chance * (1 - chance)
        heard = row >= 0
        return push[heard] @ self.signals[row[heard]] / self.weight.sum()

    def chances(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """By point, the row that makes it best (-1: none) and its chance."""
        row, chance = np.full(self.points, -1), np.zeros(self.points)
        totals = self.signals @ weights
        order = np.argsort(totals)
        row[self.point[order]] = order
        heard = row >= 0
        chance[heard] = 1 / (1 + np.exp(-np.clip(totals[row[heard]], -30, 30)))
        return row, chance


def fit(examples: Sequence[Example], start: np.ndarray | None = None, steps: int = STEPS) -> np.ndarray:
    """The coefficients, constant first, that come nearest to the raters."""
    batch = Batch(examples)
    spread = batch.signals.std(axis=0) + 1e-6
    spread[0] = 1.0
    weights = np.zeros(len(NAMES) + 1) if start is None else start * spread
    speed, power = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        slope = batch.slope(weights / spread) / spread + 2 * RIDGE * weights * (spread != 1.0)
        speed, power = 0.9 * speed + 0.1 * slope, 0.999 * power + 0.001 * slope**2
        rate = RATE * (1 - step / (steps + 1))
        weights = weights - rate * (speed / (1 - 0.9**step)) / (np.sqrt(power / (1 - 0.999**step)) + 1e-8)
    return weights / spread


def left_out(examples: Sequence[Example]) -> dict[str, np.ndarray]:
    """By card, the coefficients fitted without its answers."""
    whole = fit(examples)
    return {
        card: fit([each for each in examples if each.card != card], whole, STEPS // 2)
        for card in dict.fromkeys(each.card for each in examples)
    }


def named(weights: np.ndarray) -> dict[str, float]:
    """Coefficients by the names that `weights.toml` uses."""
    return dict(zip(("constant", *NAMES), weights.round(3).tolist(), strict=True))


def main() -> None:
    """Print the coefficients for the answers of the file named on the command line."""
    known = rubrics()
    fitted = fit(examples(known, labelled(Path(sys.argv[1]))))
    sys.stdout.write("# Made by tests/bench/fitting.py from labelled answers; not to be edited by hand.\n")
    sys.stdout.writelines(f"{name} = {value}\n" for name, value in named(fitted).items())


if __name__ == "__main__":
    main()
