"""What was reviewed since the user sat down. The collection has it all; this is what the summary shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from drill.cards.card import Item
from drill.practice.views import Graded, Reviewed


@dataclass(frozen=True, slots=True)
class Done:
    """An answer with what became of it."""

    graded: Graded
    reviewed: Reviewed


@dataclass(slots=True)
class Sitting:
    """Reviews in the order in which they were made; undo takes from the end, as in the collection."""

    done: list[Done] = field(default_factory=list)

    def add(self, graded: Graded, reviewed: Reviewed) -> None:
        """Note a committed review."""
        self.done.append(Done(graded, reviewed))

    def take_back(self, item: Item) -> Graded | None:
        """Forget the last review if it is of `item`, and return its answer to rate again."""
        for at in reversed(range(len(self.done))):
            if self.done[at].reviewed.scheduled:
                return self.done.pop(at).graded if self.done[at].reviewed.item == item else None
        return None
