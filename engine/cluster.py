"""Nodes of GPUs, and on which of them a job is placed.

What is free on several nodes does not add up: a job takes its GPUs on one.
"""

from __future__ import annotations

from typing import Literal

Placement = Literal["pack", "spread"]
"""The fullest node that has room (binpack), or the emptiest."""


class Cluster:
    """Nodes with equally many GPUs."""

    def __init__(self, nodes: int, gpus: int, placement: Placement = "pack") -> None:
        self.free = nodes * gpus
        self._idle = [gpus] * nodes
        self._nodes: list[set[int]] = [set() for _ in range(gpus)] + [set(range(nodes))]
        """Nodes by how many of their GPUs are idle."""
        self._placement = placement

    @property
    def nodes(self) -> range:
        """The numbers of the nodes."""
        return range(len(self._idle))

    def place(self, gpus: int) -> int | None:
        """Take GPUs on a node, whose number is returned; None where no node has so many."""
        rooms = range(gpus, len(self._nodes))
        for room in rooms if self._placement == "pack" else reversed(rooms):
            if self._nodes[room]:
                node = next(iter(self._nodes[room]))
                self._take(node, gpus)
                return node
        return None

    def release(self, node: int, gpus: int) -> None:
        """Give GPUs back."""
        self._take(node, -gpus)

    def idle(self, node: int) -> int:
        """Idle GPUs of a node."""
        return self._idle[node]

    def _take(self, node: int, gpus: int) -> None:
        self._nodes[self._idle[node]].remove(node)
        self._idle[node] -= gpus
        self._nodes[self._idle[node]].add(node)
        self.free -= gpus
