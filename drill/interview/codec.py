"""Events to plain values and back: frozen dataclasses as mappings, the members of a union by their names.

What is read is checked only as far as building the values checks it; a field that is not there takes its
default, and one that is not known is passed over, so that events outlive the program that wrote them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from drill.interview.state import Event

TAG = "is"


def to_plain(value: Any) -> Any:  # noqa: ANN401 - any value that an event is made of
    """The value as JSON can hold it."""
    if is_dataclass(value) and not isinstance(value, type):
        plain = {each.name: to_plain(getattr(value, each.name)) for each in fields(value)}
        return {TAG: type(value).__name__} | plain
    if isinstance(value, Mapping):
        return {str(to_plain(key)): to_plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [to_plain(each) for each in value]
    return value.value if isinstance(value, Enum) else value


def event_from(plain: Mapping[str, Any]) -> Event:
    """The event that `to_plain` gave. Raises `ValueError`, `TypeError` or `KeyError` for what is none."""
    return cast("Event", _read(Event, plain))


def _read(kind: Any, plain: Any) -> Any:  # noqa: ANN401
    if hasattr(kind, "__supertype__"):
        return _read(kind.__supertype__, plain)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (UnionType, Union):
        return _read_one_of(arguments, plain)
    if origin is tuple:
        return tuple(_read(arguments[0], each) for each in plain)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return {_read(arguments[0], key): _read(arguments[1], each) for key, each in plain.items()}
    if is_dataclass(kind):
        return _read_dataclass(kind, plain)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(plain)
    return float(plain) if kind is float else plain


def _read_one_of(kinds: tuple[Any, ...], plain: Any) -> Any:  # noqa: ANN401
    if plain is None:
        return None
    classes: dict[str, Any] = {each.__name__: each for each in kinds if isinstance(each, type)}
    if isinstance(plain, Mapping) and TAG in plain:
        return _read(classes[plain[TAG]], plain)
    return _read(next(each for each in kinds if each is not NoneType), plain)


def _read_dataclass(kind: Any, plain: Mapping[str, Any]) -> Any:  # noqa: ANN401
    hints = _hints(kind)
    given = {
        each.name: _read(hints[each.name], plain[each.name]) for each in fields(kind) if each.name in plain
    }
    missing = [each.name for each in fields(kind) if each.name not in plain and not _has_default(each)]
    if missing:
        raise KeyError(f"{kind.__name__} without {', '.join(missing)}")
    return kind(**given)


@cache
def _hints(kind: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a class
    return get_type_hints(kind)


def _has_default(each: Field[Any]) -> bool:
    return each.default is not MISSING or each.default_factory is not MISSING
