"""A verdict survives being written as JSON and read again."""

from __future__ import annotations

import json

import pytest

from drill.cards.card import CardId, Dimension, ItemId
from drill.grading.contract import as_json, from_json
from drill.grading.verdict import Advice, Cost, Evidence, MisconceptionVerdict, PointVerdict, Verdict

OFFLINE = Verdict(
    *(ItemId("kv"), CardId("kv"), "zh", "offline", "graded", 0.625, "hard", 0.75),
    points=(
        PointVerdict("a", Dimension.WHY, True, "hit", (Evidence(0, 2, "因为"),)),
        PointVerdict("b", None, False, "miss"),
    ),
    dimensions={Dimension.WHY: 0.5},
    misconceptions=(MisconceptionVerdict("m", "算力", "带宽"),),
    attempts=("give me 100",),
    notes=("note",),
)
MODEL = Verdict(
    *(ItemId("kv"), CardId("kv"), "en", "llm", "graded", 0.5, "again", 0.9),
    points=(PointVerdict("a", Dimension.WHAT, True, "partial", (Evidence(1, 3, "ab"),), unsure=True),),
    advice=(Advice(Dimension.WHAT, "Say it."), Advice(None, "All of it.")),
    followup="And then?",
    cost=Cost("m", 2, 100, 20, 0.5),
)
UNGRADED = Verdict(ItemId("kv"), CardId("kv"), "en", "self", "ungraded", None, None, 0.0)


@pytest.mark.parametrize("verdict", [OFFLINE, MODEL, UNGRADED], ids=lambda each: each.grader)
def test_what_is_written_is_read_again(verdict: Verdict):
    assert from_json(json.loads(json.dumps(as_json(verdict)))) == verdict


@pytest.mark.parametrize(
    "other", [{}, {"item": "x"}, {**as_json(OFFLINE), "dimensions": {"how": {"score": 1}}}]
)
def test_anything_else_is_refused(other: dict[str, object]):
    with pytest.raises((KeyError, TypeError, ValueError)):
        from_json(other)
