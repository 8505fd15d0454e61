"""Cards that were read before, kept in one file so that a start reads no card and imports no parser.

The file is JSON, because loading it can run nothing. It is believed only if its checksum holds and the
program that wrote it is this one; else the cards are read again. Never a place of record: delete it freely.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from drill.cards.card import (
    Card,
    CardText,
    Cited,
    Computed,
    Dimension,
    DrillSpec,
    DrillText,
    FollowUp,
    Heard,
    Mention,
    Misconception,
    Point,
    Section,
    Tolerance,
)
from drill.cards.fault import Fault

Json = Any
Stamp = list[Json]
"""What a reading depended on, as JSON: paths, sizes, times of change, the deck's settings."""


Reading = tuple[Card | None, tuple[Fault, ...]]
"""What reading a card's files gave."""


class CardCache:
    """Readings by the path of the card's base file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._stored = _load(path) if path else {}
        self._used: dict[str, Json] = {}

    def get(self, key: str, stamp: Stamp) -> Reading | None:
        """An earlier reading, where it was of the same files in the same state."""
        stored = self._stored.get(key)
        if stored is None or stored[0] != stamp:
            return None
        self._used[key] = stored
        card, faults = _value(stored[1])
        return card, faults

    def put(self, key: str, stamp: Stamp, reading: Reading) -> None:
        """Keep a reading."""
        self._used[key] = [stamp, _plain(reading)]

    def save(self) -> None:
        """Write what was used since, if anything changed; a home that cannot be written is no fault."""
        if self._path is None or self._used == self._stored:
            return
        body = json.dumps(self._used, ensure_ascii=False, separators=(",", ":")).encode()
        head = json.dumps([_program(), zlib.crc32(body)]).encode()
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(head + b"\n" + body)
            beside.replace(self._path)
        except OSError:
            with suppress(OSError):
                beside.unlink(missing_ok=True)


def _load(path: Path) -> dict[str, Json]:
    try:
        head, _, body = path.read_bytes().partition(b"\n")
        if json.loads(head) == [_program(), zlib.crc32(body)]:
            stored = json.loads(body)
            return stored if isinstance(stored, dict) else {}
    except (OSError, ValueError, RecursionError):
        pass
    return {}


def _program() -> str:
    """Names the code that reads cards: by its files' state, so that an edit or an upgrade shows."""
    with os.scandir(Path(__file__).parent) as listing:
        files = [entry for entry in listing if entry.name.endswith(".py")]
    return repr(sorted((entry.name, entry.stat().st_size, entry.stat().st_mtime_ns) for entry in files))


def _plain(value: object) -> Json:
    """A value as JSON: what JSON has not is a list headed by its kind."""
    if isinstance(value, Dimension):
        return ["Dimension", value.value]
    if isinstance(value, tuple):
        return ["", *map(_plain, value)]
    if isinstance(value, Mapping):
        return ["{}", *(_plain(part) for pair in value.items() for part in pair)]
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, *(_plain(getattr(value, each.name)) for each in fields(value))]
    return value


def _value(plain: Json) -> Json:
    """The value again; kinds are looked up among the card's own, so that nothing else can be made."""
    if not isinstance(plain, list):
        return plain
    if len(plain) == 1:
        return () if plain[0] == "" else {}
    kind, *parts = plain
    values = map(_value, parts)
    if kind == "":
        return tuple(values)
    return dict(zip(values, values, strict=True)) if kind == "{}" else _KINDS[kind](*values)


_KINDS: Mapping[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (
        Card,
        CardText,
        Cited,
        Computed,
        Dimension,
        DrillSpec,
        DrillText,
        Fault,
        FollowUp,
        Heard,
        Mention,
        Misconception,
        Point,
        Section,
        Tolerance,
    )
}
