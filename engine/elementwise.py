"""Functions of numbers that also take arrays of numbers, element by element.

A formula written with these and with arithmetic answers a whole grid in one call, as `sweep` puts it; one
that branches on its arguments is asked point by point. Plain numbers stay plain and need no numpy.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def elementwise(function: Function) -> Function:
    """`function` of numbers, made to take arrays too; they broadcast."""

    @wraps(function)
    def applied(*values: Any) -> Any:  # noqa: ANN401 - the types are those of `function`
        if not any(map(_is_array, values)):
            return function(*values)
        import numpy as np

        return np.frompyfunc(function, len(values), 1)(*values).astype(float)

    return applied  # type: ignore[return-value]


def _larger(one: float, other: float) -> float:
    return max(one, other)


def _smaller(one: float, other: float) -> float:
    return min(one, other)


larger = elementwise(_larger)
smaller = elementwise(_smaller)
ceil = elementwise(math.ceil)
floor = elementwise(math.floor)
exp = elementwise(math.exp)
sqrt = elementwise(math.sqrt)


def anywhere(condition: bool) -> bool:
    """Whether a comparison holds, of arrays at any element."""
    return bool(condition.any()) if _is_array(condition) else condition  # type: ignore[attr-defined]


def _is_array(value: object) -> bool:
    return getattr(value, "ndim", 0) > 0
