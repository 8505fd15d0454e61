"""One language of a card beside the file it was read from, so that a finding can name its line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from drill.cards.card import Card, CardText, Language
from drill.cards.fault import Fault
from drill.cards.frontmatter import read_front_matter
from drill.cards.markdown import Document, parse
from drill.cards.reader import CardFiles
from drill.cards.source import Source


@dataclass(frozen=True, slots=True)
class Sheet:
    """A card's text with its source and the source's structure."""

    text: CardText
    source: Source
    document: Document

    @property
    def path(self) -> str:
        """The file's path."""
        return self.source.path

    def fault(self, message: str, at: str = "") -> Fault:
        """A fault at the first line that holds `at`, or at the title where none does."""
        lines = self.source.text.split("\n")
        line = next((number for number, line in enumerate(lines, 1) if at and at in line), None)
        title = next((each.line + 1 for each in self.document.headings if each.level == 1), 1)
        return Fault(self.path, line or title, message)


def sheets(card: Card, files: CardFiles) -> Iterator[Sheet]:
    """The card's languages, the base language first."""
    yield _sheet(card, card.base, files.base)
    for language, source in files.translations.items():
        if language in card.texts:
            yield _sheet(card, language, source)


def _sheet(card: Card, language: Language, source: Source) -> Sheet:
    return Sheet(card.texts[language], source, parse(source.text, skip=read_front_matter(source.text).length))
