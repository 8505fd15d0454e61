"""A parsed file to a `CardText`: what each heading, list item and mark of a card means."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeVar

from drill.cards.card import (
    CardText,
    Dimension,
    DrillSpec,
    DrillText,
    FollowUp,
    Language,
    Misconception,
    Point,
    Section,
)
from drill.cards.footnotes import FootnoteError, read_drill
from drill.cards.headings import HEADINGS
from drill.cards.markdown import Document, Heading, Lines, Region
from drill.cards.numbers import mentions

Report = Callable[[int, str], None]
"""Reports a fault at a line, counted from 1, of the file that is being read."""

_HEADING_ID = re.compile(r"\s*\{#([^}\s]*)\}\s*$")
_PART_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_NAMED = re.compile(rf"\*\*({_PART_ID.pattern})([!！]?)\*\*\s*[:：]?\s*")
_BULLET = re.compile(r"\s*[-*+](?:\s+|$)")
_ARROW = re.compile(r"\s*(?:→|->|=>)\s*")
_BLOCK = re.compile(r"\n\s*(?:\n|[-*+>|#]|```|~~~|\d+[.)]\s)")
_CHINESE_WRAP = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])[ \t]*\n\s*(?=[\u3000-\u9fff\uff00-\uffef])")

_Part = TypeVar("_Part", Point, Misconception, FollowUp, DrillText)


class _Named(NamedTuple):
    """A list item that begins with an id in bold."""

    lines: Lines
    id: str
    must: bool
    text: str


class _Topic(NamedTuple):
    """A third-level heading with an id, and what stands under it."""

    id: str
    question: str
    heading: Heading
    region: Region


def read_text(
    document: Document, language: Language, notes: Mapping[str, str], report: Report
) -> CardText | None:
    """One language of a card; None, and a report, where the file has no title."""
    titles = document.whole.split(1)
    if not titles or not _without_id(titles[0][0].text):
        report(titles[0][0].line + 1 if titles else 1, "no title; write the question as `# question`")
        return None
    for heading, _ in titles[1:]:
        report(heading.line + 1, "a second title; a card is a file, so give this one a file of its own")
    title, region = titles[0]
    parts = _parts(region, report)
    intro = region.until(min((heading.line for heading, _ in region.split(2, HEADINGS)), default=region.end))
    sections = {each: _section(each, parts[each], report) for each in Dimension if each in parts}
    # On a plain card, a list under the title is the answer.
    phrasings = _leading_items(intro) if sections else ()
    return CardText(
        language=language,
        title=_without_id(title.text),
        phrasings=tuple(_item_text(document, each) for each in phrasings),
        sections=sections,
        body=intro.prose(phrasings),
        choose=parts["choose"].prose() if "choose" in parts else "",
        misconceptions=_misconceptions(parts.get("misconceptions"), report),
        followups=_followups(parts.get("follow-ups"), report),
        drills=_unique(
            (
                (topic.heading.line, DrillText(topic.id, topic.question))
                for topic in _topics(parts.get("drills"), report)
            ),
            "drill",
            report,
        ),
        sources=_sources(parts.get("sources")),
        mentions=tuple(each for passage in document.passages for each in mentions(passage)),
        notes=notes,
    )


def read_drills(document: Document, report: Report) -> dict[str, DrillSpec]:
    """The specifications of a card's drills, which stand in its base file only."""
    specs: dict[str, DrillSpec] = {}
    for _, part in document.whole.split(2, {each for each, name in HEADINGS.items() if name == "drills"}):
        for topic in _topics(part, lambda *_: None):
            code = [
                passage
                for passage in document.passages
                if topic.region.start <= passage.start < topic.region.end
                and re.fullmatch(r"`[^`]+`", passage.text.strip())
            ]
            line = (code[0].start if code else topic.heading.line) + 1
            try:
                specs.setdefault(
                    topic.id, read_drill(topic.id, code[0].text.strip(" `") if code else "", line)
                )
            except FootnoteError as error:
                report(line, str(error))
    return specs


def read_says(document: Document, report: Report) -> dict[str, tuple[str, ...]]:
    """The ways of putting each point and misconception, by the id in the heading above them."""
    says: dict[str, tuple[str, ...]] = {}
    for heading, region in document.whole.split(2):
        name = heading.text.strip("`* ")
        if name in says:
            report(heading.line + 1, f"heading {name!r} stands twice; put its lines under the first")
        else:
            says[name] = tuple(filter(None, (_item_text(document, each) for each in region.items)))
    return says


def _parts(region: Region, report: Report) -> dict[str, Region]:
    """The known second-level headings; an unknown one is prose of what it stands in."""
    parts: dict[str, Region] = {}
    for heading, part in region.split(2, HEADINGS):
        name = HEADINGS[heading.text.casefold()]
        if name in parts:
            report(heading.line + 1, f"heading {heading.text!r} stands twice; put both parts under one")
        else:
            parts[name] = part
    return parts


def _leading_items(region: Region) -> list[Lines]:
    """The list that stands before any prose."""
    leading: list[Lines] = []
    for item in region.items:
        if region.until(item.start).prose(leading).strip():
            break
        leading.append(item)
    return leading


def _section(dimension: Dimension, region: Region, report: Report) -> Section:
    named = _named_items(region)
    return Section(region.prose([each.lines for each in named]), _points(named, dimension, report))


def _points(named: list[_Named], dimension: Dimension | None, report: Report) -> tuple[Point, ...]:
    points = ((each.lines.start, Point(each.id, each.text, each.must, dimension)) for each in named)
    return _unique(points, "point", report)


def _misconceptions(region: Region | None, report: Report) -> tuple[Misconception, ...]:
    if region is None:
        return ()
    found = []
    named = _named_items(region)
    for each in named:
        claim, *correction = _ARROW.split(each.text, maxsplit=1)
        if claim and correction and correction[0]:
            found.append((each.lines.start, Misconception(each.id, claim, correction[0])))
        else:
            report(
                each.lines.start + 1,
                f"misconception {each.id!r} lacks its correction: `claim → what is right`",
            )
    for item in region.items:
        if item not in {each.lines for each in named}:
            report(item.start + 1, "a misconception begins with its id: `- **id** claim → correction`")
    return _unique(found, "misconception", report)


def _followups(region: Region | None, report: Report) -> tuple[FollowUp, ...]:
    found = []
    for topic in _topics(region, report):
        named = _named_items(topic.region)
        prose = topic.region.prose([each.lines for each in named])
        followup = FollowUp(topic.id, topic.question, _points(named, None, report), prose)
        found.append((topic.heading.line, followup))
    return _unique(found, "follow-up", report)


def _sources(region: Region | None) -> tuple[str, ...]:
    if region is None:
        return ()
    listed = (_item_text(region.document, item) for item in region.items)
    return tuple(filter(None, (*listed, region.prose(region.items).strip())))


def _topics(region: Region | None, report: Report) -> list[_Topic]:
    topics = []
    for heading, under in region.split(3) if region else ():
        name = _HEADING_ID.search(heading.text)
        if name and _PART_ID.fullmatch(name[1]):
            topics.append(_Topic(name[1], _without_id(heading.text), heading, under))
        else:
            report(heading.line + 1, "needs an id of a-z, 0-9 and `-`: `### question {#id}`")
    return topics


def _named_items(region: Region) -> list[_Named]:
    named = []
    for item in region.items:
        text = _item_text(region.document, item)
        if name := _NAMED.match(text):
            named.append(_Named(item, name[1], bool(name[2]), text[name.end() :]))
    return named


def _item_text(document: Document, item: Lines) -> str:
    """A list item without its bullet, its wrapped lines joined, with no space between Chinese characters.

    Where blocks are nested in it, it stays as it is written.
    """
    first, *rest = document.lines[item.start : item.end]
    text = f"{_BULLET.sub('', first, count=1)}\n{textwrap.dedent(chr(10).join(rest))}".strip()
    if _BLOCK.search(text):
        return text
    return re.sub(r"[ \t]*\n\s*", " ", _CHINESE_WRAP.sub("", text))


def _unique(found: Iterable[tuple[int, _Part]], kind: str, report: Report) -> tuple[_Part, ...]:
    kept: dict[str, _Part] = {}
    for line, each in found:
        if each.id in kept:
            report(line + 1, f"{kind} {each.id!r} stands twice; give one of them another id")
        else:
            kept[each.id] = each
    return tuple(kept.values())


def _without_id(heading: str) -> str:
    return _HEADING_ID.sub("", heading)
