"""Putting an item as a question: its wording, and for a drill its numbers.

Numbers are a function of the collection's seed, the item and how often it was answered: fresh at each asking,
and the same for as long as the question stands open, in whichever process.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING

from drill.cards.card import Item, Kind, Language
from drill.cards.items import question as question_of
from drill.cards.numeric import NumericQuestion
from drill.practice.roster import Place
from drill.practice.views import Prompt, Reason

if TYPE_CHECKING:
    from drill.store.collection import Transaction


_BROKEN = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    """`text` as long as it was, with what databases refuse replaced: halves of characters, and NUL."""
    return _BROKEN.sub("\ufffd", text)


def language_of(place: Place, wanted: Language) -> Language:
    """The language that the card is asked in: the wanted one where it has it."""
    return wanted if wanted in place.card.texts else place.card.base


def wordings(place: Place, language: Language) -> tuple[str, ...]:
    """The ways in which an item's question is put in one language, apart from a drill's numbers."""
    main = question_of(place.card, place.item, language)
    if place.item.kind in (Kind.EXPLAIN, Kind.PLAIN):
        return (main, *place.card.text(language).phrasings)
    return (main,)


def choose_wording(choices: tuple[str, ...], used: Mapping[str, int]) -> str:
    """The wording that was used least recently; `used` says when (any increasing number)."""
    return min(choices, key=lambda wording: used.get(wording, -1))


def seed_of(collection: int, item: Item, times: int) -> int:
    """What the numbers of the asking that follows `times` answers are drawn from."""
    digest = blake2b(f"{collection} {item.id} {times}".encode(), digest_size=6).digest()
    return int.from_bytes(digest, "big")


def draw_numbers(place: Place, language: Language, seed: int) -> NumericQuestion:
    """A drill with its numbers drawn."""
    from drill.figures.draw import draw  # numpy comes with the engine

    return draw(place.card, place.card.drills[place.item.name], place.item, language, seed)


def put(
    books: Transaction, place: Place, reason: Reason, *, wanted: Language, collection_seed: int
) -> Prompt:
    """The question as it stands open: as it was left, else freshly worded and drawn."""
    left = books.answers.draft(place.item.id)
    asked = books.answers.asked(place.item.id)
    language = language_of(place, wanted)
    numeric = None
    if place.item.kind is Kind.DRILL:
        seed = (
            left.seed if left and left.seed is not None else seed_of(collection_seed, place.item, asked.times)
        )
        numeric = draw_numbers(place, language, seed)
        question = numeric.question
    else:
        choices = wordings(place, language)
        question = (
            left.question if left and left.question in choices else choose_wording(choices, asked.wordings)
        )
    return Prompt(
        item=place.item,
        card=place.card,
        language=language,
        question=question,
        reason=reason,
        numeric=numeric,
        draft=left.text if left else "",
    )
