"""The answer in what a model said: without its thinking, its fences and the prose around it.

Nothing is repaired. An object counts only when it stands there whole and the reader takes it, so that a reply
that was cut short can never become a judgement.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

T = TypeVar("T")

_CLOSED = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.I)
_OPENED = re.compile(r"\s*<(?:think|thinking|thought|reasoning)>", re.I)
_MOST_OBJECTS = 50
_LONGEST = 200_000


class UnreadableError(ValueError):
    """No answer could be read; the message says why, for the one who asked."""


def read_object(said: str, read: Callable[[Mapping[str, Any]], T]) -> T:
    """What `read` makes of the first whole JSON object in `said` that it takes; it refuses by `ValueError`.

    Raises `UnreadableError` with the reader's first reason, or with what there was instead of an object.
    """
    reason = ""
    for found in objects(final(said)):
        try:
            return read(found)
        except ValueError as refusal:
            reason = reason or str(refusal)
    raise UnreadableError(reason or "no whole JSON object")


def final(said: str) -> str:
    """What follows the thinking. Raises `UnreadableError` where thinking is all there is."""
    text = said[:_LONGEST].strip()
    if not text:
        raise UnreadableError("nothing")
    if _is_object(text):
        return text  # a tag inside is a quotation, not the end of thinking
    *_thoughts, after = _CLOSED.split(text)
    if _OPENED.match(after):
        raise UnreadableError("no end of thinking")
    if not after.strip():
        raise UnreadableError("nothing after thinking")
    return after


def objects(text: str) -> Iterator[Mapping[str, Any]]:
    """The whole JSON objects in a text, outer ones first; numbers that JSON does not have make none."""
    decoder = json.JSONDecoder(parse_constant=_refuse)
    at, found = text.find("{"), 0
    while at >= 0 and found < _MOST_OBJECTS:
        try:
            value, _end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            pass
        else:
            yield value
        found += 1
        at = text.find("{", at + 1)


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")
