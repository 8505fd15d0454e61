"""What one step costs: FLOP counts, and the time in which a deployment can do them.

A step takes as long as the slower of its arithmetic and its memory traffic (Williams et al. 2009), each at
a stated fraction of the peak (`mfu`, `mbu`); the two overlap, and communication, kernel launches and
sampling are left out. So no step is faster than the peak rate or the peak bandwidth allow.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.elementwise import anywhere, larger
from engine.hardware import Gpu
from engine.memory import kv_bytes, weight_bytes, weights_read
from engine.notation import number
from engine.precision import FP16, Format
from engine.shapes import LatentAttention, Model

FLOP_COUNT = ("2 FLOP per parameter and token, and those of attention",)
"""What every count of FLOP takes for granted."""


def prefill_flops(model: Model, tokens: float, cached: float = 0) -> float:
    """FLOP to process the last `tokens - cached` of a prompt of `tokens`, the earlier ones being cached.

    Two per active parameter and token (Kaplan et al. 2020, section 2.1), and causal attention: each new
    token meets all earlier ones and itself.
    """
    attention = model.attention.prefill_flops * model.pairs(tokens, cached)
    return 2 * model.active * (tokens - cached) + attention


def decode_flops(model: Model, context: float) -> float:
    """FLOP for one token that attends to `context` cached ones."""
    return 2 * model.active + model.attention.decode_flops * model.attended(context)


@dataclass(frozen=True, slots=True)
class Deployment:
    """A model on some GPUs that act as one: weights, cache and work are split evenly over them."""

    model: Model
    gpu: Gpu
    gpus: int
    dtype: Format = FP16
    kv_dtype: Format = FP16
    mfu: float = 0.5
    mbu: float = 0.7

    @property
    def rate(self) -> float:
        """FLOP/s really reached."""
        return self.gpus * self.gpu.rate(self.dtype) * self.mfu

    @property
    def bandwidth(self) -> float:
        """B/s of memory traffic really reached."""
        return self.gpus * self.gpu.bandwidth * self.mbu

    def kv_bytes(self, context: float) -> float:
        """Bytes of the cache of one request with `context` tokens."""
        return kv_bytes(self.model, context, self.kv_dtype)

    def weights_read(self, tokens: float) -> float:
        """Bytes of weights that a step of `tokens` tokens reads."""
        return weights_read(self.model, self.dtype, tokens)

    def prefill_time(self, tokens: float, cached: float = 0) -> float:
        """Seconds to process a prompt whose first `cached` tokens are in the cache; one weight read least."""
        arithmetic = prefill_flops(self.model, tokens, cached) / self.rate
        return larger(arithmetic, self.weights_read(tokens - cached) / self.bandwidth)

    def decode_time(self, batch: float, context: float, tokens: int = 1) -> float:
        """Seconds of a step in which `batch` requests with `context` cached tokens run `tokens` each.

        More than one token each is the verification of a draft: weights and cache are still read once.
        """
        traffic = self.weights_read(batch * tokens) + batch * self.kv_bytes(context)
        arithmetic = batch * tokens * decode_flops(self.model, context)
        return larger(traffic / self.bandwidth, arithmetic / self.rate)

    def memory_needed(self, context: float = 0, batch: float = 1) -> float:
        """Bytes of weights and of the caches of `batch` requests with `context` tokens each."""
        return weight_bytes(self.model, self.dtype) + batch * self.kv_bytes(context)

    def assumptions(self, context: float = 0, batch: float = 1) -> tuple[str, ...]:
        """What a time on this deployment takes for granted; says so when it would not fit the memory."""
        taken = [
            f"mfu {self.mfu:g}",
            f"mbu {self.mbu:g}",
            *FLOP_COUNT,
            "no communication, launch or sampling time",
        ]
        if not self.gpu.computes(self.dtype):
            taken.append(f"{self.gpu} multiplies {self.dtype} weights in fp16")
        elif self.dtype.arithmetic != "fp16":
            taken.append(f"attention in {self.dtype.arithmetic} too")
        if self.model.experts is not None:
            taken.append("experts picked uniformly and independently")
        if isinstance(self.model.attention, LatentAttention):
            taken.append("attention absorbed in decode, explicit in prefill")
            if self.gpus > 1:
                taken.append("each request's latent cache on one GPU, requests spread evenly")
        needed, available = self.memory_needed(context, batch), self.gpus * self.gpu.memory
        if anywhere(needed > available):
            taken.append(
                f"hypothetical: needs {number(needed / 1e9)} GB,"
                f" {self.gpus} × {self.gpu} have {number(available / 1e9)} GB"
            )
        return tuple(taken)
