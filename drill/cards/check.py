"""All that is to be mended in decks or single cards: faults of reading, then the deck's standard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from drill.cards.decks import load_decks, read_files
from drill.cards.fault import Fault
from drill.cards.folder import deck_folder_of, scan
from drill.cards.lint import lint_card


def check(paths: Sequence[Path]) -> tuple[Fault, ...]:
    """Check folders whole, and of files the cards they belong to."""
    folders = [path if path.is_dir() else deck_folder_of(path) for path in paths]
    found = (*load_decks(folders).faults, *_below_standard(folders))
    wanted = {file for path in paths if path.is_file() for file in _card_of(path)}
    whole = tuple(f"{path}/" for path in paths if path.is_dir())
    return tuple(
        each for each in dict.fromkeys(found) if each.path in wanted or f"{each.path}/".startswith(whole)
    )


def _below_standard(folders: Sequence[Path]) -> Iterator[Fault]:
    for folder in dict.fromkeys(folders):
        deck = scan(folder)
        if deck.info.standard == "explain":
            cards = {card.path: card for card in load_decks([folder]).cards.values()}
            for entry in deck.entries:
                files, _ = read_files(entry)
                if files and entry.base.path in cards:
                    yield from lint_card(cards[entry.base.path], files)


def _card_of(path: Path) -> Iterator[str]:
    """All files of the card that a file belongs to."""
    for entry in scan(deck_folder_of(path)).entries:
        if any(Path(file.path).samefile(path) for file in entry.files):
            yield from (file.path for file in entry.files)
