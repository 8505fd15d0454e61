"""A table of named entries: looks up case-blind, through aliases, and says what is near a wrong name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

from engine.errors import unknown

Entry = TypeVar("Entry")


class Catalogue(Generic[Entry]):
    """Entries of one kind (`model`, `gpu`, …) by their lower-case name."""

    def __init__(
        self, kind: str, entries: Mapping[str, Entry], aliases: Mapping[str, str] | None = None
    ) -> None:
        self.kind = kind
        self._entries = dict(entries)
        self._aliases = dict(aliases or {})

    def __getitem__(self, name: str) -> Entry:
        """The entry of that name. Raises `EngineError` with near matches."""
        key = name.strip().lower().replace("_", "-")
        key = self._aliases.get(key, key)
        if key not in self._entries:
            raise unknown(self.kind, name, self._entries)
        return self._entries[key]

    def holds(self, value: object) -> bool:
        """Whether `value` is of the kind of the entries; it need not be one of them."""
        kinds = {type(entry) for entry in self._entries.values() if entry is not None}
        return isinstance(value, tuple(kinds))

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (name in self._entries or name in self._aliases)
