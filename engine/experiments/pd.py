"""Prefill and decode apart: how large the pools are, and what a stall does to those who decode."""

from __future__ import annotations

from engine.elementwise import anywhere, ceil, larger
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Amount, Count, Rate, Seconds, SecondsOrNone, Share
from engine.experiments.registry import experiment
from engine.notation import number


@experiment("pd.engines")
def engines(rate: Rate, time: Seconds, load: Share = 1.0) -> Outcome:
    """Engines that serve `rate` requests a second of `time` each and stay at or below a load."""
    if anywhere(load == 0):
        raise EngineError("load must be more than 0")
    exact = rate * time / load
    value = larger(1, ceil(exact - 1e-9))
    line = f"⌈{number(rate)}·{number(time)}/{load:g}⌉ = ⌈{number(exact)}⌉ = {value}"
    return Outcome(value, "engine", "engines = ⌈λ·t/ρ⌉", (line,))


@experiment("pd.load")
def load(rate: Rate, time: Seconds, engines: Amount = 1.0) -> Outcome:
    """Load of a pool: work that arrives over work it can do; above 1 its queue grows without bound."""
    value = rate * time / engines
    line = f"{number(rate)}·{number(time)}/{number(engines)} = {number(value)}"
    return Outcome(value, "1", "ρ = λ·t/engines", (line,))


@experiment("pd.stall_tpot")
def stall_tpot(base: Seconds, stall: SecondsOrNone, tokens: Count) -> Outcome:
    """Mean time per output token of a request that decodes `tokens` tokens and is stalled once."""
    value = base + stall / tokens
    line = f"{number(base)} + {number(stall)}/{tokens} = {number(value)} s"
    return Outcome(value, "s", "mean = base + stall/tokens", (line,))


@experiment("pd.stall_tokens")
def stall_tokens(stall: Seconds, base: Seconds, target: Seconds) -> Outcome:
    """How few tokens a request must decode for one stall to raise its mean time per token to `target`."""
    if anywhere(target <= base):
        raise EngineError(f"target must exceed base, by more than {number(target - base)} s")
    value = stall / (target - base)
    line = f"{number(stall)}/({number(target)} − {number(base)}) = {number(value)}"
    return Outcome(value, "token", "tokens = stall/(target − base)", (line,))
