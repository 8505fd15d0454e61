"""Where a line of mixed Chinese and English may break.

Textual and Rich break at spaces only, so a run of Chinese is one long word: lines end half empty, and a
line may begin with a full stop. Both find their words with one regular expression each. What is put in
their place ends a word after every Han character, and keeps closing punctuation with what it closes and
opening punctuation with what it opens. Text without Han goes through the stock expression, unchanged.
"""

from __future__ import annotations

import re
from typing import Any

_FIRST_WIDE = "\u2e80"
# Radicals, kana, bopomofo, Han, Hangul, halfwidth kana, and the planes of Han.
_HAN = (
    "\u2e80-\u2fff\u3040-\u30ff\u3100-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U0003fffd"
)
_CLOSING = "，。、；：？！）］｝】》」』〉〕〗”’…—～·％‰℃"
_CLOSING_ASCII = r",.;:?!)\]}%"
_OPENING = "（［｛【《「『〈〔〖“‘"
_OPENING_ASCII = r"(\[{"

_LETTER = rf"[^\s{_HAN}{_CLOSING}{_OPENING}]"
# An apostrophe or a dot leader inside an English word closes nothing: don’t, and…or.
_INSIDE = rf"(?:{_LETTER}|[’…·—](?=[A-Za-z0-9]))"
# "f(" before Han gives up its parenthesis, so that the line does not end with it.
_WORD = (
    rf"(?:{_INSIDE}*[^\s{_HAN}{_CLOSING}{_OPENING}{_OPENING_ASCII}])"
    rf"(?:[{_OPENING_ASCII}]+(?![{_HAN}{_OPENING}]))?"
)
_TOKEN = (
    rf"(?:[{_OPENING}{_OPENING_ASCII}]*(?:[{_HAN}][{_CLOSING}{_CLOSING_ASCII}]*|{_WORD}[{_CLOSING}]*)"
    rf"|[{_CLOSING}{_OPENING}{_OPENING_ASCII}]+)"
)


class WordBreaker:
    """Stands in for a compiled pattern of which only `match` is used."""

    def __init__(self, stock: re.Pattern[str], wide: str) -> None:
        self.pattern = stock.pattern
        self._stock = stock
        self._wide = wide
        self._text = ""
        self._regex = stock

    def match(self, text: str, position: int = 0) -> re.Match[str] | None:
        """The word at `position`; callers go through one text word by word."""
        if text is not self._text:
            self._text = text
            # Compiling costs 6 ms, which a start in English need not pay.
            wide = max(text, default="") >= _FIRST_WIDE
            self._regex = re.compile(self._wide) if wide else self._stock
        return self._regex.match(text, position)


def repair() -> bool:
    """Let Static, Markdown and TextArea wrap Chinese; False where the toolkit no longer looks as expected."""
    textual_wrap: Any
    try:
        from textual import _wrap as textual_wrap

        stock = textual_wrap.re_chunk
    except (ImportError, AttributeError):
        return False
    if not isinstance(stock, WordBreaker):
        if stock.pattern != r"\S+\s*|\s+":
            return False
        textual_wrap.re_chunk = WordBreaker(stock, rf"{_TOKEN}\s*|\s+")
    return repair_rich()


def repair_rich() -> bool:
    """The same for what rich alone prints, as the command line does."""
    rich_wrap: Any
    try:
        from rich import _wrap as rich_wrap

        stock = rich_wrap.re_word
    except (ImportError, AttributeError):
        return False
    if not isinstance(stock, WordBreaker):
        if stock.pattern != r"\s*\S+\s*":
            return False
        rich_wrap.re_word = WordBreaker(stock, rf"\s*{_TOKEN}\s*")
    return True
