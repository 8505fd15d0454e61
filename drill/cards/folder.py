"""A deck's folder: its `deck.toml`, and which files in it make up which card. Reads no card.

A plain folder of markdown files is a deck too. Hidden folders, README.md and other kinds of files are
none of it; a folder that cannot be read, or that was seen before (a loop of links), is passed over.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from drill.cards.card import Language
from drill.cards.fault import Fault
from drill.cards.source import nfc

DECK_FILE = "deck.toml"

_TRANSLATION = re.compile(r"(?P<stem>.+)\.(?P<tag>says|[a-z]{2}(?:-[A-Za-z]{2,4})?)")


@dataclass(frozen=True, slots=True)
class File:
    """A file as its folder lists it. `size` and `modified` (ns) tell whether it may have changed."""

    path: str
    size: int
    modified: int


@dataclass(frozen=True, slots=True)
class Entry:
    """The files of one card; `stem` is its path inside the deck without `.md`, composed (NFC)."""

    stem: str
    base: File
    translations: Mapping[Language, File] = field(default_factory=dict)
    says: File | None = None

    @property
    def files(self) -> tuple[File, ...]:
        """All files of the card, the base file first."""
        return (self.base, *self.translations.values(), *([self.says] if self.says else []))


@dataclass(frozen=True, slots=True)
class DeckInfo:
    """What `deck.toml` says. Without one, the folder's name is id and title, and nothing is asked."""

    id: str
    title: Mapping[Language, str] = field(default_factory=dict)
    language: Language | None = None
    order: tuple[str, ...] = ()
    standard: str = ""


@dataclass(frozen=True, slots=True)
class DeckFolder:
    """A deck before its cards are read."""

    path: Path
    info: DeckInfo
    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]


def scan(folder: Path) -> DeckFolder:
    """List a deck's cards in the order of their names, from directory entries alone."""
    faults: list[Fault] = []
    info = _read_deck_file(folder, faults)
    entries = _entries(_listed(folder, faults), faults)
    return DeckFolder(folder, info, tuple(entries), tuple(faults))


def deck_folder_of(path: Path) -> Path:
    """The deck that a card's file belongs to: the nearest folder above with a `deck.toml`, else its own."""
    for parent in path.parents:
        if (parent / DECK_FILE).is_file():
            return parent
    return path.parent


def _listed(folder: Path, faults: list[Fault]) -> dict[str, File]:
    """The markdown files below a folder, by their composed path inside it."""
    found: dict[str, File] = {}
    for name, file in _walk(str(folder), "", faults, set()):
        if name in found:
            faults.append(
                Fault(file.path, 1, "another file has this name in another Unicode form; remove one")
            )
        else:
            found[name] = file
    return dict(sorted(found.items()))


def _walk(
    folder: str, inside: str, faults: list[Fault], seen: set[tuple[int, int]]
) -> Iterator[tuple[str, File]]:
    """Plain strings and directory entries: with 20,000 cards, paths as objects take most of the time."""
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
        where = os.stat(folder)  # noqa: PTH116
    except OSError as error:
        faults.append(Fault(folder, 0, f"cannot be read ({error.strerror}); check its path and permissions"))
        return
    if (where.st_dev, where.st_ino) in seen:
        return
    seen.add((where.st_dev, where.st_ino))
    for entry in entries:
        if entry.name.startswith("."):
            continue
        try:
            if entry.is_dir():
                yield from _walk(entry.path, f"{inside}{entry.name}/", faults, seen)
            elif entry.name.endswith(".md") and entry.name.casefold() != "readme.md":
                status = entry.stat()
                yield nfc(inside + entry.name), File(entry.path, status.st_size, status.st_mtime_ns)
        except OSError as error:
            faults.append(Fault(entry.path, 1, f"cannot be read ({error.strerror}); mend or remove it"))


def _entries(listed: Mapping[str, File], faults: list[Fault]) -> Iterator[Entry]:
    beside: dict[str, dict[str, File]] = {}
    for name, file in listed.items():
        parts = _TRANSLATION.fullmatch(name.removesuffix(".md"))
        if parts and f"{parts['stem']}.md" in listed:
            beside.setdefault(parts["stem"], {})[parts["tag"]] = file
        elif parts and parts["tag"] == "says":
            faults.append(
                Fault(file.path, 1, f"belongs to {parts['stem']}.md, which is not there; rename or remove it")
            )
        else:
            beside.setdefault(name.removesuffix(".md"), {})
    for stem in sorted(beside):
        says = beside[stem].pop("says", None)
        yield Entry(stem, listed[f"{stem}.md"], beside[stem], says)


def _read_deck_file(folder: Path, faults: list[Fault]) -> DeckInfo:
    plain = DeckInfo(id=nfc(folder.resolve().name))
    path = folder / DECK_FILE
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return plain
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        faults.append(Fault(str(path), 1, f"cannot be read ({error}); the folder is taken as a plain deck"))
        return plain
    for name, value in given.items():
        if name not in _KEYS or not _KEYS[name][0](value):
            wanted = _KEYS[name][1] if name in _KEYS else f"is unknown; known are {', '.join(_KEYS)}"
            faults.append(Fault(str(path), 1, f"{name} {wanted}"))
            return plain
    title = given.get("title", {})
    language = given.get("language")
    return DeckInfo(
        id=given.get("id", plain.id),
        title={language or "en": title} if isinstance(title, str) else title,
        language=language,
        order=tuple(given.get("cards", ())),
        standard=given.get("standard", ""),
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


_KEYS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "id": (_is_text, "takes a text"),
    "title": (
        lambda value: _is_text(value) or (isinstance(value, dict) and all(map(_is_text, value.values()))),
        'takes a text, or one for each language: { zh = "…", en = "…" }',
    ),
    "language": (_is_text, 'takes the language of the cards\' base files, such as "zh"'),
    "cards": (
        lambda value: isinstance(value, list) and all(map(_is_text, value)),
        "takes a list of card ids, in the order in which they are met",
    ),
    "standard": (lambda value: value == "explain", 'takes "explain", or is left out'),
}
"""The keys of `deck.toml`: whether a value will do, and what it takes."""
