"""The structure of a markdown text by lines: headings, list items, passages, footnotes.

CommonMark decides what is a heading, a list item or code; what is kept is always a slice of the source,
so that prose is shown as its author wrote it. Only footnote marks are taken out, and their places kept.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

HIDDEN = "\ufffc"
"""Stands for what is not prose, so that nothing joins across it."""

_MARK = re.compile(r"(?<!\\)\[\^([^\[\]\s]{1,99})\](?!:)")
_BULLETS = re.compile(r"\A(?:[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)+")
CODE = r"(?<![`\\])(?P<code>`+)(?!`).+?(?<!`)(?P=code)(?!`)"
MATHS = r"(?<![\\$])(?:\$\$.+?\$\$|\$(?![\s$])[^$]+?(?<![\s\\])\$(?![\d$]))"
"""Patterns of what is not prose inside a paragraph (with `re.DOTALL`)."""

_NOT_PROSE = re.compile(f"{CODE}|{MATHS}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the document itself, not of a quotation or a list in it. Lines count from 0."""

    level: int
    text: str
    line: int
    end: int


@dataclass(frozen=True, slots=True)
class Lines:
    """A run of lines, from 0, the end excluded."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A reference to a footnote: where it stands in its passage, and on which line (from 0)."""

    label: str
    start: int
    end: int
    line: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of prose (a paragraph, a heading, a row of a table) as written, with its footnote marks.

    `prose` has the same length, with `HIDDEN` in place of bullets, code, maths and marks.
    """

    start: int
    end: int
    text: str
    prose: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """A footnote's definition, its lines joined."""

    label: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed text. `lines` are its lines without footnote marks; definitions are still in them."""

    lines: tuple[str, ...]
    headings: tuple[Heading, ...]
    items: tuple[Lines, ...]
    """The items of the bullet lists that stand in the document itself."""
    passages: tuple[Passage, ...]
    definitions: tuple[Definition, ...]

    @property
    def whole(self) -> Region:
        """The document as one region."""
        return Region(self, 0, len(self.lines))


@dataclass(frozen=True, slots=True)
class Region:
    """Some lines of a document, the end excluded."""

    document: Document
    start: int
    end: int

    @property
    def items(self) -> tuple[Lines, ...]:
        """The list items that stand in it."""
        return tuple(item for item in self.document.items if self.start <= item.start < self.end)

    def prose(self, without: Sequence[Lines] = ()) -> str:
        """Its markdown without some runs of lines and without the definitions of footnotes."""
        runs: tuple[Lines | Definition, ...] = (*without, *self.document.definitions)
        hidden = {line for run in runs for line in range(run.start, run.end)}
        lines = (self.document.lines[at] for at in range(self.start, self.end) if at not in hidden)
        return "\n".join(lines).strip("\n")

    def split(self, level: int, known: Container[str] | None = None) -> list[tuple[Heading, Region]]:
        """What stands under each heading of a level; with `known`, only under headings of those texts."""
        headings = [
            each
            for each in self.document.headings
            if self.start <= each.line < self.end
            and each.level == level
            and (known is None or each.text.casefold() in known)
        ]
        ends = [each.line for each in headings[1:]] + [self.end]
        return [
            (each, Region(self.document, each.end, end)) for each, end in zip(headings, ends, strict=False)
        ]

    def until(self, line: int) -> Region:
        """Its lines before a line."""
        return Region(self.document, self.start, line)


def parse(text: str, skip: int = 0) -> Document:
    """Parse a text whose first `skip` lines (its front matter) are none of it."""
    written = text.split("\n")
    written[:skip] = [""] * skip
    tokens = _parser().parse("\n".join(written))
    passages = tuple(_passages(tokens, written))
    lines = list(written)
    for passage in passages:
        lines[passage.start : passage.end] = _without_marks(passage).split("\n")
    return Document(
        lines=tuple(lines),
        headings=tuple(_headings(tokens, lines)),
        items=tuple(_items(tokens)),
        passages=passages,
        definitions=tuple(_definitions(tokens, written)),
    )


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.footnote import footnote_plugin

    parser = MarkdownIt("commonmark").enable("table")
    # Definitions stay where they are, so that those nothing refers to are seen too.
    footnote_plugin(parser, inline=False, move_to_end=False)
    parser.core.ruler.disable(["inline", "text_join"])
    return parser


def _headings(tokens: list[Token], lines: list[str]) -> Iterator[Heading]:
    for token in tokens:
        if token.type == "heading_open" and token.level == 0 and token.map:
            start, end = token.map
            text = " ".join(lines[start : end if token.markup[0] == "#" else end - 1]).strip()
            if token.markup[0] == "#":
                text = re.sub(r"(^|\s)#+$", "", text.lstrip("#").strip()).strip()
            yield Heading(int(token.tag[1]), text, start, end)


def _items(tokens: list[Token]) -> Iterator[Lines]:
    bullets = False
    for token in tokens:
        if token.level == 0 and token.type.endswith("_list_open"):
            bullets = token.type == "bullet_list_open"
        if token.type == "list_item_open" and token.level == 1 and bullets and token.map:
            yield Lines(*token.map)


def _definitions(tokens: list[Token], lines: list[str]) -> Iterator[Definition]:
    for token in tokens:
        if token.type == "footnote_reference_open" and token.map:
            start, end = token.map
            while end > start + 1 and not lines[end - 1].strip():
                end -= 1
            text = " ".join(line.strip() for line in lines[start:end])
            yield Definition(str(token.meta["label"]), text.partition("]:")[2].strip(), start, end)


def _passages(tokens: list[Token], lines: list[str]) -> Iterator[Passage]:
    seen = set()
    notes = 0
    for token in tokens:
        notes += (token.type == "footnote_reference_open") - (token.type == "footnote_reference_close")
        if token.type == "inline" and token.map and not notes and tuple(token.map) not in seen:
            seen.add(tuple(token.map))
            yield _passage(token.map[0], token.map[1], lines)


def _passage(start: int, end: int, lines: list[str]) -> Passage:
    text = "\n".join(lines[start:end])
    prose = _NOT_PROSE.sub(_hide, _BULLETS.sub(_hide, text, count=1))
    marks = tuple(
        Mark(found[1], found.start(), found.end(), start + text.count("\n", 0, found.start()))
        for found in _MARK.finditer(prose)
    )
    return Passage(start, end, text, _MARK.sub(_hide, prose), marks)


def _hide(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", HIDDEN, found[0])


def _without_marks(passage: Passage) -> str:
    kept, position = [], 0
    for mark in passage.marks:
        kept.append(passage.text[position : mark.start])
        position = mark.end
    return "".join((*kept, passage.text[position:]))
