"""On which line of a settings file something stands; neither of the TOML libraries tells."""

from __future__ import annotations

import re

_TABLE = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"""\s*([\w."'-]+?)\s*=""")


def line_of(written: str, name: str) -> int | None:
    """The line, from 1, on which `name` is set: `theme`, `keys.submit`; None where it is not found.

    For a name within an inline table it is the line of the table.
    """
    table, around = "", None
    for number, line in enumerate(written.splitlines(), 1):
        if opened := _TABLE.match(line):
            table = opened[1] + "."
        elif key := _KEY.match(line):
            found = re.sub("[\"']", "", table + key[1])
            if found == name:
                return number
            if name.startswith(found + "."):
                around = number
    return around
