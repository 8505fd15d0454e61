"""What must hold for any deployment, and small cases worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.hardware import GPUS
from engine.memory import weights_read
from engine.models import MODELS
from engine.precision import FORMATS, GRIDS, nearest
from engine.roofline import Deployment, decode_flops, prefill_flops

FP16 = FORMATS["fp16"]
models = st.sampled_from(sorted(MODELS)).map(MODELS.__getitem__)
deployments = st.builds(
    Deployment,
    model=models,
    gpu=st.sampled_from(sorted(GPUS)).map(GPUS.__getitem__),
    gpus=st.sampled_from([1, 2, 4, 8, 16]),
    dtype=st.sampled_from(["fp16", "fp8", "int4", "nvfp4"]).map(FORMATS.__getitem__),
    kv_dtype=st.sampled_from(["fp16", "fp8"]).map(FORMATS.__getitem__),
    mfu=st.floats(0.05, 1),
    mbu=st.floats(0.05, 1),
)
batches = st.integers(1, 2048)
contexts = st.integers(1, 262_144)


@given(deployments, batches, batches, contexts)
def test_a_step_never_gets_faster_with_a_larger_batch(deployment, one, other, context):
    """q07-c5: the time per token is flat, then rises; it has no optimum above one."""
    small, large = sorted((one, other))
    assert deployment.decode_time(small, context) <= deployment.decode_time(large, context) * (1 + 1e-12)


@given(deployments, batches, contexts, contexts)
def test_a_step_never_gets_faster_with_a_longer_context(deployment, batch, one, other):
    short, long = sorted((one, other))
    assert deployment.decode_time(batch, short) <= deployment.decode_time(batch, long)


@given(deployments, batches, contexts)
def test_no_step_beats_the_peak_rate_or_the_peak_bandwidth(deployment, batch, context):
    gpu, gpus = deployment.gpu, deployment.gpus
    step = deployment.decode_time(batch, context)
    traffic = deployment.weights_read(batch) + batch * deployment.kv_bytes(context)
    assert traffic / step <= gpus * gpu.bandwidth * (1 + 1e-9)
    assert batch * decode_flops(deployment.model, context) / step <= gpus * max(gpu.rates.values()) * (
        1 + 1e-9
    )


@given(deployments, contexts)
def test_no_prefill_beats_the_peak_rate_or_one_read_of_the_weights(deployment, tokens):
    gpu, gpus = deployment.gpu, deployment.gpus
    time = deployment.prefill_time(tokens)
    assert prefill_flops(deployment.model, tokens) / time <= gpus * max(gpu.rates.values()) * (1 + 1e-9)
    assert deployment.weights_read(tokens) / time <= gpus * gpu.bandwidth * (1 + 1e-9)


@given(models, st.integers(2, 100_000), st.data())
def test_a_prompt_costs_the_same_in_one_piece_or_in_two(model, tokens, data):
    cut = data.draw(st.integers(1, tokens - 1))
    pieces = prefill_flops(model, cut) + prefill_flops(model, tokens, cut)
    assert pieces == pytest.approx(prefill_flops(model, tokens), rel=1e-9)


@given(deployments, batches, contexts)
def test_no_batch_exceeds_the_ceiling(deployment, batch, context):
    ceiling = engine.run(
        "decode.ceiling",
        model=deployment.model,
        gpu=deployment.gpu,
        gpus=deployment.gpus,
        context=context,
        dtype=deployment.dtype,
        kv_dtype=deployment.kv_dtype,
        mfu=deployment.mfu,
        mbu=deployment.mbu,
    )
    assert batch / deployment.decode_time(batch, context) <= ceiling.value * (1 + 1e-9)


@given(deployments, contexts, st.floats(0.001, 10))
def test_the_largest_batch_keeps_the_limit_and_one_more_breaks_it(deployment, context, limit):
    arguments = {
        "model": deployment.model,
        "gpu": deployment.gpu,
        "gpus": deployment.gpus,
        "context": context,
        "limit": limit,
    }
    plain = Deployment(deployment.model, deployment.gpu, deployment.gpus)
    if plain.decode_time(1, context) > limit:
        with pytest.raises(engine.EngineError, match="more than the limit"):
            engine.run("decode.max_batch", **arguments)
    else:
        batch = int(engine.run("decode.max_batch", **arguments).value)
        assert plain.decode_time(batch, context) <= limit < plain.decode_time(batch + 1, context)


@given(st.sampled_from([name for name in MODELS if MODELS[name].experts]), batches)
def test_a_mixture_reads_at_least_what_one_token_needs_and_at_most_everything(name, tokens):
    model = MODELS[name]
    read = weights_read(model, FP16, tokens)
    used = model.experts.used * model.expert_parameters
    rest = model.parameters - model.experts.routed * model.expert_parameters
    assert 2 * (rest + used) * (1 - 1e-9) <= read <= 2 * model.parameters
    assert read <= weights_read(model, FP16, tokens + 1) * (1 + 1e-12)


@given(st.integers(1, 20), st.floats(0, 0.9))
def test_drafting_at_the_break_even_acceptance_neither_gains_nor_loses(drafts, cost):
    acceptance = engine.run("speculation.breakeven", drafts=drafts, cost=cost).value
    speedup = engine.run("speculation.speedup", acceptance=acceptance, drafts=drafts, cost=cost).value
    assert speedup == pytest.approx(1, abs=1e-6)


@given(st.floats(0.01, 0.99), st.integers(1, 16))
def test_the_acceptance_implied_by_a_length_yields_that_length(acceptance, drafts):
    length = engine.run("speculation.tokens", acceptance=acceptance, drafts=drafts).value
    assert engine.run("speculation.implied", tokens=length, drafts=drafts).value == pytest.approx(
        acceptance, abs=1e-6
    )


@given(st.floats(0, 1), st.integers(1, 300_000))
def test_a_prefix_saves_no_more_than_its_share(hit, tokens):
    saving = engine.run("prefix.saving", model="llama-3-8b", tokens=tokens, hit=hit).value
    assert hit**2 - 1e-9 <= saving <= hit + 1e-9


def test_the_4_bit_grid_is_the_one_of_the_standard():
    """OCP Microscaling Formats v1.0, table for E2M1."""
    assert GRIDS["e2m1"] == (0, 0.5, 1, 1.5, 2, 3, 4, 6)
    assert GRIDS["e4m3"][-1] == 448
    assert GRIDS["e4m3"][1] == 2**-9
    assert GRIDS["e5m2"][-1] == 57344


@pytest.mark.parametrize(
    ("value", "rounded"), [(2.6, 3), (2.5, 2), (3.5, 4), (-5, -4), (100, 6), (0.2, 0), (0.3, 0.5), (0.25, 0)]
)
def test_rounding_to_the_grid_takes_ties_to_the_even_code_and_saturates(value, rounded):
    assert nearest(value, GRIDS["e2m1"]) == rounded


def test_formats_cost_their_scale_too():
    assert {name: FORMATS[name].bits for name in ("int4", "int4-g128", "nvfp4", "mxfp4")} == {
        "int4": 4,
        "int4-g128": 4.125,
        "nvfp4": 4.5,
        "mxfp4": 4.25,
    }


def test_a_chip_without_an_arithmetic_multiplies_in_fp16_and_says_so():
    """q16-c7: FP4 weights run on older GPUs, and save memory only."""
    on_hopper = engine.run(
        "prefill.time", model="llama-3-8b", gpu="h100-sxm", gpus=1, tokens=8192, dtype="nvfp4"
    )
    fp16 = engine.run("prefill.time", model="llama-3-8b", gpu="h100-sxm", gpus=1, tokens=8192)
    assert on_hopper.value == fp16.value
    assert "H100 SXM multiplies NVFP4 weights in fp16" in on_hopper.assumptions
    on_blackwell = engine.run(
        "prefill.time", model="llama-3-8b", gpu="b200", gpus=1, tokens=8192, dtype="nvfp4"
    )
    assert on_blackwell.value == pytest.approx(fp16.value * 989 / 9000)
