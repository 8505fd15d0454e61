"""How mixture-of-experts load spreads over GPUs, and what balancing it takes."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Annotated, Literal

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Amount,
    AmountOrNone,
    Bandwidth,
    Count,
    CountOrNone,
    FormatName,
    ModelName,
    Range,
    Share,
)
from engine.experiments.registry import experiment
from engine.experts import slots_per_gpu, zipf_loads
from engine.experts import throughput as throughput_of
from engine.memory import kv_bytes_per_token
from engine.notation import number
from engine.precision import FP16

Balancedness = Annotated[float, "1", Range(0.001, 1)]
Layers = Annotated[int, "1", Range(1, 256)]
Loads = Annotated[tuple[float, ...], "1", Range(0)]
Spread = Annotated[float, "1", Range(0, 4)]

_BALANCEDNESS = "balancedness = mean load / max load"
_BARRIER = "a step lasts as long as its busiest GPU"
_EVEN_SPLIT = "replicas share their expert's load equally"


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
        (_BARRIER,),
    )


@experiment("experts.balance")
def balance(zipf: AmountOrNone, experts: Count, gpus: Count, redundant: CountOrNone = 0) -> Outcome:
    """Mean over maximum GPU load after greedy replication and placement (DeepSeek's EPLB, global policy)."""
    import numpy as np

    from engine.eplb import plan

    loads = np.array([zipf_loads(experts, zipf)])
    packed = plan(loads, redundant, gpus).gpu_loads(loads)[0]
    return _balanced(packed.mean(), packed.max(), f"Zipf {zipf:g} load, known in advance")


@experiment("experts.lognormal_balance")
def lognormal_balance(
    spread: Spread,
    experts: Count,
    gpus: Count,
    redundant: CountOrNone = 0,
    layers: Layers = 58,
    seed: CountOrNone = 0,
) -> Outcome:
    """Mean balancedness of layers whose loads are lognormal, placed greedily layer by layer.

    `spread` is the standard deviation of the logarithm: 0.75 is some 16:1 from the top to the bottom tenth.
    """
    import numpy as np

    from engine.eplb import balancedness, plan

    loads = np.random.default_rng(seed).lognormal(0, spread, (layers, experts))
    reached = balancedness(plan(loads, redundant, gpus).gpu_loads(loads))
    value = float(reached.mean())
    line = f"{number(value)}, from {number(reached.min())} to {number(reached.max())} over {layers} layers"
    assumptions = (f"lognormal load of spread {spread:g}, known in advance, seed {seed}", _EVEN_SPLIT)
    return Outcome(value, "1", _BALANCEDNESS, (line,), assumptions)


@experiment("experts.random_balance")
def random_balance(
    zipf: AmountOrNone,
    experts: Count,
    gpus: Count,
    samples: Annotated[int, "1", Range(1, 100_000)] = 2000,
    seed: CountOrNone = 0,
) -> Outcome:
    """Mean balancedness of experts placed at random, equally many a GPU, with no replicas."""
    import numpy as np

    from engine.eplb import balancedness

    slots = slots_per_gpu(experts, 0, gpus)
    loads = np.tile(zipf_loads(experts, zipf), (samples, 1))
    placed = np.random.default_rng(seed).permuted(loads, axis=1).reshape(samples, gpus, slots)
    reached = balancedness(placed.sum(-1))
    value = float(reached.mean())
    line = f"{number(value)} ± {number(float(reached.std()))} over {number(samples)} placements"
    return Outcome(value, "1", _BALANCEDNESS, (line,), (f"Zipf {zipf:g} load", f"seed {seed}"))


@experiment("experts.plan")
def placement(
    loads: Loads,
    gpus: Count,
    redundant: CountOrNone = 0,
    nodes: Count = 1,
    groups: Count = 1,
    measure: Literal["balancedness", "heaviest"] = "balancedness",
) -> Outcome:
    """Balancedness, or the heaviest GPU's load, of the plan for given loads of the experts of one layer.

    With nodes and groups the hierarchical policy of EPLB: groups to nodes first, then replicas within each.
    """
    import numpy as np

    from engine.eplb import plan

    known = np.array([loads])
    made = plan(known, redundant, gpus, nodes, groups)
    packed = made.gpu_loads(known)[0]
    if measure == "heaviest":
        outcome = Outcome(
            float(packed.max()), "1", "maximum over GPUs of Σ load/replicas", (), (_EVEN_SPLIT,)
        )
    else:
        outcome = _balanced(packed.mean(), packed.max(), "loads known in advance")
    held = tuple(
        f"GPU {gpu}: experts {', '.join(map(str, experts))}, load {number(load)}"
        for gpu, (experts, load) in enumerate(zip(made.experts[0].tolist(), packed.tolist(), strict=True))
    )
    return replace(outcome, working=(*held, *outcome.working))


@experiment("experts.throughput")
def throughput(balancedness: Balancedness, moe_share: Share = 1.0) -> Outcome:
    """Share of the ideal throughput, where the experts take `moe_share` of a perfectly balanced step."""
    value = throughput_of(balancedness, moe_share)
    line = f"1/({number(1 - moe_share)} + {moe_share:g}/{balancedness:g}) = {number(value)}"
    return Outcome(value, "1", "throughput = 1/(1 − s + s/balancedness)", (line,), (_BARRIER,))


@experiment("experts.speedup")
def speedup(before: Balancedness, after: Balancedness, moe_share: Share = 1.0) -> Outcome:
    """How many times faster a step gets when balancedness rises from `before` to `after`."""
    slow, fast = throughput_of(before, moe_share), throughput_of(after, moe_share)
    line = f"{number(fast)}/{number(slow)} = {number(fast / slow)}"
    formula = "speed-up = (1 − s + s/before)/(1 − s + s/after)"
    return Outcome(fast / slow, "1", formula, (line,), (_BARRIER,))


@experiment("experts.kv_cost")
def kv_cost(
    model: ModelName, slots: Count = 1, dtype: FormatName = FP16, kv_dtype: FormatName = FP16
) -> Outcome:
    """Tokens of KV cache that one GPU gives up for `slots` more experts in each layer."""
    taken = replica_bytes(model, slots, dtype)
    each = kv_bytes_per_token(model, kv_dtype)
    value = taken.value / each
    line = f"{number(taken.value)} B / {number(each)} B = {number(value)}"
    assumptions = ("a request's whole cache on one GPU",)
    return Outcome(value, "token", "tokens = bytes of the slots / KV per token", (line,), assumptions)


@experiment("experts.transfer")
def transfer(model: ModelName, slots: Amount, bandwidth: Bandwidth, dtype: FormatName = FP16) -> Outcome:
    """Time to bring new weights into `slots` expert slots of each layer on one GPU."""
    each = replica_bytes(model, 1, dtype).value
    value = slots * each / bandwidth
    line = f"{slots:g}·{number(each / 1e9)} GB / {number(bandwidth / 1e9)} GB/s = {number(value)} s"
    return Outcome(value, "s", "time = slots·bytes/bandwidth", (line,), ("the link at its full bandwidth",))


@experiment("experts.drift")
def drift(
    window: Count,
    period: Count,
    pause: AmountOrNone = 0.0,
    measure: Literal["balancedness", "efficiency", "moved"] = "balancedness",
    memory: Amount = 100.0,
    spread: Spread = 0.75,
    assignments: Count = 8192,
    experts: Count = 64,
    gpus: Count = 8,
    redundant: CountOrNone = 8,
    layers: Layers = 4,
    steps: Annotated[int, "1", Range(1, 10_000)] = 200,
    seed: CountOrNone = 0,
) -> Outcome:
    """What stale statistics cost: load wanders, and experts are placed anew every `period` steps.

    The plan follows the last `window` steps, and replacing stops the layers for `pause` steps. `memory` is
    in how many steps a deviation falls to 1/e. `efficiency` counts the pauses; `moved` is in slots of a GPU.
    """
    import numpy as np

    from engine.drift import Traffic, rebalanced

    slots = slots_per_gpu(experts, redundant, gpus)
    traffic = Traffic(experts, spread, memory, assignments)
    counts = traffic.counts(layers, window + steps, np.random.default_rng(seed))
    run = rebalanced(counts, redundant, gpus, window, period, pause)
    value = {"balancedness": run.balancedness, "efficiency": run.efficiency, "moved": run.moved}[measure]
    return Outcome(
        value,
        "1",
        "efficiency = steps / (Σ maximum/mean + pause·rebalances)",
        (
            f"balancedness {number(run.balancedness)}, efficiency {number(run.efficiency)}",
            f"a rebalance changes {number(run.moved)} of {slots} slots a GPU",
        ),
        (
            f"load lognormal of spread {spread:g}, wandering with a memory of {memory:g} steps",
            f"{number(assignments)} assignments a layer and step",
            f"{layers} layers, {steps} steps, seed {seed}",
            _EVEN_SPLIT,
        ),
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


def _balanced(mean: float, heaviest: float, known: str) -> Outcome:
    value = float(mean / heaviest)
    line = f"mean {number(mean)} / max {number(heaviest)} = {number(value)}"
    return Outcome(value, "1", _BALANCEDNESS, (line,), (known, _EVEN_SPLIT))
