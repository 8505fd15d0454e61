"""Single statements, right and wrong, over all cards of the built-in deck: what one sentence is worth.

Rates are held on the half that nothing was fitted to; a misconception is never heard in what is right.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from drill.cards.decks import builtin, load_decks
from drill.cards.items import items
from drill.grading.grade import grade
from drill.grading.rubric import Rubric, rubric_for
from drill.grading.verdict import Verdict
from tests.grading.statements import Statement, told


@pytest.fixture(scope="module")
def rubrics() -> dict[str, Rubric]:
    return {
        str(name): rubric_for(card, items(card)[0]) for name, card in load_decks([builtin()]).cards.items()
    }


@pytest.fixture(scope="module")
def graded(rubrics: dict[str, Rubric]) -> list[tuple[Statement, Verdict]]:
    return [(each, grade(rubrics[each.card], each.text, each.language)) for each in told()]


def made(verdict: Verdict, *marks: str) -> set[str]:
    """The points that are made in full or in part, or only as `marks` says."""
    return {point.id for point in verdict.points if point.verdict in (marks or ("hit", "partial"))}


def voiced(verdict: Verdict) -> set[str]:
    return {belief.id for belief in verdict.misconceptions}


def measured(
    graded: list[tuple[Statement, Verdict]], right: bool, good: Callable[[Statement, Verdict], bool]
) -> float:
    chosen = [(each, verdict) for each, verdict in graded if each.right == right and not each.learnt]
    return sum(good(each, verdict) for each, verdict in chosen) / len(chosen)


def test_no_right_statement_is_heard_as_a_misconception(graded: list[tuple[Statement, Verdict]]) -> None:
    assert [each.text for each, verdict in graded if each.right and voiced(verdict)] == []


def test_no_misconception_is_heard_but_the_one_that_is_voiced(
    graded: list[tuple[Statement, Verdict]],
) -> None:
    assert [each.text for each, verdict in graded if not each.right and voiced(verdict) - each.about] == []


def test_a_right_statement_makes_its_point(graded: list[tuple[Statement, Verdict]]) -> None:
    assert measured(graded, True, lambda each, verdict: bool(each.about & made(verdict))) >= 0.85


def test_a_wrong_statement_makes_no_point(graded: list[tuple[Statement, Verdict]]) -> None:
    assert measured(graded, False, lambda each, verdict: not made(verdict)) >= 0.75
    assert measured(graded, False, lambda each, verdict: not made(verdict, "hit")) >= 0.9


def test_in_no_language_are_statements_heard_worse(graded: list[tuple[Statement, Verdict]]) -> None:
    rates = []
    for language in ("zh", "en"):
        chosen = [pair for pair in graded if pair[0].right and pair[0].language == language]
        rates.append(sum(bool(each.about & made(verdict)) for each, verdict in chosen) / len(chosen))
    assert abs(rates[0] - rates[1]) <= 0.1


@pytest.mark.parametrize(
    ("card", "text", "points"),
    [
        (
            "kv-cache",
            "The KV cache stores the key and value vectors of every previous token in every layer, so "
            "decoding a new token only computes its own query, key and value and attends to the stored ones.",
            {"stored"},
        ),
        ("kv-cache", "前面 token 的 K、V 不会变，所以可以复用。", {"reuse"}),
        ("paged-attention", "并发小批就小，吞吐低。", {"batch", "throughput"}),
    ],
)
def test_what_users_said_and_was_right_is_heard(
    rubrics: dict[str, Rubric], card: str, text: str, points: set[str]
) -> None:
    verdict = grade(rubrics[card], text, "mixed")
    assert points & made(verdict)
    assert voiced(verdict) == set()


def test_what_holds_at_zero_temperature_only_may_be_said_of_it(rubrics: dict[str, Rubric]) -> None:
    said = "At T=0 accept if equal to argmax"
    assert voiced(grade(rubrics["speculative-decoding-and-quantization"], said, "en")) == set()


def test_an_enumeration_is_quoted_whole(rubrics: dict[str, Rubric]) -> None:
    verdict = grade(rubrics["kv-cache"], "前面 token 的 K、V 不会变，所以可以复用。", "zh")
    quotes = [evidence.quote for point in verdict.points for evidence in point.evidence]
    assert quotes
    assert not any(quote.startswith(("V", "、")) for quote in quotes)
