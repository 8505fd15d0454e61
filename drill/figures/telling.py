"""The engine's words in the language of a question: it speaks English; arithmetic needs no translation."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from drill.cards.card import Language

_NAME = re.compile(r"\\\{(\w+)\\\}")


def told(line: str, language: Language) -> str:
    """A line of a working or an assumption in Chinese for `zh`; what has no translation stays as it is."""
    if language != "zh":
        return line
    for said, chinese in _phrases():
        if match := said.fullmatch(line):
            return chinese.format(**match.groupdict())
    return line


@cache
def _phrases() -> tuple[tuple[re.Pattern[str], str], ...]:
    written = tomllib.loads(Path(__file__).with_name("chinese.toml").read_text(encoding="utf-8"))
    # Those without a name first, then by length: "left = {rest}" must not take what a longer one says better.
    ordered = sorted(written, key=lambda said: ("{" in said, -len(said)))
    return tuple((re.compile(_NAME.sub(r"(?P<\1>.+?)", re.escape(said))), written[said]) for said in ordered)
