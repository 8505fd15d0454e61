"""The keys that the user binds in the settings: which can be used, and what is wrong with the others.

A binding's name is its `id`; what is bound where is read from the classes themselves, so it cannot go stale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

from drill.errors import meant
from drill.i18n import _
from drill.tui.keys import key_name

if TYPE_CHECKING:
    from textual.binding import Binding

_MODIFIERS = {"ctrl", "shift", "alt", "super", "hyper", "meta"}


@dataclass(frozen=True, slots=True)
class Misbound:
    """An entry of `[keys]` that does not do what it says: its name, and why not in a line."""

    name: str
    said: str
    usable: bool = False
    """Whether it can be bound all the same."""


def misbound(keys: Mapping[str, str]) -> list[Misbound]:
    """What is wrong with the user's keys, in the order in which they are given."""
    return [*_wrong_names(keys), *_clashes(keys)] if keys else []


def usable(keys: Mapping[str, str]) -> dict[str, str]:
    """The user's keys without those that are no keys, so that what they name keeps the key it has."""
    wrong = {each.name for each in misbound(keys) if not each.usable}
    return {name: key for name, key in keys.items() if name not in wrong}


def _wrong_names(keys: Mapping[str, str]) -> Iterator[Misbound]:
    names = {binding.id for _where, binding in _bindings()}
    for name, bound in keys.items():
        if name not in names:
            near = meant(name, sorted(filter(None, names)), _("the README names them"))
            yield Misbound(
                name, _("keys.{name}: nothing has this name; {meant}").format(name=name, meant=near)
            )
            continue
        for key in _split(bound):
            if not _is_key(key):
                lower = key.lower()
                near = meant(
                    lower,
                    [lower] if _is_key(lower) else sorted(_key_names()),
                    _('write it as in "ctrl+s", "f6" or "x"'),
                )
                told = _("keys.{name}: no key is called {key!r}; {meant}")
                yield Misbound(name, told.format(name=name, key=key, meant=near))


def _clashes(keys: Mapping[str, str]) -> Iterator[Misbound]:
    """Two things on one key where both can be done; told once, by the name that was bound."""
    told: set[frozenset[str]] = set()
    for name, bound in keys.items():
        meets: dict[str, list[str]] = {}
        for where, binding in _bindings():
            for beside, other in _bindings():
                pair = frozenset({name, other.id or ""})
                if binding.id != name or len(pair) < 2 or pair in told or not _together(where, beside):
                    continue
                for key in {*_split(bound)} & {*_split(keys.get(other.id or "", other.key))}:
                    told.add(pair)
                    meets.setdefault(key, []).append(other.id or "")
        for key, others in meets.items():
            line = _("keys.{name}: {key} is the key of {others} as well; give one of them another")
            said = line.format(name=name, key=key_name(key), others=", ".join(dict.fromkeys(others)))
            yield Misbound(name, said, usable=True)


def _together(one: str, other: str) -> bool:
    """Whether bindings of these modules can work at the same time."""
    if one == other or "drill.tui.app" in (one, other):
        return True
    rooms = {one.split(".")[2], other.split(".")[2]}
    home_alone = "drill.tui.screens.home" in (one, other)
    dialogs = {"settings", "help", "palette", "dialog", "interview_date"} & {
        one.split(".")[-1],
        other.split(".")[-1],
    }
    return rooms == {"screens", "widgets"} and not home_alone and not dialogs


@cache
def _bindings() -> tuple[tuple[str, Binding], ...]:
    """Every binding of the program that has a name, with its module."""
    from textual.binding import Binding

    found = []
    for module in _modules():
        for cls in vars(module).values():
            if isinstance(cls, type) and cls.__module__ == module.__name__:
                own = cls.__dict__.get("BINDINGS", ())
                found += [(module.__name__, each) for each in own if isinstance(each, Binding) and each.id]
    return tuple(found)


def _modules() -> Iterator[ModuleType]:
    yield import_module("drill.tui.app")
    for room in ("drill.tui.screens", "drill.tui.widgets"):
        for each in iter_modules(import_module(room).__path__, f"{room}."):
            yield import_module(each.name)


def _split(keys: str) -> list[str]:
    from textual.keys import _character_to_key

    parts = [key.strip() for key in keys.split(",")]
    return [_character_to_key(part) if len(part) == 1 else part for part in parts]


def _is_key(key: str) -> bool:
    *modifiers, last = key.split("+")
    return {*modifiers} <= _MODIFIERS and (last in _key_names() or len(last) == 1)


@cache
def _key_names() -> frozenset[str]:
    import string

    from textual.keys import Keys, _character_to_key

    named = {key.value for key in Keys if key.value.isalnum()}
    return frozenset({*named, *map(_character_to_key, string.punctuation)})
