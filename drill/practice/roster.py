"""Everything that could be asked: the items of all decks, their places, and their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from drill.cards.card import Card, CardId, Item, ItemId, Kind
from drill.cards.items import items
from drill.errors import UsageError, meant
from drill.i18n import _

if TYPE_CHECKING:
    from drill.cards.decks import Decks


@dataclass(frozen=True, slots=True)
class Place:
    """An item with its card, the card's place in the decks and the item's place in the card."""

    item: Item
    card: Card
    position: int
    rank: int


class Roster:
    """The items of the decks, in order."""

    def __init__(self, decks: Decks) -> None:
        self._places = {
            item.id: Place(item, card, position, rank)
            for position, card in enumerate(decks.cards.values())
            for rank, item in enumerate(items(card))
        }
        self._aliases = decks.aliases
        self._left_out: dict[str, str] = {}

    @property
    def faults(self) -> tuple[str, ...]:
        """Why items were left out."""
        return tuple(self._left_out.values())

    def leave_out(self, item: ItemId, fault: str) -> None:
        """Ask an item no more in this sitting, because it cannot be put as a question."""
        self._left_out[item] = fault

    def __iter__(self) -> Iterator[Place]:
        return (place for item, place in self._places.items() if item not in self._left_out)

    def __contains__(self, item: object) -> bool:
        return item in self._places

    def place(self, item_id: str) -> Place:
        """Where an item stands; an old name will do. Raises `UsageError` for one that no deck has."""
        card, slash, rest = item_id.partition("/")
        current = self._aliases.get(CardId(card), CardId(card))
        place = self._places.get(ItemId(current + slash + rest))
        if place is not None:
            return place
        raise UsageError(
            _("no item {name!r}; {meant}").format(
                name=item_id,
                meant=meant(item_id, self._places, _("`drill cards list` names the cards")),
            )
        )

    def of_card(self, card: CardId) -> tuple[Place, ...]:
        """The items of one card, in order."""
        return tuple(place for place in self if place.card.id == card)

    def item(self, item_id: str) -> Item:
        """An item by its id, even one whose card is no longer in any deck."""
        if ItemId(item_id) in self._places:
            return self._places[ItemId(item_id)].item
        card, _, rest = item_id.partition("/")
        kind, _, name = rest.partition("/")
        return Item(ItemId(item_id), CardId(card), Kind(kind) if kind in {*Kind} else Kind.EXPLAIN, name)
