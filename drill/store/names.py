"""The names of items: a renamed card lists its old ids, and the log keeps the names of its time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from drill.cards.card import CardId, ItemId


class Names:
    """Old ids of cards mapped to the current ones. An item's id is its card's, and what follows a slash."""

    def __init__(self, aliases: Mapping[CardId, CardId] | None = None) -> None:
        self._current = dict(aliases or {})
        self._old: dict[str, list[str]] = defaultdict(list)
        for old, current in self._current.items():
            self._old[current].append(old)

    def current(self, item: str) -> ItemId:
        """The id that an item logged as `item` has now."""
        card, slash, rest = item.partition("/")
        return ItemId(self._current.get(CardId(card), card) + slash + rest)

    def all(self, item: str) -> tuple[str, ...]:
        """Every id under which the item `item` may stand in the log."""
        card, slash, rest = item.partition("/")
        return (item, *(old + slash + rest for old in self._old.get(card, ())))

    def __bool__(self) -> bool:
        return bool(self._current)
