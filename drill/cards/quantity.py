"""Numbers with units as people write them: the one place where text becomes a quantity.

Two notations are ambiguous in the field and keep both readings: a bare `K` or `M` (1000 or 1024) and a
bare `G` of memory (GB or GiB).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from drill.cards.units import HALF_WIDTH, UnitError, after_space, canonical_unit, factor, one_of, unit_at

__all__ = [
    "Found",
    "Quantity",
    "UnitError",
    "canonical_unit",
    "factor",
    "find_quantities",
    "read_quantity",
    "same_quantity",
    "to_unit",
]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its canonical unit (`1` for none).

    `step` is the worth of its last written digit: 0.1 for `2.5`, 1000 for `4 千`. `upper` is the other
    end of a range such as `60–80 %`. `binary` is the value when an ambiguous K, M or G counts by 1024.
    """

    value: float
    unit: str = "1"
    step: float = 1.0
    upper: float | None = None
    binary: float | None = None

    @property
    def readings(self) -> tuple[float, ...]:
        """The values that the text may mean, the usual one first."""
        return (self.value,) if self.binary is None else (self.value, self.binary)


@dataclass(frozen=True, slots=True)
class Found:
    """A quantity in a text: `text[start:end]` says it."""

    start: int
    end: int
    quantity: Quantity


def read_quantity(text: str) -> Quantity | None:
    """Read a text that is one quantity, as typed in answer to a question; None when it is not.

    What surrounds it may be a sign of approximation or closing punctuation, nothing else.
    """
    text = text.strip().rstrip("。.;；,，!！ ")
    text = re.sub(r"^(?:约|大约|大概|about|around|approximately|roughly|[≈~～=])\s*", "", text, flags=re.I)
    found = next(find_quantities(text), None)
    return found.quantity if found and (found.start, found.end) == (0, len(text)) else None


def find_quantities(text: str) -> Iterator[Found]:
    """Find the quantities in a text, in order.

    Digits that belong to a name (`H100`, `Llama-3-70B`, `W4A16`) or to a version are none.
    """
    plain = text.translate(HALF_WIDTH)
    position = 0
    while match := _TOKEN.search(plain, position):
        position = match.end()
        if match["number"] is None:
            continue
        found = _quantity_at(plain, match)
        to = _TO.match(plain, found.end)
        if to and (end := _TOKEN.match(plain, to.end())) and end["number"]:
            found = _range(found, _quantity_at(plain, end))
        position = found.end
        yield found


def to_unit(quantity: Quantity, unit: str) -> float:
    """The quantity's value in `unit`, in any spelling that is known here.

    Raises `UnitError` where the unit is unknown or measures something else.
    """
    return quantity.value * factor(quantity.unit, unit)


def same_quantity(one: Quantity, other: Quantity) -> bool:
    """Whether two texts say the same value, whatever the spelling: `4 万` and `40,000`, `2×` and `2 倍`."""
    try:
        scale = factor(other.unit, one.unit)
    except UnitError:
        return False
    ends = (one.upper is None) == (other.upper is None) and (
        one.upper is None or other.upper is None or _close(one.upper, other.upper * scale)
    )
    return ends and any(_close(a, b * scale) for a in one.readings for b in other.readings)


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-9 * max(abs(one), abs(other))


_MULTIPLIERS = {
    "千": 1e3,
    "万": 1e4,
    "百万": 1e6,
    "千万": 1e7,
    "亿": 1e8,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "K": 1e3,
    "k": 1e3,
    "M": 1e6,
    "Ki": 1024.0,
    "Mi": 1024.0**2,
    "Gi": 1024.0**3,
}
_BINARY = {"K": 1.024, "k": 1.024, "M": 1.024**2, "G": 1.024**3, "T": 1.024**4}
_MULTIPLIER = re.compile(one_of(_MULTIPLIERS))
_PLAIN_NUMBER = r"(?:(?:\d{1,3}(?:[,_]\d{3})+(?!\d)|\d+)(?:\.\d+)?|(?<!\d)\.\d+)"
_TOKEN = re.compile(
    rf"""
      [A-Za-z][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+)*           # a word or a name, with the digits in it
    | \d+(?:\.\d+){{2,}}                                    # a version
    | (?P<number>
        (?P<sign>(?<![\w.)\]])[-+])?
        (?:
          (?:(?P<mantissa>{_PLAIN_NUMBER})\s?[×x*]\s?)?(?P<base>\d{{1,4}})
          (?:\^\{{?(?P<power>[-+]?\d+)\}}?|(?P<raised>[⁻⁰¹²³⁴-⁹]+))
        | (?P<plain>{_PLAIN_NUMBER})(?:[eE](?P<exponent>[-+]?\d{{1,3}})(?![\w.]))?
        )
        (?:/(?P<below>\d+)(?![\d.,]))?
      )
    """,
    re.VERBOSE,
)
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_TO = re.compile(r"\s?[-–—~]\s?(?=[\d.])")
_EACH_SECOND = re.compile(r"每秒钟?\s*约?\s*$")


def _quantity_at(text: str, number: re.Match[str]) -> Found:
    digits = (number["plain"] or number["mantissa"] or "1").replace(",", "").replace("_", "")
    scale = _scale(number)
    value = min(float(digits) * scale, 1e300)
    step = 10.0 ** -len(digits.partition(".")[2]) * scale
    if number["below"]:
        below = int(number["below"][:15]) or 1
        value, step = value / below, value / below**2
    end = number.end()
    spelled, unit, unit_end = unit_at(text, end)
    if not unit and (multiplier := _MULTIPLIER.match(text, after_space(text, end))):
        value, step = value * _MULTIPLIERS[multiplier[0]], step * _MULTIPLIERS[multiplier[0]]
        end = multiplier.end()
        _, unit, unit_end = unit_at(text, end)
        spelled = multiplier[0]
    if unit:
        end = unit_end
    start = number.start()
    if each_second := _EACH_SECOND.search(text, max(0, start - 8), start):
        start, unit = each_second.start(), f"{unit or 1}/s"
    if number["sign"] == "-":
        value = -value
    binary = value * _BINARY[spelled] if spelled in _BINARY else None
    return Found(start, end, Quantity(value, unit or "1", step, binary=binary))


def _scale(number: re.Match[str]) -> float:
    """What the mantissa is multiplied by: 1000 for `2e3`, `2×10^3` and `2×10³`; at most 1e300."""
    power = int(number["exponent"] or number["power"] or (number["raised"] or "0").translate(_RAISED))
    try:
        return min(float(number["base"] or 10) ** max(-300, min(power, 300)), 1e300)
    except (OverflowError, ZeroDivisionError):
        return 1e300


def _range(low: Found, high: Found) -> Found:
    """`60–80 %` as one quantity, or `low` alone where the two have different units."""
    unit = high.quantity.unit
    if low.quantity.unit not in {"1", unit}:
        return low
    whole = replace(high.quantity, value=low.quantity.value, upper=high.quantity.value, binary=None)
    return Found(low.start, high.end, whole)
