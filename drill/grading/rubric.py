"""What an answer to one item is held against, in every language of its card at once.

A `Rubric` is a plain value made from a card and an item; graders never look at the card itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from drill.cards.card import Card, CardId, CardText, Dimension, Heard, Item, ItemId, Kind, Language, Point
from drill.cards.cloze import gaps
from drill.cards.items import question

ENOUGH = 2
"""Points that make a dimension, or a follow-up, complete where the card does not say otherwise."""


@dataclass(frozen=True, slots=True)
class RubricPoint:
    """A point with all the ways to put it that the card knows."""

    id: str
    dimension: Dimension | None
    must: bool
    texts: Mapping[Language, str]
    says: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RubricMisconception:
    """A wrong belief: how it is put, and what is right instead."""

    id: str
    claims: Mapping[Language, str]
    corrections: Mapping[Language, str]
    says: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HeardFigure:
    """A popular figure that is not right as told."""

    id: str
    said: tuple[str, ...]
    """The figure as the card's texts say it, all languages."""
    corrections: Mapping[Language, str]


@dataclass(frozen=True, slots=True)
class Rubric:
    """Everything that one item's answers are judged by."""

    item: ItemId
    card: CardId
    base: Language
    questions: tuple[str, ...]
    points: tuple[RubricPoint, ...] = ()
    misconceptions: tuple[RubricMisconception, ...] = ()
    heard: tuple[HeardFigure, ...] = ()
    passages: Mapping[Dimension | None, tuple[str, ...]] = field(default_factory=dict)
    """The card's prose by dimension, all languages: more ways to put the points."""
    enough: Mapping[Dimension, int] = field(default_factory=dict)
    back: Mapping[Language, str] = field(default_factory=dict)
    """What a plain card has in place of points."""
    digest: str = ""

    def __hash__(self) -> int:
        return hash((self.item, self.digest))


def rubric_for(card: Card, item: Item) -> Rubric:
    """The rubric of an explanation, a follow-up or a plain card. A drill has none: it is graded by number."""
    digest = card.digest or _digest(card)
    match item.kind:
        case Kind.EXPLAIN:
            return _explanation(card, item, digest)
        case Kind.FOLLOWUP:
            return _followup(card, item, digest)
        case _:
            return _plain(card, item, digest)


def _explanation(card: Card, item: Item, digest: str) -> Rubric:
    texts = card.texts
    return Rubric(
        item=item.id,
        card=card.id,
        base=card.base,
        questions=tuple(line for text in texts.values() for line in (text.title, *text.phrasings)),
        points=_points(card, {language: text.points for language, text in texts.items()}),
        misconceptions=_misconceptions(card),
        heard=_heard(card),
        passages={
            dimension: tuple(
                text.sections[dimension].prose for text in texts.values() if dimension in text.sections
            )
            for dimension in Dimension
        },
        enough=card.enough,
        digest=digest,
    )


def _followup(card: Card, item: Item, digest: str) -> Rubric:
    asked = {
        language: followup
        for language, text in card.texts.items()
        for followup in text.followups
        if followup.id == item.name
    }
    return Rubric(
        item=item.id,
        card=card.id,
        base=card.base,
        questions=tuple(followup.question for followup in asked.values()),
        points=_points(card, {language: followup.points for language, followup in asked.items()}, item.name),
        misconceptions=_misconceptions(card),
        heard=_heard(card),
        passages={None: tuple(followup.prose for followup in asked.values())},
        digest=digest,
    )


def _plain(card: Card, item: Item, digest: str) -> Rubric:
    return Rubric(
        item=item.id,
        card=card.id,
        base=card.base,
        questions=tuple(question(card, item, language) for language in card.texts),
        back={language: _back(text.body, item) for language, text in card.texts.items()},
        digest=digest,
    )


def _back(body: str, item: Item) -> str:
    if item.kind is not Kind.CLOZE:
        return body
    return " ".join(gap.answer for gap in gaps(body) if gap.key == item.name)


def _points(
    card: Card, spoken: Mapping[Language, Iterable[Point]], followup: str = ""
) -> tuple[RubricPoint, ...]:
    first: dict[str, Point] = {}
    texts: dict[str, dict[Language, str]] = {}
    for language in (card.base, *(each for each in spoken if each != card.base)):
        for point in spoken.get(language, ()):
            first.setdefault(point.id, point)
            texts.setdefault(point.id, {})[language] = point.text
    prefix = f"{followup}." if followup else ""
    return tuple(
        RubricPoint(
            point.id, point.dimension, point.must, texts[point.id], card.says.get(prefix + point.id, ())
        )
        for point in first.values()
    )


def _misconceptions(card: Card) -> tuple[RubricMisconception, ...]:
    claims: dict[str, dict[Language, str]] = {}
    corrections: dict[str, dict[Language, str]] = {}
    for language, text in card.texts.items():
        for belief in text.misconceptions:
            claims.setdefault(belief.id, {})[language] = belief.claim
            corrections.setdefault(belief.id, {})[language] = belief.correction
    return tuple(
        RubricMisconception(name, claims[name], corrections[name], card.says.get(name, ())) for name in claims
    )


def _heard(card: Card) -> tuple[HeardFigure, ...]:
    return tuple(
        HeardFigure(
            figure.id,
            tuple(
                dict.fromkeys(
                    mention.said
                    for text in card.texts.values()
                    for mention in text.mentions
                    if mention.figure == figure.id
                )
            ),
            {language: _correction(card, text, figure) for language, text in card.texts.items()},
        )
        for figure in card.figures.values()
        if isinstance(figure, Heard)
    )


def _correction(card: Card, text: CardText, figure: Heard) -> str:
    return text.notes.get(figure.id) or card.texts[card.base].notes.get(figure.id) or figure.correction


def _digest(card: Card) -> str:
    return blake2b(repr(card).encode(), digest_size=16).hexdigest()
