"""What scaling to zero costs the first requests."""

from __future__ import annotations

import math

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Bandwidth,
    Bytes,
    FormatName,
    ModelName,
    Rate,
    Seconds,
    SecondsOrNone,
)
from engine.experiments.registry import experiment
from engine.memory import weight_bytes
from engine.notation import number
from engine.precision import FP16


@experiment("coldstart.load")
def load(
    bandwidth: Bandwidth,
    model: ModelName | None = None,
    bytes: Bytes | None = None,  # noqa: A002 - the argument's name for users
    dtype: FormatName = FP16,
) -> Outcome:
    """Seconds to bring the weights in, of a model or of so many bytes."""
    if model is not None and bytes is None:
        size = weight_bytes(model, dtype)
    elif bytes is not None and model is None:
        size = bytes
    else:
        raise EngineError("give either model or bytes")
    value = size / bandwidth
    line = f"{number(size / 1e9)} GB / {number(bandwidth / 1e9)} GB/s = {number(value)} s"
    return Outcome(value, "s", "t = weights / bandwidth", (line,), ("the path at full rate",))


@experiment("coldstart.bandwidth")
def bandwidth(bytes: Bytes, limit: Seconds, other: SecondsOrNone = 0.0) -> Outcome:  # noqa: A002
    """Bandwidth that loads the weights in time, when the other phases of the start take `other`."""
    if other >= limit:
        raise EngineError(f"the other phases alone exceed the limit by {number(other - limit)} s")
    value = bytes / (limit - other)
    line = f"{number(bytes / 1e9)} GB / ({number(limit)} − {number(other)}) s = {number(value / 1e9)} GB/s"
    return Outcome(value, "B/s", "bandwidth = weights / (limit − other)", (line,), ("phases one by one",))


@experiment("coldstart.cold")
def cold(rate: Rate, keep_alive: SecondsOrNone) -> Outcome:
    """Chance that a request finds no replica, which is stopped `keep_alive` after the last one."""
    value = math.exp(-rate * keep_alive)
    line = f"e^−({number(rate)}·{number(keep_alive)}) = {number(value)}"
    return Outcome(value, "1", "P = e^(−λτ)", (line,), ("Poisson arrivals",))


@experiment("coldstart.waiting")
def waiting(start: Seconds, limit: SecondsOrNone) -> Outcome:
    """Share of the requests arriving during a start that wait longer than `limit` for its end."""
    if limit > start:
        raise EngineError(f"nobody waits that long: limit exceeds the start by {number(limit - start)} s")
    value = 1 - limit / start
    line = f"1 − {number(limit)}/{number(start)} = {number(value)}"
    return Outcome(value, "1", "share = 1 − limit/start", (line,), ("evenly spread arrivals",))


@experiment("coldstart.backlog")
def backlog(rate: Rate, start: Seconds) -> Outcome:
    """Requests that arrive during a start."""
    value = rate * start
    line = f"{number(rate)}/s·{number(start)} s = {number(value)}"
    return Outcome(value, "request", "requests = λ·start", (line,))


@experiment("coldstart.probes")
def probes(total: Seconds, period: Seconds) -> Outcome:
    """Failures a start-up probe tolerates to outlast a start of `total` (Kubernetes' failureThreshold)."""
    value = math.ceil(total / period - 1e-9)
    line = f"⌈{number(total)}/{number(period)}⌉ = {value}"
    return Outcome(value, "1", "probes = ⌈total/period⌉", (line,))
