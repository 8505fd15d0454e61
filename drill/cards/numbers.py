"""Which numbers in a card's prose nobody accounts for: the rule that keeps folklore out of the deck."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import replace

from drill.cards.card import Computed, Figure, Mention
from drill.cards.headings import part_at
from drill.cards.markdown import HIDDEN, Document, Mark, Passage
from drill.cards.quantity import Found, Quantity, find_quantities, read_quantity, same_quantity

_FORMAT = re.compile(r"[a-z]*(?:fp|int|bf)(\d{1,2})")
_MODEL_SIZE = re.compile(r"\d{1,4}(?:\.\d+)?B")
_CLOSING = " \t\n*_)）」”\"'" + HIDDEN
_ORDINAL = re.compile(r"(?:第|[Ss]ection|[Cc]hapter|[Ff]igure|[Tt]able)\s*$")


def loose_numbers(document: Document, figures: Mapping[str, Figure]) -> Iterator[tuple[int, str]]:
    """The numbers that are neither bound by a footnote nor arguments of a figure bound beside them.

    Titles, further phrasings, drills, sources, code and the names of models are exempt. Yields the line,
    counted from 1, and the number as written.
    """
    for passage in document.passages:
        if _exempt(document, passage):
            continue
        labels = {mark.label for mark in passage.marks}
        given = [argument for label in labels for argument in _arguments(figures.get(label))]
        for found in _unbound(passage):
            if not any(_is_given(found.quantity, argument) for argument in given):
                line = passage.start + passage.text.count("\n", 0, found.start) + 1
                yield line, _said(passage, found)


def mentions(passage: Passage) -> list[Mention]:
    """The figures that a passage refers to, each with the quantity that stands right before its mark."""
    found = []
    for mark, quantity in _bound(passage):
        found.append(Mention(mark.label, _said(passage, quantity) if quantity else "", mark.line + 1))
    return found


def _said(passage: Passage, found: Found) -> str:
    return " ".join(passage.text[found.start : found.end].split())


def _bound(passage: Passage) -> Iterator[tuple[Mark, Found | None]]:
    quantities = list(find_quantities(passage.prose)) if passage.marks else []
    ends = [each.end for each in quantities]
    for mark in passage.marks:
        before = bisect_right(ends, mark.start) - 1
        stands = before >= 0 and not passage.prose[ends[before] : mark.start].strip(_CLOSING)
        yield mark, quantities[before] if stands else None


def _unbound(passage: Passage) -> Iterator[Found]:
    bound = [quantity for _, quantity in _bound(passage)]
    for found in find_quantities(passage.prose):
        before, after = passage.prose[max(0, found.start - 10) : found.start], passage.prose[found.end :][:1]
        size_of_model = _MODEL_SIZE.fullmatch(passage.prose, found.start, found.end)
        part_of_name = after.isascii() and after.isalpha()
        if not (size_of_model or part_of_name or _ORDINAL.search(before) or found in bound):
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
    bare = replace(said, unit="1")
    return same_quantity(said, argument) or (argument.unit == "1" and same_quantity(bare, argument))
