"""A grid of arguments answered together is answered as its points are one by one."""

import numpy as np
import pytest

from engine import EngineError, run
from engine.elementwise import anywhere, ceil, larger
from engine.experiments.registry import find
from engine.sweep import sweep

DECODE = {"model": "llama-3-70b", "gpu": "h100-sxm", "gpus": 8}


def test_a_formula_answers_a_whole_grid_at_once_with_the_values_of_its_points():
    batches, contexts = [1, 64, 256, 1024], [1024, 2048, 131072]
    found = sweep(find("decode.step"), {"batch": batches, "context": contexts}, **DECODE)
    assert found.at_once
    assert found.values.shape == (4, 3)
    assert found.values[2, 1] == pytest.approx(16.68e-3, rel=1e-3)  # q07-c2
    for row, batch in enumerate(batches):
        for column, context in enumerate(contexts):
            value = run("decode.step", batch=batch, context=context, **DECODE).value
            assert found.values[row, column] == pytest.approx(value, rel=1e-12)


def test_what_is_assumed_of_a_part_of_the_grid_is_said_with_its_range():
    found = sweep(find("decode.step"), {"batch": [1, 4096]}, context=131072, **DECODE)
    (hypothetical,) = (each for each in found.assumptions if each.startswith("hypothetical"))
    assert "…" in hypothetical


def test_an_experiment_that_counts_is_asked_point_by_point():
    found = sweep(find("recompute.passes"), {"outputs": [1, 500]}, prompt=1)
    assert found.values.tolist() == [1, 125_250]
    drawn = sweep(find("lossless.distribution"), {"seed": [1, 2]}, samples=100)
    assert not drawn.at_once
    assert drawn.values[0] != drawn.values[1]


def test_names_and_numbers_may_be_crossed_in_any_order():
    found = sweep(find("decode.floor"), {"gpus": [1, 2, 8], "gpu": ["h100-sxm", "h200"]}, model="llama-3-8b")
    assert found.values.shape == (3, 2)
    assert found.values[2, 1] == pytest.approx(
        run("decode.floor", model="llama-3-8b", gpu="h200", gpus=8).value
    )


def test_a_point_that_does_not_fit_is_no_number_and_the_reason_is_kept():
    found = sweep(find("kv.pool"), {"gpus": [1, 2, 4]}, model="llama-3-70b", gpu="h100-sxm")
    assert np.isnan(found.values).tolist() == [True, True, False]
    assert "more than the 72 GB" in found.refused
    out_of_range = sweep(find("kv.size"), {"tokens": [0, 1]}, model="llama-3-8b")
    assert np.isnan(out_of_range.values).tolist() == [True, False]


def test_a_fraction_where_whole_numbers_are_asked_for_is_refused():
    found = sweep(find("kv.size"), {"tokens": [1, 1.5, 2]}, model="llama-3-8b")
    assert np.isnan(found.values).tolist() == [False, True, False]


def test_large_whole_numbers_do_not_wrap_around():
    found = sweep(find("prefill.flops"), {"tokens": [10**7, 10**8]}, model="llama-3-405b")
    assert found.values[1] == pytest.approx(run("prefill.flops", model="llama-3-405b", tokens=10**8).value)


def test_a_grid_without_any_answer_is_refused_in_the_words_of_its_first_point():
    with pytest.raises(EngineError, match=r"72\.2 GB more"):
        sweep(find("kv.pool"), {"utilization": [0.9, 0.8]}, model="llama-3-70b", gpu="h100-sxm", gpus=1)
    with pytest.raises(EngineError, match="unknown argument"):
        sweep(find("kv.size"), {"token": [1, 2]}, model="llama-3-8b", tokens=1)


def test_elementwise_functions_leave_plain_numbers_plain():
    assert (larger(2, 3), ceil(1.2), anywhere(2 > 3)) == (3, 2, False)
    assert type(ceil(1.2)) is int
    assert larger(np.array([1.0, 5.0]), 3).tolist() == [3, 5]
