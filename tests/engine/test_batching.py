"""Batching in steps, and what a prefix cache finds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import EngineError
from engine.batching import at_iteration_level, at_request_level
from engine.prefixes import PrefixCache

MIX = {"short": 9, "short_tokens": 10, "long": 1, "long_tokens": 500}
STAMPED = {"stamp": 8, "requests": 200}

ANSWERS = [
    # fact, experiment, arguments, expected, tolerance
    ("q02-c5", "batching.simulated", {"batch": 10}, 5.60, 0.03),
    ("q02-c5", "batching.simulated", {"batch": 32, "shape": "constant"}, 1, 1e-3),
    ("q02-c5", "batching.simulated", {"batch": 8, "shape": "uniform"}, 1.77, 0.03),
    ("q02-c5", "batching.simulated", {"batch": 32, "shape": "uniform"}, 1.93, 0.03),
    ("q02-c5", "batching.simulated", {"batch": 8, "shape": "geometric"}, 2.73, 0.03),
    ("q02-c5", "batching.simulated", {"batch": 32, "shape": "geometric"}, 4.05, 0.03),
    ("q02-c5", "batching.simulated", {"batch": 8, "shape": "lognormal"}, 3.04, 0.08),
    ("q02-c5", "batching.simulated", {"batch": 32, "shape": "lognormal"}, 5.38, 0.08),
    ("q02-c5", "batching.simulated", {"batch": 8, "shape": "lognormal", "sigma": 1.5}, 4.40, 0.08),
    ("q02-c5", "batching.simulated", {"batch": 32, "shape": "lognormal", "sigma": 1.5}, 9.63, 0.08),
    ("q02-c5", "batching.finish", {**MIX, "policy": "static"}, 500, 0),
    ("q02-c5", "batching.finish", MIX, 59, 0),
    ("q02-c4", "batching.closed_time", {**MIX, "base": 20e-3, "each": 0.1e-3}, 10.50, 1e-9),
    ("q02-c4", "batching.closed_time", {**MIX, "base": 20e-3, "each": 0.1e-3, "padded": False}, 10.06, 1e-3),
    # one slot and equal lengths are an M/D/1 queue: s·(1 + ρ/(2(1 − ρ))), the sheet's follow-up to q06-c1
    (
        "q06-c1",
        "batching.latency",
        {"batch": 1, "load": 0.8, "shape": "constant", "mean": 300, "requests": 100_000},
        900,
        0.03,
    ),
    ("q13-c1", "prefix.replayed", {"requests": 200}, 0.963, 5e-3),
    ("q13-c1", "prefix.replayed", STAMPED, 0, 0),
    ("q13-c1", "prefix.replayed", {**STAMPED, "position": 100}, 0.015, 0.05),
    ("q13-c1", "prefix.replayed", {**STAMPED, "position": 3000}, 0.480, 5e-3),
    ("q13-c1", "prefix.replayed", {**STAMPED, "position": 5900}, 0.944, 5e-3),
    ("q13-c1", "prefix.replayed", {**STAMPED, "position": 6200}, 0.962, 5e-3),
    ("q13-c4", "prefix.replayed", {"stamp": 8, "requests": 240, "period": 60}, 0.950, 5e-3),
    ("q13-c4", "prefix.replayed", {**STAMPED, "period": 86_400}, 0.962, 5e-3),
    ("q17-c7", "prefix.replayed", {"requests": 200, "tenants": 20}, 0.871, 3e-3),
    ("q17-c7", "prefix.replayed", {"requests": 2000, "tenants": 20}, 0.958, 3e-3),
]


@pytest.mark.parametrize(("fact", "name", "arguments", "expected", "tolerance"), ANSWERS)
def test_batches_and_prefixes_are_as_the_fact_sheet_has_them(fact, name, arguments, expected, tolerance):
    assert engine.run(name, **arguments).value == pytest.approx(expected, rel=tolerance, abs=1e-12)


def times(*values: float) -> np.ndarray:
    return np.array(values, dtype=float)


def test_three_policies_by_hand():
    """Two slots; lengths 4, 1, 2, 1; arrivals at 0, 1, 2, 9.

    Static waits for pairs: (0, 1) from 1 to 5, (2, 3) from 9 to 11. A window of 3 takes what is there: the
    first two at 1, the third at 5 (its window is over), the fourth, after which nothing comes, at 9.
    Continuous runs them at 0, 1, 2 and 9.
    """
    arrivals, lengths = times(0, 1, 2, 9), np.array([4, 1, 2, 1])
    static = at_request_level(arrivals, lengths, 2)
    assert static.ends.tolist() == [5, 5, 11, 11]
    window = at_request_level(arrivals, lengths, 2, window=3)
    assert window.starts.tolist() == [1, 1, 5, 9]
    assert window.ends.tolist() == [5, 5, 7, 10]
    continuous = at_iteration_level(arrivals, lengths, 2)
    assert continuous.starts.tolist() == [0, 1, 2, 9]
    assert continuous.ends.tolist() == [4, 2, 4, 10]
    assert (static.steps, continuous.steps) == (11, 10)


requests = st.lists(st.tuples(st.integers(0, 50), st.integers(1, 30)), min_size=1, max_size=40)


@given(requests, st.integers(1, 8), st.integers(0, 40))
def test_nobody_waits_longer_for_a_slot_than_for_a_batch(drawn, slots, window):
    arrivals = times(*sorted(arrival for arrival, _ in drawn))
    lengths = np.array([length for _, length in drawn])
    continuous = at_iteration_level(arrivals, lengths, slots)
    for batched in (
        at_request_level(arrivals, lengths, slots),
        at_request_level(arrivals, lengths, slots, window),
    ):
        assert (continuous.ends <= batched.ends).all()
        assert (batched.starts >= arrivals).all()


@given(requests, st.integers(1, 8))
def test_no_more_run_at_once_than_there_are_slots(drawn, slots):
    arrivals = times(*sorted(arrival for arrival, _ in drawn))
    lengths = np.array([length for _, length in drawn])
    for served in (
        at_iteration_level(arrivals, lengths, slots),
        at_request_level(arrivals, lengths, slots, 5),
    ):
        for moment in range(int(served.ends.max())):
            assert ((served.starts <= moment) & (moment < served.ends)).sum() <= slots


def test_equal_lengths_leave_continuous_batching_nothing_to_gain():
    """q02 misconception: the gain comes from lengths that differ."""
    for batch in (1, 8, 64):
        assert engine.run("batching.simulated", batch=batch, shape="constant", requests=6400).value == 1


def test_a_dynamic_window_lies_between_static_and_continuous():
    latencies = [
        engine.run("batching.latency", batch=8, load=0.05, policy=policy).value
        for policy in ("continuous", "window", "static")
    ]
    assert latencies == sorted(latencies)
    assert latencies[0] == pytest.approx(59, rel=0.05)


def test_static_batches_overflow_at_a_fifth_of_the_load_that_continuous_ones_bear():
    """The longest of eight takes 289 steps on average, so eight static slots serve 8/289 requests a step, and
    continuous ones 8/59; a window makes the batches smaller still.
    """
    assert engine.run("batching.latency", batch=8, load=0.8).value < 200
    for policy in ("static", "window"):
        assert engine.run("batching.latency", batch=8, load=0.25, policy=policy).value > 5000


def test_only_full_blocks_are_found():
    """q13 misconceptions: ten shared tokens in blocks of four are eight."""
    cache = PrefixCache(4)
    assert cache.lookup([*range(10), 90, 91]) == 0
    assert cache.lookup([*range(10), 80, 81]) == 8
    assert cache.lookup([7, *range(10)]) == 0


@given(st.lists(st.lists(st.integers(0, 2), max_size=24), min_size=1, max_size=12), st.integers(1, 5))
def test_what_is_found_is_the_longest_common_start_in_whole_blocks(prompts, block):
    cache = PrefixCache(block)
    for place, prompt in enumerate(prompts):
        common = 0
        for earlier in prompts[:place]:
            same = next(
                (i for i, (a, b) in enumerate(zip(earlier, prompt, strict=False)) if a != b),
                min(len(earlier), len(prompt)),
            )
            common = max(common, same // block * block)
        assert cache.lookup(prompt) == common


def test_a_salt_keeps_tenants_apart():
    cache = PrefixCache(4)
    cache.lookup(list(range(8)), salt=1)
    assert cache.lookup(list(range(8)), salt=2) == 0
    assert cache.lookup(list(range(8)), salt=1) == 8


@given(st.integers(0, 700), st.integers(1, 64), st.integers(2, 20))
def test_replay_agrees_with_the_closed_form(position, block, requests):
    """The stamp differs in every request, so what is found ends at its block."""
    arguments = {"shared": 600, "private": 100, "requests": requests, "block": block}
    replayed = engine.run("prefix.replayed", **arguments, stamp=8, position=position).value
    closed = engine.run(
        "prefix.hit", position=min(position, 600), total=708, block=block, requests=requests
    ).value
    assert replayed == pytest.approx(closed)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [({"position": 7000}, "800 tokens behind the end"), ({"tenants": 300}, "300 tenants send at least 300")],
)
def test_a_replay_that_makes_no_sense_is_refused(arguments, complaint):
    with pytest.raises(EngineError, match=complaint):
        engine.run("prefix.replayed", **arguments)
