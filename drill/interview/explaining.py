"""Clarifying a term from what cards say about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from drill.cards.card import Card, Dimension, Language
from drill.cards.passages import Passage, best, sentences, tokens

_AFTER = (
    r"[）)”\"'’」*`]*\s*(?:[（(][^（）()]{1,60}[）)]\s*)?"
    r"(?:(?:is|are|means?|stands? for|refers? to|runs? from|manages|keeps|stores|splits|maps|mapping)\b"
    r"|[:：]|是(?!否|不是)|指|即|表示|就是|由|把|负责|管理|从)"
)
_BEFORE = r"(?:\bthat is,?|\bcalled|叫做?|也就是|称为|即)\s*[“「\"'`*]*(?:an? |the )?"
_ONE = r"(?:\ban?|一张|一个|一种)"
_DOES = r"(?: mapping\b| that\b| which\b| per\b|，把|，用来)"
_LEANS = re.compile(
    r"(?:(?:it|they|this|that|these|those|so|but|and|then|hence|thus|both|neither|even|only|first|second|third)\b"
    r"|它|这|那|其|因此|所以|但|而|于是|再|两者|也|第[一二三四])",
    re.IGNORECASE,
)
"""How a sentence begins that does not stand alone."""
_LONG = 160
"""Characters from which a sentence is long for an explanation."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a card says about a term."""

    text: str
    own: bool
    """It stands on the card that is asked about, and so tells a part of the answer."""
    defines: bool
    """It says what the term is, and does not merely use it."""


@dataclass(frozen=True, slots=True)
class _Mention:
    """A sentence that has all of a term's words."""

    text: str
    named: bool
    """Its card is about the term."""
    first: bool
    """It stands where its card says what its subject is."""


def look_up(term: str, card: Card, others: Iterable[Card], language: Language) -> Explanation | None:
    """What is known about a term: best a sentence that defines it; among equals, one of another card."""
    elsewhere, here = (tuple(_mentions(term, cards, language)) for cards in (others, (card,)))
    for find in (_definition, _passage):
        for mentions, own in ((elsewhere, False), (here, True)):
            if found := find(term, mentions):
                return Explanation(found, own, find is _definition)
    return None


def _mentions(term: str, cards: Iterable[Card], language: Language) -> Iterator[_Mention]:
    wanted = tokens(term) or frozenset((term.casefold(),))
    for card in cards:
        text = card.text(language)
        named = wanted <= tokens(text.title)
        for dimension, section in text.sections.items():
            said = (*sentences(section.prose), *(point.text for point in section.points))
            for each in said:
                if wanted <= tokens(each):
                    yield _Mention(each, named, dimension is Dimension.WHAT)


def _definition(term: str, mentions: Sequence[_Mention]) -> str:
    """The sentence that says what the term is; empty where none does."""
    name = re.escape(term)
    defines = re.compile(
        rf"\A\W*(?:an? |the )?{name}{_AFTER}|{_BEFORE}{name}\W|[:：]\s*{name}\W*\Z|{_ONE}\s?{name}{_DOES}",
        re.IGNORECASE,
    )
    found = [each for each in mentions if defines.search(each.text) and not _LEANS.match(each.text)]
    return min(
        found, key=lambda each: (not each.first, not each.named, len(each.text) // _LONG), default=_NONE
    ).text


def _passage(term: str, mentions: Sequence[_Mention]) -> str:
    """Of the sentences that stand alone, the one that is most about the term; empty where there is none."""
    alone = [each for each in mentions if not _LEANS.match(each.text)]
    near = [each for each in alone if each.first] or alone
    return next((each.text for each in best(term, [Passage("body", each.text) for each in near], 1)), "")


_NONE = _Mention("", named=False, first=False)
