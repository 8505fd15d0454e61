"""Bytes of a file to text: here encodings, byte order marks, line ends and control characters end."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from drill.cards.fault import Fault

LARGEST = 500_000
"""Bytes of the largest file that is read, thirty times the longest card of the built-in deck."""


# Sequences that would drive a terminal (colours, titles, the clipboard), and stray control characters.
_CONTROL = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[\x00-\x08\x0b-\x1f\x7f-\x9f]"
)


@dataclass(frozen=True, slots=True)
class Source:
    """A file's text, its lines ended by line feeds, with nothing in it that drives a terminal."""

    path: str
    text: str


def decode(path: str, data: bytes) -> Source | Fault:
    """The text of a file, or why it is not one: never a guess, which would store garbled text."""
    if len(data) > LARGEST:
        return Fault(path, 1, f"larger than {LARGEST:,} bytes, so it is skipped; split it into several cards")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Fault(path, 1, "is UTF-16, not UTF-8; save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Fault(path, _line(data, error.start), _not_utf8(data, error.start))
    if "\0" in text:
        at = data.index(b"\0")
        return Fault(
            path, _line(data, at), f"byte {at} is NUL, so this is no text file; remove it or rename it"
        )
    return Source(path, _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))


def nfc(name: str) -> str:
    """A name in composed form: some systems hand out file names decomposed."""
    return unicodedata.normalize("NFC", name)


def _not_utf8(data: bytes, offset: int) -> str:
    what = f"byte {offset} (0x{data[offset]:02x}) is not UTF-8"
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        return f"{what}; save the file as UTF-8"
    han = sum("\u4e00" <= each <= "\u9fff" for each in text)
    foreign = sum(not each.isascii() for each in text)
    if han * 2 > foreign:
        return f"{what}, but it reads as GB18030: convert it with `iconv -f GB18030 -t UTF-8`"
    return f"{what}; save the file as UTF-8"


def _line(data: bytes, offset: int) -> int:
    return len(re.findall(rb"\r\n|\r|\n", data[:offset])) + 1
