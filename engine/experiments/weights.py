"""How large the weights are."""

from __future__ import annotations

from typing import Literal

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Amount, Bits, FormatName, ModelName
from engine.experiments.registry import experiment
from engine.notation import number
from engine.precision import FP16
from engine.shapes import Model


@experiment("weights.size")
def size(
    model: ModelName | None = None,
    params: Amount | None = None,
    dtype: FormatName = FP16,
    bits: Bits | None = None,
    embeddings: FormatName | None = None,
) -> Outcome:
    """Bytes of a model's weights, scales included; `bits` takes the place of `dtype`.

    Embedding and output head have the same format, unless `embeddings` says what they are kept in.
    """
    parameters = parameters_of(model, params)
    each = dtype.bits if bits is None else bits
    if embeddings is None:
        value = parameters * each / 8
        line = f"{number(parameters)}·{number(each)}/8 = {number(value)} B"
        return Outcome(value, "B", "weights = parameters·bits/8", (line,))
    if model is None:
        raise EngineError("embeddings takes a model, whose vocabulary and width say how many there are")
    apart = model.embeddings
    value = ((parameters - apart) * each + apart * embeddings.bits) / 8
    line = (
        f"({number(parameters - apart)}·{number(each)} + {number(apart)}·{number(embeddings.bits)})/8"
        f" = {number(value)} B"
    )
    return Outcome(value, "B", "weights = (layers·bits + embeddings·bits)/8", (line,))


@experiment("weights.parameters")
def parameters(
    model: ModelName, count: Literal["all", "active", "embeddings", "attention", "expert"] = "all"
) -> Outcome:
    """Parameters counted from a model's shapes, biases left out; `expert` is one routed expert in all layers.

    `active` are those one token passes through. Sizes elsewhere are worked out with the published count.
    """
    attention = model.layers * model.attention.parameters(model.width)
    idle = model.idle_experts * model.expert_parameters
    counted = {
        "all": model.derived,
        "active": model.derived - idle,
        "embeddings": model.embeddings,
        "attention": attention,
        "expert": model.expert_parameters,
    }
    if count == "expert" and model.experts is None:
        raise EngineError(f"{model} has no experts; try deepseek-v3")
    lines = [
        f"embeddings = {number(model.embeddings)}",
        f"attention = {number(attention)}",
        f"feed-forward and norms = {number(model.derived - model.embeddings - attention)}",
    ]
    if idle:
        lines.append(f"experts that a token leaves out = {number(idle)}")
    return Outcome(
        counted[count],
        "1",
        "parameters = embeddings + L·(attention + feed-forward + norms)",
        (*lines, f"{count} = {number(counted[count])}"),
    )


def parameters_of(model: Model | None, params: float | None) -> float:
    """The parameter count that was given, as a model or as a number; exactly one of the two."""
    if model is not None and params is None:
        return model.parameters
    if params is not None and model is None:
        return params
    raise EngineError("give either model or params")
