"""`drill report`: forms, files and what is left out."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from drill.reports import forms
from tests.cli.test_learning import ANSWER, Run, run

__all__ = ["run"]


def test_the_form_follows_the_name_of_the_file_unless_it_is_said(run: Run, tmp_path: Path) -> None:
    run("answer", "kv-cache", stdin=ANSWER)
    for name, begins in {
        "r.html": "<!doctype html>",
        "r.md": "# Progress on",
        "r.json": "{",
        "r.csv": "\ufeffday,at,item",
        "r.txt": "# Progress on",
    }.items():
        assert run("report", "-o", str(tmp_path / name)).code == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
    assert run("report", "--format", "csv", "-o", str(tmp_path / "r.data")).code == 0
    assert (tmp_path / "r.data").read_text(encoding="utf-8").startswith("\ufeffday,at,item")


@pytest.mark.parametrize("name", ["r.pdf", "r.docx", "r"])
def test_a_name_that_tells_no_form_is_refused_before_anything_is_written(
    run: Run, tmp_path: Path, name: str
) -> None:
    told = run("report", "-o", str(tmp_path / name))
    assert told.code == 2
    assert ".html" in told.err
    assert len(told.err.splitlines()) == 1
    assert not (tmp_path / name).exists()


def test_a_form_that_is_said_wins_over_the_name_and_the_line_tells(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "r.html"
    told = run("report", "--format", "json", "-o", str(target))
    assert told.code == 0
    assert "as json" in told.err
    assert json.loads(target.read_text(encoding="utf-8"))


def test_a_dash_is_standard_output(run: Run) -> None:
    assert run("report", "-o", "-").out.startswith("# Progress on")


def test_a_report_goes_to_standard_output_for_pipes(run: Run) -> None:
    run("answer", "kv-cache", stdin=ANSWER)
    (row,) = csv.DictReader(io.StringIO(run("report", "--format", "csv").out))
    assert (row["item"], row["lang"], row["answer"]) == ("kv-cache", "en", ANSWER)
    assert "<mark>" in run("report", "--format", "html").out


def test_a_private_report_shows_scores_and_no_words(run: Run) -> None:
    run("answer", "kv-cache", stdin=ANSWER)
    told = run("report", "--private", "--format", "json").out
    (answer,) = json.loads(told)["answers"]
    assert answer["answer"] is None
    assert answer["score"] > 0
    assert not any(point["quotes"] for point in answer["points"])
    assert ANSWER[:30] not in told


@pytest.mark.parametrize("form", forms.FORMS)
def test_a_report_before_anything_was_answered_is_whole(run: Run, form: str) -> None:
    told = run("report", "--format", form)
    assert told.code == 0
    assert told.out


def test_without_matplotlib_a_line_says_how_to_get_charts(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "find_spec", lambda _name: None)
    told = run("report", "--format", "html")
    assert told.code == 0
    assert "pip install 'llm-drill[plot]'" in told.err
    assert run("report", "--format", "md").err == ""
