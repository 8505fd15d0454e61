"""Text of unknown origin made harmless: it says what it said, and does nothing.

Answers, cards and graders may hold markup, links, HTML and terminal sequences. `clean` drops control
characters and what turns the direction of text around, for every form; `inline` and `quoted` also escape
each character that could begin a construct of CommonMark or GFM.
"""

from __future__ import annotations

import re

_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_ANYWHERE = re.compile(r"([\\`*_{}\[\]()<>#|~&!$^@])")
_AT_THE_START = re.compile(r"^([-+=:]|\d+(?=[.)]))")
_LINK = re.compile(r"(?i)\b(https?|ftp|mailto)(?=:)|\b(www)(?=\.)")


def clean(text: str) -> str:
    """`text` with its lines, and without other control characters."""
    return _CONTROL.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def inline(text: str) -> str:
    """`text` on one line, as it may stand in a heading, a list or a cell of a table."""
    return _escaped(" ".join(clean(text).split()))


def quoted(text: str) -> str:
    """`text` as a block quote that keeps its lines; an empty one stays empty."""
    lines = clean(text).strip().split("\n")
    return "  \n".join(f"> {_escaped(line.strip())}" for line in lines) if any(lines) else ""


def _escaped(line: str) -> str:
    line = _ANYWHERE.sub(r"\\\1", line)
    # A number opens a list with the sign behind it, all else by itself.
    line = _AT_THE_START.sub(lambda at: f"{at[1]}\\" if at[1].isdigit() else f"\\{at[1]}", line)
    return _LINK.sub(lambda at: f"{at[0]}\\", line)
