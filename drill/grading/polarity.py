"""Whether two stretches of text that speak of the same things say the opposite.

What counts is the number of properties and acts on which they disagree: an odd number reverses the claim
("throughput falls" for "throughput rises"), an even one only turns it round ("a small batch is fast" for "a
large batch is slow"). Properties are compared of the same thing only.
"""

from __future__ import annotations

from drill.grading.features import Features
from drill.grading.lexicon import Kind

_TURNABLE = frozenset({Kind.AXIS, Kind.ACT})


def disagreements(one: Features, other: Features) -> frozenset[str]:
    """The concepts that one affirms and the other denies, with the things whose properties are turned."""
    turned = {
        name
        for name in one.signs.keys() & other.signs.keys()
        if one.kinds[name] in _TURNABLE and not one.signs[name] & other.signs[name]
    }
    return frozenset(turned.union(*_turned_properties(one, other)))


def contradicts(one: Features, other: Features) -> bool:
    """True when the two disagree on an odd number of acts and of properties of the same thing."""
    acts = sum(
        one.kinds[name] is Kind.ACT and not one.signs[name] & other.signs[name]
        for name in one.signs.keys() & other.signs.keys()
    )
    return (acts + len(_turned_properties(one, other))) % 2 == 1


def _turned_properties(one: Features, other: Features) -> list[tuple[str, str]]:
    """Properties with the thing they are said of, where the two say opposite ends."""
    return [pair for pair in one.bound.keys() & other.bound.keys() if not one.bound[pair] & other.bound[pair]]
