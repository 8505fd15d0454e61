"""A whole card as one page of markdown, for reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drill.cards.card import Card, CardText, Language, Point
from drill.cards.headings import PARTS


def page(card: Card, language: Language) -> str:
    """The card in a language, or in its base language where it has no such text."""
    text = card.text(language)
    return "\n\n".join(filter(None, (f"# {text.title}", _list(text.phrasings), text.body, *_parts(text))))


def _parts(text: CardText) -> Iterator[str]:
    for dimension, section in text.sections.items():
        yield from _part(dimension.value, text, section.prose, _points(section.points))
    yield from _part("choose", text, text.choose)
    misconceptions = (f"{each.claim} → {each.correction}" for each in text.misconceptions)
    yield from _part("misconceptions", text, _list(misconceptions))
    followups = (f"### {each.question}\n\n{each.prose}\n\n{_points(each.points)}" for each in text.followups)
    yield from _part("follow-ups", text, *followups)
    yield from _part("drills", text, _list(each.question for each in text.drills))
    yield from _part("sources", text, _list(text.sources))


def _part(name: str, text: CardText, *blocks: str) -> Iterator[str]:
    if any(blocks):
        headings = PARTS[name]
        yield f"## {headings.get(text.language, headings['en'])}"
        yield from blocks


def _points(points: Iterable[Point]) -> str:
    return _list(f"**{point.text}**" if point.must else point.text for point in points)


def _list(lines: Iterable[str]) -> str:
    return "\n".join("- " + line.replace("\n", "\n  ") for line in lines)
