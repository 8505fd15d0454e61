"""Starting a replica from nothing: its phases, and how often somebody has to wait for them.

A replica that has had nothing to do for its keep-alive time is stopped, and the next request starts one.
Requests need no time of their own here: what is asked is whether a replica is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, log, sqrt

from engine.catalogue import Catalogue
from engine.elementwise import exp
from engine.errors import EngineError
from engine.notation import number


@dataclass(frozen=True, slots=True)
class Start:
    """The phases of a start that follow one another, in seconds each."""

    name: str
    phases: dict[str, float]
    source: str = ""

    def __str__(self) -> str:
        return self.name

    @property
    def total(self) -> float:
        """Seconds from nothing to the last phase's end."""
        return sum(self.phases.values())

    def phase(self, name: str) -> float:
        """Seconds of a phase, or of `all`. Raises `EngineError` with the phases there are."""
        if name == "all":
            return self.total
        if name not in self.phases:
            raise EngineError(f"{self} has no phase {name!r}; it has {', '.join(self.phases)}")
        return self.phases[name]


MEASURED = Catalogue(
    "start",
    {
        "llama-70b-fp8": Start(
            "Llama-70B FP8 on 8 GPUs",
            {"p2p": 60, "weights": 10, "dynamo": 15, "compile": 70, "graphs": 60},
            "vLLM issue 19824, June 2025; weights from a hot page cache",
        ),
        "llama-3.2": Start(
            "a small Llama 3.2",
            {"weights": 0.69, "dynamo": 7.51, "profile": 9.6, "graphs": 17, "unlogged": 24.2},
            "vLLM issue 20264, June 2025, compiled code cached; first answer after 59 s",
        ),
        "qwen3.6-35b-nvfp4": Start(
            "Qwen3.6-35B NVFP4 on an RTX 5090",
            {"container": 16, "weights": 18, "compile": 43, "profile": 210},
            "vLLM issue 44881, June 2026; 21.82 GiB of weights",
        ),
        "llama-3-8b": Start(
            "Llama-3-8B, after its weights, compiled",
            {"profile": 4.97, "dynamo": 4.6, "compile": 14.77, "graphs": 15},
            "vLLM PR 11005, December 2024; 14.18 s without compilation, 39.34 s with",
        ),
    },
)
"""Starts as people measured them; the phases are those that they told apart."""


@dataclass(frozen=True, slots=True)
class Gaps:
    """Times between requests: exponential, or a mixture of a short and a long exponential.

    `spread` is the coefficient of variation, 1 for Poisson arrivals. Above it, short gaps within bursts and
    long ones between take up equal times (a hyperexponential with balanced means; Whitt 1982).
    """

    rate: float
    spread: float = 1.0

    @property
    def phases(self) -> tuple[tuple[float, float], ...]:
        """Chance and rate of the short gaps, then of the long ones."""
        if self.spread == 1:
            return ((1.0, self.rate),)
        if self.spread < 1:
            raise EngineError(f"burstiness must be at least 1, {number(1 - self.spread)} more than given")
        squared = self.spread**2
        short = (1 + sqrt((squared - 1) / (squared + 1))) / 2
        return (short, 2 * short * self.rate), (1 - short, 2 * (1 - short) * self.rate)

    def longer(self, time: float) -> float:
        """Chance that a gap is longer than `time`: that a request finds no replica kept that long."""
        return sum(chance * exp(-rate * time) for chance, rate in self.phases)

    def waited(self, time: float) -> float:
        """Mean of the shorter of a gap and `time`: how long a replica is kept idle after a request."""
        return sum(chance / rate * (1 - exp(-rate * time)) for chance, rate in self.phases)

    def best_keep_alive(self, patience: float) -> float:
        """The keep-alive time of least cost; `patience` is how long idling costs as much as a cold start.

        Keeping on pays while the chance of a request in the next moment exceeds that moment's idle cost:
        as long as the hazard rate of the gap exceeds 1/patience. It is constant for Poisson arrivals, so all
        or nothing is best, and falls for bursty ones, so there is a time to give up.
        """
        (often, short), *rest = self.phases
        seldom, long = rest[0] if rest else (0.0, short)
        if long * patience >= 1:
            return inf
        if (often * short + seldom * long) * patience <= 1:
            return 0.0
        return log(often * (short * patience - 1) / (seldom * (1 - long * patience))) / (short - long)


def arriving(spread: float) -> str:
    """How requests are assumed to come."""
    return "Poisson arrivals" if spread == 1 else "hyperexponential gaps, short in bursts"


def late_share(rate: float, start: float, limit: float, keep_alive: float) -> float:
    """Share of requests that wait longer than `limit` for a start, for Poisson arrivals.

    A cycle begins with the request that starts a replica. λ·start more come meanwhile, λ·(start − limit) of
    them and the first wait too long; then they come until a gap exceeds the keep-alive time, which is after
    e^(λτ) − 1 requests on average.
    """
    cold = exp(-rate * keep_alive)
    return (1 + rate * (start - limit)) * cold / (rate * start * cold + 1)


def running_share(rate: float, start: float, keep_alive: float) -> float:
    """Share of the time in which a replica runs or starts, for Poisson arrivals; its cycle as above."""
    cold = exp(-rate * keep_alive)
    return 1 - cold / (rate * start * cold + 1)


@dataclass(frozen=True, slots=True)
class Seen:
    """What became of a run of requests."""

    cold: float
    """Share of requests that started a replica."""
    late: float
    """Share of requests that waited longer than the limit."""
    running: float
    """Share of the time in which a replica ran or started."""


def serve(arrivals: Iterable[float], start: float, limit: float, keep_alive: float) -> Seen:
    """Serve requests, in the order of their arrival, from a replica that is stopped when idle too long."""
    requests = cold = late = 0
    ready = began = now = 0.0
    busy_until = -inf
    running = 0.0
    for now in arrivals:
        requests += 1
        if now > busy_until + keep_alive:
            if cold:
                running += busy_until + keep_alive - began
            cold += 1
            began, ready = now, now + start
        late += ready - now > limit
        busy_until = max(ready, now)
    running += max(0.0, min(now, busy_until + keep_alive) - began)
    return Seen(cold / requests, late / requests, running / now)
