"""Talk beside the point earns nothing by its length, and a plain sentence is not taken for such talk."""

from __future__ import annotations

import pytest

from drill.grading.grade import grade
from drill.grading.rubric import Rubric
from drill.grading.straying import repeats, stray
from drill.grading.text import fold
from tests.grading.conftest import GOOD_EN, GOOD_ZH

FLOOD = {
    "en": (
        "My grandmother kept a garden behind the house, and every spring we planted beans along the fence. "
        "The soil was dark and soft after rain, and its smell came into the kitchen through the window. "
        "In the evening the neighbours came by, sat on the bench and talked about the price of bread. "
    )
    * 10,
    "zh": (
        "奶奶家的屋后有一个小花园，每年春天我们都会沿着篱笆种上豆角。"
        "雨后的泥土又黑又软，气味从敞开的窗户飘进厨房。"
        "傍晚邻居们过来坐在长椅上，聊面包的价格。"
    )
    * 12,
}
HALF = {"en": GOOD_EN[: GOOD_EN.index("Without")], "zh": GOOD_ZH[: GOOD_ZH.index("如果不")]}


def test_the_run_that_falls_shortest_is_the_flood():
    near = [0.3, 0.28, *[0.02] * 12, 0.3]
    assert stray([100] * 15, near) == range(2, 14)


def test_a_few_sentences_off_the_card_are_no_flood():
    assert stray([100] * 6, [0.3, 0.0, 0.02, 0.0, 0.05, 0.2]) == range(0)
    assert stray([], []) == range(0)


def test_what_is_on_the_subject_is_kept_out_of_it_on_either_side():
    found = stray([100] * 31, [0.01] * 15 + [0.3] + [0.01] * 15)
    assert 15 not in found
    assert len(found) == 15


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("before", [False, True], ids=["after it", "before it"])
def test_a_flood_moves_no_score(rubric: Rubric, language: str, before: bool):
    half, flood = HALF[language], FLOOD[language]
    clean = grade(rubric, half, language)
    assert clean.score is not None
    assert 0.2 < clean.score < 0.8
    assert grade(rubric, f"{flood}\n{half}" if before else f"{half}\n{flood}", language).score == clean.score


def test_a_sentence_said_over_and_over_is_not_graded(rubric: Rubric):
    once = "A block table maps logical blocks of a fixed size to physical ones."
    assert repeats(fold(f"{once} {once} Waste is bounded.")) == []
    assert len(repeats(fold(f"{once} " * 5 + "Waste is bounded."))) == 5
    verdict = grade(rubric, f"{once} " * 5, "en")
    assert (verdict.score, verdict.notes) == (0.0, ("A sentence that is said over and over is not graded.",))
