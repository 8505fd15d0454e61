"""All that is to be mended in decks or single cards: faults of reading, then the deck's standard."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

from drill.cards.card import Card
from drill.cards.decks import Decks, load_decks, read_files
from drill.cards.fault import Fault
from drill.cards.folder import deck_folder_of, scan
from drill.cards.lint import lint_card, lint_footnotes
from drill.cards.page import page


def check(paths: Sequence[Path]) -> tuple[Fault, ...]:
    """Check folders whole, and of files the cards they belong to."""
    folders = list(dict.fromkeys(path if path.is_dir() else deck_folder_of(path) for path in paths))
    decks = load_decks(folders)
    wanted = {file for path in paths if path.is_file() for file in _card_of(path)}
    whole = [path for path in paths if path.is_dir()]
    return tuple(
        each
        for each in (*decks.faults, *_near_duplicates(decks), *_below_standard(folders, decks))
        if each.path in wanted or any(Path(each.path).is_relative_to(path) for path in whole)
    )


def _near_duplicates(decks: Decks) -> Iterator[Fault]:
    """Cards that ask and answer the same as an earlier one, whatever the formatting."""
    seen: dict[str, Card] = {}
    for card in decks.cards.values():
        words = _words(page(card, card.base))
        if words in seen:
            yield Fault(card.path, 1, f"asks and answers the same as {seen[words].path}; keep one of them")
        else:
            seen[words] = card


def _words(text: str) -> str:
    plain = unicodedata.normalize("NFKC", re.sub(r"</?[A-Za-z][^<>\n]*>", "", text)).casefold()
    return " ".join(re.findall(r"\w+", re.sub(r"[*_`~]", "", plain)))


def _below_standard(folders: Sequence[Path], decks: Decks) -> Iterator[Fault]:
    cards = {card.path: card for card in decks.cards.values()}
    for deck in map(scan, folders):
        lint = lint_card if deck.info.standard == "explain" else lint_footnotes
        for entry in deck.entries:
            files, _ = read_files(entry)
            if files and entry.base.path in cards:
                yield from lint(cards[entry.base.path], files)


def _card_of(path: Path) -> Iterator[str]:
    """All files of the card that a file belongs to."""
    for entry in scan(deck_folder_of(path)).entries:
        if any(Path(file.path).samefile(path) for file in entry.files):
            yield from (file.path for file in entry.files)
