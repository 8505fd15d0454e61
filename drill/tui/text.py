"""Text that is not ours, made safe to show: what it says is shown, what it would do to a terminal is not.

Cards, answers and notes reach the screen only through here, and then as `Content`, never as markup.
"""

from __future__ import annotations

import re

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


def blanked(text: str) -> str:
    """`text` with a space for each character that cannot be shown: spans in it stay where they are."""
    return _CONTROL.sub(" ", text).replace("\t", " ")
