"""What an answer is held against: the rubric of the card, a part of it, or what corrects a misconception."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from drill.cards.card import Card, ItemId, Language
from drill.cards.items import items
from drill.grading.rubric import Rubric, RubricPoint, rubric_for
from drill.interview.state import Confront, Missing, Move


def expected(card: Card, move: Move) -> Rubric:
    """The rubric of a move that is answered in words."""
    item = next(each for each in items(card) if each.id == move.item)
    rubric = rubric_for(card, item)
    match move.aim:
        case Missing(dimension, points):
            chosen = tuple(point for point in rubric.points if point.id in points)
            return replace(
                rubric, points=chosen, digest=f"{rubric.digest} {dimension.value} {' '.join(points)}"
            )
        case Confront(misconception):
            return replace(
                rubric,
                points=tuple(
                    RubricPoint(belief.id, None, must=True, texts=belief.corrections)
                    for belief in rubric.misconceptions
                    if belief.id == misconception
                ),
                digest=f"{rubric.digest} {misconception}",
            )
        case _:
            return rubric


def point_texts(card: Card, item: ItemId, language: Language) -> Mapping[str, str]:
    """What an answer about an item can be held against, by id: its points, and corrections."""
    text = card.text(language)
    followups = [point for each in text.followups if item.endswith(f"/{each.id}") for point in each.points]
    return {
        **{each.id: each.correction for each in text.misconceptions},
        **{point.id: point.text for point in followups or text.points},
    }
