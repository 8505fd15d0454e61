"""Answers of earlier days: a list, and each as it was judged, to ask about it or have it judged again.

What is rated is rated: an answer of then changes no schedule now.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from drill.cards.card import ItemId, Kind
from drill.errors import UsageError
from drill.grading.verdict import RatingName
from drill.i18n import _
from drill.practice.asking import draw_numbers
from drill.practice.roster import Roster
from drill.practice.views import Graded, Prompt
from drill.store.interviews import MOCK

if TYPE_CHECKING:
    from drill.store.collection import Collection

MOST = 200
"""Answers that are listed; what is older is in the report."""


@dataclass(frozen=True, slots=True)
class Past:
    """An answer of the list."""

    answer: UUID
    item: ItemId
    question: str
    at: datetime
    score: float | None
    rating: RatingName | None
    """None where it was not rated, or the review was undone."""


class PastAnswers:
    """The answers in a collection to what is still in the decks, interviews apart."""

    def __init__(self, collection: Collection, roster: Roster) -> None:
        self._collection = collection
        self._roster = roster

    def all(self) -> tuple[Past, ...]:
        """The latest answers, newest first."""
        with self._collection.reading() as books:
            found = books.answers.latest(MOST, without=MOCK)
        return tuple(
            Past(
                each.answer.id,
                each.answer.item,
                each.answer.question,
                each.answer.at,
                each.verdict.get("score"),
                each.rating,
            )
            for each in found
            if each.answer.item in self._roster
        )

    def open(self, answer: UUID) -> Graded:
        """An answer with the verdict on it, out of turn.

        Raises `UsageError` for a verdict that this program cannot read.
        """
        from drill.grading.contract import from_json

        with self._collection.reading() as books:
            found = books.answers.recorded(answer)
            disputed = books.disputes.of(answer)
        given = found.answer
        place = self._roster.place(given.item)
        numeric = None
        if place.item.kind is Kind.DRILL and given.seed is not None:
            numeric = draw_numbers(place, given.language, given.seed)
        prompt = Prompt(place.item, place.card, given.language, given.question, "practice", numeric)
        try:
            verdict = from_json(found.verdict)
        except (KeyError, TypeError, ValueError) as error:
            line = _("{item}: the verdict on this answer cannot be read; answer it again")
            raise UsageError(line.format(item=given.item)) from error
        return Graded(answer, prompt, given.text, verdict, {}, disputed=disputed)
