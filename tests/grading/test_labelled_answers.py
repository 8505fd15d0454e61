"""The offline grader against answers that two raters labelled: the bars it keeps.

The weights were fitted to these answers, so the figures here flatter; `tests/bench/test_grading.py` prints
what is left with the card of each answer left out. No rule, term or says-line may be made for one of them.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from drill.cards.decks import builtin, load_decks
from drill.cards.items import items
from drill.grading.grade import grade
from drill.grading.rubric import rubric_for
from tests.grading.labelled import (
    Labelled,
    by_language,
    disorder,
    error,
    graded,
    kappa,
    rank,
    separation,
    spearman,
)


@pytest.fixture(scope="module")
def labelled(shared: Path) -> list[Labelled]:
    path = shared / "answers" / "answers.jsonl"
    if not path.exists():
        pytest.skip("needs the labelled answers")
    cards = load_decks([builtin()]).cards
    rubrics = {name: rubric_for(card, items(card)[0]) for name, card in cards.items()}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return graded(rows, lambda row: grade(rubrics[row["card"]], row["answer"], row["lang"]))


def test_dimensions_are_graded_close_to_the_raters(labelled: list[Labelled]) -> None:
    assert error(labelled) <= 0.18
    assert kappa(labelled) >= 0.75


def test_scores_rank_answers_as_the_raters_do(labelled: list[Labelled]) -> None:
    assert rank(labelled) >= 0.85
    assert separation(labelled) >= 0.95


def test_a_good_answer_is_above_every_bad_one_of_its_card(labelled: list[Labelled]) -> None:
    assert disorder(labelled, "expert") <= 0.01
    assert disorder(labelled, "plain") <= 0.12


def test_both_languages_are_graded_about_alike(labelled: list[Labelled]) -> None:
    errors = by_language(labelled)
    assert abs(errors["zh"] - errors["en"]) <= 0.05


@pytest.mark.parametrize(("kind", "most"), [("off-topic", 0.1), ("injection", 0.05), ("stuffed", 0.25)])
def test_what_is_no_answer_earns_next_to_nothing(labelled: list[Labelled], kind: str, most: float) -> None:
    chosen = [each.score for each in labelled if each.kind == kind]
    assert sum(chosen) / len(chosen) <= most


def test_every_attempt_on_the_grader_is_reported_and_no_honest_answer_is(labelled: list[Labelled]) -> None:
    for each in labelled:
        assert bool(each.verdict.attempts) == (each.kind == "injection"), each.answer


def test_no_list_earns_more_than_a_quarter_of_a_dimension(labelled: list[Labelled]) -> None:
    for each in labelled:
        if each.kind == "stuffed":
            assert max(each.verdict.dimensions.values()) <= 0.25


def test_no_misconception_is_heard_in_a_right_answer(labelled: list[Labelled]) -> None:
    right = [each for each in labelled if each.kind in {"expert", "plain", "what-only", "terse"}]
    assert [each.answer for each in right if each.verdict.misconceptions] == []


def test_every_quote_stands_in_its_answer(labelled: list[Labelled]) -> None:
    for each in labelled:
        for point in each.verdict.points:
            assert all(each.answer[span.start : span.end] == span.quote for span in point.evidence)


def test_low_confidence_goes_with_error_and_never_says_again(labelled: list[Labelled]) -> None:
    confidence = [each.verdict.confidence for each in labelled]
    assert spearman(confidence, [-abs(each.score - each.overall) for each in labelled]) >= 0.2
    assert all(each.verdict.rating != "again" for each in labelled if each.verdict.confidence < 0.5)
