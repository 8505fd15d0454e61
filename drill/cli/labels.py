"""Labelled answers from a file of JSON lines: a card, an answer, and what people think of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from drill.cards.card import Dimension, Kind
from drill.errors import UsageError
from drill.i18n import _

if TYPE_CHECKING:
    from drill.cards.decks import Decks
    from drill.grading.calibration import Labelled
    from drill.grading.rubric import Rubric
    from drill.grading.verdict import Mark

LANGUAGES = ("zh", "en", "mixed")
_MARKS: Mapping[float, Mark] = {1: "hit", 0.5: "partial", 0: "miss"}
"""Marks by the number that may stand for one."""


def read_labelled(path: Path, decks: Decks) -> list[Labelled]:
    """The answers of a file of JSON lines. Raises `UsageError` at the first line that is not one."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = _("{name}: not UTF-8 at byte {at}; save it as UTF-8")
        raise UsageError(line.format(name=path, at=error.start)) from error
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                found.append(_labelled(line, f"{number}", decks))
            except ValueError as error:
                raise UsageError(f"{path}:{number}: {error}") from None
    if not found:
        raise UsageError(_("{path}: holds no answers; write one a line, as JSON").format(path=path))
    return found


def _labelled(line: str, name: str, decks: Decks) -> Labelled:
    from drill.grading.calibration import Labelled

    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(_("not JSON ({error})").format(error=error)) from None
    if not isinstance(row, dict) or not isinstance(row.get("answer"), str):
        raise ValueError(_("not an object with card, lang, answer, and scores or points"))
    rubric = _rubric(row.get("item") or row.get("card"), decks)
    language = row.get("lang") or "mixed"
    if language not in LANGUAGES:
        raise ValueError(_("lang takes {known}").format(known=", ".join(LANGUAGES)))
    points, scores = _points(row.get("points"), rubric), _scores(row.get("scores"))
    if not points and not scores:
        raise ValueError(_("no labels; give scores by dimension, or points by id"))
    return Labelled(
        _visible(str(row.get("id") or name)),
        rubric,
        row["answer"],
        language,
        _visible(str(row.get("kind") or "")),
        points,
        scores,
    )


def _rubric(name: object, decks: Decks) -> Rubric:
    from drill.cards.items import items
    from drill.grading.rubric import rubric_for

    head, _slash, rest = str(name).partition("/")
    card = decks.cards.get(decks.current(head))
    if card is None:
        raise ValueError(_("no card {card!r}; `drill cards list` names them all").format(card=name))
    for each in items(card):
        if not rest or each.id == f"{card.id}/{rest}":
            if each.kind is not Kind.DRILL and (rubric := rubric_for(card, each)).points:
                return rubric
            raise ValueError(_("{name} has no points to be graded by").format(name=name))
    raise ValueError(
        _("no item {name!r}; `drill cards show {card}` names them all").format(name=name, card=card.id)
    )


def _points(given: object, rubric: Rubric) -> dict[str, Mark]:
    if given is None:
        return {}
    known = {point.id for point in rubric.points}
    marks = _table(given, "points")
    if strange := next((name for name in marks if name not in known), None):
        line = _("{item} has no point {point!r}; it has {known}")
        raise ValueError(line.format(item=rubric.item, point=strange, known=", ".join(sorted(known))))
    return {name: _mark(name, value) for name, value in marks.items()}


def _mark(name: str, value: object) -> Mark:
    mark = _MARKS.get(value) if isinstance(value, int | float) else value
    if mark not in _MARKS.values():
        raise ValueError(_("points.{name} takes hit, partial or miss").format(name=name))
    return cast("Mark", mark)


def _scores(given: object) -> dict[Dimension, float]:
    if given is None:
        return {}
    found = {}
    for name, value in _table(given, "scores").items():
        if name not in set(Dimension):
            line = _("no dimension {name!r}; there are {known}")
            raise ValueError(line.format(name=name, known=", ".join(Dimension)))
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise ValueError(_("scores.{name} takes a number from 0 to 1").format(name=name))
        found[Dimension(name)] = float(value)
    return found


def _table(given: object, name: str) -> Mapping[str, object]:
    if not isinstance(given, dict):
        raise ValueError(_("{name} is no object").format(name=name))
    return given


def _visible(name: str) -> str:
    """Without what drives a terminal."""
    return "".join(each for each in name if each.isprintable())
