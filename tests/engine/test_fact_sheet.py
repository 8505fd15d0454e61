"""The fact sheet's regression: 50 values worked out there by other means, within a tenth of a per cent.

Where the sheet itself rounds or samples, its own tolerance stands beside the value.
"""

import pytest

import engine

H100x8 = {"model": "llama-3-70b", "gpu": "h100-sxm", "gpus": 8}
LONG = 131072
GIB = 2**30

FACTS = [
    # fact, experiment, arguments, expected, relative tolerance
    ("q01-c6", "kv.per_token", {"model": "llama-3-70b"}, 327_680, 0),
    ("q01-c7", "kv.size", {"model": "llama-3-70b", "tokens": LONG}, 40 * GIB, 0),
    ("q01-c2", "prefill.crossover", {"model": "llama-3-70b"}, 107_727, 1e-3),
    ("q01-c4", "prefill.time", {**H100x8, "tokens": LONG}, 10.37, 1e-3),
    ("q01-c4", "decode.step", {**H100x8, "batch": 1, "context": LONG}, 9.82e-3, 1e-3),
    ("q01-c4", "recompute.flop_ratio", {"model": "llama-3-70b", "context": LONG}, 84_624, 1e-3),
    ("q01-c3", "recompute.passes", {"prompt": 1, "outputs": 500}, 125_250, 0),
    ("q01-c10", "kv.weight_tokens", {"model": "llama-3-70b"}, 430_908, 1e-4),
    (
        "q02-c5",
        "batching.speedup_repeated",
        {"short": 9, "short_tokens": 10, "long": 1, "long_tokens": 500},
        8.4746,
        1e-3,
    ),
    (
        "q02-c5",
        "batching.speedup",
        {"batch": 10, "long_share": 0.1, "short_tokens": 10, "long_tokens": 500},
        5.5788,
        1e-3,
    ),
    (
        "q02-c3",
        "batching.utilization",
        {"short": 9, "short_tokens": 10, "long": 1, "long_tokens": 500},
        0.118,
        1e-9,
    ),
    ("q03-c6", "paging.utilization", {"length": 200, "block": 16}, 0.9639, 1e-3),
    ("q03-c5", "paging.concurrency", {"before": 0.382, "after": 0.963}, 2.521, 1e-3),
    ("q03-c5", "paging.concurrency", {"before": 0.204, "after": 0.963}, 4.7206, 1e-3),
    ("q03-c4", "paging.sampled", {"scheme": "max"}, 0.2106, 0.03),
    ("q03-c6", "paging.sampled", {"block": 16}, 0.9829, 0.005),
    ("q04 follow-up", "prefix.ttft_cut", {**H100x8, "tokens": 8192, "cached": 6144}, 0.7367, 1e-3),
    ("q04-c6", "prefill.time", {**H100x8, "gpus": 32, "tokens": LONG}, 2.593, 1e-3),
    ("q05-c2", "speculation.tokens", {"acceptance": 0.8, "drafts": 4}, 3.3616, 1e-6),
    ("q05-c2", "speculation.speedup", {"acceptance": 0.8, "drafts": 4, "cost": 0.05}, 2.801, 1e-3),
    ("q05-c11", "speculation.length", {"rounds": 5000, "accepted": 12_000}, 3.4, 0),
    ("q05-c6", "lossless.distribution", {"measure": "acceptance"}, 0.55636, 0.01),
    ("q06-c6", "queue.p99_ratio", {"before": 0.7, "after": 0.95}, 6, 1e-9),
    ("q06-c1", "queue.md1", {"service": 0.152, "load": 0.9}, 0.836, 1e-3),
    ("q07-c2", "decode.step", {**H100x8, "batch": 256, "context": 2048}, 16.68e-3, 1e-3),
    ("q07-c6", "kv.balance", {"model": "llama-3-70b", "context": 2048}, 210.4, 1e-3),
    ("q09-c3", "kv.per_token", {"model": "deepseek-v3"}, 70_272, 0),
    ("q09-c2", "kv.ratio", {"model": "deepseek-v3", "against": "mha"}, 56.889, 1e-4),
    ("q09-c2", "kv.saving", {"model": "deepseek-v2", "against": "deepseek-67b", "bits": 6}, 0.93339, 1e-4),
    ("q09-c13", "attention.intensity", {"model": "deepseek-v3"}, 241.78, 1e-4),
    ("q09-c11", "attention.absorbed_ratio", {"model": "deepseek-v3"}, 3.4, 1e-9),
    ("q10-c6", "experts.balance", {"zipf": 0.8, "experts": 256, "gpus": 32}, 0.309, 2e-3),
    ("q10-c6", "experts.balance", {"zipf": 0.8, "experts": 256, "gpus": 32, "redundant": 32}, 0.999, 1e-3),
    ("q10-c9", "experts.replica_bytes", {"model": "deepseek-v3", "dtype": "fp8"}, 2.554e9, 1e-3),
    ("q11-c8", "transfer.time", {"model": "llama-3-70b", "tokens": LONG, "bandwidth": 12.5e9}, 3.436, 1e-3),
    ("q11-c7", "pd.stall_tokens", {"stall": 2.5, "base": 0.03, "target": 0.5}, 5.319, 1e-3),
    ("q12-c5", "prefix.linear_share", {"model": "llama-3-8b", "tokens": LONG}, 0.3185, 1e-3),
    ("q12-c5", "prefix.saving", {"model": "llama-3-8b", "tokens": LONG, "hit": 0.8}, 0.691, 1e-3),
    ("q12-c9", "prefix.cost_change", {"before": 0.8, "after": 0.7}, 0.5, 1e-9),
    ("q12-c4", "transfer.break_even", {**H100x8, "tokens": 4096}, 8.844e9, 1e-3),
    ("q13-c1", "prefix.hit", {"position": 3000, "total": 6208, "requests": 200}, 0.4795, 1e-3),
    ("q13-c3", "prefill.time", {**H100x8, "tokens": 6000}, 226.1e-3, 1e-3),
    ("q14-c1", "kv.pool", {**H100x8, "utilization": 0.9, "reserve": 3e9}, 1_253_662, 1e-6),
    ("q14-c1", "kv.concurrency", {"pool": 1_253_662, "context": 8192}, 153.03, 1e-3),
    ("q14-c10", "kv.share", {"pool": 1_253_662, "tokens": LONG}, 0.10455, 1e-3),
    ("q15-c4", "coldstart.load", {"bytes": 141e9, "bandwidth": 1.25e9}, 112.8, 1e-3),
    ("q15-c6", "coldstart.cold", {"rate": 1 / 600, "keep_alive": 300}, 0.6065, 1e-3),
    ("q17-c2", "isolation.probes", {"gap": 0.076, "noise": 0.030}, 4, 0),
    ("q17-c2", "isolation.probes", {"gap": 0.020, "noise": 0.030}, 49, 0),
]


@pytest.mark.parametrize(("fact", "name", "arguments", "expected", "tolerance"), FACTS)
def test_the_engine_reproduces_the_fact_sheet(fact, name, arguments, expected, tolerance):
    assert engine.run(name, **arguments).value == pytest.approx(expected, rel=tolerance, abs=0)
