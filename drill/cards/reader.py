"""A card's files to a `Card`: what each heading, list item and footnote of a card means.

A fault in a part costs that part, not the card; only a card that cannot be told apart or has no question
is not read at all. Everything that is merely not good enough is lint's business.
"""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from drill.cards.card import (
    Card,
    CardId,
    CardText,
    Cited,
    Dimension,
    DrillSpec,
    DrillText,
    Figure,
    FollowUp,
    Heard,
    Language,
    Misconception,
    Point,
    Section,
)
from drill.cards.fault import Fault
from drill.cards.footnotes import FootnoteError, read_drill, read_figure
from drill.cards.frontmatter import FrontMatter, FrontMatterError, Value, read_front_matter
from drill.cards.headings import HEADINGS
from drill.cards.markdown import Document, Heading, Lines, parse
from drill.cards.numbers import mentions
from drill.cards.source import Source, nfc

_ID = re.compile(r"\w(?:[\w.-]{0,98}\w)?")
_HEADING_ID = re.compile(r"\s*\{#([^}\s]*)\}\s*$")
_BULLET = re.compile(r"\s*[-*+](?:\s+|$)")
_NAMED = re.compile(r"\*\*([a-z0-9][a-z0-9-]*)([!！]?)\*\*\s*[:：]?\s*")
_ARROW = re.compile(r"\s*(?:→|->|=>)\s*")

_T = TypeVar("_T", Point, Misconception, FollowUp, DrillText)


@dataclass(frozen=True, slots=True)
class CardFiles:
    """The files of one card: the base, its translations by language, and the says-lines."""

    base: Source
    translations: Mapping[Language, Source] = field(default_factory=dict)
    says: Source | None = None


def read_card(
    files: CardFiles, deck: str = "", language: Language | None = None, fallback_id: str = ""
) -> tuple[Card | None, tuple[Fault, ...]]:
    """Read a card and report what is wrong in its files.

    `language` is the deck's base language; without one it is told from the title. `fallback_id` names a
    card whose front matter gives no id. The card is None where it has no usable id or no title.
    """
    faults: list[Fault] = []
    report = _reporter(files.base.path, faults)
    front, document = _open(files.base, report)
    if front is None:
        return None, tuple(faults)
    card_id = nfc(_word(front.values.get("id", ""))) or fallback_id
    if not _ID.fullmatch(card_id):
        line = front.lines.get("id", 1)
        report(line, f"{card_id!r} is no id; use letters, digits, `-`, `_` and `.`" if card_id else _NO_ID)
        return None, tuple(faults)
    base = _TextReader(document, report)
    if not base.title:
        report(front.length + 1, "no title; write the question as `# question` before the prose")
        return None, tuple(faults)
    base_language = _word(front.values.get("language", "")) or language or _language_of(base.title)
    figures = _figures(document, report)
    texts = {base_language: base.read(base_language, figures)}
    for tag, source in files.translations.items():
        tell = _reporter(source.path, faults)
        translated, document = _open(source, tell)
        if translated is None:
            continue
        own_id = nfc(_word(translated.values.get("id", card_id)))
        if own_id != card_id:
            tell(translated.lines["id"], f"is a translation of {card_id!r}, but its id is {own_id!r}")
            continue
        reader = _TextReader(document, tell)
        if reader.title:
            texts[tag] = reader.read(tag, _figures(document, tell))
        else:
            tell(1, "no title; write the question as `# question`")
    card = Card(
        id=CardId(card_id),
        deck=deck,
        path=files.base.path,
        base=base_language,
        texts=texts,
        tags=_words(front.values.get("tags", ())),
        level=_word(front.values.get("level", "")),
        aliases=tuple(nfc(alias) for alias in _words(front.values.get("aliases", ()))),
        enough=_enough(front, report),
        figures=figures,
        drills=base.drill_specs(),
        says=_says(files.says, faults),
        digest=_digest(files),
    )
    return card, tuple(faults)


Report = Callable[[int, str], None]
"""Reports a fault at a line, counted from 1, of the file that is being read."""

_NO_ID = "no id; give the card one in its front matter (`id: short-name`), or run `drill cards lint --fix`"


class _TextReader:
    """One language of a card, from its parsed file. Lines of the document count from 0."""

    def __init__(self, document: Document, report: Report) -> None:
        self._document = document
        self._report = report
        self._end = len(document.lines)
        titles = [each for each in document.headings if each.level == 1]
        self._title = titles[0] if titles else None
        self.title = _without_id(titles[0].text) if titles else ""
        for extra in titles[1:]:
            report(extra.line + 1, "a second title; a card is a file, so put this one into a file of its own")
        if len(titles) > 1:
            self._end = titles[1].line
        self._parts: dict[str, tuple[Heading, int]] = {}
        self._body_end = self._end
        self._find_parts()

    def _find_parts(self) -> None:
        second = [
            each for each in self._inside(self._title.end if self._title else 0, self._end) if each.level == 2
        ]
        for at, heading in enumerate(second):
            end = second[at + 1].line if at + 1 < len(second) else self._end
            name = HEADINGS.get(heading.text.strip().casefold())
            if name is None:
                continue
            self._body_end = min(self._body_end, heading.line)
            if name in self._parts:
                self._report(
                    heading.line + 1, f"heading {heading.text!r} stands twice; put both parts under one"
                )
                continue
            self._parts[name] = (heading, end)

    def _inside(self, start: int, end: int) -> list[Heading]:
        return [each for each in self._document.headings if start <= each.line < end]

    def read(self, language: Language, figures: Mapping[str, Figure]) -> CardText:
        start = self._title.end if self._title else 0
        phrasings, start = self._phrasings(start)
        return CardText(
            language=language,
            title=self.title,
            phrasings=phrasings,
            sections={each: self._section(each) for each in Dimension if each in self._parts},
            body=self._document.source(start, self._body_end),
            choose=self._prose("choose"),
            misconceptions=self._misconceptions(),
            followups=self._followups(),
            drills=self._drills(),
            sources=self._sources(),
            mentions=tuple(each for passage in self._document.passages for each in mentions(passage)),
            notes={label: _note(figure) for label, figure in figures.items() if _note(figure)},
        )

    def drill_specs(self) -> dict[str, DrillSpec]:
        """The specifications of the drills, which stand in the base file only."""
        specs: dict[str, DrillSpec] = {}
        for name, _, heading, end in self._topics("drills"):
            code = [
                (passage.start, passage.text.strip().strip("`"))
                for passage in self._document.passages
                if heading.end <= passage.start < end and re.fullmatch(r"`[^`]+`", passage.text.strip())
            ]
            if not code:
                self._report(
                    heading.line + 1, f"drill {name!r} has no line `experiment name=values -> unit ±3%`"
                )
                continue
            line, text = code[0]
            try:
                specs[name] = read_drill(name, text, line + 1)
            except FootnoteError as error:
                self._report(line + 1, str(error))
        return specs

    def _phrasings(self, start: int) -> tuple[tuple[str, ...], int]:
        """The list right under the title, and where it ends; on a plain card that list is its answer."""
        if not any(each in self._parts for each in Dimension):
            return (), start
        phrasings = []
        for item in self._document.items:
            if item.start < start or self._document.source(start, item.start).strip():
                continue
            phrasings.append(_flow(self._item_lines(item)))
            start = item.end
        return tuple(phrasings), start

    def _section(self, dimension: Dimension) -> Section:
        heading, end = self._parts[dimension]
        points, runs = self._points(heading.end, end, dimension)
        return Section(self._document.source(heading.end, end, runs), points)

    def _prose(self, part: str) -> str:
        if part not in self._parts:
            return ""
        heading, end = self._parts[part]
        return self._document.source(heading.end, end)

    def _points(
        self, start: int, end: int, dimension: Dimension | None
    ) -> tuple[tuple[Point, ...], tuple[Lines, ...]]:
        points, runs = [], []
        for item, name, must, text in self._named_items(start, end):
            points.append((item.start, Point(name, text, must, dimension)))
            runs.append(item)
        return self._unique(points, "point"), tuple(runs)

    def _misconceptions(self) -> tuple[Misconception, ...]:
        if "misconceptions" not in self._parts:
            return ()
        heading, end = self._parts["misconceptions"]
        found = []
        named = list(self._named_items(heading.end, end))
        for item, name, _, text in named:
            claim, *correction = _ARROW.split(text, maxsplit=1)
            if not (claim and correction and correction[0]):
                self._report(
                    item.start + 1, f"misconception {name!r} lacks its correction: `claim → what is right`"
                )
                continue
            found.append((item.start, Misconception(name, claim, correction[0])))
        for item in self._document.items:
            if heading.end <= item.start < end and all(item is not each for each, *_ in named):
                self._report(
                    item.start + 1, "a misconception begins with its id: `- **id** claim → correction`"
                )
        return self._unique(found, "misconception")

    def _followups(self) -> tuple[FollowUp, ...]:
        found = []
        for name, question, heading, end in self._topics("follow-ups"):
            points, runs = self._points(heading.end, end, None)
            prose = self._document.source(heading.end, end, runs)
            found.append((heading.line, FollowUp(name, question, points, prose)))
        return self._unique(found, "follow-up")

    def _drills(self) -> tuple[DrillText, ...]:
        found = [
            (heading.line, DrillText(name, question)) for name, question, heading, _ in self._topics("drills")
        ]
        return self._unique(found, "drill")

    def _sources(self) -> tuple[str, ...]:
        if "sources" not in self._parts:
            return ()
        heading, end = self._parts["sources"]
        items = [each for each in self._document.items if heading.end <= each.start < end]
        rest = self._document.source(heading.end, end, tuple(items))
        return tuple(filter(None, (*(_flow(self._item_lines(item)) for item in items), rest.strip())))

    def _topics(self, part: str) -> list[tuple[str, str, Heading, int]]:
        """The third-level headings of a part: id, text, heading, end. One without an id is reported."""
        if part not in self._parts:
            return []
        heading, end = self._parts[part]
        third = [each for each in self._inside(heading.end, end) if each.level == 3]
        topics = []
        for at, topic in enumerate(third):
            stop = third[at + 1].line if at + 1 < len(third) else end
            name = _HEADING_ID.search(topic.text)
            if name and _NAMED.fullmatch(f"**{name[1]}**"):
                topics.append((name[1], _without_id(topic.text), topic, stop))
            else:
                self._report(topic.line + 1, "needs an id of a-z, 0-9 and `-`: `### question {#id}`")
        return topics

    def _named_items(self, start: int, end: int) -> list[tuple[Lines, str, bool, str]]:
        """The list items that begin with an id in bold: item, id, whether it is a must, text."""
        named = []
        for item in self._document.items:
            if start <= item.start < end:
                lines = self._item_lines(item)
                if name := _NAMED.match(lines[0]):
                    text = _flow([lines[0][name.end() :], *lines[1:]])
                    named.append((item, name[1], bool(name[2]), text))
        return named

    def _item_lines(self, item: Lines) -> list[str]:
        """The lines of a list item without its bullet and indentation."""
        first, *rest = self._document.lines[item.start : item.end]
        return [_BULLET.sub("", first, count=1), *textwrap.dedent("\n".join(rest)).rstrip().split("\n")]

    def _unique(self, found: list[tuple[int, _T]], kind: str) -> tuple[_T, ...]:
        kept: dict[str, _T] = {}
        for line, each in found:
            if each.id in kept:
                self._report(line + 1, f"{kind} {each.id!r} stands twice; give one of them another id")
            else:
                kept[each.id] = each
        return tuple(kept.values())


def _open(source: Source, report: Report) -> tuple[FrontMatter | None, Document]:
    try:
        front = read_front_matter(source.text)
    except FrontMatterError as error:
        report(error.line, str(error))
        return None, parse("")
    return front, parse(source.text, skip=front.length)


def _figures(document: Document, report: Report) -> dict[str, Figure]:
    figures: dict[str, Figure] = {}
    for each in document.definitions:
        if each.label in figures:
            report(each.start + 1, f"footnote {each.label!r} is defined twice; remove one")
            continue
        try:
            figures[each.label] = read_figure(each.label, each.text, each.start + 1)
        except FootnoteError as error:
            report(each.start + 1, str(error))
    return figures


def _note(figure: Figure) -> str:
    match figure:
        case Cited():
            return figure.source
        case Heard():
            return figure.correction
        case _:
            return ""


def _says(source: Source | None, faults: list[Fault]) -> dict[str, tuple[str, ...]]:
    if source is None:
        return {}
    report = _reporter(source.path, faults)
    front, document = _open(source, report)
    if front is None:
        return {}
    says: dict[str, tuple[str, ...]] = {}
    headings = [each for each in document.headings if each.level == 2]
    for at, heading in enumerate(headings):
        end = headings[at + 1].line if at + 1 < len(headings) else len(document.lines)
        name = heading.text.strip("`* ")
        lines = [
            _flow(
                [
                    _BULLET.sub("", document.lines[item.start], count=1),
                    *document.lines[item.start + 1 : item.end],
                ]
            )
            for item in document.items
            if heading.end <= item.start < end
        ]
        if name in says:
            report(heading.line + 1, f"heading {name!r} stands twice; put its lines under the first")
        else:
            says[name] = tuple(filter(None, lines))
    return says


def _enough(front: FrontMatter, report: Report) -> dict[Dimension, int]:
    given = front.values.get("enough", {})
    if not isinstance(given, Mapping):
        report(front.lines["enough"], "write `enough: {what: 3}`")
        return {}
    enough = {}
    for name, count in given.items():
        if name in set(Dimension) and isinstance(count, str) and count.isdecimal() and int(count) > 0:
            enough[Dimension(name)] = int(count)
        else:
            report(front.lines["enough"], "takes dimensions and counts, as in `enough: {what: 3}`")
    return enough


def _flow(lines: list[str]) -> str:
    """Wrapped lines as one, with no space between Chinese characters; blocks in them stay as they are."""
    text = "\n".join(lines).strip()
    if re.search(r"\n\s*(?:\n|[-*+>|#]|```|~~~|\d+[.)]\s)", text):
        return text
    text = re.sub(r"(?<=[\u3000-\u9fff\uff00-\uffef])[ \t]*\n\s*(?=[\u3000-\u9fff\uff00-\uffef])", "", text)
    return re.sub(r"[ \t]*\n\s*", " ", text)


def _without_id(heading: str) -> str:
    return _HEADING_ID.sub("", heading)


def _word(value: Value) -> str:
    return value.strip() if isinstance(value, str) else ""


def _words(value: Value) -> tuple[str, ...]:
    """A list, or words separated by commas or spaces."""
    if isinstance(value, str):
        return tuple(filter(None, re.split(r"[,，\s]+", value)))
    if isinstance(value, tuple):
        return tuple(each.strip() for each in value if isinstance(each, str) and each.strip())
    return ()


def _language_of(text: str) -> Language:
    return "zh" if re.search(r"[\u4e00-\u9fff]", text) else "en"


def _digest(files: CardFiles) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for source in (files.base, *files.translations.values(), *filter(None, [files.says])):
        digest.update(source.text.encode() + b"\0")
    return digest.hexdigest()


def _reporter(path: str, faults: list[Fault]) -> Report:
    return lambda line, message: faults.append(Fault(path, line, message))
