"""How large the weights are."""

from __future__ import annotations

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
) -> Outcome:
    """Bytes of a model's weights, every parameter in the same format; `bits` takes the place of `dtype`."""
    parameters = parameters_of(model, params)
    each = dtype.bits if bits is None else bits
    value = parameters * each / 8
    line = f"{number(parameters)}·{number(each)}/8 = {number(value)} B"
    return Outcome(value, "B", "weights = parameters·bits/8", (line,))


def parameters_of(model: Model | None, params: float | None) -> float:
    """The parameter count that was given, as a model or as a number; exactly one of the two."""
    if model is not None and params is None:
        return model.parameters
    if params is not None and model is None:
        return params
    raise EngineError("give either model or params")
