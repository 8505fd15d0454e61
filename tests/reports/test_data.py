"""JSON and CSV: what programs read."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

import pytest

import drill.reports
from drill.reports.data import as_data
from drill.reports.progress import Progress
from drill.reports.schema import ReportData
from drill.reports.tidy import COLUMNS, as_csv
from tests.reports.conftest import answer, progress_with
from tests.reports.nasty import NASTY, without_controls

README = Path(drill.reports.__file__).with_name("README.md").read_text(encoding="utf-8")


def faults(value: Any, kind: Any, where: str = "report") -> list[str]:
    """Where a value of JSON is not of the kind that the schema says."""
    if is_typeddict(kind):
        hints = get_type_hints(kind)
        if not isinstance(value, dict) or set(value) != set(hints):
            return [f"{where}: {value!r} has not exactly {sorted(hints)}"]
        return [fault for name in hints for fault in faults(value[name], hints[name], f"{where}.{name}")]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return [] if value in inner else [f"{where}: {value!r}"]
    if origin is UnionType:
        return [] if any(not faults(value, each, where) for each in inner) else [f"{where}: {value!r}"]
    if origin is list:
        return [fault for each in value for fault in faults(each, inner[0], f"{where}[]")]
    if origin is dict:
        return [fault for name, each in value.items() for fault in faults(each, inner[1], f"{where}.{name}")]
    kinds = (int, float) if kind is float else (kind,)
    return [] if type(value) in kinds else [f"{where}: {value!r} is no {kind}"]


def test_forty_days_conform_to_the_schema(lived: Callable[[], Progress]) -> None:
    data = json.loads(json.dumps(as_data(lived())))
    assert faults(data, ReportData) == []
    assert data["reviews"] == sum(data["days"].values()) == sum(data["ratings"].values()) > 50
    assert sum(sum(week["ratings"].values()) for week in data["weeks"]) == data["reviews"]
    remembered, in_turn = (sum(week[name] for week in data["weeks"]) for name in ("remembered", "in_turn"))
    assert data["retention"] == pytest.approx(remembered / in_turn)
    assert len(data["forecast"]) == 14
    assert {answer["mode"] for answer in data["answers"]} == {"typed", "aloud"}


def test_the_schema_notices_what_does_not_conform() -> None:
    data = as_data(progress_with([answer()]))
    assert faults(data, ReportData) == []
    assert faults({**data, "streak": "2"}, ReportData)
    assert faults({**data, "more": 1}, ReportData)
    assert faults({**data, "answers": [{}]}, ReportData)


def test_json_is_versioned_and_keeps_text_as_it_is() -> None:
    data = json.loads(json.dumps(as_data(progress_with([answer(text) for text in NASTY]))))
    assert (data["schema"], data["version"]) == ("drill.report", 2)
    assert [each["answer"] for each in data["answers"]] == NASTY
    assert data["days"] == {"2026-05-03": 3, "2026-05-04": 4}
    assert data["reviews"] == 7
    assert data["dimensions"] == {"what": 0.5}
    assert data["cards"][0]["due"] == "2026-05-04"
    assert data["covered"] == 1


def test_every_field_and_column_is_documented() -> None:
    fields = set(get_type_hints(ReportData)) | set(COLUMNS)
    assert {name for name in fields if f"`{name}`" not in README} == set()


def rows(progress: Progress) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(as_csv(progress), newline="")))


@pytest.mark.parametrize("text", NASTY)
def test_a_cell_is_never_a_formula_and_says_what_was_said(text: str) -> None:
    (row,) = rows(progress_with([answer(text)]))
    assert row["answer"].removeprefix("'").split() == without_controls(text).split()
    for cell in row.values():
        assert not cell.lstrip().startswith(tuple("=+-@"))
    assert list(row) == list(COLUMNS)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "  =1"])
def test_what_begins_like_a_formula_gets_an_apostrophe(text: str) -> None:
    (row,) = rows(progress_with([answer(text)]))
    assert row["answer"].startswith("'")


def test_csv_has_a_row_an_answer_and_numbers_as_such(lived: Callable[[], Progress]) -> None:
    progress = lived()
    found = rows(progress)
    assert len(found) == len(progress.answers)
    for row, given in zip(found, progress.answers, strict=True):
        assert (row["item"], row["rating"], row["reason"]) == (given.item, given.rating or "", given.reason)
        assert row["score"] == ("" if given.score is None else str(given.score))
        assert int(row["made"]) + int(row["missed"]) == len(given.points)
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", row["day"])


def test_csv_without_answers_is_its_header() -> None:
    assert as_csv(progress_with([])) == ",".join(COLUMNS) + "\r\n"
