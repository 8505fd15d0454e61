"""What the candidate asks back, recognised in Chinese and English by the phrases of `requests.toml`.

A text that begins with `?` is always a request. Without it only a short text that says nothing else is taken
for one, so that an answer which mentions a hint or a repetition stays an answer.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import get_args

from drill.interview.state import Request, RequestKind

_MARK = re.compile(r"^\s*[?？]+")
_LONGEST = 60
"""Characters of a request in natural words."""
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|[\u3400-\u9fff]+|[^\s\W]+")

_ASKED = (
    re.compile(
        r"(?:(?:can|could) you )?(?:please )?"
        r"(?:what(?:'s| is| are| does)|define|explain|clarify|what do you mean by|the meaning of) "
        r"(?P<term>.{1,40}?)(?: mean| stand for| here| exactly)*",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:请)?(?:什么(?:是|叫)|解释(?:一下|下)?|说明(?:一下|下)?)(?P<term>.{1,20}?)(?:是什么)?(?:意思)?"
    ),
    re.compile(
        r"(?:请问|这里的?|你说的|您说的)*(?P<term>.{1,20}?)(?:是什么|是啥|指什么|指的是什么|什么)(?:意思)?"
    ),
)
"""Ways to ask what a term means."""
_ARTICLE = re.compile(r"^(?:an?|the|the term|term) ", re.IGNORECASE)
_EDGES = " \t。．.!！?？,，、;；:：…\"'“”‘’「」`"


@dataclass(frozen=True, slots=True)
class _Phrases:
    fillers: frozenset[str]
    chinese: re.Pattern[str]
    kinds: Mapping[str, RequestKind]


def recognise(text: str) -> Request | None:
    """The request that a text makes; None for an answer."""
    marked = _MARK.match(text)
    said = " ".join(text[marked.end() if marked else 0 :].replace("’", "'").split()).strip(_EDGES)
    if not said:
        return Request("help") if marked else None
    if not marked and len(said) > _LONGEST:
        return None
    phrases = _phrases()
    if kind := phrases.kinds.get(_core(said, phrases)):
        return Request(kind)
    asked = marked or text.rstrip().endswith(("?", "？"))
    if asked and (term := _term(said)):
        return Request("clarify", term)
    return Request("clarify", said) if marked else None


def _core(said: str, phrases: _Phrases) -> str:
    """What is left of a text without its fillers."""
    words = []
    for word in _WORD.findall(said.casefold()):
        if word[0] >= "\u3400":
            words.append(phrases.chinese.sub("", word))
        elif word not in phrases.fillers:
            words.append(word)
    return " ".join(filter(None, words))


def _term(said: str) -> str | None:
    """The term whose meaning is asked for."""
    for way in _ASKED:
        if match := way.fullmatch(said):
            return _ARTICLE.sub("", match["term"].strip(_EDGES)) or None
    return None


@cache
def _phrases() -> _Phrases:
    table = tomllib.loads(files("drill.interview").joinpath("requests.toml").read_text(encoding="utf-8"))
    fillers = table.pop("fillers")
    chinese = sorted(fillers["zh"].split(), key=len, reverse=True)
    kinds: dict[str, RequestKind] = {}
    found = _Phrases(frozenset(fillers["en"].split()), re.compile("|".join(map(re.escape, chinese))), kinds)
    for kind in get_args(RequestKind):
        for phrase in (each for language in table.get(kind, {}).values() for each in language):
            if core := _core(phrase, found):
                kinds[core] = kind
    return found
