"""The small language of a card's footnotes and drills: text to figures and drill specifications.

    kv.size model=llama-3-70b tokens=128Ki ±0           computed by an experiment
    cite: Kwon et al. 2023, section 3                   taken from a source
    heard, wrong: what was measured is the waste        popular, and not right as told
    `kv.size model=llama-3-70b|llama-3-8b users=1..64 -> GiB ±3%`      a drill

Whether an experiment exists, and what it takes, is known to `drill.figures` only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, cast

from drill.cards.card import Cited, Computed, DrillSpec, Figure, Heard, Tolerance
from drill.cards.quantity import UnitError, canonical_unit

_EXPERIMENT = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")
_TOLERANCE = re.compile(r"(?:±|\+/?-)\s*(\d+(?:\.\d+)?)\s*(%|％)?")
_HEARD = re.compile(r"heard\s*,\s*(thumb|outdated|wrong)\s*[:：]\s*(.*)", re.DOTALL)
_CITE = re.compile(r"cite\s*[:：]\s*(.*)", re.DOTALL)


class FootnoteError(ValueError):
    """What is wrong in a definition or a drill, and how it is written."""


def read_figure(label: str, text: str, line: int) -> Figure:
    """Read a footnote's definition. A text of no known kind is the source of what it explains.

    Raises `FootnoteError`.
    """
    if heard := _HEARD.fullmatch(text):
        if not heard[2]:
            raise FootnoteError(
                f"footnote {label!r} lacks its correction: `heard, {heard[1]}: what is right`"
            )
        return Heard(label, cast("Literal['thumb', 'outdated', 'wrong']", heard[1]), heard[2], line)
    if text.startswith("heard"):
        raise FootnoteError(f"footnote {label!r}: write `heard, thumb|outdated|wrong: the correction`")
    if cited := _CITE.fullmatch(text):
        if not cited[1]:
            raise FootnoteError(f"footnote {label!r} lacks its source: `cite: who, when, where`")
        return Cited(label, cited[1], line)
    words = text.split()
    if not words or not _EXPERIMENT.fullmatch(words[0]):
        return Cited(label, text, line)
    call, tolerance = _split_tolerance(text)
    experiment, arguments = _call(call, f"footnote {label!r}")
    return Computed(label, experiment, arguments, tolerance, line)


def read_drill(label: str, text: str, line: int) -> DrillSpec:
    """Read a drill's line. Raises `FootnoteError`."""
    what = f"drill {label!r}"
    call, arrow, answer = text.replace("→", "->").partition("->")
    unit, tolerance = _split_tolerance(answer)
    if not arrow or tolerance is None:
        raise FootnoteError(f"{what}: write `experiment name=values -> unit ±3%`")
    experiment, arguments = _call(call, what)
    try:
        canonical_unit(unit)
    except UnitError as error:
        raise FootnoteError(f"{what}: {error} after `->`; use one such as GiB, ms, token/s, %, ×") from error
    return DrillSpec(label, experiment, arguments, unit.strip(), tolerance, line)


def _call(text: str, what: str) -> tuple[str, Mapping[str, str]]:
    name, *words = text.split() or [""]
    if not _EXPERIMENT.fullmatch(name):
        raise FootnoteError(f"{what}: begin with an experiment such as `kv.size` (drill lab --list)")
    arguments: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (equals and value and key.isidentifier()):
            raise FootnoteError(f"{what}: {word!r} is not name=value")
        if key in arguments:
            raise FootnoteError(f"{what}: {key} is given twice")
        arguments[key] = value
    return name, arguments


def _split_tolerance(text: str) -> tuple[str, Tolerance | None]:
    found = _TOLERANCE.search(text)
    if not found or text[found.end() :].strip():
        return text, None
    amount = float(found[1])
    return text[: found.start()], Tolerance(amount / 100 if found[2] else amount, relative=bool(found[2]))
