"""Queues and losses in closed form.

Arrivals are Poisson throughout. `offered` is arrivals times holding time, the servers that would be busy if
there were enough (in erlangs).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import EngineError
from engine.notation import number


def chance_of_waiting(offered: float, servers: int) -> float:
    """Share of arrivals that find all servers busy and wait (Erlang 1917, formula C); exponential service.

    Raises `EngineError` where the load is 1 or more and the queue grows without bound.
    """
    if offered >= servers:
        raise EngineError(
            f"{number(offered)} erlangs on {servers} servers are a load of {number(offered / servers)};"
            " from 1 on the queue grows without bound"
        )
    blocked = 1.0
    for busy in range(1, servers + 1):
        blocked = offered * blocked / (busy + offered * blocked)
    return blocked / (1 - offered / servers * (1 - blocked))


def mean_wait(offered: float, servers: int, service: float) -> float:
    """Mean wait before service, in units of `service`, first come first served (M/M/c)."""
    return chance_of_waiting(offered, servers) * service / (servers - offered)


def overloaded_wait(load: float, horizon: float) -> float:
    """Mean wait of those served by `horizon` when a queue starts empty at a load above 1, as a fluid.

    Work comes `load` times as fast as it is done, so who comes at t waits (load − 1)·t, and whoever came
    by horizon/load has been served. Raises `EngineError` at a load of 1 or less.
    """
    if load <= 1:
        raise EngineError(
            f"load must be more than 1, not {load:g}: below it the wait does not grow with time"
        )
    return (load - 1) * horizon / (2 * load)


@dataclass(frozen=True, slots=True)
class Losses:
    """What becomes of requests that take several units at once and go away when too few are free."""

    rejected: float
    """Share of requests."""
    utilization: float
    """Share of the units in use."""


def losses(offered: Sequence[float], sizes: Sequence[int], capacity: int) -> Losses:
    """Of classes that offer so many erlangs each, a request of a class taking its `sizes` units.

    Exact for any distribution of holding times, when any free units will do (Kaufman 1981; Roberts 1981).
    """
    classes = list(zip(offered, sizes, strict=True))
    weights = [1.0]
    for used in range(1, capacity + 1):
        weights.append(
            sum(each * size * weights[used - size] for each, size in classes if size <= used) / used
        )
    total = sum(weights)
    too_full = [sum(weights[max(0, capacity - size + 1) :]) / total for size in sizes]
    rejected = sum(each * full for each, full in zip(offered, too_full, strict=True)) / sum(offered)
    return Losses(rejected, sum(used * weight for used, weight in enumerate(weights)) / total / capacity)
