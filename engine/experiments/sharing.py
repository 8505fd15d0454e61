"""What is stranded when models share a GPU's memory and jobs of different sizes share nodes."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from engine.allocators import AllocatorName, Churn, Tenancy, allocated, churn
from engine.elementwise import anywhere
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Amount, Count, CountOrNone, Range, Sampled
from engine.experiments.registry import experiment
from engine.notation import number
from engine.queueing import losses

Sizes = Annotated[tuple[float, ...], "1", Range(open=True)]

_MODELS = (5.0, 8.0, 12.0, 16.0, 24.0, 32.0, 40.0)
_COMING = ("Poisson arrivals, every size as often as another", "a model that finds no room goes away")


@experiment("sharing.fragmentation")
def fragmentation(free: Annotated[tuple[float, ...], "1"]) -> Outcome:
    """External fragmentation: the share of free memory outside the largest hole; sizes in any unit."""
    if not sum(free):
        raise EngineError("free needs a hole larger than 0")
    value = 1 - max(free) / sum(free)
    line = f"1 − {number(max(free))}/{number(sum(free))} = {number(value)}"
    return Outcome(
        value,
        "1",
        "fragmentation = 1 − largest hole / free",
        (line,),
        ("memory that must be contiguous",),
    )


def _check(nodes: int, busy_nodes: int) -> None:
    if anywhere(busy_nodes > nodes):
        raise EngineError(f"busy_nodes exceeds the {nodes} nodes by {busy_nodes - nodes}")


@experiment("sharing.stranded")
def stranded(nodes: Count, gpus: Count, busy_nodes: CountOrNone) -> Outcome:
    """Share of all GPUs that are free yet useless to whole-node jobs, as one GPU of their node is busy."""
    _check(nodes, busy_nodes)
    value = busy_nodes * (gpus - 1) / (nodes * gpus)
    line = f"{busy_nodes}·({gpus} − 1)/({nodes}·{gpus}) = {number(value)}"
    return Outcome(value, "1", "stranded = busy nodes·(GPUs − 1)/(nodes·GPUs)", (line,))


@experiment("sharing.gangs")
def gangs(nodes: Count, busy_nodes: CountOrNone) -> Outcome:
    """Whole-node jobs that can start."""
    _check(nodes, busy_nodes)
    value = nodes - busy_nodes
    return Outcome(value, "1", "jobs = nodes − busy nodes", (f"{nodes} − {busy_nodes} = {value}",))


@experiment("sharing.utilization")
def utilization(nodes: Count, gpus: Count, jobs: CountOrNone, busy_nodes: CountOrNone) -> Outcome:
    """Share of GPUs at work: `jobs` one-GPU jobs on `busy_nodes` nodes, whole-node jobs on the others."""
    _check(nodes, busy_nodes)
    if not busy_nodes <= jobs <= busy_nodes * gpus:
        raise EngineError(
            f"{busy_nodes} busy nodes hold {busy_nodes} to {busy_nodes * gpus} one-GPU jobs, not {jobs}"
        )
    used = jobs + (nodes - busy_nodes) * gpus
    value = used / (nodes * gpus)
    line = f"({jobs} + {nodes - busy_nodes}·{gpus})/({nodes}·{gpus}) = {number(value)}"
    return Outcome(
        value,
        "1",
        "utilization = (jobs + free nodes·GPUs)/(nodes·GPUs)",
        (line,),
        ("whole-node jobs always waiting",),
    )


@experiment("sharing.churn")
def churned(
    allocator: AllocatorName,
    measure: Literal["rejected", "fragmented", "utilization"] = "rejected",
    load: Amount = 0.95,
    memory: Amount = 80.0,
    sizes: Sizes = _MODELS,
    unit: Amount = 2**-9,
    requests: Sampled = 20_000,
    seed: CountOrNone = 0,
) -> Outcome:
    """Models come to a GPU and go, a seeded run: the share that finds no room, or none in one piece.

    `memory` and `sizes` are in any one unit, such as GiB; `unit` is the page (2 MiB), or the smallest range
    of the buddies. `load` is what the models would hold if all were let in, over the memory. `fragmented`
    counts those turned away although enough was free in total.
    """
    if max(sizes) > memory:
        raise EngineError(f"a model exceeds the memory by {number(max(sizes) - memory)}")
    seen = _churned(allocator, load, memory, sizes, unit, requests, seed)
    value = {
        "rejected": seen.rejected,
        "fragmented": seen.fragmented,
        "utilization": seen.utilization,
    }[measure]
    return Outcome(
        value,
        "1",
        "shares of requests; of memory and time",
        (
            f"rejected {number(seen.rejected)}, though enough was free {number(seen.fragmented)}",
            f"memory in use {number(seen.utilization)}",
        ),
        (*_COMING, "exponential stays", f"{number(requests)} requests, seed {seed}"),
    )


@lru_cache(maxsize=4)  # cards ask one run for several of its measures
def _churned(
    allocator: AllocatorName,
    load: float,
    memory: float,
    sizes: tuple[float, ...],
    unit: float,
    requests: int,
    seed: int,
) -> Churn:
    import numpy as np

    generator = np.random.default_rng(seed)
    gap = sum(sizes) / len(sizes) / (load * memory)
    coming = zip(
        generator.exponential(gap, requests).cumsum().tolist(),
        generator.choice(sizes, requests).tolist(),
        generator.exponential(1.0, requests).tolist(),
        strict=True,
    )
    return churn(allocated(allocator, memory, unit), (Tenancy(*each) for each in coming))


@experiment("sharing.blocking")
def blocking(
    measure: Literal["rejected", "utilization"] = "rejected",
    load: Amount = 0.95,
    memory: Count = 80,
    sizes: Sizes = _MODELS,
) -> Outcome:
    """The same churn in closed form where any free memory will do (Kaufman 1981; Roberts 1981).

    What it says is lack of memory alone; a contiguous allocator loses more.
    """
    whole = [int(size) for size in sizes if size == int(size)]
    if len(whole) < len(sizes):
        raise EngineError("sizes must be whole numbers here; take a smaller unit")
    each = load * memory / sum(whole)
    found = losses([each] * len(whole), whole, memory)
    line = f"{len(whole)} sizes, {number(each)} erlangs each: rejected {number(found.rejected)}"
    return Outcome(
        found.rejected if measure == "rejected" else found.utilization,
        "1",
        "n·q(n) = Σ aₖ·bₖ·q(n − bₖ)",
        (line, f"memory in use {number(found.utilization)}"),
        _COMING,
    )
