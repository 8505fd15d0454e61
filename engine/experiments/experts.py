"""How mixture-of-experts load spreads over GPUs, and what balancing it takes."""

from __future__ import annotations

import math

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Amount,
    AmountOrNone,
    Count,
    CountOrNone,
    FormatName,
    ModelName,
    Share,
)
from engine.experiments.registry import experiment
from engine.experts import balancedness, pack, replicate, slots_per_gpu, zipf_loads
from engine.notation import number
from engine.precision import FP16


@experiment("experts.slots")
def slots(experts: Count, redundant: CountOrNone, gpus: Count) -> Outcome:
    """Expert slots each GPU holds, replicas included."""
    value = slots_per_gpu(experts, redundant, gpus)
    return Outcome(value, "1", "slots = (E + R)/GPUs", (f"({experts} + {redundant})/{gpus} = {value}",))


@experiment("experts.replicas")
def replicas(share: Share, gpus: Count) -> Outcome:
    """Fewest replicas of an expert with `share` of all assignments that keep each to one GPU's share."""
    value = max(1, math.ceil(share * gpus - 1e-9))
    return Outcome(value, "1", "replicas = ⌈share·GPUs⌉", (f"⌈{share:g}·{gpus}⌉ = {value}",))


@experiment("experts.replica_bytes")
def replica_bytes(model: ModelName, slots: Count = 1, dtype: FormatName = FP16) -> Outcome:
    """Bytes that `slots` more experts in each layer take on one GPU."""
    if model.experts is None:
        raise EngineError(f"{model} has no experts; try deepseek-v3")
    value = slots * model.expert_parameters * dtype.bytes
    experts = model.experts
    line = (
        f"{slots}·3·{model.width}·{experts.inner}·{experts.layers}·{number(dtype.bytes)} = {number(value)} B"
    )
    return Outcome(value, "B", "bytes = slots·3·d·d_expert·layers·b", (line,))


@experiment("experts.efficiency")
def efficiency(imbalance: Amount) -> Outcome:
    """Share of the ideal throughput when the busiest GPU has `imbalance` times the mean load."""
    if imbalance < 1:
        raise EngineError(
            f"the busiest GPU has at least the mean load; imbalance is {number(1 - imbalance)} short"
        )
    value = 1 / imbalance
    return Outcome(
        value,
        "1",
        "efficiency = mean/max",
        (f"1/{number(imbalance)} = {number(value)}",),
        ("a step lasts as long as its busiest GPU",),
    )


@experiment("experts.balance")
def balance(zipf: AmountOrNone, experts: Count, gpus: Count, redundant: CountOrNone = 0) -> Outcome:
    """Mean over maximum GPU load after greedy replication and placement (DeepSeek's EPLB, global policy)."""
    slots_per_gpu(experts, redundant, gpus)
    loads = pack(replicate(zipf_loads(experts, zipf), redundant), gpus)
    value = balancedness(loads)
    line = f"mean {number(1 / gpus)} / max {number(max(loads))} = {number(value)}"
    return Outcome(
        value,
        "1",
        "balancedness = mean load / max load",
        (line,),
        (f"Zipf {zipf:g} load, known in advance", "replicas share their expert's load equally"),
    )


@experiment("experts.top_share")
def top_share(zipf: AmountOrNone, experts: Count) -> Outcome:
    """Share of all assignments that the hottest expert takes."""
    value = zipf_loads(experts, zipf)[0]
    line = f"1/Σ_(i ≤ {experts}) i^−{zipf:g} = {number(value)}"
    return Outcome(value, "1", "share = 1/Σ i^−s", (line,), (f"Zipf {zipf:g} load",))


@experiment("experts.spread")
def spread(zipf: AmountOrNone, experts: Count) -> Outcome:
    """How many times the load of the coldest expert the hottest one has."""
    value = float(experts**zipf)
    line = f"{experts}^{zipf:g} = {number(value)}"
    return Outcome(value, "1", "ratio = E^s", (line,), (f"Zipf {zipf:g} load",))
