"""All that is to be mended in decks or single cards: faults of reading, then the deck's standard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from drill.cards.decks import fallback_id, read_files
from drill.cards.fault import Fault
from drill.cards.folder import DeckFolder, Entry, deck_folder_of, scan
from drill.cards.lint import lint_card
from drill.cards.reader import read_card


def check(paths: Sequence[Path]) -> tuple[Fault, ...]:
    """Check folders whole, and of files the cards they belong to."""
    found: list[Fault] = []
    for path in paths:
        deck = scan(path if path.is_dir() else deck_folder_of(path))
        for entry in deck.entries:
            if path.is_dir() or any(Path(file.path).samefile(path) for file in entry.files):
                found += _check_card(deck, entry)
        if path.is_dir():
            found += deck.faults
    return tuple(dict.fromkeys(found))


def _check_card(deck: DeckFolder, entry: Entry) -> Iterator[Fault]:
    files, faults = read_files(entry)
    yield from faults
    if files:
        card, faults = read_card(files, deck.info.id, deck.info.language, fallback_id(deck, entry))
        yield from faults
        if card and deck.info.standard == "explain":
            yield from lint_card(card, files)
