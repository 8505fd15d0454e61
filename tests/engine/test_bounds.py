"""No prediction beats the machine: its peak rate, its memory and its bandwidth, its links.

Every model on every accelerator, with all efficiencies at one, where a prediction comes closest.
"""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import EngineError
from engine.hardware import GPUS, LINKS
from engine.memory import kv_bytes, weights_read
from engine.models import MODELS
from engine.precision import FORMATS
from engine.roofline import decode_flops, prefill_flops

AT_PEAK = {"mfu": 1.0, "mbu": 1.0}
SLACK = 1 + 1e-9


def formats(gpu: str) -> list[tuple[str, str]]:
    """Weights and caches as this GPU would keep them: what it multiplies, and 4 bits in any case."""
    multiplied = [name for name in ("fp16", "fp8", "nvfp4") if GPUS[gpu].computes(FORMATS[name])]
    return [*product(multiplied, ("fp16", "fp8")), ("int4-g128", "fp16")]


@pytest.mark.parametrize("gpu", sorted(GPUS))
def test_no_step_beats_the_peak_rate_or_bandwidth_of_its_gpu(gpu):
    chip = GPUS[gpu]
    for name, (dtype, kv_dtype), (batch, context) in product(
        MODELS, formats(gpu), [(1, 1), (64, 2048), (1024, 131_072)]
    ):
        model, weights, cache = MODELS[name], FORMATS[dtype], FORMATS[kv_dtype]
        where = {"model": name, "gpu": gpu, "gpus": 8, "dtype": dtype, **AT_PEAK}
        step = engine.run("decode.step", batch=batch, context=context, kv_dtype=kv_dtype, **where).value
        moved = weights_read(model, weights, batch) + batch * kv_bytes(model, context, cache)
        assert moved / step <= 8 * chip.bandwidth * SLACK
        assert batch * decode_flops(model, context) / step <= 8 * chip.rate(weights) * SLACK

        prefill = engine.run("prefill.time", tokens=context, **where).value
        assert prefill_flops(model, context) / prefill <= 8 * chip.rate(weights) * SLACK
        assert weights_read(model, weights, context) / prefill <= 8 * chip.bandwidth * SLACK

        most = engine.run("decode.ceiling", context=context, kv_dtype=kv_dtype, **where).value
        assert batch / step <= most * SLACK
        assert most * kv_bytes(model, context, cache) <= 8 * chip.bandwidth * SLACK
        assert most * decode_flops(model, context) <= 8 * chip.rate(weights) * SLACK


@pytest.mark.parametrize("gpu", sorted(GPUS))
def test_no_pool_is_larger_than_the_memory_beside_the_weights(gpu):
    for name, (dtype, kv_dtype), gpus in product(MODELS, formats(gpu), (1, 8)):
        model, memory = MODELS[name], gpus * GPUS[gpu].memory
        kept = {"model": name, "gpu": gpu, "gpus": gpus, "dtype": dtype, "kv_dtype": kv_dtype, "reserve": 0.0}
        weights = engine.run("weights.size", model=name, dtype=dtype).value
        windowed = model.window is not None and model.window.layers == model.layers
        if weights > memory or windowed:
            refusal = "more than the" if weights > memory else "no length is too long"
            with pytest.raises(EngineError, match=refusal):
                engine.run("kv.pool", utilization=1.0, **kept)
            continue
        tokens = engine.run("kv.pool", utilization=1.0, **kept).value
        assert weights + kv_bytes(model, tokens, FORMATS[kv_dtype]) <= memory * SLACK


@given(
    st.sampled_from(sorted(MODELS)),
    st.sampled_from(sorted(LINKS)),
    st.integers(1, 1_000_000),
    st.integers(1, 16),
    st.floats(0, 10),
)
def test_no_transfer_beats_its_links(model, link, tokens, links, latency):
    moved = kv_bytes(MODELS[model], tokens, FORMATS["fp16"])
    time = engine.run(
        "transfer.time", model=model, tokens=tokens, bandwidth=link, links=links, latency=latency
    ).value
    assert moved / time <= links * LINKS[link] * SLACK
    loaded = engine.run("transfer.loadable", bandwidth=link, time=time, model=model).value
    assert loaded * kv_bytes(MODELS[model], 1, FORMATS["fp16"]) <= LINKS[link] * time * SLACK


@given(
    st.sampled_from(sorted(MODELS)),
    st.sampled_from(sorted(GPUS)),
    st.integers(1, 200_000),
    st.sampled_from(sorted(LINKS)),
    st.sampled_from(sorted(LINKS)),
    st.integers(0, 10),
    st.integers(0, 10),
)
def test_no_tier_is_faster_than_its_link_nor_a_miss_than_the_gpu(model, gpu, tokens, near, far, host, disk):
    host, disk = host / 20, disk / 20
    where = {"model": model, "gpu": gpu, "gpus": 1, "tokens": tokens, **AT_PEAK}
    shares = {"l0": 0, "l1": host, "l2": disk, "miss": 1 - host - disk}
    value = engine.run("tiers.mean", **where, **shares, l1_bandwidth=near, l2_bandwidth=far).value
    moved = kv_bytes(MODELS[model], tokens, FORMATS["fp16"])
    work = prefill_flops(MODELS[model], tokens) / GPUS[gpu].rates["fp16"]
    least = host * moved / LINKS[near] + disk * moved / LINKS[far] + shares["miss"] * work
    assert value >= least / SLACK


@given(st.sampled_from(sorted(MODELS)), st.sampled_from(sorted(GPUS)), st.integers(1, 200_000))
def test_at_the_break_even_bandwidth_loading_takes_as_long_as_computing(model, gpu, tokens):
    where = {"model": model, "gpu": gpu, "gpus": 4, "tokens": tokens}
    bandwidth = engine.run("transfer.break_even", **where).value
    loading = engine.run("transfer.time", model=model, tokens=tokens, bandwidth=bandwidth).value
    assert loading == pytest.approx(engine.run("prefill.time", **where).value)


@pytest.mark.parametrize("gpu", sorted(GPUS))
def test_each_gpus_own_links_bound_what_it_sends(gpu):
    for to in ("peers", "host"):
        try:
            link = engine.run("gpu.link", gpu=gpu, to=to).value
        except EngineError:
            continue
        time = engine.run("transfer.time", model="llama-3-8b", tokens=8192, bandwidth=link).value
        assert 2**30 / time == pytest.approx(link)
        assert link < GPUS[gpu].bandwidth
