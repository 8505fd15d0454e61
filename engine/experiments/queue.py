"""What waiting costs, by queueing theory."""

from __future__ import annotations

import math
from typing import Annotated

from engine.elementwise import anywhere
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Amount, Count, Load, Rate, Seconds
from engine.experiments.registry import experiment
from engine.notation import number
from engine.queueing import mean_wait, overloaded_wait

_P99 = math.log(100)
"""The 99th percentile of an exponential, in means."""
_MM1 = ("Poisson arrivals", "exponential service times", "one server, first come first served")


@experiment("queue.md1")
def md1(service: Seconds, load: Load) -> Outcome:
    """Mean time in a queue and in service when each service takes the same time (Pollaczek–Khinchine)."""
    value = service * (1 + load / (2 * (1 - load)))
    line = f"{number(service)}·(1 + {load:g}/(2·{number(1 - load)})) = {number(value)} s"
    return Outcome(
        value,
        "s",
        "t = s·(1 + ρ/(2·(1 − ρ)))",
        (line,),
        ("Poisson arrivals", "equal service times", "one server, first come first served"),
    )


@experiment("queue.mm1_p99")
def mm1_p99(load: Load) -> Outcome:
    """99th percentile of the time in the system, in service times: it is exponential with mean 1/(1 − ρ)."""
    value = _P99 / (1 - load)
    return Outcome(
        value, "1", "p99 = ln 100/(1 − ρ)", (f"{number(_P99)}/{number(1 - load)} = {number(value)}",), _MM1
    )


@experiment("queue.p99_ratio")
def p99_ratio(before: Load, after: Load) -> Outcome:
    """How many times the 99th percentile is longer at load `after` than at load `before`."""
    value = (1 - before) / (1 - after)
    line = f"(1 − {before:g})/(1 − {after:g}) = {number(value)}"
    return Outcome(value, "1", "ratio = (1 − ρ₁)/(1 − ρ₂)", (line,), _MM1)


@experiment("queue.max_load")
def max_load(limit: Annotated[float, "1"]) -> Outcome:
    """Highest load at which the 99th percentile stays within `limit` service times."""
    if anywhere(limit <= _P99):
        raise EngineError(
            f"limit must exceed {number(_P99)} service times, the 99th percentile without any queue,"
            f" by more than {number(limit - _P99)}"
        )
    value = 1 - _P99 / limit
    line = f"1 − {number(_P99)}/{number(limit)} = {number(value)}"
    return Outcome(value, "1", "ρ = 1 − ln 100/limit", (line,), _MM1)


@experiment("queue.little")
def little(rate: Rate, time: Seconds) -> Outcome:
    """Requests in a system on average: arrival rate times time in it (Little 1961); holds for any system."""
    value = rate * time
    line = f"{number(rate)}/s·{number(time)} s = {number(value)}"
    return Outcome(value, "request", "N = λ·W", (line,))


@experiment("queue.erlang")
def erlang(rate: Amount, time: Amount, servers: Count) -> Outcome:
    """Load of `servers` servers: offered work over capacity, `rate` and `time` in one unit of time."""
    value = rate * time / servers
    line = f"{number(rate)}·{number(time)}/{servers} = {number(value)}"
    return Outcome(value, "1", "ρ = λ·s/c", (line,))


@experiment("queue.wait")
def wait(rate: Rate, service: Seconds, servers: Count = 1) -> Outcome:
    """Mean wait for one of several servers with a queue in common (M/M/c; Erlang 1917, formula C)."""
    value = mean_wait(rate * service, servers, service)
    line = f"{number(rate * service)} erlangs on {servers} servers: {number(value)} s"
    return Outcome(
        value,
        "s",
        "W = C(c, λ·s)·s/(c − λ·s)",
        (line,),
        ("Poisson arrivals", "exponential service times", "first come first served"),
    )


@experiment("queue.overloaded")
def overloaded(load: Amount, horizon: Seconds) -> Outcome:
    """Mean wait of those served by `horizon` when more comes than can be done, load being above 1."""
    value = overloaded_wait(load, horizon)
    line = f"({load:g} − 1)·{number(horizon)} s/(2·{load:g}) = {number(value)} s"
    return Outcome(
        value,
        "s",
        "W = (ρ − 1)·T/(2·ρ)",
        (line,),
        ("a queue that starts empty and never runs dry", "first come first served"),
    )
