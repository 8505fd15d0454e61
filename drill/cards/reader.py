"""A card's files to a `Card`: its front matter, its languages, its figures, its says-lines.

A fault in a part costs that part, not the card; only a card that cannot be told apart or has no question
is not read at all. What is merely not good enough is lint's business.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from drill.cards.card import Card, CardId, Cited, Dimension, Figure, Heard, Language
from drill.cards.fault import Fault
from drill.cards.footnotes import FootnoteError, read_figure
from drill.cards.frontmatter import FrontMatter, FrontMatterError, Value, read_front_matter
from drill.cards.markdown import Document, parse
from drill.cards.sections import Report, read_drills, read_says, read_text
from drill.cards.source import Source, nfc

CARD_ID = re.compile(r"\w(?:[\w.-]{0,98}\w)?")
"""What may be a card's id: no slash, which separates it from the names of its items."""


@dataclass(frozen=True, slots=True)
class CardFiles:
    """The files of one card: the base, its translations by language, and the says-lines."""

    base: Source
    translations: Mapping[Language, Source] = field(default_factory=dict)
    says: Source | None = None


def read_card(
    files: CardFiles, deck: str, language: Language | None, fallback_id: str
) -> tuple[Card | None, tuple[Fault, ...]]:
    """Read a card and report what is wrong in its files.

    `language` is the deck's base language; without one it is told from the title. `fallback_id` names a
    card whose front matter gives no id. The card is None where it has no usable id or no title.
    """
    faults: list[Fault] = []
    report = _reporter(files.base, faults)
    opened = _open(files.base, report)
    if opened is None:
        return None, tuple(faults)
    front, document = opened
    card_id = nfc(_word(front.values.get("id", ""))) or fallback_id
    if not CARD_ID.fullmatch(card_id):
        report(front.lines.get("id", 1), f"{card_id!r} is no id; use letters, digits, `-`, `_` and `.`")
        return None, tuple(faults)
    figures = _figures(document, report)
    base = _word(front.values.get("language", "")) or language or _language_of(document)
    text = read_text(document, base, _notes(figures), report)
    if text is None:
        return None, tuple(faults)
    texts = {base: text}
    for tag, source in files.translations.items():
        tell = _reporter(source, faults)
        if translation := _open(source, tell):
            own_front, own_document = translation
            own_id = nfc(_word(own_front.values.get("id", card_id)))
            if own_id != card_id:
                tell(
                    own_front.lines["id"],
                    f"translates {card_id!r}, but its id is {own_id!r}; make them equal",
                )
            elif own_text := read_text(own_document, tag, _notes(_figures(own_document, tell)), tell):
                texts[tag] = own_text
    card = Card(
        id=CardId(card_id),
        deck=deck,
        path=files.base.path,
        base=base,
        texts=texts,
        tags=_words(front.values.get("tags", "")),
        level=_word(front.values.get("level", "")),
        aliases=tuple(map(nfc, _words(front.values.get("aliases", "")))),
        enough=_enough(front, report),
        figures=figures,
        drills=read_drills(document, report),
        says=_says(files.says, faults),
        digest=_digest(files),
    )
    return card, tuple(faults)


def _open(source: Source, report: Report) -> tuple[FrontMatter, Document] | None:
    try:
        front = read_front_matter(source.text)
    except FrontMatterError as error:
        report(error.line, str(error))
        return None
    return front, parse(source.text, skip=front.length)


def _figures(document: Document, report: Report) -> dict[str, Figure]:
    figures: dict[str, Figure] = {}
    for each in document.definitions:
        if each.label in figures:
            report(each.start + 1, f"footnote {each.label!r} is defined twice; remove one")
            continue
        try:
            figures[each.label] = read_figure(each.label, each.text, each.start + 1)
        except FootnoteError as error:
            report(each.start + 1, str(error))
    return figures


def _notes(figures: Mapping[str, Figure]) -> dict[str, str]:
    """What cited and heard figures say in the language of their file."""
    notes = {}
    for label, figure in figures.items():
        match figure:
            case Cited(source=text) | Heard(correction=text):
                notes[label] = text
    return notes


def _says(source: Source | None, faults: list[Fault]) -> dict[str, tuple[str, ...]]:
    if source is None:
        return {}
    report = _reporter(source, faults)
    opened = _open(source, report)
    return read_says(opened[1], report) if opened else {}


def _enough(front: FrontMatter, report: Report) -> dict[Dimension, int]:
    given = front.values.get("enough", {})
    enough = {}
    for name, count in given.items() if isinstance(given, Mapping) else [("", given)]:
        if name in set(Dimension) and isinstance(count, str) and re.fullmatch("[1-9][0-9]?", count):
            enough[Dimension(name)] = int(count)
        else:
            report(front.lines["enough"], "takes counts by dimension, as in `enough: {what: 3}`")
    return enough


def _word(value: Value) -> str:
    return value.strip() if isinstance(value, str) else ""


def _words(value: Value) -> tuple[str, ...]:
    """A list, or words separated by commas or spaces."""
    words = re.split(r"[,，\s]+", value) if isinstance(value, str) else value
    return tuple(each.strip() for each in words if isinstance(each, str) and each.strip())


def _language_of(document: Document) -> Language:
    title = next((each.text for each in document.headings if each.level == 1), "")
    return "zh" if re.search(r"[\u4e00-\u9fff]", title) else "en"


def _digest(files: CardFiles) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for source in (files.base, *files.translations.values(), *filter(None, [files.says])):
        digest.update(source.text.encode() + b"\0")
    return digest.hexdigest()


def _reporter(source: Source, faults: list[Fault]) -> Report:
    return lambda line, message: faults.append(Fault(source.path, line, message))
