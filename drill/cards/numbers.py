"""Which numbers in a card's prose nobody accounts for: the rule that keeps folklore out of the deck."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from drill.cards.card import Computed, Figure, Mention
from drill.cards.headings import part_at
from drill.cards.markdown import HIDDEN, Document, Mark, Passage
from drill.cards.quantity import Found, Quantity, find_quantities, read_quantity, same_quantity

_FORMAT = re.compile(r"[a-z]*(?:fp|int|bf)(\d{1,2})")
_MODEL_SIZE = re.compile(r"\d{1,4}(?:\.\d+)?B")
_LIST_NUMBER = re.compile(r"^\s*\d+[.)]$", re.MULTILINE)
_CLOSING = " \t\n*_)）」”\"'" + HIDDEN
_ORDINAL = re.compile(r"(?:第|[Ss]ection|[Cc]hapter|[Ff]igure|[Tt]able)\s*$")


def loose_numbers(document: Document, figures: Mapping[str, Figure]) -> Iterator[tuple[int, str]]:
    """The numbers that are neither bound by a footnote nor arguments of a figure bound beside them.

    Titles, further phrasings, drills, sources, code and the names of models are exempt. Yields the line,
    counted from 1, and what to do.
    """
    for passage in document.passages:
        if not _exempt(document, passage):
            given = [
                each
                for label in {mark.label for mark in passage.marks}
                for each in _arguments(figures.get(label))
            ]
            for found in _unbound(passage):
                if not any(_is_given(found.quantity, each) for each in given):
                    line = passage.start + passage.text.count("\n", 0, found.start) + 1
                    said = " ".join(passage.text[found.start : found.end].split())
                    yield (
                        line,
                        f"{said!r} is bound to nothing; bind it as `{said}[^id]`, or write it in words or code",
                    )


def mentions(passage: Passage) -> list[Mention]:
    """The figures that a passage refers to, each with the quantity that stands right before its mark."""
    found = []
    for mark, quantity in _bound(passage):
        said = " ".join(passage.text[quantity.start : quantity.end].split()) if quantity else ""
        found.append(Mention(mark.label, said, mark.line + 1))
    return found


def _bound(passage: Passage) -> Iterator[tuple[Mark, Found | None]]:
    quantities = list(find_quantities(passage.prose)) if passage.marks else []
    for mark in passage.marks:
        before = [each for each in quantities if each.end <= mark.start]
        if before and not passage.prose[before[-1].end : mark.start].strip(_CLOSING):
            yield mark, before[-1]
        else:
            yield mark, None


def _unbound(passage: Passage) -> Iterator[Found]:
    bound = [quantity for _, quantity in _bound(passage)]
    for found in find_quantities(passage.prose):
        after = passage.prose[found.end : found.end + 1]
        name = _MODEL_SIZE.fullmatch(passage.prose, found.start, found.end) or (
            after.isascii() and after.isalpha()
        )
        ordinal = _ORDINAL.search(passage.prose, 0, found.start) or _LIST_NUMBER.search(
            passage.prose, 0, found.end + 1
        )
        if not (name or ordinal or found in bound):
            yield found


def _exempt(document: Document, passage: Passage) -> bool:
    heading = next((each.level for each in document.headings if each.line == passage.start), 0)
    return heading in {1, 2} or part_at(document, passage.start) in {"", "drills", "sources"}


def _arguments(figure: Figure | None) -> list[Quantity]:
    """What a computed figure was given: its numbers, and the bits of its number formats (`fp16`)."""
    if not isinstance(figure, Computed):
        return []
    values = [each for value in figure.arguments.values() for each in value.split(",")]
    bits = [Quantity(float(found[1]), "bit") for value in values if (found := _FORMAT.fullmatch(value))]
    return [*(quantity for value in values if (quantity := read_quantity(value))), *bits]


def _is_given(said: Quantity, argument: Quantity) -> bool:
    """Whether prose says an argument; one written without a unit stands for the number in any."""
    if argument.unit == "1":
        said = replace(said, unit="1")
    return same_quantity(said, argument)
