"""What a word is to Ctrl+Left, Ctrl+Right and Ctrl+W.

Textual's text area takes any run of letters for a word, so in Chinese one key press eats a whole clause.
Here every Han character is a word of its own, and a run of English letters still is one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.widgets import TextArea

_STOCK = r"(?<=\W)(?=\w)|(?<=\w)(?=\W)"
_HAN = "[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]"
_BOUNDARY = re.compile(rf"{_STOCK}|(?<={_HAN})(?=\w)|(?<=\w)(?={_HAN})")


def repair(area: TextArea) -> bool:
    """Make word motion in `area` stop at each Han character; False where the area no longer works so."""
    stock = getattr(area, "_word_pattern", None)
    if not isinstance(stock, re.Pattern) or stock.pattern != _STOCK:
        return False
    area._word_pattern = _BOUNDARY
    return True
