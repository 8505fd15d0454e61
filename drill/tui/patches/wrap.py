"""Where a line of mixed Chinese and English may break.

Textual and Rich break at spaces only, so a run of Chinese is one long word: lines end half empty, and a
line may begin with a full stop. Both find their words with one regular expression each; the ones put in
their place end a word after every Han character, and keep closing punctuation with what it closes and
opening punctuation with what it opens.
"""

from __future__ import annotations

import re

# Jamo and Hangul, radicals, kana, bopomofo, Han, halfwidth kana, and the planes of Han.
_HAN = (
    "\u1100-\u11ff\u2e80-\u2fff\u3040-\u30ff\u3100-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\uff66-\uff9f\U00020000-\U0003fffd"
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
_OPENED = rf"[{_OPENING}{_OPENING_ASCII}]*"
_TOKEN = (
    rf"(?:{_OPENED}(?:[{_HAN}][{_CLOSING}{_CLOSING_ASCII}]*|{_WORD}[{_CLOSING}]*)"
    rf"|[{_CLOSING}{_OPENING}{_OPENING_ASCII}]+)"
)

RICH_WORD = re.compile(rf"\s*{_TOKEN}\s*")
TEXTUAL_CHUNK = re.compile(rf"{_TOKEN}\s*|\s+")


def repair() -> bool:
    """Let Static, Markdown and TextArea wrap Chinese; False where the toolkit no longer looks as expected."""
    try:
        from rich import _wrap as rich_wrap
        from textual import _wrap as textual_wrap

        in_rich, in_textual = rich_wrap.re_word, textual_wrap.re_chunk
    except (ImportError, AttributeError):
        return False
    if in_rich is RICH_WORD and in_textual is TEXTUAL_CHUNK:
        return True
    if in_rich.pattern != r"\s*\S+\s*" or in_textual.pattern != r"\S+\s*|\s+":
        return False
    rich_wrap.re_word = RICH_WORD
    textual_wrap.re_chunk = TEXTUAL_CHUNK
    return True
