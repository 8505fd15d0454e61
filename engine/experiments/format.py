"""What a number format costs."""

from __future__ import annotations

from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Bits, BitsOrNone, Count
from engine.experiments.registry import experiment
from engine.notation import number
from engine.precision import bits_per_element


@experiment("format.bits")
def bits(element: Bits = 4, scale: BitsOrNone = 8, block: Count = 16) -> Outcome:
    """Bits an element costs when every `block` elements share a scale of `scale` bits.

    The defaults are NVFP4's; MXFP4 has blocks of 32, INT4 customarily a 16-bit scale for 128.
    """
    value = bits_per_element(element, scale, block)
    line = f"{number(element)} + {number(scale)}/{block} = {number(value)}"
    return Outcome(value, "bit", "bits = element + scale/block", (line,))
