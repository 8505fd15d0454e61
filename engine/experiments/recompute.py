"""What generation costs without a KV cache."""

from __future__ import annotations

from engine.experiments.outcome import Outcome
from engine.experiments.parameters import ModelName, Tokens
from engine.experiments.registry import experiment
from engine.notation import number
from engine.roofline import FLOP_COUNT, decode_flops, prefill_flops


@experiment("recompute.passes")
def passes(prompt: Tokens, outputs: Tokens, cached: bool = False) -> Outcome:
    """Tokens that go through the model to produce `outputs` tokens, with a KV cache or without one.

    Without, every step runs over the prompt and all that was produced; with one, the prompt is run once and
    then one token a step.
    """
    if cached:
        value = prompt + outputs - 1
        line = f"{number(prompt)} + {number(outputs)} − 1 = {number(value)}"
        return Outcome(value, "token", "passes = p + T − 1", (line,))
    value = prompt * outputs + outputs * (outputs - 1) // 2
    line = f"{number(prompt)}·{number(outputs)} + {number(outputs)}·{number(outputs - 1)}/2 = {number(value)}"
    return Outcome(value, "token", "passes = p·T + T·(T − 1)/2", (line,))


@experiment("recompute.ratio")
def ratio(prompt: Tokens, outputs: Tokens) -> Outcome:
    """How many times more tokens go through the model without a KV cache than with one."""
    without, cached = passes(prompt, outputs).value, passes(prompt, outputs, cached=True).value
    value = without / cached
    line = f"{number(without)}/{number(cached)} = {number(value)}"
    return Outcome(value, "1", "ratio = (p·T + T·(T − 1)/2) / (p + T − 1)", (line,))


@experiment("recompute.flop_ratio")
def flop_ratio(model: ModelName, context: Tokens) -> Outcome:
    """FLOP to run the whole context over FLOP of one cached decoding step at that context."""
    whole, step = prefill_flops(model, context), decode_flops(model, context)
    return Outcome(
        whole / step,
        "1",
        "ratio = (2·P·n + 4·L·d·n(n+1)/2) / (2·P + 4·L·d·n)",
        (f"{number(whole)} / {number(step)} = {number(whole / step)}",),
        FLOP_COUNT,
    )
