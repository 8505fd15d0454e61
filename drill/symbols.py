"""Symbols in ASCII, one for one, for terminals that draw `…`, `─` or `“` two cells wide, or not at all.

Unicode leaves the width of such characters to the terminal (east Asian width A), and a line that counts on
one cell is torn where it is two. Chinese, whose width is certain, stays.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Mapping
from io import TextIOWrapper

_PLAIN = {
    **dict(zip("▁▂▃▄▅▆▇█", "_.:-=+*#", strict=True)),
    **dict(zip("░▒▓", "-=#", strict=True)),
    **dict.fromkeys("─━═╌╍┄┅┈┉╴╶╸╺▔▀", "-"),
    **dict.fromkeys("│┃║╎╏┆┇┊┋╵╷╹╻▏▎▍▌▋▊▉▐▕", "|"),
    **dict.fromkeys("▸▶►▷❯›»", ">"),
    **dict.fromkeys("◂◀◄◁❮‹«", "<"),
    **dict.fromkeys("▴▲△", "^"),
    **dict.fromkeys("▾▼▽", "v"),
    **dict.fromkeys("●•∙◆■★", "*"),
    **dict.fromkeys("○◇□☆°", "o"),
    **dict.fromkeys("·…․‥", "."),
    **dict.fromkeys("✓✔√", "v"),
    **dict.fromkeys("✗✘×✕", "x"),
    **dict.fromkeys("“”„″", '"'),
    **dict.fromkeys("‘’‚′", "'"),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("≤⌊⌈", "<"),
    **dict.fromkeys("≥⌋⌉", ">"),
    **dict(zip("≈≠≡≙±÷∞§¶⚠µ∑∏∈", "~!==~/8SP!uSPe", strict=True)),
}
_TURNS = {"LEFTWARDS": "<", "RIGHTWARDS": ">", "UPWARDS": "^", "DOWNWARDS": "v"}


class _Table(dict[int, str]):
    """What becomes of each character; filled as they come."""

    def __missing__(self, code: int) -> str:
        self[code] = found = _ascii_for(chr(code))
        return found


_TABLE = _Table()


def in_ascii(text: str) -> str:
    """`text` without a character whose width is left to the terminal; as many cells as it was."""
    return text if text.isascii() else text.translate(_TABLE)


def wants_ascii(setting: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether symbols are to be ASCII: as the setting says; by itself on a Linux console or without UTF-8."""
    if setting != "auto":
        return setting == "ascii"
    encoding = (getattr(sys.__stdout__, "encoding", None) or "utf-8").lower().replace("-", "")
    return environment.get("TERM") == "linux" or encoding != "utf8"


class AsciiStream(TextIOWrapper):
    """A stream to a terminal that puts symbols into ASCII."""

    def write(self, text: str, /) -> int:
        """Write `text`, in ASCII but for letters of certain width."""
        return super().write(in_ascii(text))


def _ascii_for(character: str) -> str:
    if character.isascii() or unicodedata.east_asian_width(character) in "WFH":
        return character
    certain = unicodedata.east_asian_width(character) != "A"
    kind = unicodedata.category(character)
    if kind in {"Mn", "Cf", "Zl", "Zp"}:  # takes no cell
        return character if certain and kind == "Mn" else ""
    if certain and kind[0] not in "SPZ":
        return character
    if character in _PLAIN:
        return _PLAIN[character]
    name = unicodedata.name(character, "")
    if name.startswith("BOX DRAWINGS"):
        return "+"
    if turned := next((sign for turn, sign in _TURNS.items() if turn in name), ""):
        return turned
    if name.startswith("GREEK") and "LETTER" in name:  # by what the letter is called
        letter = name.rpartition("LETTER ")[2][0]
        return letter if kind == "Lu" else letter.lower()
    close, *marks = list(unicodedata.normalize("NFKD", character))
    whole = all(unicodedata.category(mark) == "Mn" for mark in marks)
    return close if whole and close.isascii() and close.isprintable() else "?"
