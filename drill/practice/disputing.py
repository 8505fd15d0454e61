"""Disputing a verdict on a point, and what an author learns from it: the words that no says-line caught."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from drill.cards.card import CardId, Dimension, ItemId, Language
from drill.practice.clock import Clock
from drill.practice.roster import Roster
from drill.practice.views import Graded

if TYPE_CHECKING:
    from drill.grading.rubric import Rubric
    from drill.store.collection import Collection
    from drill.store.values import Disputed

VOICED = "voiced"
"""The verdict that is disputed where a misconception is said to be heard."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A disputed point with what its author needs to mend the card."""

    card: CardId
    item: ItemId
    point: str
    text: str
    """What the point says; empty where the card no longer has it."""
    dimension: Dimension | None
    must: bool
    verdict: str
    """What is disputed: `miss`, `partial`, or `voiced` for a misconception."""
    now: str
    """The offline grader's verdict on the same answer today; empty where the point is gone."""
    at: datetime | None
    language: Language
    quote: str
    """The words of the answer that come closest to the point; empty where none do."""
    answer: str
    says: tuple[str, ...]
    """The ways of saying it that were listened for."""


class Disputes:
    """What is disputed of the answers in a collection."""

    def __init__(self, collection: Collection, roster: Roster, clock: Clock) -> None:
        self._collection = collection
        self._roster = roster
        self._clock = clock

    def toggle(self, graded: Graded, point: str) -> Graded:
        """Dispute the verdict on a point or misconception, or take that back."""
        with self._collection.writing() as books:
            if point in graded.disputed:
                books.disputes.withdraw(graded.answer, point)
            else:
                marks = {each.id: each.verdict for each in graded.verdict.points}
                books.disputes.add(graded.answer, point, marks.get(point, VOICED), self._clock.now())
        return replace(graded, disputed=graded.disputed ^ {point})

    def all(self) -> tuple[Dispute, ...]:
        """Everything disputed, by card and point, in the order of the decks."""
        with self._collection.reading() as books:
            found = books.disputes.all()
        return tuple(sorted((self._dispute(each) for each in found), key=self._place))

    def _dispute(self, disputed: Disputed) -> Dispute:
        from drill.grading.grade import grade
        from drill.grading.reasons import reason
        from drill.grading.rubric import rubric_for

        given, point = disputed.answer, disputed.point
        gone = Dispute(
            CardId(given.item.partition("/")[0]),
            given.item,
            point,
            text="",
            dimension=None,
            must=False,
            verdict=disputed.verdict,
            now="",
            at=disputed.at,
            language=given.language,
            quote="",
            answer=given.text,
            says=(),
        )
        if given.item not in self._roster:
            return gone
        place = self._roster.place(given.item)
        rubric = rubric_for(place.card, place.item)
        text = _text(rubric, point, given.language)
        if text is None:
            return gone
        why = reason(rubric, given.text, given.language, point)
        verdict = grade(rubric, given.text, given.language)
        marks = {each.id: each.verdict for each in verdict.points}
        heard = {each.id: VOICED for each in verdict.misconceptions}
        known = {each.id: each for each in rubric.points}.get(point)
        return replace(
            gone,
            text=text,
            dimension=known.dimension if known else None,
            must=known.must if known else False,
            now=marks.get(point) or heard.get(point, "miss"),
            quote=why.nearest.quote if why.nearest else "",
            says=why.says,
        )

    def _place(self, dispute: Dispute) -> tuple[int, int, str]:
        if dispute.item not in self._roster:
            return (1, 0, dispute.item)
        place = self._roster.place(dispute.item)
        return (0, place.position * 1000 + place.rank, dispute.point)


def _text(rubric: Rubric, point: str, language: Language) -> str | None:
    texts = {each.id: each.texts for each in rubric.points}
    texts |= {each.id: each.claims for each in rubric.misconceptions}
    if point not in texts:
        return None
    return texts[point].get(language) or texts[point][rubric.base]
