"""What a draft weighs: the parameters it adds to the target, and those it reads for a drafted token.

While decoding is bound by bandwidth, a draft costs what it reads. Sources: EAGLE, Li et al. 2024, section 3
(a projection of two states to one, a dense decoder layer, the target's output head); MTP, DeepSeek-V3
section 2.2 (the same, with a layer of the target's own kind); Medusa, Cai et al. 2024, section 2.1 (heads
that each have a square matrix and an output head of their own). An n-gram look-up reads no weights.
"""

from __future__ import annotations

from typing import Literal

from engine.errors import EngineError
from engine.shapes import Model

Head = Literal["separate", "eagle", "mtp", "medusa", "ngram"]


def added(head: Head, model: Model, draft: Model | None, drafts: int) -> float:
    """Parameters that drafting `drafts` tokens a round adds to `model`; norms and biases are left out."""
    match head:
        case "separate":
            return _separate(draft).parameters
        case "eagle":
            return _projection(model) + _dense_layer(model)
        case "mtp":
            routed = model.experts.routed if model.experts else 0
            return _projection(model) + _own_layer(model, routed)
        case "medusa":
            return drafts * (model.width**2 + _output_head(model))
        case "ngram":
            return 0.0


def read(head: Head, model: Model, draft: Model | None) -> float:
    """Parameters read to draft one token for one request."""
    match head:
        case "separate":
            return _separate(draft).active
        case "eagle":
            return _projection(model) + _dense_layer(model) + _output_head(model)
        case "mtp":
            used = model.experts.used if model.experts else 0
            return _projection(model) + _own_layer(model, used) + _output_head(model)
        case "medusa":
            return model.width**2 + _output_head(model)
        case "ngram":
            return 0.0


def cost(head: Head, model: Model, draft: Model | None) -> float:
    """Time of drafting one token, in steps of the target, when both are bound by bandwidth."""
    return read(head, model, draft) / model.active


def _separate(draft: Model | None) -> Model:
    if draft is None:
        raise EngineError("a separate draft needs a draft model, as draft=llama-3.2-1b")
    return draft


def _output_head(model: Model) -> int:
    return model.vocabulary * model.width


def _projection(model: Model) -> int:
    return 2 * model.width**2


def _dense_layer(model: Model) -> int:
    inner = model.inner or (model.experts.inner if model.experts else 0)
    return model.attention.parameters(model.width) + 3 * model.width * inner


def _own_layer(model: Model, experts: int) -> int:
    """A layer as the target has them, with `experts` of its routed experts."""
    if model.experts is None:
        return _dense_layer(model)
    inner = experts * model.experts.inner + model.experts.shared
    router = model.width * model.experts.routed
    return model.attention.parameters(model.width) + 3 * model.width * inner + router
