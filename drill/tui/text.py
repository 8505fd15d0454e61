"""Text that is not ours, made safe to show: what it says is shown, what it would do to a terminal is not.

Cards, answers and notes reach the screen only through here. They become `Content`, never markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from textual.content import Content

MUTED = "$foreground 60%"
"""The style of what is there but matters less (`$text-muted` is for stylesheets only)."""

_SEQUENCE = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor
    r"|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?"  # titles, clipboard, other strings
    r"|\x1b[ -/]*[0-~]"
)
# C0 and C1 without line feed and tab, and the marks that turn the direction of text around.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """`text` without terminal sequences and control characters; CRLF becomes LF and a tab four spaces."""
    text = _SEQUENCE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _CONTROL.sub("", text).replace("\t", "    ")


def one_line(text: str) -> str:
    """`plain` on a single line."""
    return " ".join(plain(text).split())


def highlighted(text: str, spans: Iterable[tuple[int, int]], style: str) -> Content:
    """An answer with spans of it styled.

    Spans count code points of the text as it was given, so whatever cannot be shown is replaced by a space
    and not removed.
    """
    content = Content(_CONTROL.sub(" ", text).replace("\t", " "))
    for start, end in spans:
        content = content.stylize(style, start, end)
    return content
