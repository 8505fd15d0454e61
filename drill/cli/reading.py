"""An answer from a file or from standard input, as text."""

from __future__ import annotations

import sys
from pathlib import Path

from drill.errors import UsageError
from drill.i18n import _
from drill.practice.judging import is_typed

LARGEST = 4_000_000
"""Bytes of an answer that are read."""


def ends_answer(line: str, *, begun: bool) -> bool:
    """Whether a line ends an answer that is typed: an empty one once it was begun, or a single full stop."""
    said = line.strip()
    return said == "." or (begun and not said)


def read_answer(name: str) -> str:
    """The text of the file `name`, or of standard input for `-`.

    Raises `UsageError` for what cannot be read, is not UTF-8, is longer than any answer, or says nothing.
    """
    try:
        if name == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from error
    if len(data) > LARGEST:
        raise UsageError(_("{name}: longer than {n:,} bytes").format(name=name, n=LARGEST))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            _("{name}: not UTF-8 at byte {at}; save it as UTF-8").format(name=name, at=error.start)
        ) from error
    if not is_typed(text):
        raise UsageError(_("the answer is empty: nothing was graded or stored; type it, or name its file"))
    return text
