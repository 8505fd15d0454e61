"""What is scheduled apart on a card, and what each of these items asks and answers."""

from __future__ import annotations

from drill.cards.card import Card, FollowUp, Item, ItemId, Kind, Language
from drill.cards.cloze import gaps, hide, reveal


def items(card: Card) -> tuple[Item, ...]:
    """A card's items: its explanation, its gaps or its plain question, then follow-ups, then drills."""
    text = card.texts[card.base]
    main: list[Item]
    if text.sections:
        main = [Item(ItemId(card.id), card.id, Kind.EXPLAIN)]
    elif keys := dict.fromkeys(gap.key for gap in gaps(text.body)):
        main = [_item(card, Kind.CLOZE, key) for key in keys]
    else:
        main = [Item(ItemId(card.id), card.id, Kind.PLAIN)]
    followups = [_item(card, Kind.FOLLOWUP, each.id) for each in text.followups]
    drills = [_item(card, Kind.DRILL, each.id) for each in text.drills if each.id in card.drills]
    return (*main, *followups, *drills)


def question(card: Card, item: Item, language: Language) -> str:
    """What the item asks, as markdown; a drill's placeholders are still to be filled in."""
    text = card.text(language)
    match item.kind:
        case Kind.FOLLOWUP:
            return _followup(card, item, language).question
        case Kind.DRILL:
            return next(
                each.question
                for each in (*text.drills, *card.texts[card.base].drills)
                if each.id == item.name
            )
        case Kind.CLOZE:
            return hide(_cloze_text(card, item, language), item.name)
        case _:
            return text.title


def model_answer(card: Card, item: Item, language: Language) -> str:
    """What the card itself says to an item, as markdown; a drill's answer depends on its values: empty."""
    text = card.text(language)
    match item.kind:
        case Kind.EXPLAIN:
            return "\n\n".join(section.prose for section in text.sections.values())
        case Kind.FOLLOWUP:
            followup = _followup(card, item, language)
            points = "\n".join(f"- {point.text}" for point in followup.points)
            return "\n\n".join(filter(None, (followup.prose, points)))
        case Kind.CLOZE:
            return reveal(_cloze_text(card, item, language), item.name)
        case Kind.PLAIN:
            return text.body
        case _:
            return ""


def _item(card: Card, kind: Kind, name: str) -> Item:
    return Item(ItemId(f"{card.id}/{kind.value}/{name}"), card.id, kind, name)


def _followup(card: Card, item: Item, language: Language) -> FollowUp:
    both = (*card.text(language).followups, *card.texts[card.base].followups)
    return next(each for each in both if each.id == item.name)


def _cloze_text(card: Card, item: Item, language: Language) -> str:
    """The body in a language where it has the gap, which a translation shares by key only."""
    body = card.text(language).body
    return body if any(gap.key == item.name for gap in gaps(body)) else card.texts[card.base].body
