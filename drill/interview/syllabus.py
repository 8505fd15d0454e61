"""What an interview may ask: the cards it may choose from, reduced to what choosing takes.

A syllabus is stored with the interview, so that an edited deck does not change what a resumed one asks next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from drill.cards.card import Card, CardId, Dimension, ItemId, Kind, Language
from drill.cards.items import items
from drill.cards.passages import likeness, tokens

Style = Literal["friendly", "neutral", "pressing"]
Level = Literal[1, 2, 3]
"""How hard follow-ups are: 1 near to the question, 3 far from it."""
LEVELS: tuple[Level, ...] = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Setup:
    """What was chosen before the interview began."""

    questions: int = 5
    minutes: float = 30.0
    language: Language = "en"
    """Of the questions, and of what the interviewer says."""
    feedback: Language = "en"
    """Of the graders' remarks."""
    style: Style = "neutral"
    level: Level = 2
    """The level of the first question's follow-ups."""
    decks: tuple[str, ...] = ()
    """Empty: all."""
    tags: tuple[str, ...] = ()
    """Empty: all."""
    seed: int = 0
    model: bool = True
    """Whether the model of the settings speaks, where there is one; else the script."""


@dataclass(frozen=True, slots=True)
class Thread:
    """A follow-up or a drill: something on a card that can be pursued."""

    item: ItemId
    name: str
    numeric: bool
    level: Level
    pursues: tuple[str, ...] = ()
    """The points of the explanation that it is nearest to, the nearest first."""
    recent: bool = False
    """Asked within the last thirty days."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A card as an interview sees it."""

    card: CardId
    item: ItemId
    topic: str
    """The card's first tag, or its id where it has none."""
    due: bool = False
    enough: Mapping[Dimension, int] = field(default_factory=dict)
    threads: tuple[Thread, ...] = ()


@dataclass(frozen=True, slots=True)
class Belief:
    """What earlier answers say about a topic and dimension: points made and missed."""

    topic: str
    dimension: Dimension | None
    hits: float
    misses: float


@dataclass(frozen=True, slots=True)
class Syllabus:
    """The subjects to choose from, and what is known about their topics."""

    subjects: tuple[Subject, ...]
    beliefs: tuple[Belief, ...] = ()


def subject_of(card: Card, *, due: bool = False) -> Subject | None:
    """The card as a subject; None for a card of gaps, which asks nothing aloud."""
    main, *others = items(card)
    if main.kind is Kind.CLOZE:
        return None
    conceptual = [item for item in others if item.kind is Kind.FOLLOWUP]
    numeric = [item for item in others if item.kind is Kind.DRILL]
    points = {point.id: tokens(point.text) for point in card.texts[card.base].points}
    words = {
        each.id: tokens(" ".join((each.question, *(point.text for point in each.points))))
        for each in card.texts[card.base].followups
    }
    words |= {each.id: tokens(each.question) for each in card.texts[card.base].drills}
    return Subject(
        card=card.id,
        item=main.id,
        topic=topic_of(card),
        due=due,
        enough=card.enough,
        threads=tuple(
            Thread(
                item.id,
                item.name,
                group is numeric,
                _level(rank, len(group)),
                _nearest(words[item.name], points),
            )
            for group in (conceptual, numeric)
            for rank, item in enumerate(group)
        ),
    )


def topic_of(card: Card) -> str:
    """The card's first tag, or its id where it has none."""
    return card.tags[0] if card.tags else card.id


def mark_recent(subject: Subject, asked: frozenset[ItemId]) -> Subject:
    """The subject with those threads marked that were asked of late."""
    threads = tuple(replace(each, recent=each.item in asked) for each in subject.threads)
    return replace(subject, threads=threads)


def _level(rank: int, count: int) -> Level:
    """Cards go from the near to the far: each third of them is a level."""
    return LEVELS[3 * rank // count]


def _nearest(words: frozenset[str], points: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    near = {name: likeness(words, other) for name, other in points.items()}
    return tuple(sorted((name for name in near if near[name] > 0), key=lambda name: -near[name])[:3])
