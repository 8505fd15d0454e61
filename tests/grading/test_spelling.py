import pytest

from drill.grading.spelling import Speller

KNOWN = ("throughput", "prefill", "decod", "concurrency", "quant")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("thoughput", "throughput"),
        ("throuhgput", "throughput"),
        ("prefil", "prefill"),
        ("concurency", "concurrency"),
    ],
)
def test_a_slip_of_the_finger_is_mended(typed, meant):
    assert Speller(KNOWN)(typed) == meant


@pytest.mark.parametrize("word", ["quant", "cat", "zebra", "decay", "through"])
def test_other_words_are_left_alone(word):
    assert Speller(KNOWN)(word) == word
