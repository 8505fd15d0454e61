"""Point verdicts on a small set that was written for measuring and never looked at while building.

Six cards of four points, five answers each in Chinese or English; a label per point: made, absent, denied.
"""

import runpy
from collections import Counter

import pytest

from drill.cards.card import CardId, ItemId
from drill.grading.grade import grade
from drill.grading.rubric import Rubric, RubricMisconception, RubricPoint

MADE, ABSENT, DENIED = 1, 0, -1


def rubric_of(card):
    points = [
        RubricPoint(str(at), None, False, {"en": p["en"], "zh": p["zh"]})
        for at, p in enumerate(card["points"])
    ]
    beliefs = [
        RubricMisconception(point.id, dict(zip(("en", "zh"), written["mis"], strict=True)), point.texts)
        for point, written in zip(points, card["points"], strict=True)
        if written["mis"]
    ]
    return Rubric(
        ItemId(card["id"]), CardId(card["id"]), "en", (), tuple(points), tuple(beliefs), digest=card["id"]
    )


@pytest.fixture(scope="module")
def decisions(shared):
    path = shared / "grading" / "rubric_points_mini.py"
    if not path.exists():
        pytest.skip("needs the shared grading sets")
    counted = Counter()
    for card in runpy.run_path(str(path))["CARDS"]:
        rubric = rubric_of(card)
        for language, answer, labels in card["answers"]:
            verdict = grade(rubric, answer, language)
            counted.update(zip(labels, (point.verdict for point in verdict.points), strict=True))
    return counted


def share(decisions, label, *marks):
    chosen = {mark: count for (each, mark), count in decisions.items() if each == label}
    return sum(chosen[mark] for mark in marks if mark in chosen) / sum(chosen.values())


def test_points_that_were_made_are_seen(decisions):
    assert share(decisions, MADE, "hit", "partial") >= 0.85


def test_points_that_were_not_made_are_not_credited(decisions):
    assert share(decisions, ABSENT, "miss") >= 0.9


def test_points_that_were_denied_are_seldom_credited(decisions):
    assert share(decisions, DENIED, "miss") >= 0.8
