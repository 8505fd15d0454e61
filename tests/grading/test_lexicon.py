"""The vocabulary: what means the same in two languages, and what means the opposite."""

from collections import defaultdict
from importlib.resources import files

import pytest

from drill.grading.features import phrase_features
from drill.grading.lexicon import Kind, entries, stem, units


def test_no_term_stands_for_two_concepts():
    written = files("drill.grading").joinpath("lexicon.txt").read_text(encoding="utf-8")
    meanings = defaultdict(set)
    for term, concept in entries(written):
        meanings[tuple(unit.text for unit in units(term))].add((concept.name, concept.sign))
    assert {term: found for term, found in meanings.items() if len(found) > 1 or not term} == {}


@pytest.mark.parametrize(
    "words", [("cache", "caches", "cached", "caching"), ("compute", "computes", "computing", "computation")]
)
def test_forms_of_a_word_meet(words):
    assert len({stem(word) for word in words}) == 1


@pytest.mark.parametrize("word", ["latency", "bus", "bias", "process", "less"])
def test_words_that_only_look_inflected_stay_apart(word):
    assert stem(word + "es" if word.endswith("s") else word) != ""
    assert stem(word) in {word, word.removesuffix("s")}


@pytest.mark.parametrize(
    ("chinese", "english"),
    [
        ("显存带宽", "memory bandwidth"),
        ("吞吐下降", "throughput falls"),
        ("重新计算前缀", "recompute the prefix"),
        ("接受率", "acceptance rate"),
        ("草稿模型", "draft model"),
        ("抢占", "preemption"),
    ],
)
def test_the_two_languages_name_the_same_concepts(chinese, english):
    assert phrase_features(chinese).signs == phrase_features(english).signs


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the latency rises", "the latency falls"),
        ("decode is memory-bound", "decode is compute-bound"),
        ("解码是带宽瓶颈", "解码是计算瓶颈"),
        ("吞吐上升", "吞吐下降"),
        ("the blocks are contiguous", "the blocks are not contiguous"),
        ("it recomputes the prefix", "it never does recompute"),
    ],
)
def test_opposites_are_the_same_concept_with_the_other_sign(one, other):
    first, second = phrase_features(one), phrase_features(other)
    turned = {
        name for name in first.signs.keys() & second.signs.keys() if first.signs[name] != second.signs[name]
    }
    assert any(first.kinds[name] in {Kind.AXIS, Kind.ACT} for name in turned)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the latency does not rise", "the latency falls"),
        ("延迟不会上升", "延迟下降"),
        ("blocks need not be contiguous", "the blocks are scattered"),
    ],
)
def test_denying_one_end_says_the_other(one, other):
    assert phrase_features(one).signs.items() >= phrase_features(other).signs.items()


def test_a_longer_term_wins_over_its_parts_and_implies_them():
    said = phrase_features("KV cache")
    assert set(said.signs) == {"kv cache"}
    assert "cache" in said.implied


def test_a_compound_is_not_read_as_its_parts():
    assert phrase_features("大概等于多少").signs == {}
