"""MLA against MHA, GQA and MQA, and the two identities that caching and absorbing rest on."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import EngineError

K = 1024
V3 = {"model": "deepseek-v3"}
ON_H800 = {**V3, "gpu": "h800", "context": 128 * K}
HALF = {"mfu": 0.5, "mbu": 0.7}

ANSWERS = [
    # fact, experiment, arguments, expected, tolerance
    ("q09-c11", "attention.flops", {**V3, "form": "explicit"}, 81_920, 0),
    ("q09-c11", "attention.flops", {**V3, "form": "absorbed"}, 278_528, 0),
    ("q09-c11", "attention.flops", {**V3, "form": "rebuilt"}, 33.6e6, 2e-3),
    ("q09-c11", "attention.step", {**ON_H800, "form": "rebuilt"}, 272e-3, 1e-3),
    ("q09-c11", "attention.step", ON_H800, 2.75e-3, 1e-3),
    ("q09-c11", "attention.step", {**ON_H800, "bound": "arithmetic"}, 2.25e-3, 2e-3),
    ("q09-c11 review", "attention.step", {**ON_H800, **HALF, "form": "rebuilt"}, 544e-3, 1e-3),
    ("q09-c11 review", "attention.step", {**ON_H800, **HALF, "bound": "memory"}, 3.9e-3, 0.01),
    ("q09-c13", "attention.intensity", {"model": "llama-3-70b", "kv_heads": 64}, 1, 0),
    ("q09-c13", "attention.intensity", {"model": "llama-3-70b", "kv_heads": 1}, 64, 0),
    ("q09-c13 review", "attention.intensity", {**V3, "gpus": 8}, 30.2, 1e-3),
    ("q09-c13", "attention.intensity", {"model": "llama-3-70b", "gpus": 8}, 8, 0),
    # differences are compared to 1 in units of 1e-9, the sheet's tolerance for them
    ("section 0", "attention.cache_error", {}, 0, 1e-9),
    ("section 0", "attention.absorption_error", {}, 0, 1e-9),
]


@pytest.mark.parametrize(("fact", "name", "arguments", "expected", "tolerance"), ANSWERS)
def test_attention_moves_and_computes_what_the_fact_sheet_says(fact, name, arguments, expected, tolerance):
    value = engine.run(name, **arguments).value
    assert value == pytest.approx(expected, rel=tolerance, abs=0 if expected else tolerance)


def test_absorbing_takes_121_times_fewer_flop_than_rebuilding():
    rebuilt, absorbed = (
        engine.run("attention.flops", **V3, form=form).value for form in ("rebuilt", "absorbed")
    )
    assert rebuilt / absorbed == pytest.approx(121, rel=3e-3)


@settings(deadline=None, max_examples=25)
@given(
    tokens=st.integers(1, 40),
    heads=st.sampled_from([1, 2, 6]),
    share=st.sampled_from([1, 2]),
    head_dim=st.integers(1, 9),
    seed=st.integers(0, 2**31),
)
def test_a_cache_changes_nothing_for_any_shape(tokens, heads, share, head_dim, seed):
    value = engine.run(
        "attention.cache_error",
        tokens=tokens,
        heads=heads * share,
        kv_heads=heads,
        head_dim=head_dim,
        seed=seed,
    ).value
    assert value < 1e-9


@settings(deadline=None, max_examples=25)
@given(
    tokens=st.integers(1, 40),
    heads=st.integers(1, 6),
    rank=st.integers(1, 24),
    half=st.integers(1, 6),
    seed=st.integers(0, 2**31),
)
def test_absorbing_changes_nothing_for_any_shape(tokens, heads, rank, half, seed):
    value = engine.run(
        "attention.absorption_error",
        tokens=tokens,
        heads=heads,
        rank=rank,
        rope=2 * half,
        head_dim=2 * half,
        seed=seed,
    ).value
    assert value < 1e-9


def test_a_cache_is_wrong_where_attention_is_not_causal():
    """q01 follow-up 2: in an encoder earlier states depend on later tokens."""
    assert engine.run("attention.cache_error", causal=False).value > 0.01


def test_a_rotary_key_that_is_not_kept_apart_cannot_be_absorbed():
    """q09 follow-up 1: the rotation depends on the position and does not commute with W_UK."""
    assert engine.run("attention.absorption_error", rotary="everywhere").value > 0.01


@pytest.mark.parametrize(
    ("name", "arguments", "complaint"),
    [
        ("attention.flops", {"model": "llama-3-70b"}, "no latent attention"),
        (
            "attention.intensity",
            {"model": "llama-3-70b", "gpus": 3},
            "64 heads do not split over 3 GPUs: 1 left",
        ),
        ("attention.intensity", {"model": "llama-3-70b", "kv_heads": 7}, "do not share 7 KV heads"),
        ("attention.intensity", {**V3, "kv_heads": 8}, "caches a latent"),
        ("attention.intensity", {"heads": 64}, "give either model"),
        ("attention.cache_error", {"heads": 8, "kv_heads": 3}, "do not share 3 KV heads"),
        ("attention.absorption_error", {"rope": 7}, "must be even, not 7"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(name, arguments, complaint):
    with pytest.raises(EngineError, match=complaint):
        engine.run(name, **arguments)
