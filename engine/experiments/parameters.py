"""What an experiment may be asked with: a parameter's kind, unit and range, read from its annotation.

An annotation is `Annotated[float, "B/s", Range(…)]` for a number in a base unit, `Annotated[Model, MODELS]`
for an entry of a catalogue, `Literal[…]` for a choice, `bool`, or a tuple of numbers. The aliases at the
end are the vocabulary that experiments share.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from engine.catalogue import Catalogue
from engine.errors import EngineError, unknown
from engine.hardware import GPUS, LINKS, Gpu
from engine.models import MODELS
from engine.notation import number
from engine.precision import FORMATS, Format
from engine.shapes import Model


@dataclass(frozen=True, slots=True)
class Range:
    """The values a number may take; `open` leaves out the ends."""

    least: float = 0.0
    most: float = math.inf
    open: bool = False

    def complaint(self, value: float) -> str | None:
        """How `value` falls outside, or None when it does not."""
        if value < self.least or (self.open and value == self.least):
            bound = f"must be {'more than' if self.open else 'at least'} {number(self.least)}"
            return bound + (f", {number(self.least - value)} more than given" if value < self.least else "")
        if value > self.most or (self.open and value == self.most):
            bound = f"must be {'less than' if self.open else 'at most'} {number(self.most)}"
            return bound + (f", {number(value - self.most)} less than given" if value > self.most else "")
        return None


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of an experiment. `default` is None where the argument may be left out altogether."""

    name: str
    kind: Literal["whole", "number", "numbers", "name", "choice", "flag"]
    unit: str = ""
    range: Range = Range()
    choices: tuple[str, ...] = ()
    catalogue: Catalogue[Any] | None = None
    required: bool = True
    default: object = None

    @property
    def written_default(self) -> str:
        """The default as one writes it; empty where there is none."""
        if self.default is None:
            return ""
        values = self.default if isinstance(self.default, tuple) else (self.default,)
        return ",".join(f"{each:g}" if isinstance(each, float) else str(each).lower() for each in values)

    def checked(self, value: object) -> object:
        """`value` as the experiment takes it. Raises `EngineError` saying what does not fit."""
        if value is None and not self.required and self.default is None:
            return None
        if isinstance(value, str) and self.catalogue is not None:
            return self.catalogue[value]
        match self.kind:
            case "whole" | "number":
                return self._number(value)
            case "numbers":
                values = value if isinstance(value, tuple | list) else (value,)
                return tuple(self._number(each) for each in values)
            case "name":
                if self.catalogue is None or not self.catalogue.holds(value):
                    raise EngineError(f"{self.name} takes a name, not {value!r}")
                return value
            case "choice":
                if value not in self.choices:
                    raise unknown(f"value of {self.name}", str(value), self.choices)
                return value
            case "flag":
                if not isinstance(value, bool):
                    raise EngineError(f"{self.name} takes true or false, not {value!r}")
                return value

    def _number(self, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise EngineError(f"{self.name} takes a number in {self.unit}, not {value!r}")
        if not math.isfinite(value):
            raise EngineError(f"{self.name} must be finite, not {value}")
        if self.kind == "whole" and value != int(value):
            raise EngineError(f"{self.name} takes a whole number, not {value:g}")
        if complaint := self.range.complaint(value):
            raise EngineError(f"{self.name} {complaint} ({number(value)})")
        return int(value) if self.kind == "whole" else float(value)


def parameter(name: str, annotation: object, required: bool, default: object) -> Parameter:
    """The parameter that an annotation describes; `X | None` is read as `X`."""
    inner = next((each for each in get_args(annotation) if each is not NoneType), None)
    if NoneType in get_args(annotation) and inner is not None:
        return parameter(name, inner, required, default)
    if get_origin(annotation) is Literal:
        return Parameter(name, "choice", choices=get_args(annotation), required=required, default=default)
    if annotation is bool:
        return Parameter(name, "flag", choices=("true", "false"), required=required, default=default)
    if get_origin(annotation) is not Annotated:
        raise TypeError(f"{name}: an experiment's parameter says its unit or its choices")
    base, *said = get_args(annotation)
    catalogue = next((each for each in said if isinstance(each, Catalogue)), None)
    return Parameter(
        name,
        _KINDS.get(base, "numbers" if get_origin(base) is tuple else "name"),
        unit=next((each for each in said if isinstance(each, str)), ""),
        range=next((each for each in said if isinstance(each, Range)), Range()),
        choices=tuple(catalogue or ()),
        catalogue=catalogue,
        required=required,
        default=default,
    )


_KINDS: dict[Any, Literal["whole", "number"]] = {int: "whole", float: "number"}
_POSITIVE = Range(open=True)
_SHARE = Range(0.0, 1.0)
_STABLE = Range(0.0, 1.0, open=True)

ModelName = Annotated[Model, MODELS]
Against = Annotated[
    Model | None, Catalogue("model", {"mha": None, **{name: MODELS[name] for name in MODELS}})
]
GpuName = Annotated[Gpu, GPUS]
FormatName = Annotated[Format, FORMATS]
Bandwidth = Annotated[float, "B/s", _POSITIVE, LINKS]
Bytes = Annotated[float, "B", _POSITIVE]
BytesOrNone = Annotated[float, "B"]
Tokens = Annotated[int, "token", Range(1)]
TokensOrNone = Annotated[int, "token"]
MeanTokens = Annotated[float, "token", _POSITIVE]
Seconds = Annotated[float, "s", _POSITIVE]
SecondsOrNone = Annotated[float, "s"]
Rate = Annotated[float, "1/s", _POSITIVE]
Count = Annotated[int, "1", Range(1)]
CountOrNone = Annotated[int, "1"]
Sampled = Annotated[int, "1", Range(1, 1_000_000)]
Amount = Annotated[float, "1", _POSITIVE]
AmountOrNone = Annotated[float, "1"]
Share = Annotated[float, "1", _SHARE]
Load = Annotated[float, "1", _STABLE]
Efficiency = Annotated[float, "1", Range(0.01, 1.0)]
Bits = Annotated[float, "bit", _POSITIVE]
BitsOrNone = Annotated[float, "bit"]
