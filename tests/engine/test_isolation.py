"""What the time to a first token betrays: closed forms against seeded runs on a prefix cache."""

from itertools import product
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import EngineError
from engine.isolation import probed
from engine.prefixes import PrefixCache

MS = 1e-3


GAP = {"gap": 76 * MS, "noise": 30 * MS}
TWENTY = {"tenants": 20, "public": 0, "common": 6000, "own": 200}
FACTS = [
    # fact, experiment, arguments, expected, absolute tolerance
    ("q17-c2", "isolation.needed", GAP, 4, 0),
    ("q17-c2", "isolation.attack", {**GAP, "probes": 1}, 0.90, 0.01),
    ("q17-c2", "isolation.attack", {**GAP, "probes": 4}, 0.99, 0.01),
    ("q17-c9", "isolation.separation", {"gap": 0, "noise": 30 * MS}, 0.5, 0),
    ("q17-c7", "isolation.hit_rate", {**TWENTY, "sharing": "shared", "requests": 200}, 0.963, 0.003),
    ("q17-c7", "isolation.hit_rate", {**TWENTY, "sharing": "salted", "requests": 200}, 0.871, 0.003),
    ("q17-c7", "isolation.hit_rate", {**TWENTY, "sharing": "shared", "requests": 2000}, 0.967, 0.003),
    ("q17-c7", "isolation.hit_rate", {**TWENTY, "sharing": "salted", "requests": 2000}, 0.958, 0.003),
    ("Smirnov's 1.63·√(2/n)", "isolation.audit", {"noise": 1, "samples": 250}, 2 * 0.1835, 0.001),
    ("(4² + 1)/2 three times", "isolation.guesses", {"choices": 4, "length": 6, "block": 2}, 25.5, 0),
]


def value(name: str, **arguments: object) -> float:
    return engine.run(name, **arguments).value


@pytest.mark.parametrize(
    ("gap", "noise", "jitter", "expected"),
    [
        (300, 30, 0, 1),
        (76, 30, 0, 4),
        (20, 30, 0, 49),
        (5, 30, 0, 780),
        (40, 20, 0, 6),
        (10, 30, 0, 195),
        (76, 30, 100, 7),
        (76, 30, 300, 32),
        (76, 30, 1000, 316),
        (100, 20, 500, 46),
    ],
)
def test_probes_by_the_closed_form_and_by_a_run(gap, noise, jitter, expected):
    """q17-c2, q17-c9 and their follow-ups; averaging beats jitter."""
    arguments = {"gap": gap * MS, "noise": noise * MS, "jitter": jitter * MS}
    assert value("isolation.probes", **arguments) == pytest.approx(expected, abs=1)
    guesses = min(20_000, 4_000_000 // (2 * expected + 3))
    assert value("isolation.needed", **arguments, guesses=guesses) == pytest.approx(expected, rel=0.1, abs=1)


@pytest.mark.parametrize(("fact", "name", "arguments", "expected", "tolerance"), FACTS)
def test_what_is_known_from_elsewhere(fact, name, arguments, expected, tolerance):
    assert value(name, **arguments) == pytest.approx(expected, abs=tolerance, rel=1e-9)


@pytest.mark.parametrize("probes", [1, 4])
def test_the_run_is_as_accurate_as_the_closed_form_says(probes):
    seen = value("isolation.attack", **GAP, probes=probes)
    assert seen == pytest.approx(value("isolation.accuracy", **GAP, probes=probes), abs=0.005)


def test_of_one_guess_only_the_first_probe_tells_what_others_did():
    """The review of q17-c2: a miss inserts the attacker's own prefix."""
    assert probed(cached=False, probes=4, fresh=False, salted=False) == [False, True, True, True]
    assert probed(cached=True, probes=4, fresh=False, salted=False) == [True] * 4
    assert probed(cached=False, probes=4, fresh=True, salted=False) == [False] * 4
    arguments = {"gap": 76 * MS, "noise": 30 * MS, "repeat": "same"}
    once, twice, often = (value("isolation.attack", **arguments, probes=probes) for probes in (1, 2, 8))
    assert once > twice > often
    assert often == pytest.approx(0.5, abs=0.02)
    assert value("isolation.attack", **arguments, probes=2, measure="unused") == pytest.approx(0.5, abs=0.01)


def test_a_salt_leaves_the_attacker_with_guessing():
    assert probed(cached=True, probes=3, fresh=True, salted=True) == [False] * 3
    for probes in (1, 16):
        arguments = {"gap": 300 * MS, "noise": 30 * MS, "probes": probes, "sharing": "salted"}
        assert value("isolation.attack", **arguments) == pytest.approx(0.5, abs=0.01)


def test_a_delay_that_is_the_same_for_all_changes_nothing_and_one_that_hides_the_gap_everything():
    """q17-c9: only padding hits to the time of a miss helps."""
    assert value("isolation.separation", gap=0, noise=30 * MS) == 0.5
    assert value("isolation.separation", gap=300 * MS, noise=30 * MS) > 0.999


@given(st.floats(0.001, 1), st.floats(0.001, 1))
def test_the_area_under_the_curve_is_what_pairs_of_times_say(gap, noise):
    generator = np.random.default_rng(0)
    hits, misses = generator.normal(0, noise, 20_000), generator.normal(gap, noise, 20_000)
    assert value("isolation.separation", gap=gap, noise=noise) == pytest.approx(
        (hits < misses).mean(), abs=0.02
    )


def test_an_audit_of_250_samples_sees_a_gap_of_a_third_of_the_noise():
    """Two samples of 250, as Gu et al. 2025 take; the critical distance is that of Smirnov 1948."""
    gap = value("isolation.audit", noise=1.0, samples=250, significance=0.01)
    generator = np.random.default_rng(1)

    def significant(gap: float) -> bool:
        one, other = np.sort(generator.normal(0, 1, 250)), np.sort(generator.normal(gap, 1, 250))
        points = np.concatenate([one, other])
        ranks = np.searchsorted(one, points, "right") - np.searchsorted(other, points, "right")
        return abs(ranks).max() / 250 > np.sqrt(-np.log(0.005) / 250)

    assert 1 / 3 < gap < 0.4
    assert fmean(significant(0) for _ in range(400)) < 0.03
    assert 0.5 < fmean(significant(gap) for _ in range(400)) < 0.95
    assert fmean(significant(2 * gap) for _ in range(400)) > 0.99
    assert value("isolation.audit", noise=1.0, samples=1000) == pytest.approx(gap / 2, rel=0.05)


@pytest.mark.parametrize("block", [1, 2, 3])
def test_the_larger_the_block_the_more_must_be_guessed_at_once(block):
    """q17-c3 as reviewed: whoever can match single tokens recovers text one token at a time."""
    choices, length = 4, 6
    generator = np.random.default_rng(block)
    counts = []
    for _ in range(200):
        secret = generator.integers(0, choices, length).tolist()
        known, count = [], 0
        while len(known) < length:
            candidates = [list(each) for each in product(range(choices), repeat=block)]
            for each in generator.permutation(len(candidates)):
                count += 1
                cache = PrefixCache(block)
                cache.lookup(secret)
                if cache.lookup(known + candidates[each]) == len(known) + block:
                    known += candidates[each]
                    break
        counts.append(count)
    assert value("isolation.guesses", choices=choices, length=length, block=block) == pytest.approx(
        fmean(counts), rel=0.1
    )


def test_the_hit_rate_of_the_follow_up():
    """q17-c7: 50 tenants, 1,000 requests."""
    arguments = {"tenants": 50, "requests": 1000, "public": 0, "common": 6000, "own": 200}
    assert value("isolation.hit_rate", sharing="salted", **arguments) == pytest.approx(0.919, abs=0.001)


@pytest.mark.parametrize("sharing", ["shared", "salted", "selective"])
def test_the_hit_rate_is_that_of_a_prefix_cache(sharing):
    """A salt from the first private block on is as if its tokens were the tenant's own."""
    tenants, requests, public, common, own = 4, 40, 64, 32, 16
    cache, found = PrefixCache(16), 0
    for request in range(requests):
        tenant = request % tenants
        private = 0 if sharing == "shared" else tenant + 1
        prompt = [
            *range(public),
            *((private, token) for token in range(common)),
            *(("own", request, token) for token in range(own)),
        ]
        found += cache.lookup(prompt, salt=tenant if sharing == "salted" else 0)
    share = found / (requests * (public + common + own))
    arguments = {"tenants": tenants, "requests": requests, "public": public, "common": common, "own": own}
    assert value("isolation.hit_rate", sharing=sharing, **arguments) == pytest.approx(share)


def test_runs_repeat_and_those_that_are_too_long_are_refused():
    arguments = {"gap": 76 * MS, "noise": 30 * MS}
    assert value("isolation.needed", **arguments, seed=5) == value("isolation.needed", **arguments, seed=5)
    with pytest.raises(EngineError, match="too many for a run"):
        engine.run("isolation.needed", gap=1 * MS, noise=1.0)
    with pytest.raises(EngineError, match="at least 20 requests"):
        engine.run("isolation.hit_rate", sharing="salted", tenants=20, requests=10, public=0, common=1, own=1)
