"""How long to keep an idle replica: what warmth costs against what cold starts cost.

Money is in any one unit: `idle` is the price of an idle replica a second, `penalty` that of one cold start.
"""

from __future__ import annotations

from math import inf
from typing import Annotated

from engine.coldstart import Gaps, arriving
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Amount, Range, Rate, SecondsOrNone
from engine.experiments.registry import experiment
from engine.notation import number

Burstiness = Annotated[float, "1", Range(1)]
_AT_ONCE = "starting and serving take no time"


@experiment("keepalive.cost")
def cost(
    rate: Rate, keep_alive: SecondsOrNone, idle: Rate, penalty: Amount, burstiness: Burstiness = 1.0
) -> Outcome:
    """What a policy costs a second: keeping warm at `idle` a second, and `penalty` for every cold start."""
    gaps = Gaps(rate, burstiness)
    warm, missed = rate * idle * gaps.waited(keep_alive), rate * penalty * gaps.longer(keep_alive)
    return Outcome(
        warm + missed,
        "1/s",
        "cost = λ·(c·E[min(gap, τ)] + p·P(gap > τ))",
        (f"keeping warm {number(warm)}/s, cold starts {number(missed)}/s",),
        (arriving(burstiness), _AT_ONCE),
    )


@experiment("keepalive.best")
def best(rate: Rate, idle: Rate, penalty: Amount, burstiness: Burstiness = 1.0) -> Outcome:
    """The keep-alive time of least cost; 0 for Poisson arrivals that are too rare to stay warm for.

    Where staying warm for good is best there is no such time, and it is refused with that advice.
    """
    patience = penalty / idle
    value = Gaps(rate, burstiness).best_keep_alive(patience)
    if value == inf:
        raise EngineError(
            f"stay warm for good: even in the long gaps a request comes every {number(1 / rate)} s or sooner"
            f" on average, and idling costs a cold start only after {number(patience)} s"
        )
    return Outcome(
        value,
        "s",
        "τ where the hazard rate of the gap falls to c/p",
        (f"p/c = {number(patience)} s, mean gap {number(1 / rate)} s: τ = {number(value)} s",),
        (arriving(burstiness), _AT_ONCE),
    )


@experiment("keepalive.warm_rate")
def warm_rate(idle: Rate, penalty: Amount) -> Outcome:
    """Requests a second above which staying warm for good is best, and below which stopping at once is."""
    value = idle / penalty
    line = f"{number(idle)}/{number(penalty)} = {number(value)}/s"
    return Outcome(value, "1/s", "λ = c/p", (line,), ("Poisson arrivals",))


@experiment("keepalive.ski_rental")
def ski_rental(idle: Rate, penalty: Amount) -> Outcome:
    """Keep-alive time at which idling has cost one cold start; at worst twice the least cost of hindsight.

    Karlin et al. 1988; no deterministic rule does better whatever the traffic.
    """
    value = penalty / idle
    return Outcome(value, "s", "τ = p/c", (f"{number(penalty)}/{number(idle)} = {number(value)} s",))


@experiment("keepalive.regret")
def regret(
    rate: Rate, keep_alive: SecondsOrNone, idle: Rate, penalty: Amount, burstiness: Burstiness = 1.0
) -> Outcome:
    """Cost of a keep-alive time over that of hindsight, which knows when the next request comes."""
    gaps, patience = Gaps(rate, burstiness), penalty / idle
    policy = gaps.waited(keep_alive) + patience * gaps.longer(keep_alive)
    hindsight = gaps.waited(patience)
    line = f"{number(policy)}/{number(hindsight)} = {number(policy / hindsight)}"
    return Outcome(
        policy / hindsight,
        "1",
        "ratio = (E[min(gap, τ)] + p/c·P(gap > τ))/E[min(gap, p/c)]",
        (line,),
        (arriving(burstiness), _AT_ONCE),
    )
