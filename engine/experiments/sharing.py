"""What is stranded when jobs of different sizes share GPUs and nodes."""

from __future__ import annotations

from typing import Annotated

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Count, CountOrNone
from engine.experiments.registry import experiment
from engine.notation import number

Holes = Annotated[tuple[float, ...], "1"]


@experiment("sharing.fragmentation")
def fragmentation(free: Holes) -> Outcome:
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
    if busy_nodes > nodes:
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
