"""Numbers as a line of working shows them."""

from __future__ import annotations


def number(value: float) -> str:
    """`value` with thousands set apart, and four significant digits unless it is a whole number.

    Of an array its range.
    """
    if getattr(value, "ndim", 0):
        return f"{value:.4g}"
    if value == int(value) and abs(value) < 1e12:
        return f"{int(value):,}"
    if 1e3 <= abs(value) < 1e9:
        return f"{value:,.{0 if abs(value) >= 1e4 else 1}f}"
    mantissa, _, exponent = f"{value:.4g}".partition("e")
    return f"{mantissa}e{int(exponent)}" if exponent else mantissa
