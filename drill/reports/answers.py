"""An answer with its verdict as a report shows it: the points in words, not as the ids that are stored.

What a verdict remarks about an endpoint that failed names its address, so it is left out here for every form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from drill.cards.card import Card, CardId, Dimension, Item, ItemId, Kind, Language
from drill.grading.verdict import Mark
from drill.interview.expected import point_texts
from drill.interview.syllabus import topic_of
from drill.recall.memory import Rating
from drill.store.values import Judged


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of an answer: `text[start:end]`, in code points."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Point:
    """A rubric point and whether the answer made it."""

    id: str
    text: str
    """In the language of the answer; the id where the card no longer has the point."""
    dimension: Dimension | None
    must: bool
    verdict: Mark
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Belief:
    """A misconception that was voiced."""

    id: str
    quote: str
    """Empty in a private report."""
    correction: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What was asked, what was said, and what was made of it."""

    item: ItemId
    card: CardId
    topic: str
    kind: Kind | None
    """None where no deck has the item any more."""
    at: datetime | None
    """UTC; None where what was stored is no instant."""
    day: date
    language: Language
    question: str
    text: str | None
    """None in a private report."""
    reason: str
    mode: str
    seconds: float | None
    hints: int
    proposed: Rating | None
    """What the score led to; None where it was not graded."""
    rating: Rating | None
    """None where it was not rated, or the review was undone."""
    grader: str | None
    score: float | None
    """None where it was not graded."""
    dimensions: Mapping[Dimension, float]
    points: tuple[Point, ...]
    beliefs: tuple[Belief, ...]
    notes: tuple[str, ...]

    @property
    def made(self) -> tuple[Point, ...]:
        """The points that were made, in whole or in part."""
        return tuple(point for point in self.points if point.verdict != "miss")

    @property
    def missed(self) -> tuple[Point, ...]:
        """The points that were not made, musts first."""
        missed = (point for point in self.points if point.verdict == "miss")
        return tuple(sorted(missed, key=lambda point: not point.must))


@dataclass(frozen=True, slots=True)
class Material:
    """The cards as the decks have them now; answers may be about others."""

    cards: Mapping[CardId, Card]
    items: Mapping[ItemId, Item]
    language: Language
    """In which cards are named."""

    def title(self, card: CardId) -> str:
        """The title of a card; its id where no deck has it any more."""
        return self.cards[card].text(self.language).title if card in self.cards else card


def answer_of(judged: Judged, material: Material) -> Answer:
    """An answer in the words of its card; where no deck has the card any more, it keeps the ids."""
    name = CardId(judged.item.partition("/")[0])
    card, item = material.cards.get(name), material.items.get(judged.item)
    verdict = judged.verdict or {}
    return Answer(
        item=judged.item,
        card=name,
        topic=topic_of(card) if card else name,
        kind=item.kind if item else None,
        at=judged.at,
        day=judged.day,
        language=judged.language,
        question=judged.question,
        text=judged.text,
        reason=judged.reason,
        mode=judged.mode,
        seconds=judged.seconds,
        hints=judged.hints,
        proposed=verdict.get("rating"),
        rating=judged.rating,
        grader=verdict.get("grader"),
        score=verdict.get("score"),
        dimensions={Dimension(name): each["score"] for name, each in verdict.get("dimensions", {}).items()},
        points=tuple(_points(verdict, point_texts(card, item.id, judged.language) if card and item else {})),
        beliefs=tuple(
            Belief(each["id"], each["quote"], each["correction"])
            for each in verdict.get("misconceptions", [])
        ),
        notes=tuple(note for note in verdict.get("notes", []) if "://" not in note),
    )


def _points(verdict: Mapping[str, Any], texts: Mapping[str, str]) -> Iterator[Point]:
    for each in verdict.get("points", []):
        yield Point(
            id=each["id"],
            text=texts.get(each["id"], each["id"]),
            dimension=Dimension(each["dimension"]) if each["dimension"] else None,
            must=each["must"],
            verdict=each["verdict"],
            quotes=tuple(Quote(span["start"], span["end"], span["quote"]) for span in each["evidence"]),
        )
