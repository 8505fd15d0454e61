"""Markdown as plain text: what it says, without its marks, for pipes and screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_INDENT = "  "
_CODE = "    "


def as_text(markdown: str) -> str:
    """The text of a markdown document: blocks with a blank line between, items with a dash or their number.

    A heading is a line of its own, a link is followed by its address, a table's cells stand between bars.
    """
    return "\n".join(_Lines(_parser().parse(markdown)).all()).strip("\n")


def as_line(markdown: str) -> str:
    """The same on one line."""
    return " ".join(as_text(markdown).split())


class _Lines:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._lists: list[int | None] = []
        """The lists that are open: the next number of each, None where it has none."""
        self._marker = ""
        self._cells: list[str] | None = None
        """Of the row of a table that is open."""

    def all(self) -> Iterator[str]:
        for token in self._tokens:
            yield from self._of(token)

    def _of(self, token: Token) -> Iterator[str]:
        match token.type:
            case "bullet_list_open":
                self._lists.append(None)
            case "ordered_list_open":
                self._lists.append(int(token.attrs.get("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
                if not self._lists:
                    yield ""
            case "list_item_open":
                self._marker = self._next_marker()
            case "tr_open":
                self._cells = []
            case "inline" if self._cells is not None:
                self._cells.append(_inline(token))
            case "inline":
                yield from self._indented(_inline(token).split("\n"))
            case "tr_close":
                yield " | ".join(self._cells or ())
                self._cells = None
            case "fence" | "code_block":
                yield from (_CODE + line for line in token.content.rstrip("\n").split("\n"))
                yield ""
            case "paragraph_close" | "heading_close" if not self._lists:
                yield ""
            case "table_close":
                yield ""

    def _next_marker(self) -> str:
        number = self._lists[-1]
        if number is None:
            return "- "
        self._lists[-1] = number + 1
        return f"{number}. "

    def _indented(self, lines: Sequence[str]) -> Iterator[str]:
        depth = _INDENT * max(0, len(self._lists) - 1)
        hanging = depth + (_INDENT if self._lists else "")
        for line in lines:
            yield f"{depth}{self._marker}{line}" if self._marker else f"{hanging}{line}"
            self._marker = ""


def _inline(token: Token) -> str:
    return "".join(_spans(token.children or ()))


def _spans(tokens: Sequence[Token]) -> Iterator[str]:
    address = ""
    for token in tokens:
        match token.type:
            case "softbreak" | "hardbreak":
                yield "\n"
            case "link_open":
                address = str(token.attrs.get("href") or "")
            case "link_close":
                yield f" ({address})" if address else ""
            case _:
                yield token.content


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")
