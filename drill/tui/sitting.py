"""What was reviewed since the user sat down, and what comes next.

The collection is asked through the desk; what it said is kept here for the summary, and so that an undo
leads back to the verdict it undoes. No screen is known here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from drill.cards.card import Item, ItemId, Kind

if TYPE_CHECKING:
    from uuid import UUID

    from drill.grading.verdict import RatingName
    from drill.practice.recalling import Past
    from drill.practice.regrading import Hear
    from drill.practice.views import Graded, Prompt, Reviewed, Today, Undone
    from drill.tui.desk import Desk


@dataclass(frozen=True, slots=True)
class Done:
    """An answer with what became of it."""

    graded: Graded
    reviewed: Reviewed


class Sitting:
    """Reviews in the order in which they were made. With `item`, only that one is practised, out of turn."""

    def __init__(self, desk: Desk, item: str | None = None) -> None:
        self._desk = desk
        self._item = item
        self._asked = False
        self.done: list[Done] = []

    @property
    def ready(self) -> bool:
        """Whether the collection is open by now."""
        return self._desk.opened

    async def next(self) -> Prompt | None:
        """The next question; None when there is none, or when the one item was practised."""
        item = self._item
        if item is None:
            return await self._desk.ask(lambda practice: practice.next())
        if self._asked:
            return None
        self._asked = True
        return await self._desk.ask(lambda practice: practice.prompt(item))

    async def again(self, item: Item) -> Prompt:
        """The question of an item whose review was taken back, in turn."""
        return await self._desk.ask(lambda practice: practice.prompt(item.id, in_turn=True))

    async def answer(self, prompt: Prompt, text: str, seconds: float) -> Graded:
        """Store and judge an answer."""
        return await self._desk.ask(lambda practice: practice.answer(prompt, text, seconds=seconds))

    async def tick(self, prompt: Prompt, points: tuple[str, ...], seconds: float | None) -> Graded:
        """Store that it was answered aloud, and score the points that were made."""
        return await self._desk.ask(lambda practice: practice.checklist(prompt, points, seconds=seconds))

    async def tick_again(self, graded: Graded, points: tuple[str, ...]) -> Graded:
        """Score a stored answer by the points that the user says it makes."""
        return await self._desk.ask(lambda practice: practice.ticked(graded, points))

    async def judge_by_model(self, graded: Graded, hear: Hear) -> Graded:
        """Judge a stored answer with the help of the model in the settings; `hear` is told how far it is."""
        from drill.practice.regrading import regrade

        return await regrade(self._desk.ask, graded, hear)

    async def dispute(self, graded: Graded, about: str) -> Graded:
        """Dispute what the verdict says of a point or misconception, or take that back."""
        return await self._desk.ask(lambda practice: practice.disputes().toggle(graded, about))

    async def rate(self, graded: Graded, rating: RatingName) -> tuple[Reviewed, Prompt | None]:
        """Commit a review; with it the follow-up on an explanation, if the card has one left."""
        reviewed = await self._desk.ask(lambda practice: practice.rate(graded, rating))
        self.done.append(Done(graded, reviewed))
        if graded.prompt.item.kind is not Kind.EXPLAIN:
            return reviewed, None
        return reviewed, await self._desk.ask(lambda practice: practice.followup(graded))

    async def rate_again(self, number: int, graded: Graded, rating: RatingName) -> None:
        """Rate an answer of this sitting otherwise; `number` is its place in `done`."""
        reviewed = await self._desk.ask(lambda practice: practice.rate(graded, rating))
        self.done[number] = Done(graded, reviewed)

    def look_away(self, number: int, graded: Graded) -> None:
        """Keep what was found out about an answer since it was rated; its rating stays."""
        self.done[number] = replace(self.done[number], graded=graded)

    async def past(self) -> tuple[Past, ...]:
        """The answers of earlier days and of this one, newest first."""
        return await self._desk.ask(lambda practice: practice.past().all())

    async def open_past(self, answer: UUID) -> Graded:
        """One of them with the verdict on it, out of turn."""
        return await self._desk.ask(lambda practice: practice.past().open(answer))

    async def undo(self) -> tuple[Undone | None, Graded | None]:
        """Take back the latest action; with it the answer to rate again, if this sitting reviewed it."""
        undone = await self._desk.ask(lambda practice: practice.undo())
        if undone is None or undone.action != "review":
            return undone, None
        for at in reversed(range(len(self.done))):
            if self.done[at].reviewed.scheduled:
                same = self.done[at].reviewed.item == undone.item
                return undone, self.done.pop(at).graded if same else None
        return undone, None

    async def suspend(self, item: ItemId) -> None:
        """Do not ask an item again, until told otherwise."""
        await self._desk.ask(lambda practice: practice.suspend(item))

    async def bury(self, item: ItemId) -> None:
        """Do not ask an item again today."""
        await self._desk.ask(lambda practice: practice.bury(item))

    async def save_draft(self, item: ItemId, text: str) -> None:
        """Keep what is typed so far."""
        await self._desk.ask(lambda practice: practice.save_draft(item, text))

    async def warm_up(self, prompt: Prompt) -> None:
        """Get the grader ready: the first answer would wait 0.4 s for it."""
        await self._desk.ask(lambda practice: practice.warm_up(prompt))

    async def today(self) -> Today:
        """How far the day has come."""
        return await self._desk.ask(lambda practice: practice.today())
