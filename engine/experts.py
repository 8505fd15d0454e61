"""Expert parallelism in closed form: how load is skewed over experts, and what an uneven one costs a step."""

from __future__ import annotations

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


def throughput(balancedness: float, moe_share: float) -> float:
    """Share of the ideal throughput, mean load over maximum being `balancedness`.

    In an ideal step the experts take `moe_share` of the time; they stretch by maximum over mean.
    """
    return 1 / (1 - moe_share + moe_share / balancedness)
