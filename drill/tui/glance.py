"""The question that comes next, noted when the program ends, so that the next start can show it at once.

Opening the collection takes several times as long as painting a screen. The note is only a glance: the
screen asks the collection all the same and shows what that says. Nothing is noted for a collection that is
not the default file, and a note is not used once that file, the settings, the language or the learning
day are no longer what they were.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from drill.cards.card import Card, CardId, Item, ItemId, Kind
from drill.i18n import interface_language
from drill.practice.views import Prompt
from drill.recall.days import learning_day
from drill.settings import home, settings_path

if TYPE_CHECKING:
    from drill.settings import Settings


@dataclass(frozen=True, slots=True)
class Glance:
    """Where the note is and what it must agree with."""

    settings: Settings
    now: datetime
    """With the local zone."""

    def keep(self, prompt: Prompt | None) -> None:
        """Note the question that comes next, or that none does, while the collection is closed."""
        if self.settings.database:
            return
        path = home() / "next.json"
        if prompt is None or prompt.numeric is not None:  # a drill's values are for the engine to draw
            path.unlink(missing_ok=True)
            return
        note = {
            "stamp": self._stamp(),
            "item": prompt.item.id,
            "card": prompt.card.id,
            "kind": prompt.item.kind,
            "name": prompt.item.name,
            "language": prompt.language,
            "question": prompt.question,
            "reason": prompt.reason,
            "draft": prompt.draft,
        }
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps(note, ensure_ascii=False), encoding="utf-8")
        beside.replace(path)

    def recall(self) -> Prompt | None:
        """The question noted last, with a card that is empty but for its id; None if the note is void."""
        if self.settings.database:
            return None
        try:
            note = json.loads((home() / "next.json").read_text(encoding="utf-8"))
            if note["stamp"] != self._stamp():
                return None
            card = Card(CardId(note["card"]), "", "", note["language"], {})
            item = Item(ItemId(note["item"]), card.id, Kind(note["kind"]), note["name"])
            return Prompt(item, card, note["language"], note["question"], note["reason"], draft=note["draft"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _stamp(self) -> list[str | int]:
        collection, chosen = home() / "collection.db", settings_path()
        stamp: list[str | int] = [
            interface_language(),
            self.settings.question_language,
            str(learning_day(self.now, self.now.tzinfo or UTC, self.settings.rollover)),
        ]
        for path in (collection, chosen):
            if path == collection or path.exists():
                state = path.stat()
                stamp += [state.st_mtime_ns, state.st_size]
        return stamp
