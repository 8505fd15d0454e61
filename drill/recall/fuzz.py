"""Spreading intervals, so that what was learnt together does not come back together for ever.

The draw is a fixed function of the item and its repetition: the interval shown before a rating is the one
that is stored, and a replay of the log gives the same days. One draw serves all four ratings.
"""

from __future__ import annotations

from hashlib import blake2b

_BANDS = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.10), (20.0, float("inf"), 0.05))
"""From, to (days) and the share of that stretch which widens the range: FSRS's published fuzz ranges."""


def draw(item: str, repetition: int) -> float:
    """A number in [0, 1) that belongs to this repetition of this item."""
    digest = blake2b(f"{item}#{repetition}".encode(), digest_size=8).digest()
    return (int.from_bytes(digest, "big") >> 11) / 2**53


def fuzz_range(days: int, maximum: int) -> tuple[int, int]:
    """The shortest and the longest interval that `days` may become, both included."""
    if days < _BANDS[0][0]:
        return days, days
    reach = 1.0 + sum(share * max(min(days, end) - start, 0.0) for start, end, share in _BANDS)
    longest = min(round(days + reach), maximum)
    return min(max(2, round(days - reach)), longest), longest


def fuzzed(days: int, position: float, maximum: int) -> int:
    """The interval at `position` (in [0, 1)) of the range of `days`."""
    shortest, longest = fuzz_range(days, maximum)
    return shortest + int(position * (longest - shortest + 1))
