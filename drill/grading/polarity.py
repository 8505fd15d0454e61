"""Whether two stretches of text that speak of the same things say the opposite.

What counts is the number of properties and acts on which they disagree: an odd number reverses the claim
("falls" for "rises"), an even one only turns it round ("a small batch is fast" for "a large batch is slow").
"""

from __future__ import annotations

from drill.grading.features import Features
from drill.grading.lexicon import Kind

_TURNABLE = frozenset({Kind.AXIS, Kind.ACT})


def reversals(one: Features, other: Features) -> frozenset[str]:
    """The properties and acts on which the two disagree, where that reverses the claim; else none."""
    turned = frozenset(
        name
        for name in one.signs.keys() & other.signs.keys()
        if one.kinds[name] in _TURNABLE and not one.signs[name] & other.signs[name]
    )
    return turned if len(turned) % 2 == 1 else frozenset()
