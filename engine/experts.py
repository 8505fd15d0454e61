"""Expert parallelism: how load that is skewed over experts spreads over GPUs.

The greedy rules are those of DeepSeek's EPLB: give another replica to the expert with the most load per
replica, then place replicas from heaviest to lightest on the least loaded GPU that has a slot left, every
GPU holding equally many. Loads are taken as known, and a replica takes an equal part of its expert's.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import EngineError


def zipf_loads(experts: int, exponent: float) -> list[float]:
    """Shares of load over experts that fall with rank to the power `exponent`."""
    weights = [1 / rank**exponent for rank in range(1, experts + 1)]
    total = sum(weights)
    return [weight / total for weight in weights]


def slots_per_gpu(experts: int, redundant: int, gpus: int) -> int:
    """Expert slots each GPU holds. Raises `EngineError` where they do not split evenly."""
    slots, rest = divmod(experts + redundant, gpus)
    if rest:
        raise EngineError(
            f"{experts} experts and {redundant} redundant ones do not split evenly over {gpus} GPUs:"
            f" {rest} too many, or {gpus - rest} too few"
        )
    return slots


def replicate(loads: Sequence[float], redundant: int) -> list[float]:
    """The load of every replica after `redundant` more are given out one by one."""
    replicas = [1] * len(loads)
    for _ in range(redundant):
        hottest = max(range(len(loads)), key=lambda i: loads[i] / replicas[i])
        replicas[hottest] += 1
    return [load / count for load, count in zip(loads, replicas, strict=True) for _ in range(count)]


def pack(loads: Sequence[float], gpus: int) -> list[float]:
    """The load of each GPU after placing replicas, equally many per GPU, heaviest first."""
    room = [slots_per_gpu(len(loads), 0, gpus)] * gpus
    packed = [0.0] * gpus
    for load in sorted(loads, reverse=True):
        lightest = min((gpu for gpu in range(gpus) if room[gpu]), key=packed.__getitem__)
        packed[lightest] += load
        room[lightest] -= 1
    return packed


def balancedness(loads: Sequence[float]) -> float:
    """Mean over maximum: the share of time that GPUs work which wait for the busiest one."""
    return sum(loads) / len(loads) / max(loads)
