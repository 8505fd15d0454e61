"""Batching in steps: who runs when, if each running request gets one token a step.

A step takes the same time at any batch size, which holds while decoding is memory-bound. Times are in
steps; requests are served in the order in which they come.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Times = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Served:
    """When each request began and when its answer was there."""

    arrivals: Times
    starts: Times
    ends: Times

    @property
    def steps(self) -> float:
        """Steps from the first arrival until the last answer."""
        return float(self.ends.max() - self.arrivals.min())

    @property
    def latencies(self) -> Times:
        """Steps from each request's arrival until its answer."""
        return self.ends - self.arrivals


def at_request_level(
    arrivals: Times, lengths: NDArray[np.int64], slots: int, window: float = math.inf
) -> Served:
    """Batches that are formed once and return together, when their longest request ends.

    A batch starts when `slots` requests wait, or when the first of them has waited `window` steps (dynamic
    batching); without a window it waits until it is full (static batching). Nobody waits for a request that
    does not come: the last batch starts with the last arrival.
    """
    import numpy as np

    starts, ends = np.empty(len(lengths)), np.empty(len(lengths))
    free, first = 0.0, 0
    while first < len(lengths):
        last = min(first + slots, len(lengths)) - 1
        begin = max(free, min(arrivals[last], arrivals[first] + window))
        waiting = int(np.searchsorted(arrivals, begin, side="right"))
        after = min(first + slots, waiting)
        free = begin + int(lengths[first:after].max())
        starts[first:after], ends[first:after] = begin, free
        first = after
    return Served(arrivals, starts, ends)


def at_iteration_level(arrivals: Times, lengths: NDArray[np.int64], slots: int) -> Served:
    """Continuous batching (Orca, OSDI'22): a finished request leaves at once and the next takes its slot."""
    import numpy as np

    starts = np.empty(len(lengths))
    free = [0.0] * slots
    for request, (arrival, length) in enumerate(zip(arrivals.tolist(), lengths.tolist(), strict=True)):
        starts[request] = start = max(arrival, free[0])
        heapq.heapreplace(free, start + length)
    return Served(arrivals, starts, starts + lengths)
