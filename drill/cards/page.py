"""A whole card as one page of markdown, for reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from drill.cards.card import Card, CardText, FollowUp, Kind, Language, Point
from drill.cards.headings import PARTS
from drill.cards.items import items


def page(card: Card, language: Language, *, with_ids: bool = False) -> str:
    """The card in a language, or in its base language where it has no such text.

    With ids, each follow-up and drill is followed by that of its item.
    """
    text = card.text(language)
    ids = {(item.kind, item.name): f"`{item.id}`" for item in items(card)} if with_ids else {}
    return "\n\n".join(
        filter(None, (f"# {text.title}", _list(text.phrasings), text.body, *_parts(text, ids)))
    )


def _parts(text: CardText, ids: Mapping[tuple[Kind, str], str]) -> Iterator[str]:
    for dimension, section in text.sections.items():
        yield from _part(dimension.value, text, section.prose, _points(section.points))
    yield from _part("choose", text, text.choose)
    misconceptions = (f"{each.claim} → {each.correction}" for each in text.misconceptions)
    yield from _part("misconceptions", text, _list(misconceptions))
    followups = (_followup(each, ids.get((Kind.FOLLOWUP, each.id), "")) for each in text.followups)
    yield from _part("follow-ups", text, *followups)
    drills = (f"{each.question} {ids.get((Kind.DRILL, each.id), '')}".rstrip() for each in text.drills)
    yield from _part("drills", text, _list(drills))
    yield from _part("sources", text, _list(text.sources))


def _followup(followup: FollowUp, item: str) -> str:
    blocks = (f"### {followup.question}", item, followup.prose, _points(followup.points))
    return "\n\n".join(filter(None, blocks))


def _part(name: str, text: CardText, *blocks: str) -> Iterator[str]:
    if any(blocks):
        headings = PARTS[name]
        yield f"## {headings.get(text.language, headings['en'])}"
        yield from blocks


def _points(points: Iterable[Point]) -> str:
    return _list(f"**{point.text}**" if point.must else point.text for point in points)


def _list(lines: Iterable[str]) -> str:
    return "\n".join("- " + line.replace("\n", "\n  ") for line in lines)
