"""What a card is once it has been read: values only, no parsing and no files.

A card has one `CardText` per language. What does not depend on the language (ids, tags, bindings of
figures to experiments, specifications of drills, the says-lines) stands on the `Card` itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NewType

CardId = NewType("CardId", str)
ItemId = NewType("ItemId", str)
Language = str
"""A language tag such as `zh` or `en`."""


class Dimension(StrEnum):
    """The four parts of a good answer, in the order in which they are told."""

    WHAT = "what"
    WHY = "why"
    COUNTERFACTUAL = "counterfactual"
    VERIFICATION = "verification"


@dataclass(frozen=True, slots=True)
class Mention:
    """A place where prose says a figure: `40 GiB[^kv-128k]` is a mention of `kv-128k` saying `40 GiB`."""

    figure: str
    said: str
    line: int


@dataclass(frozen=True, slots=True)
class Point:
    """A rubric point: what an answer may say, and whether its dimension cannot do without it."""

    id: str
    text: str
    must: bool
    dimension: Dimension | None
    """None for a point of a follow-up."""


@dataclass(frozen=True, slots=True)
class Section:
    """One dimension of a card in one language: prose (markdown, footnote marks removed) and its points."""

    prose: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Misconception:
    """A belief that is often voiced and wrong, and what is right instead."""

    id: str
    claim: str
    correction: str


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A conceptual question that pushes further, with the points it expects."""

    id: str
    question: str
    points: tuple[Point, ...]
    prose: str = ""


@dataclass(frozen=True, slots=True)
class DrillText:
    """The wording of a numeric question in one language; `{name}` stands for a drawn value."""

    id: str
    question: str


@dataclass(frozen=True, slots=True)
class CardText:
    """A card in one language."""

    language: Language
    title: str
    phrasings: tuple[str, ...] = ()
    sections: Mapping[Dimension, Section] = field(default_factory=dict)
    body: str = ""
    """Prose outside the dimensions: the back of a plain card, or a cloze text."""
    choose: str = ""
    misconceptions: tuple[Misconception, ...] = ()
    followups: tuple[FollowUp, ...] = ()
    drills: tuple[DrillText, ...] = ()
    sources: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    """What a cited or heard figure's footnote says in this language: source, or correction."""

    @property
    def points(self) -> tuple[Point, ...]:
        """The rubric points of all four dimensions, in order."""
        return tuple(p for d in Dimension if d in self.sections for p in self.sections[d].points)


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far the computed value may lie from the said one: absolute in the said unit, or relative."""

    amount: float
    relative: bool


@dataclass(frozen=True, slots=True)
class Computed:
    """A figure that the engine recomputes: the experiment with its arguments as written."""

    id: str
    experiment: str
    arguments: Mapping[str, str]
    tolerance: Tolerance | None
    """None: the computed value must round to the said one, at the said precision."""
    line: int


@dataclass(frozen=True, slots=True)
class Cited:
    """A figure with a source in place of a computation."""

    id: str
    source: str
    line: int


@dataclass(frozen=True, slots=True)
class Heard:
    """A popular figure that is not right as told, with the correction."""

    id: str
    verdict: Literal["thumb", "outdated", "wrong"]
    correction: str
    line: int


Figure = Computed | Cited | Heard


@dataclass(frozen=True, slots=True)
class DrillSpec:
    """How a numeric question is drawn and answered.

    `arguments` keeps the choices as written (`llama-3-70b|llama-3-8b`, `8Ki..128Ki`); `unit` is the unit
    to answer in.
    """

    id: str
    experiment: str
    arguments: Mapping[str, str]
    unit: str
    tolerance: Tolerance
    line: int


@dataclass(frozen=True, slots=True)
class Card:
    """One card with all its languages."""

    id: CardId
    deck: str
    path: str
    base: Language
    texts: Mapping[Language, CardText]
    tags: tuple[str, ...] = ()
    level: str = ""
    aliases: tuple[str, ...] = ()
    enough: Mapping[Dimension, int] = field(default_factory=dict)
    """Points that make a dimension complete, where it is not the default two."""
    figures: Mapping[str, Figure] = field(default_factory=dict)
    drills: Mapping[str, DrillSpec] = field(default_factory=dict)
    says: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Ways candidates put a point or a misconception, by its id, languages mixed."""
    digest: str = ""
    """Hash of the card's files: tells that something changed, never who the card is."""

    def text(self, language: Language) -> CardText:
        """The card in `language`, or in its base language where there is no such translation."""
        return self.texts.get(language) or self.texts[self.base]


class Kind(StrEnum):
    """What is asked of the user."""

    EXPLAIN = "explain"
    FOLLOWUP = "followup"
    DRILL = "drill"
    PLAIN = "plain"
    CLOZE = "cloze"


@dataclass(frozen=True, slots=True)
class Item:
    """What is scheduled: a card's explanation, one of its follow-ups or drills, a plain card, a cloze.

    `id` is the card's id for an explanation or a plain card, else `card/kind/name`.
    """

    id: ItemId
    card: CardId
    kind: Kind
    name: str = ""
