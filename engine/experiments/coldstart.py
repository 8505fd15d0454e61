"""What scaling to zero costs the first requests."""

from __future__ import annotations

from typing import Annotated, Literal

from engine.coldstart import MEASURED, Gaps, Start, arriving, late_share, running_share, serve
from engine.elementwise import anywhere, ceil
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import (
    Bandwidth,
    Bytes,
    BytesOrNone,
    CountOrNone,
    FormatName,
    ModelName,
    Range,
    Rate,
    Sampled,
    Seconds,
    SecondsOrNone,
)
from engine.experiments.registry import experiment
from engine.hardware import LINKS
from engine.memory import weight_bytes
from engine.notation import number
from engine.precision import FP16

Phase = Literal["all", "provision", "image", "weights", "init", "compile", "graphs"]
MeasuredPhase = Literal[
    "all", "container", "p2p", "weights", "dynamo", "compile", "graphs", "profile", "unlogged"
]
StartName = Annotated[Start, MEASURED]
Burstiness = Annotated[float, "1", Range(1)]


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
    if anywhere(other >= limit):
        raise EngineError(f"the other phases alone exceed the limit by {number(other - limit)} s")
    value = bytes / (limit - other)
    line = f"{number(bytes / 1e9)} GB / ({number(limit)} − {number(other)}) s = {number(value / 1e9)} GB/s"
    return Outcome(value, "B/s", "bandwidth = weights / (limit − other)", (line,), ("phases one by one",))


@experiment("coldstart.start")
def start(
    model: ModelName,
    bandwidth: Bandwidth,
    phase: Phase = "all",
    dtype: FormatName = FP16,
    provision: SecondsOrNone = 0.0,
    image: BytesOrNone = 15e9,
    image_bandwidth: Bandwidth = 1.25e9,
    init: SecondsOrNone = 20.0,
    compile: SecondsOrNone = 40.0,  # noqa: A002 - the argument's name for users
    graphs: SecondsOrNone = 20.0,
    host_link: Bandwidth = LINKS["pcie5"],
    cached: Literal["nothing", "image", "image,weights", "image,weights,compile"] = "nothing",
) -> Outcome:
    """Seconds of a cold start by its phases, or of one of them.

    A node is provisioned, the image pulled, the weights are read, the engine is initialised, its graphs are
    compiled and captured. Cached weights lie in host memory and cross one link to the GPU.
    """
    size = weight_bytes(model, dtype)
    phases = {
        "provision": provision,
        "image": 0.0 if "image" in cached else image / image_bandwidth,
        "weights": size / (host_link if "weights" in cached else bandwidth),
        "init": init,
        "compile": 0.0 if "compile" in cached else compile,
        "graphs": graphs,
    }
    value = Start(model.name, phases).phase(phase)
    lines = [f"{name} {number(seconds)} s" for name, seconds in phases.items() if anywhere(seconds > 0)]
    return Outcome(
        value,
        "s",
        "t = Σ phases; weights = bytes / bandwidth",
        tuple(lines),
        ("phases one by one", "the path at full rate", "fixed times are the engine's, as given"),
    )


@experiment("coldstart.measured")
def measured(
    start: StartName, phase: MeasuredPhase = "all", measure: Literal["time", "share"] = "time"
) -> Outcome:
    """Seconds of a start that somebody measured and published, by its phases, or a phase's share of it."""
    seconds = start.phase(phase)
    lines = [f"{name} {number(each)} s" for name, each in start.phases.items()]
    return Outcome(
        seconds if measure == "time" else seconds / start.total,
        "s" if measure == "time" else "1",
        "t = Σ phases",
        (*lines, f"all {number(start.total)} s"),
        (f"one machine's start: {start.source}",),
    )


@experiment("coldstart.cold")
def cold(rate: Rate, keep_alive: SecondsOrNone, burstiness: Burstiness = 1.0) -> Outcome:
    """Chance that a request finds no replica, which is stopped `keep_alive` after the last one.

    `burstiness` is the standard deviation of the gaps between requests over their mean; 1 is Poisson.
    """
    gaps = Gaps(rate, burstiness)
    value = gaps.longer(keep_alive)
    terms = " + ".join(
        f"{number(chance)}·e^−({number(each)}·{number(keep_alive)})" for chance, each in gaps.phases
    )
    return Outcome(
        value,
        "1",
        "P = Σ pᵢ·e^(−λᵢτ)",
        (f"{terms.removeprefix('1·')} = {number(value)}",),
        (arriving(burstiness), "starting and serving take no time"),
    )


@experiment("coldstart.late")
def late(rate: Rate, start: Seconds, limit: SecondsOrNone, keep_alive: SecondsOrNone = 0.0) -> Outcome:
    """Share of all requests that wait longer than `limit`, as they come while a replica starts."""
    if anywhere(limit >= start):
        raise EngineError(f"nobody waits that long: limit exceeds the start by {number(limit - start)} s")
    value = late_share(rate, start, limit, keep_alive)
    return Outcome(
        value,
        "1",
        "share = (1 + λ·(S − limit))/(λ·S + e^(λτ))",
        (
            f"a cycle has {number(rate * start)} + e^{number(rate * keep_alive)} requests,"
            f" 1 + {number(rate * (start - limit))} of them late: {number(value)}",
        ),
        ("Poisson arrivals", "serving takes no time"),
    )


@experiment("coldstart.running")
def running(rate: Rate, start: SecondsOrNone = 0.0, keep_alive: SecondsOrNone = 0.0) -> Outcome:
    """Share of the time in which the GPU is held, starting or kept warm."""
    value = running_share(rate, start, keep_alive)
    line = f"1 − 1/({number(rate * start)} + e^{number(rate * keep_alive)}) = {number(value)}"
    return Outcome(
        value,
        "1",
        "share = 1 − 1/(λ·S + e^(λτ))",
        (line,),
        ("Poisson arrivals", "serving takes no time"),
    )


@experiment("coldstart.simulated")
def simulated(
    rate: Rate,
    keep_alive: SecondsOrNone,
    measure: Literal["cold", "late", "running"] = "cold",
    arrivals: Literal["poisson", "bursty", "regular"] = "poisson",
    burstiness: Burstiness = 3.0,
    start: SecondsOrNone = 0.0,
    limit: SecondsOrNone = 30.0,
    requests: Sampled = 20_000,
    seed: CountOrNone = 0,
) -> Outcome:
    """The same in a seeded run: requests that start a replica, wait longer than `limit`, or the time it runs.

    `burstiness` is that of bursty arrivals; regular ones come at equal gaps.
    """
    import numpy as np

    generator = np.random.default_rng(seed)
    if arrivals == "regular":
        gaps = np.full(requests, 1 / rate)
    else:
        chances, rates = zip(*Gaps(rate, burstiness if arrivals == "bursty" else 1.0).phases, strict=True)
        gaps = generator.exponential(1 / generator.choice(rates, requests, p=chances))
    seen = serve(gaps.cumsum().tolist(), start, limit, keep_alive)
    value = {"cold": seen.cold, "late": seen.late, "running": seen.running}[measure]
    return Outcome(
        value,
        "1",
        "shares of requests; of time",
        (f"cold {number(seen.cold)}, late {number(seen.late)}, running {number(seen.running)}",),
        (f"{arrivals} arrivals", "serving takes no time", f"{number(requests)} requests, seed {seed}"),
    )


@experiment("coldstart.waiting")
def waiting(start: Seconds, limit: SecondsOrNone) -> Outcome:
    """Share of the requests arriving during a start that wait longer than `limit` for its end."""
    if anywhere(limit > start):
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
    value = ceil(total / period - 1e-9)
    line = f"⌈{number(total)}/{number(period)}⌉ = {number(value)}"
    return Outcome(value, "1", "probes = ⌈total/period⌉", (line,))
