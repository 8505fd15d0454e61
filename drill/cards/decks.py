"""Every deck the user studies, as one collection of cards: one bad file never costs the others."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from drill.cards.cache import CardCache, Reading, Stamp
from drill.cards.card import Card, CardId, Language
from drill.cards.fault import Fault
from drill.cards.folder import DECK_FILE, DeckFolder, Entry, File, scan

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

    aliases: Mapping[CardId, CardId] = field(default_factory=dict)
    """The former ids of cards, and what they are called now."""
    left_out: tuple[Card, ...] = ()
    """Cards whose id another one has taken."""

    def current(self, card_id: str) -> CardId:
        """What a card is called now, whichever of its names is given."""
        return self.aliases.get(CardId(card_id), CardId(card_id))

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


def user_decks(settings: Settings) -> Decks:
    """The decks that the settings name, read through the cache in the home folder."""
    from drill.settings import home

    return load_decks(folders(settings), cache=home() / "cards.json")


def load_decks(folders: Sequence[Path], cache: Path | None = None) -> Decks:
    """Load all cards of some folders, reading only what changed since the file `cache` was written.

    A card whose id is taken, or whose files are at fault, is left out and reported.
    """
    known = CardCache(cache)
    cards: dict[CardId, Card] = {}
    faults: list[Fault] = []
    left_out: list[Card] = []
    order: list[str] = []
    titles: dict[str, Mapping[Language, str]] = {}
    for folder in dict.fromkeys(folders):
        deck = scan(folder)
        faults += deck.faults
        titles[deck.info.id] = deck.info.title
        found: list[Card] = []
        for entry in deck.entries:
            card, wrong = _read_entry(deck, entry, known)
            faults += wrong
            if card:
                found.append(card)
        # Of a card and its copy, the one whose file has the id's name is the original.
        for card in sorted(
            found, key=lambda each: not each.path.endswith((f"/{each.id}.md", f"\\{each.id}.md"))
        ):
            if earlier := cards.get(card.id):
                left_out.append(card)
                faults.append(_duplicate(card, earlier))
            else:
                cards[card.id] = card
        faults += _missing(deck, {card.id for card in found})
        order += (*deck.info.order, *(card.id for card in found))
    known.save()
    aliases, alias_faults = _aliases(cards)
    in_order = {CardId(name): cards[CardId(name)] for name in order if name in cards}
    return Decks(in_order, (*faults, *alias_faults), titles, aliases, tuple(left_out))


def _read_entry(deck: DeckFolder, entry: Entry, cache: CardCache) -> Reading:
    """Read a card, or take it from the cache where none of its files changed."""
    stamp: Stamp = [
        [[file.path, file.size, file.modified] for file in entry.files],
        [deck.info.id, deck.info.language, entry.stem],
    ]
    reading = cache.get(entry.base.path, stamp)
    if reading is None:
        reading = _read_card(deck, entry)
        cache.put(entry.base.path, stamp, reading)
    return reading


def _read_card(deck: DeckFolder, entry: Entry) -> Reading:
    from drill.cards.reader import read_card  # imports the markdown parser: 40 ms

    files, faults = read_files(entry)
    if files is None:
        return None, faults
    card, found = read_card(files, deck.info.id, deck.info.language, fallback_id(deck, entry))
    return card, (*faults, *found)


def fallback_id(deck: DeckFolder, entry: Entry) -> str:
    """The id of a card whose front matter gives none: the deck's and the file's names."""
    return re.sub(r"[^\w.]+", "-", f"{deck.info.id} {entry.stem}").strip("-.")


def _duplicate(card: Card, earlier: Card) -> Fault:
    return Fault(
        card.path,
        _id_line(card),
        f"id {card.id!r} is taken by {earlier.path}:{_id_line(earlier)}, so this card is left out; "
        "give it another id (`drill cards lint --fix` does)",
    )


def _id_line(card: Card) -> int:
    """The line of a card's base file that gives its id, or 1 where its file's name does."""
    try:
        with Path(card.path).open("rb") as body:
            head = body.read(4096).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    except OSError:
        return 1
    return next((number for number, line in enumerate(head, 1) if line.startswith(b"id:")), 1)


def _missing(deck: DeckFolder, read: Container[str]) -> list[Fault]:
    """The cards that `deck.toml` lists and no file gives."""
    path = str(deck.path / DECK_FILE)
    absent = [name for name in deck.info.order if name not in read]
    return [Fault(path, 1, f"lists {name!r}, which no card here is; add it or unlist it") for name in absent]


def _aliases(cards: Mapping[CardId, Card]) -> tuple[dict[CardId, CardId], list[Fault]]:
    aliases: dict[CardId, CardId] = {}
    faults = []
    for card in cards.values():
        for alias in map(CardId, card.aliases):
            owner = cards.get(alias) or cards.get(aliases.get(alias, CardId("")))
            if owner:
                message = f"alias {alias!r} stands for {owner.path} already; remove it from one of them"
                faults.append(Fault(card.path, 1, message))
            else:
                aliases[alias] = card.id
    return aliases, faults


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
        return Fault(file.path, 1, f"cannot be read ({error.strerror}); check its permissions")
