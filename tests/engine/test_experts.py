"""Placing experts: EPLB's published example, the sheet's balancedness, and load that drifts."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import EngineError
from engine.drift import Traffic, rebalanced
from engine.eplb import balancedness, packed, plan, replicated

# README of deepseek-ai/EPLB (commit d52c72d5): two layers, 16 replicas, 4 groups, 2 nodes, 8 GPUs.
LOADS = np.array(
    [
        [90, 132, 40, 61, 104, 165, 39, 4, 73, 56, 183, 86],
        [20, 107, 104, 64, 19, 197, 187, 157, 172, 86, 16, 27],
    ],
    dtype=float,
)
PLACED = [
    [5, 6, 5, 7, 8, 4, 3, 4, 10, 9, 10, 2, 0, 1, 11, 1],
    [7, 10, 6, 8, 6, 11, 8, 9, 2, 4, 5, 1, 5, 0, 3, 1],
]
EXAMPLE = {"loads": tuple(LOADS[0]), "gpus": 8, "redundant": 4, "nodes": 2, "groups": 4}

V3 = {"model": "deepseek-v3", "dtype": "fp8"}

ANSWERS = [
    # what it rests on, experiment, arguments, expected
    ("q10-c11", "experts.plan", EXAMPLE, 0.828),
    ("q10-c11", "experts.plan", {**EXAMPLE, "measure": "heaviest"}, 156),
    ("q10-c11", "experts.plan", {**EXAMPLE, "loads": tuple(LOADS[1]), "measure": "heaviest"}, 179.5),
    ("q10-c4, review", "experts.random_balance", {"zipf": 0.8, "experts": 256, "gpus": 32}, 0.265),
    ("q10-c3, review", "experts.random_balance", {"zipf": 0.5, "experts": 256, "gpus": 32}, 0.525),
    (
        "q10-c6",
        "experts.lognormal_balance",
        {"spread": 0.75, "experts": 256, "gpus": 32, "redundant": 32},
        0.991,
    ),
    ("q10-c4, review", "experts.throughput", {"balancedness": 0.258, "moe_share": 0.5}, 0.41),
    ("q10-c4", "experts.throughput", {"balancedness": 0.252}, 0.252),
    # half of the step gets 3.2 times faster: (0.5 + 0.5/0.309)/(0.5 + 0.5/0.999)
    ("by hand", "experts.speedup", {"before": 0.309, "after": 0.999, "moe_share": 0.5}, 2.117),
    # 2.554e9 B over 70,272 B a token
    ("q10-c9, q09-c3", "experts.kv_cost", V3, 36_350),
    # nine slots of 2.554 GB through 50 GB/s
    ("q10-c9", "experts.transfer", {**V3, "slots": 9, "bandwidth": 50e9}, 0.46),
    # lognormal load of which nothing is known: random placement (q10-c4: 0.565)
    (
        "q10-c4",
        "experts.drift",
        {
            "window": 1,
            "period": 1,
            "memory": 0.01,
            "experts": 256,
            "gpus": 32,
            "redundant": 0,
            "assignments": 10**7,
            "steps": 100,
        },
        0.56,
    ),
]


@pytest.mark.parametrize(("source", "name", "arguments", "expected"), ANSWERS)
def test_the_engine_answers_as_worked_out_elsewhere(source, name, arguments, expected):
    assert engine.run(name, **arguments).value == pytest.approx(expected, rel=1e-2)


def test_the_published_example_is_placed_as_published():
    assert plan(LOADS, 4, 8, nodes=2, groups=4).slots.tolist() == PLACED


def test_the_working_says_what_each_gpu_holds():
    working = engine.run("experts.plan", **EXAMPLE).working
    assert working[0] == "GPU 0: experts 5, 6, load 121.5"  # 165/2 + 39
    assert working[-1] == "mean 129.1 / max 156 = 0.8277"


@pytest.mark.parametrize(
    ("zipf", "alone", "replicated_too"),
    [(0.5, 0.663, 0.998), (0.8, 0.309, 0.999)],  # q10-c6
)
def test_replicas_mend_what_placing_cannot(zipf, alone, replicated_too):
    skewed = {"zipf": zipf, "experts": 256, "gpus": 32}
    assert engine.run("experts.balance", **skewed).value == pytest.approx(alone, abs=0.02)
    assert engine.run("experts.balance", **skewed, redundant=32).value == pytest.approx(
        replicated_too, abs=0.02
    )


def test_more_replicas_gain_nothing_once_load_is_even():
    skewed = {"zipf": 0.8, "experts": 256, "gpus": 32}
    once, twice = (engine.run("experts.balance", **skewed, redundant=more).value for more in (32, 64))
    assert twice - once < 0.001


def test_placing_alone_leaves_lognormal_loads_uneven_by_chance():
    """q10-c6 as reviewed: 0.91 ± 0.10 without replicas."""
    outcome = engine.run("experts.lognormal_balance", spread=0.75, experts=256, gpus=32)
    assert outcome.value == pytest.approx(0.91, abs=0.10)


def test_greedy_placement_by_hand():
    """Loads 5 4 3 2 on two GPUs of two slots: 5+2 and 4+3; a replica of the 6 halves it."""
    assert packed(np.array([[5.0, 4, 3, 2]]), 2).tolist() == [[[0, 3], [1, 2]]]
    assert replicated(np.array([[6.0, 1, 1]]), 1).tolist() == [[0, 1, 2, 0]]


shapes = st.sampled_from(
    [(8, 4, 2, 4, 2), (12, 4, 8, 4, 2), (16, 0, 4, 1, 1), (16, 8, 8, 8, 4), (6, 3, 3, 1, 1)]
)


@given(shapes, st.integers(0, 1000))
@settings(deadline=None)
def test_every_expert_keeps_a_place_and_no_load_is_lost(shape, seed):
    experts, redundant, gpus, groups, nodes = shape
    loads = np.random.default_rng(seed).exponential(size=(3, experts))
    made = plan(loads, redundant, gpus, nodes, groups)
    assert made.experts.shape == (3, gpus, (experts + redundant) // gpus)
    assert all(set(layer) == set(range(experts)) for layer in made.slots.tolist())
    assert made.gpu_loads(loads).sum(1) == pytest.approx(loads.sum(1))
    assert (balancedness(made.gpu_loads(loads)) <= 1 + 1e-9).all()


@given(shapes, st.integers(0, 1000))
@settings(deadline=None)
def test_the_hierarchical_policy_keeps_the_experts_of_a_group_on_one_node(shape, seed):
    experts, redundant, gpus, groups, nodes = shape
    loads = np.random.default_rng(seed).exponential(size=(1, experts))
    by_node = plan(loads, redundant, gpus, nodes, groups).experts.reshape(nodes, -1)
    homes = [{expert // (experts // groups) for expert in node} for node in by_node.tolist()]
    assert sum(len(home) for home in homes) == groups


def test_what_does_not_split_is_refused():
    with pytest.raises(EngineError, match="12 experts do not split evenly over 5 groups: 2 left"):
        engine.run("experts.plan", **{**EXAMPLE, "groups": 5, "nodes": 1})
    with pytest.raises(EngineError, match="4 groups do not split evenly over 8 nodes"):
        engine.run("experts.plan", **{**EXAMPLE, "nodes": 8})


def drifting(**changed):
    return engine.run("experts.drift", **{"window": 20, "period": 10, **changed}).value


def test_stale_statistics_cost_balance():
    assert drifting(period=5) > drifting(period=50) > drifting(period=1000) + 0.05
    assert drifting(memory=1e9, period=1000) > 0.95


def test_a_window_is_best_neither_short_nor_long():
    """Of 256 assignments to 64 experts a step tells little; 400 steps ago load was another."""
    few = {"assignments": 256, "memory": 100}
    short, middle, long = (drifting(window=window, **few) for window in (1, 10, 400))
    assert middle > short
    assert middle > long


def test_rebalancing_is_best_neither_rare_nor_at_every_step():
    rare, middle, always = (drifting(period=period, pause=2, measure="efficiency") for period in (200, 20, 1))
    assert middle > rare > always


def test_steady_load_costs_nothing_but_the_pauses():
    """By hand: 8 experts alike on 4 GPUs, a pause of half a step every 5: 10 steps in 10.5."""
    counts = np.ones((11, 2, 8))
    run = rebalanced(counts, redundant=0, gpus=4, window=1, period=5, pause=0.5)
    assert (run.balancedness, run.efficiency, run.moved) == pytest.approx((1, 10 / 10.5, 0))


def test_load_keeps_its_mean_and_remembers_as_long_as_is_said():
    traffic = Traffic(experts=4, spread=0.5, memory=10, assignments=10**6)
    counts = traffic.counts(layers=200, steps=40, generator=np.random.default_rng(0))
    assert counts.sum(-1).mean() == pytest.approx(10**6, rel=1e-3)
    level = np.log(counts) - np.log(counts).mean(-1, keepdims=True)
    correlation = np.corrcoef(level[0].ravel(), level[10].ravel())[0, 1]
    assert correlation == pytest.approx(np.exp(-1), abs=0.1)
