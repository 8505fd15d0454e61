"""The offline grader against answers that two raters labelled: the floors it keeps, and tables on demand.

`python -m pytest tests/grading/test_labelled_answers.py -s` prints means and errors by kind, dimension and
language. The answers measure; no rule, term or says-line may be made for one of them.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import pytest

from drill.cards.decks import builtin, load_decks
from drill.cards.items import items
from drill.grading.grade import grade
from drill.grading.rubric import rubric_for
from drill.grading.verdict import Verdict

BAD = {"wrong", "stuffed", "off-topic", "injection", "contradiction"}


@dataclass(frozen=True)
class Labelled:
    """An answer with what the raters gave it and what the grader does."""

    card: str
    language: str
    kind: str
    answer: str
    scores: dict[str, float]
    overall: float
    verdict: Verdict

    @property
    def score(self) -> float:
        return self.verdict.score or 0.0

    def error(self, dimension: str) -> float:
        got = {each.value: score for each, score in self.verdict.dimensions.items()}
        return abs(self.scores[dimension] - got[dimension])


@pytest.fixture(scope="module")
def labelled(shared: Path) -> list[Labelled]:
    path = shared / "answers" / "answers.jsonl"
    if not path.exists():
        pytest.skip("needs the labelled answers")
    cards = load_decks([builtin()]).cards
    rubrics = {name: rubric_for(card, items(card)[0]) for name, card in cards.items()}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        Labelled(
            row["card"], row["lang"], row["kind"], row["answer"], row["scores"], row["overall"],
            grade(rubrics[row["card"]], row["answer"], row["lang"]),
        )
        for row in rows
    ]  # fmt: skip


def pairs(labelled: list[Labelled], kind: str) -> list[bool]:
    """For each good answer and each bad one of its card, whether the good one scores higher."""
    return [
        good.score > bad.score
        for good in labelled
        if good.kind == kind
        for bad in labelled
        if bad.card == good.card and bad.kind in BAD
    ]


def ranks(values: list[float]) -> list[float]:
    """Ranks with ties shared."""
    return [
        sum(other < value for other in values) + sum(other == value for other in values) / 2
        for value in values
    ]


def spearman(one: list[float], other: list[float]) -> float:
    first, second = ranks(one), ranks(other)
    middle = mean(first)
    top = sum((a - middle) * (b - middle) for a, b in zip(first, second, strict=True))
    spread = [sum((each - middle) ** 2 for each in values) for values in (first, second)]
    return float(top / (spread[0] * spread[1]) ** 0.5)


def test_scores_rank_answers_as_the_raters_do(labelled: list[Labelled]) -> None:
    assert spearman([each.score for each in labelled], [each.overall for each in labelled]) >= 0.6


def test_an_expert_is_above_every_bad_answer_of_the_card(labelled: list[Labelled]) -> None:
    assert mean(pairs(labelled, "expert")) >= 0.95


@pytest.mark.parametrize(("kind", "most"), [("off-topic", 0.15), ("injection", 0.1), ("stuffed", 0.25)])
def test_what_is_no_answer_earns_next_to_nothing(labelled: list[Labelled], kind: str, most: float) -> None:
    assert mean(each.score for each in labelled if each.kind == kind) <= most


def test_every_attempt_on_the_grader_is_reported_and_no_honest_answer_is(labelled: list[Labelled]) -> None:
    for each in labelled:
        assert bool(each.verdict.attempts) == (each.kind == "injection"), each.answer


def test_no_list_earns_more_than_a_quarter_of_a_dimension(labelled: list[Labelled]) -> None:
    for each in labelled:
        if each.kind == "stuffed":
            assert max(each.verdict.dimensions.values()) <= 0.25


def test_every_quote_stands_in_its_answer(labelled: list[Labelled]) -> None:
    for each in labelled:
        for point in each.verdict.points:
            assert all(each.answer[span.start : span.end] == span.quote for span in point.evidence)


def test_low_confidence_goes_with_error(labelled: list[Labelled]) -> None:
    confidence = [each.verdict.confidence for each in labelled]
    assert spearman(confidence, [-abs(each.score - each.overall) for each in labelled]) >= 0.2


def table(labelled: list[Labelled]) -> str:
    """Means by kind: what the raters gave, what the grader gives, its error by dimension, its confidence."""
    dimensions = list(labelled[0].scores)
    by_kind = defaultdict(list)
    for each in labelled:
        by_kind[each.kind].append(each)
    head = ["kind", "n", "rated", "graded", "sure", *dimensions]
    rows = [
        [
            kind,
            str(len(group)),
            *(
                f"{mean(values):.2f}"
                for values in (
                    [each.overall for each in group],
                    [each.score for each in group],
                    [each.verdict.confidence for each in group],
                    *([each.error(dimension) for each in group] for dimension in dimensions),
                )
            ),
        ]
        for kind, group in by_kind.items()
    ]
    return "\n".join("".join(f"{cell:>16}" for cell in row) for row in [head, *rows])


def error(labelled: list[Labelled]) -> float:
    return mean(each.error(dimension) for each in labelled for dimension in each.scores)


def test_both_languages_are_graded_about_alike(labelled: list[Labelled]) -> None:
    judged = [each for each in labelled if each.kind in {"expert", "plain", "partial", "wrong"}]
    errors = {lang: error([each for each in judged if each.language == lang]) for lang in ("zh", "en")}
    rank = spearman([each.score for each in labelled], [each.overall for each in labelled])
    above = {kind: round(mean(pairs(labelled, kind)), 3) for kind in ("expert", "plain")}
    sys.stdout.write(f"\n{table(labelled)}\n")
    sys.stdout.write(
        f"error {error(labelled):.3f} {errors}; spearman {rank:.3f}; above bad answers {above}\n"
    )
    assert abs(errors["zh"] - errors["en"]) <= 0.05
