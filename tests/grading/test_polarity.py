"""An odd number of reversals contradicts; an even number only turns the statement round."""

import pytest

from drill.grading.features import phrase_features
from drill.grading.polarity import contradicts


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("decode is memory-bound", "decode is compute-bound"),
        ("吞吐上升", "吞吐下降"),
        ("throughput grows with the batch", "throughput shrinks with the batch"),
        ("a larger batch is slower", "a larger batch is faster"),
        ("old keys are recomputed", "old keys are not recomputed"),
    ],
)
def test_one_reversal_contradicts(one, other):
    assert contradicts(phrase_features(one), phrase_features(other))
    assert contradicts(phrase_features(other), phrase_features(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a large batch is slow", "a small batch is fast"),
        ("批越大越慢", "批越小越快"),
        ("decode is memory-bound", "decode is not compute-bound"),
        ("prefill is compute-bound, decode is memory-bound", "decode is memory-bound"),
        ("throughput rises", "the weights are read once"),
        ("throughput rises", "latency falls"),
    ],
)
def test_no_reversal_or_two_or_of_another_thing_is_none(one, other):
    assert not contradicts(phrase_features(one), phrase_features(other))
