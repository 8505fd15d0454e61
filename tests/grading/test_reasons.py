"""Why a point was not counted: the cause that is told, with the words that came closest."""

from __future__ import annotations

import pytest

from drill.cards.card import CardId, Dimension, ItemId
from drill.grading.reasons import reason
from drill.grading.rubric import Rubric, RubricMisconception, RubricPoint

POINTS = (
    RubricPoint(
        "magnitude",
        Dimension.WHAT,
        must=False,
        texts={"en": "In FP16 a token of the 70B costs about 320 KiB.", "zh": "70B 每个 token 约 320 KiB。"},
    ),
    RubricPoint(
        "reuse",
        Dimension.WHY,
        must=True,
        texts={
            "en": "Storing the K and V of old tokens avoids computing them again at every step.",
            "zh": "把旧 token 的 K、V 存下来，每步就不必重算。",
        },
    ),
    RubricPoint(
        "bandwidth",
        Dimension.WHY,
        must=False,
        texts={
            "en": "Decoding is limited by memory bandwidth, not compute.",
            "zh": "解码受限于显存带宽，而不是算力。",
        },
        says=("the limit is HBM bandwidth rather than FLOPs", "解码阶段是 memory-bound，不是算力不够"),
    ),
    RubricPoint(
        "re-prefill",
        Dimension.COUNTERFACTUAL,
        must=True,
        texts={
            "en": "Without a cache every new token reruns the whole prefix: a prefill per step.",
            "zh": "没有缓存，每个新 token 都要把整个前缀重跑一遍。",
        },
    ),
)
BELIEF = RubricMisconception(
    "quadratic",
    {"en": "KV cache memory grows with the square of the context", "zh": "KV 缓存随上下文平方增长"},
    {"en": "Its size is linear.", "zh": "大小是线性的。"},
)


@pytest.fixture
def kv_cache() -> Rubric:
    name = "kv"
    return Rubric(ItemId(name), CardId(name), "zh", ("Why a KV cache?",), POINTS, (BELIEF,), digest="reasons")


@pytest.mark.parametrize(
    ("answer", "point", "cause", "nearest"),
    [
        ("Bananas are yellow.", "bandwidth", "absent", ""),
        ("Decoding is compute bound.", "bandwidth", "opposite", "Decoding is compute bound."),
        (
            "It is false that storing K and V avoids computing them again.",
            "reuse",
            "denied",
            "It is false that storing K and V avoids computing them again.",
        ),
        ("A token costs about 40 MB in FP16.", "magnitude", "number", "A token costs about 40 MB in FP16."),
        ("解码受限于算力，而不是带宽。", "bandwidth", "opposite", "解码受限于算力，"),
    ],
)
def test_the_cause_and_the_nearest_words(kv_cache: Rubric, answer, point, cause, nearest):
    why = reason(kv_cache, answer, "zh" if "解" in answer else "en", point)
    assert why.cause == cause
    assert (why.nearest.quote if why.nearest else "") == nearest
    assert why.nearest is None or answer[why.nearest.start : why.nearest.end] == why.nearest.quote


def test_a_different_number_names_the_one_of_the_card(kv_cache: Rubric):
    assert reason(kv_cache, "A token costs about 40 MB in FP16.", "en", "magnitude").other == "320 KiB"


def test_words_copied_from_the_card_are_said_to_be_left_out(kv_cache: Rubric):
    pasted = " ".join(point.texts["en"] for point in kv_cache.points)
    assert reason(kv_cache, pasted, "en", "re-prefill").cause == "left out"


def test_what_is_listened_for_comes_in_the_language_of_the_answer_first(kv_cache: Rubric):
    english = reason(kv_cache, "Bananas.", "en", "bandwidth").says
    chinese = reason(kv_cache, "香蕉。", "zh", "bandwidth").says
    assert english[0].isascii()
    assert not chinese[0].isascii()
    assert sorted(english) == sorted(chinese)
    (point,) = [each for each in kv_cache.points if each.id == "bandwidth"]
    assert set(english) == {*point.texts.values(), *point.says}


def test_a_misconception_can_be_asked_about_too(kv_cache: Rubric):
    said = "The memory of the KV cache grows with the square of the context."
    why = reason(kv_cache, said, "en", "quadratic")
    assert why.nearest is not None
    assert why.nearest.quote == said
    assert set(why.says) == set(BELIEF.claims.values())


def test_an_unknown_point_is_an_error(kv_cache: Rubric):
    with pytest.raises(KeyError):
        reason(kv_cache, "x", "en", "no-such-point")
