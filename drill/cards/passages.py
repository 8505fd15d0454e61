"""Finding in a card what a free question asks for: passages ranked by the words they share with it.

Ranking is BM25 (Robertson and Zaragoza 2009) with a card's passages as the collection; Chinese, which has no
spaces, is taken by pairs of characters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log

from drill.cards.card import Card, Dimension, Language

Section = Dimension | str
"""Where a passage stands: a dimension, or `choose`, `body`, `misconceptions` or a follow-up's question."""

_K1, _B = 1.2, 0.75
_WORD = re.compile(r"[a-z0-9][a-z0-9_.+-]*[a-z0-9]|[a-z0-9]|[\u3400-\u9fff]+")
_SENTENCE = re.compile(r"(?<=[。！？])|(?<=[.!?])\s+|\n+")
_HEADING = re.compile(r"^#{1,6} .*$", re.MULTILINE)
_LIST = re.compile(r"^\s*(?:[-*+>]|\d+[.)])\s+", re.MULTILINE)
_COMMON = frozenset(
    re.findall(
        r"\S+",
        """
        a an the is are was be been of to in on at by for with from as and or not no it its this that these
        those what which who why how when where does do did can could would should will than then there here
        so if about into over happen you your we our they i me my have has had
        什么 为什 怎么 如何 是否 可以 这个 那个 我们 一个 没有 还是 就是 因为 所以
        """,
    )
)
"""Words that say nothing about what a text is about."""


_PURPOSE = {
    Dimension.WHAT: "definition 定义 机制",
    Dimension.WHY: "reason purpose 原因 为什么",
    Dimension.COUNTERFACTUAL: "without 没有 不用",
    Dimension.VERIFICATION: "verify prove measure check 验证 证明 测量",
}
"""Words by which people ask for a part of an explanation."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A few sentences of a card, and where they stand."""

    section: Section
    text: str


@lru_cache(maxsize=8192)
def tokens(text: str) -> frozenset[str]:
    """The words of a text that tell what it is about."""
    return frozenset(_words(text))


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """How much two sets of words share, from 0 to 1 (Dice's coefficient)."""
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def passages(card: Card, language: Language) -> tuple[Passage, ...]:
    """The card's text in a language, in the order of the card, sentence by sentence."""
    text = card.text(language)
    found = [Passage("body", each) for each in sentences(text.body)]
    for dimension, section in text.sections.items():
        found += [Passage(dimension, each) for each in sentences(section.prose)]
        found += [Passage(dimension, point.text) for point in section.points]
    found += [Passage("choose", each) for each in sentences(text.choose)]
    found += [Passage("misconceptions", f"{each.claim} → {each.correction}") for each in text.misconceptions]
    for followup in text.followups:
        found += [Passage(followup.question, each) for each in sentences(followup.prose)]
        found += [Passage(followup.question, point.text) for point in followup.points]
    return tuple(found)


def sentences(prose: str) -> tuple[str, ...]:
    """The sentences of markdown prose, without its headings and the marks of its lists."""
    running = _LIST.sub("", _HEADING.sub("", prose))
    return tuple(each.strip() for each in _SENTENCE.split(running) if each and each.strip())


def best(question: str, among: Sequence[Passage], most: int = 3) -> tuple[Passage, ...]:
    """The passages that answer a question best, the best first; none where no word is shared."""
    asked = set(_words(question))
    bags = [Counter(_words(_spoken(each))) for each in among]
    if not asked or not bags:
        return ()
    mean = sum(bag.total() for bag in bags) / len(bags) or 1.0
    scored = [
        (sum(_weight(word, bag, bags, mean) for word in asked if word in bag), -place)
        for place, bag in enumerate(bags)
    ]
    scored.sort(reverse=True)
    chosen: dict[str, Passage] = {}
    for score, place in scored:
        if score <= 0 or len(chosen) == most:
            break
        chosen.setdefault(among[-place].text, among[-place])
    return tuple(chosen.values())


def _spoken(passage: Passage) -> str:
    """The passage with the words that its place stands for: what a follow-up asks, what a part is for."""
    if isinstance(passage.section, Dimension):
        return f"{_PURPOSE[passage.section]} {passage.text}"
    named = passage.section in ("choose", "body", "misconceptions")
    return passage.text if named else f"{passage.section} {passage.text}"


def _weight(word: str, bag: Counter[str], bags: Sequence[Counter[str]], mean: float) -> float:
    holding = sum(word in each for each in bags)
    rarity = log(1 + (len(bags) - holding + 0.5) / (holding + 0.5))
    often = bag[word]
    return rarity * often * (_K1 + 1) / (often + _K1 * (1 - _B + _B * bag.total() / mean))


def _words(text: str) -> Iterable[str]:
    for match in _WORD.finditer(text.casefold()):
        word = match[0]
        if word[0] < "\u3400":
            pieces: Iterable[str] = (_stem(word),)
        elif len(word) == 1:
            pieces = (word,)
        else:
            pieces = (a + b for a, b in pairwise(word))
        yield from (each for each in pieces if each not in _COMMON)


def _stem(word: str) -> str:
    """Without the English endings in which a question and its answer differ: cache, cached, caching."""
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word.removesuffix(ending)
            break
    return word.removesuffix("e") if len(word) > 4 else word
