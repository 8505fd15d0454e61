"""Labelled answers with what the grader makes of them, and the measures that the bars are put in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import mean
from typing import Any

from drill.grading.verdict import Verdict

GOOD = frozenset({"expert", "plain"})
BAD = frozenset({"wrong", "stuffed", "off-topic", "injection", "contradiction"})
JUDGED = frozenset({"expert", "plain", "partial", "wrong"})
"""Kinds by which the languages are compared."""


@dataclass(frozen=True)
class Labelled:
    """An answer with what the raters gave it and what the grader gives."""

    card: str
    language: str
    kind: str
    answer: str
    scores: Mapping[str, float]
    overall: float
    verdict: Verdict

    @classmethod
    def of(cls, row: Mapping[str, Any], verdict: Verdict) -> Labelled:
        """A line of the file of answers, graded."""
        return cls(
            row["card"], row["lang"], row["kind"], row["answer"], row["scores"], row["overall"], verdict
        )

    @property
    def score(self) -> float:
        return self.verdict.score or 0.0

    def graded(self, dimension: str) -> float:
        return {each.value: score for each, score in self.verdict.dimensions.items()}[dimension]

    def error(self, dimension: str) -> float:
        return abs(self.scores[dimension] - self.graded(dimension))


def error(labelled: Iterable[Labelled]) -> float:
    """Mean absolute error over answers and dimensions."""
    return mean(each.error(dimension) for each in labelled for dimension in each.scores)


def kappa(labelled: Iterable[Labelled]) -> float:
    """Quadratic weighted kappa over answers and dimensions, scores rounded to quarters (Cohen 1968)."""
    pairs = [
        (round(each.graded(dimension) * 4), round(each.scores[dimension] * 4))
        for each in labelled
        for dimension in each.scores
    ]
    seen = mean((one - other) ** 2 for one, other in pairs)
    by_chance = mean((one - other) ** 2 for (one, _), (_, other) in product(pairs, repeat=2))
    return 1 - seen / by_chance


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Rank correlation, ties sharing their rank."""
    first, second = _ranks(one), _ranks(other)
    middle = mean(first)
    top = sum((a - middle) * (b - middle) for a, b in zip(first, second, strict=True))
    spread = [sum((each - middle) ** 2 for each in values) for values in (first, second)]
    return float(top / (spread[0] * spread[1]) ** 0.5)


def rank(labelled: Sequence[Labelled]) -> float:
    """Spearman's correlation of the score with what the raters gave overall."""
    return spearman([each.score for each in labelled], [each.overall for each in labelled])


def _ranks(values: Sequence[float]) -> list[float]:
    return [
        sum(other < value for other in values) + sum(other == value for other in values) / 2
        for value in values
    ]


def separation(labelled: Iterable[Labelled]) -> float:
    """Chance that a good answer scores above a bad one of any card (AUC)."""
    chosen = list(labelled)
    return mean(
        (good.score > bad.score) + (good.score == bad.score) / 2
        for good in chosen
        if good.kind in GOOD
        for bad in chosen
        if bad.kind in BAD
    )


def disorder(labelled: Sequence[Labelled], kind: str) -> float:
    """Share of the pairs within a card in which an answer of this kind is not above a bad one."""
    return mean(
        good.score <= bad.score
        for good in labelled
        if good.kind == kind
        for bad in labelled
        if bad.card == good.card and bad.kind in BAD
    )


def by_language(labelled: Iterable[Labelled]) -> dict[str, float]:
    """Mean absolute error by language, over the kinds that both have."""
    chosen = [each for each in labelled if each.kind in JUDGED]
    return {
        language: error(each for each in chosen if each.language == language) for language in ("zh", "en")
    }


def tables(labelled: Sequence[Labelled]) -> str:
    """Figures by kind and language, all bars, and how often what is said with confidence is right."""
    dimensions = list(labelled[0].scores)
    rows = [["", "n", "rated", "graded", "sure", "error", *dimensions]]
    for group, members in [*_grouped(labelled, "kind"), *_grouped(labelled, "language")]:
        figures = [
            mean(each.overall for each in members),
            mean(each.score for each in members),
            mean(each.verdict.confidence for each in members),
            error(members),
            *(mean(each.error(dimension) for each in members) for dimension in dimensions),
        ]
        rows.append([group, str(len(members)), *(f"{figure:.2f}" for figure in figures)])
    lines = ["".join(f"{cell:>15}" for cell in row) for row in rows]
    languages = by_language(labelled)
    lines.append(
        f"error {error(labelled):.3f}, kappa {kappa(labelled):.3f}, spearman {rank(labelled):.3f}, "
        f"AUC {separation(labelled):.3f}, wrong order: expert {disorder(labelled, 'expert'):.3f}, "
        f"plain {disorder(labelled, 'plain'):.3f}; zh {languages['zh']:.3f}, en {languages['en']:.3f}"
    )
    return "\n".join([*lines, *(f"{line}" for line in reliability(labelled))])


def reliability(labelled: Iterable[Labelled]) -> list[str]:
    """By bin of confidence: answers, their mean error, and the share within a quarter of the raters."""
    bins: dict[int, list[float]] = defaultdict(list)
    for each in labelled:
        bins[min(4, int(each.verdict.confidence * 5))].append(abs(each.score - each.overall))
    return [
        f"sure {number / 5:.1f}-{(number + 1) / 5:.1f}: {len(off):3} answers, error {mean(off):.2f}, "
        f"within a quarter {mean(miss <= 0.25 for miss in off):.2f}"
        for number, off in sorted(bins.items())
    ]


def _grouped(labelled: Iterable[Labelled], name: str) -> list[tuple[str, list[Labelled]]]:
    groups: dict[str, list[Labelled]] = defaultdict(list)
    for each in labelled:
        groups[getattr(each, name)].append(each)
    return list(groups.items())


def graded(
    rows: Iterable[Mapping[str, Any]], grader: Callable[[Mapping[str, Any]], Verdict]
) -> list[Labelled]:
    """Every row with its verdict."""
    return [Labelled.of(row, grader(row)) for row in rows]
