"""Values in base units as people read them: `40 GiB`, `9.82 ms`, `1,253,662 tokens`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite

from drill.cards.card import Language
from drill.cards.counting import with_unit

_BINARY = ((1024.0**4, "TiB"), (1024.0**3, "GiB"), (1024.0**2, "MiB"), (1024.0, "KiB"))
_DECIMAL = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
_TIMES = (
    (10_800.0, 3600.0, "h"),
    (600.0, 60.0, "min"),
    (1.0, 1.0, "s"),
    (1e-3, 1e-3, "ms"),
    (1e-6, 1e-6, "us"),
    (0.0, 1e-9, "ns"),
)
"""From how many seconds on a unit of time is used, and how many it has."""


def plain(value: float, digits: int = 4) -> str:
    """A number with thousands set apart and so many significant digits; whole numbers stay whole."""
    if value == int(value) and abs(value) < 1e12:
        return f"{int(value):,}"
    if abs(value) >= 1e12 or abs(value) < 1e-4:
        return f"{value:.{digits}g}"
    before = len(str(int(abs(value))))
    if before >= digits:
        return f"{value:,.0f}"
    text = f"{value:,.{digits - before}f}" if abs(value) >= 1 else f"{value:.{digits}g}"
    return text.rstrip("0").rstrip(".")


def readable(value: float, unit: str, language: Language = "en") -> str:
    """A value with the unit at which it is easiest to read; bytes in both countings."""
    match unit:
        case "B":
            decimal = _scaled(value, "B", _DECIMAL)
            binary = _scaled(value, "B", _BINARY, whole=True)
            return decimal if decimal == binary else f"{decimal} = {binary}"
        case "B/s" | "FLOP" | "FLOP/s":
            return _scaled(value, unit, _DECIMAL)
        case "s":
            divisor, name = _time(value)
            return f"{plain(value / divisor)} {name}"
        case _:
            return with_unit(plain(value), unit, language)


def scale(values: Iterable[object], unit: str) -> tuple[float, str]:
    """By what to divide values in a base unit to show them side by side, and the unit they then have."""
    largest = max(
        (abs(each) for each in values if isinstance(each, int | float) and isfinite(each)), default=0
    )
    match unit:
        case "B" | "B/s" | "FLOP" | "FLOP/s":
            found = next(((by, f"{name}{unit}") for by, name in _DECIMAL if largest >= by), (1.0, unit))
        case "s":
            found = _time(largest)
        case _:
            found = (1.0, "" if unit == "1" else unit)
    return found


def _time(seconds: float) -> tuple[float, str]:
    """The unit of time to show so many seconds in, and its length; seconds for none."""
    return next((each, name) for least, each, name in _TIMES if abs(seconds or 1) >= least)


def _scaled(value: float, unit: str, scales: Sequence[tuple[float, str]], *, whole: bool = False) -> str:
    """`value` at the largest scale it reaches; `whole` names carry the unit themselves."""
    for scale, name in scales:
        if abs(value) >= scale:
            return f"{plain(value / scale)} {name if whole else name + unit}"
    return f"{plain(value)} {unit}"
