"""Every deck the user studies, as one collection of cards: one bad file never costs the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from drill.cards.card import Card, CardId, Language
from drill.cards.fault import Fault
from drill.cards.folder import Entry, File

if TYPE_CHECKING:
    from drill.cards.reader import CardFiles
    from drill.cards.source import Source
    from drill.settings import Settings


@dataclass(frozen=True, slots=True)
class Decks:
    """All cards in the order of their decks, and what is wrong in the files of those decks."""

    cards: Mapping[CardId, Card]
    faults: tuple[Fault, ...] = ()
    titles: Mapping[str, Mapping[Language, str]] = field(default_factory=dict)
    """A deck's title by its id and by language; empty for a plain folder."""

    def title(self, deck: str, language: Language) -> str:
        """A deck's title in a language, else in another, else its id."""
        titles = self.titles.get(deck, {})
        return titles.get(language) or next(iter(titles.values()), deck)


def builtin() -> Path:
    """The deck that comes with the program: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "content"
    return (inside if inside.is_dir() else package.parent / "content") / "llm-inference"


def folders(settings: Settings) -> tuple[Path, ...]:
    """The folders of the decks that the settings name, the built-in deck first."""
    own = tuple(Path(folder).expanduser() for folder in settings.decks)
    return (builtin(), *own) if settings.builtin_deck else own


def read_files(entry: Entry) -> tuple[CardFiles | None, tuple[Fault, ...]]:
    """Read the bodies of a card's files; None where the base file is no text."""
    from drill.cards.reader import CardFiles

    faults: list[Fault] = []

    def read(file: File | None) -> Source | None:
        source = _read(file) if file else None
        if isinstance(source, Fault):
            faults.append(source)
            return None
        return source

    base = read(entry.base)
    translations = {tag: source for tag, file in entry.translations.items() if (source := read(file))}
    says = read(entry.says)
    return (CardFiles(base, translations, says) if base else None), tuple(faults)


def _read(file: File) -> Source | Fault:
    from drill.cards.source import LARGEST, decode

    try:
        with Path(file.path).open("rb") as body:
            return decode(file.path, body.read(LARGEST + 1))
    except OSError as error:
        return Fault(file.path, 0, f"cannot be read ({error.strerror}); check its permissions")
