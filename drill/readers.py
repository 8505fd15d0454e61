"""Readers of settings: what TOML gave -> the value, or `ValueError` saying what the setting takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, time
from typing import TypeVar
from urllib.parse import urlsplit

from drill.i18n import _

T = TypeVar("T")


def text(value: object) -> str:
    """A text."""
    if not isinstance(value, str):
        raise ValueError(_("a text"))
    return value


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError(_("true or false"))
    return value


def one_of(*choices: str) -> Callable[[object], str]:
    """One of a few words."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError(_("one of {choices}").format(choices=", ".join(choices)))
        return value

    return read


def whole(least: int, most: int) -> Callable[[object], int]:
    """A whole number within bounds."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(_("a whole number from {least} to {most}").format(least=least, most=most))
        return value

    return read


def share(least: float, most: float) -> Callable[[object], float]:
    """A number within bounds; `"90%"` is 0.9."""

    def read(value: object) -> float:
        line = _('a number from {least:g} to {most:g}, or a percentage such as "90%"')
        expected = ValueError(line.format(least=least, most=most))
        try:
            number = float(value[:-1]) / 100 if isinstance(value, str) and value.endswith("%") else value
        except ValueError:
            raise expected from None
        if isinstance(number, bool) or not isinstance(number, int | float) or not least <= number <= most:
            raise expected
        return float(number)

    return read


def amount(value: object) -> float:
    """A number that is not negative, such as a price."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
        raise ValueError(_("a number from 0"))
    return float(value)


def address(value: object) -> str:
    """An http(s) URL without anything secret in it; empty for none."""
    url = text(value).strip()
    if url and not (re.fullmatch(r"https?://[^\s/@?#]+(/[^\s?#@]*)?", url) and _has_a_port_or_none(url)):
        raise ValueError(_("an http:// or https:// URL without name, password or query"))
    return url


def _has_a_port_or_none(url: str) -> bool:
    try:
        return urlsplit(url).port != 0
    except ValueError:  # beyond 65535, or no number
        return False


def key_source(value: object) -> str:
    """Where a key comes from; never the key."""
    source = text(value)
    if source not in {"", "none", "keyring"} and not re.fullmatch(r"env:[A-Z][A-Z0-9_]*", source):
        raise ValueError(
            _('"env:NAME", "keyring" or "none", and never a key: put it in a variable and name that')
        )
    return source


def day(value: object) -> date | None:
    """A calendar day; an empty text is none."""
    try:
        return date.fromisoformat(value) if isinstance(value, str) and value else _is(date, value or None)
    except ValueError:
        raise ValueError(_("a date such as 2026-12-24")) from None


def clock_time(value: object) -> time:
    """A time of day."""
    try:
        return time.fromisoformat(value) if isinstance(value, str) else _is(time, value) or time()
    except ValueError:
        raise ValueError(_('a time such as "04:00"')) from None


def folders(value: object) -> tuple[str, ...]:
    """A list of folders."""
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise ValueError(_("a list of folders"))
    return tuple(value)


def bindings(value: object) -> Mapping[str, str]:
    """A table of keys by binding."""
    if not isinstance(value, Mapping) or not all(isinstance(each, str) for each in value.values()):
        raise ValueError(_("a table of key names by binding"))
    return dict(value)


def _is(kind: type[T], value: object) -> T | None:
    if value is not None and type(value) is not kind:
        raise ValueError
    return value if isinstance(value, kind) else None
