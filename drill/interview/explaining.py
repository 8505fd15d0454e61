"""Clarifying a term from what cards say about it."""

from __future__ import annotations

from collections.abc import Iterable

from drill.cards.card import Card, Dimension, Language
from drill.cards.passages import sentences, tokens


def explain(term: str, cards: Iterable[Card], language: Language) -> str:
    """The sentence that says best what a term is; empty where none of the cards does.

    Of the sentences with all of the term's words, one that begins with them is best, then one that tells what
    its card is about, then a short one.
    """
    wanted = tokens(term) or frozenset((term.casefold(),))
    found = []
    for card in cards:
        text = card.text(language)
        named = wanted <= tokens(text.title)
        for dimension in (Dimension.WHAT, Dimension.WHY):
            if dimension in text.sections:
                for place, sentence in enumerate(sentences(text.sections[dimension].prose)):
                    if wanted <= tokens(sentence):
                        begins = term.casefold() in sentence.casefold()[: len(term) + 12]
                        found.append(
                            (not begins, not named, dimension is not Dimension.WHAT, place, sentence)
                        )
    return min(found)[-1] if found else ""
