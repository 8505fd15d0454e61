"""The width of Chinese in a screenshot.

Rich writes each text's `textLength` as characters times the width of a cell, so a Chinese run, two cells
a character, is squeezed to half its width. The lengths are written again, counted in cells.
"""

from __future__ import annotations

import re
from html import unescape

_TEXT = re.compile(r'(<text [^>]*?textLength=")([0-9.]+)("[^>]*>)([^<]*)(</text>)')


def repaired(svg: str) -> str:
    """The SVG with the length of every wide text in cells."""
    from rich.cells import cell_len

    def lengthened(match: re.Match[str]) -> str:
        head, length, middle, text, tail = match.groups()
        plain = unescape(text)
        cells = cell_len(plain)
        if not plain or cells == len(plain):
            return match.group(0)
        return f"{head}{float(length) / len(plain) * cells:g}{middle}{text}{tail}"

    return _TEXT.sub(lengthened, svg)
