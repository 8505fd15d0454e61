"""Placing experts by their load, as DeepSeek's EPLB does, for all layers of a model at once.

Replicas are given out one by one, each to the expert with the most load per replica. Whatever is packed, in
order from the heaviest, goes to the least loaded place that has room, all places holding equally many. The
hierarchical policy packs groups of experts to nodes first, then does both inside each node; the global one
knows no groups. Loads are taken as known, and a replica takes an equal part of its expert's.

Source: README of the EPLB repository, sections on the two policies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import EngineError
from engine.experts import slots_per_gpu

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Reals = NDArray[np.float64]
    Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Plan:
    """Which expert each slot holds, (layers, gpus, slots)."""

    experts: Whole

    @property
    def slots(self) -> Whole:
        """The same GPU by GPU, (layers, slots)."""
        return self.experts.reshape(len(self.experts), -1)

    def gpu_loads(self, loads: Reals) -> Reals:
        """Load of each GPU, (layers, gpus), under `loads` (layers, experts) that replicas share evenly."""
        each = np.take_along_axis(loads / _replicas(self.slots, loads.shape[1]), self.slots, axis=1)
        summed: Reals = each.reshape(self.experts.shape).sum(-1)
        return summed

    def moved(self, later: Plan) -> float:
        """Mean number of slots a GPU and layer that hold an expert in `later` which the GPU lacks in this."""
        lacking = (later.experts[..., :, None] != self.experts[..., None, :]).all(-1)
        return float(lacking.sum(-1).mean())


def plan(loads: Reals, redundant: int, gpus: int, nodes: int = 1, groups: int = 1) -> Plan:
    """Where the experts and `redundant` more replicas go, by `loads` (layers, experts).

    One node and one group is the global policy. Raises `EngineError` where experts, groups, nodes or GPUs do
    not split evenly.
    """
    layers, experts = loads.shape
    slots = slots_per_gpu(experts, redundant, gpus)
    for number, name, parts, into in (
        (experts, "experts", groups, "groups"),
        (groups, "groups", nodes, "nodes"),
        (gpus, "GPUs", nodes, "nodes"),
    ):
        if number % parts:
            raise EngineError(
                f"{number} {name} do not split evenly over {parts} {into}: {number % parts} left"
            )
    grouped = np.arange(experts).reshape(groups, -1)
    placed = packed(loads[:, grouped].sum(-1), nodes)
    members = grouped[placed].reshape(layers * nodes, -1)
    loads = np.take_along_axis(np.repeat(loads, nodes, axis=0), members, axis=1)
    replicas = replicated(loads, redundant // nodes)
    shares = np.take_along_axis(loads / _replicas(replicas, loads.shape[1]), replicas, axis=1)
    order = packed(shares, gpus // nodes).reshape(len(shares), -1)
    chosen = np.take_along_axis(members, np.take_along_axis(replicas, order, axis=1), axis=1)
    return Plan(chosen.reshape(layers, gpus, slots))


def replicated(loads: Reals, more: int) -> Whole:
    """The expert of every replica, (rows, experts + more): each expert once, then the added ones in turn."""
    rows, experts = loads.shape
    held = np.ones(loads.shape)
    replicas = np.empty((rows, experts + more), dtype=np.int64)
    replicas[:, :experts] = np.arange(experts)
    each = np.arange(rows)
    for place in range(experts, experts + more):
        hottest = (loads / held).argmax(1)
        replicas[:, place] = hottest
        held[each, hottest] += 1
    return replicas


def packed(loads: Reals, packs: int) -> Whole:
    """The items of each pack in the order in which they were placed, (rows, packs, items a pack)."""
    rows, items = loads.shape
    room = items // packs
    contents = np.empty((rows, packs, room), dtype=np.int64)
    held = np.zeros((rows, packs), dtype=np.int64)
    weight = np.zeros((rows, packs))
    each = np.arange(rows)
    for item in np.argsort(-loads, axis=1, kind="stable").T:
        lightest = np.where(held < room, weight, np.inf).argmin(1)
        contents[each, lightest, held[each, lightest]] = item
        weight[each, lightest] += loads[each, item]
        held[each, lightest] += 1
    return contents


def balancedness(loads: Reals) -> Reals:
    """Mean over maximum of the loads (…, gpus): the share of time that GPUs work which await the busiest."""
    share: Reals = loads.mean(-1) / loads.max(-1)
    return share


def _replicas(slots: Whole, experts: int) -> Reals:
    """How many replicas each expert has, (rows, experts), in slots (rows, slots)."""
    rows = len(slots)
    offset = slots + experts * np.arange(rows)[:, None]
    return np.bincount(offset.ravel(), minlength=rows * experts).reshape(rows, experts).astype(float)
