"""A report gets into a file whole, or not at all, and never over another unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from drill.errors import DrillError, UsageError
from drill.reports.forms import save


def test_a_file_that_is_there_stays_unless_it_is_to_be_replaced(tmp_path: Path) -> None:
    target = tmp_path / "report.md"
    save(target, "one", "md")
    with pytest.raises(UsageError, match="--force"):
        save(target, "two", "md")
    assert target.read_text(encoding="utf-8") == "one"
    save(target, "three", "md", replace=True)
    assert target.read_text(encoding="utf-8") == "three"
    assert [each.name for each in tmp_path.iterdir()] == ["report.md"]


def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file"):
        save(tmp_path, "text", "md", replace=True)
    assert tmp_path.is_dir()


def test_where_nothing_can_be_written_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(DrillError, match="No space left"):
        save(tmp_path / "report.md", "text", "md")
    assert list(tmp_path.iterdir()) == []


def test_a_spreadsheet_is_told_that_csv_is_utf_8(tmp_path: Path) -> None:
    save(tmp_path / "r.csv", "day\r\n", "csv")
    assert (tmp_path / "r.csv").read_bytes() == b"\xef\xbb\xbfday\r\n"
    save(tmp_path / "r.json", "{}\n", "json")
    assert (tmp_path / "r.json").read_bytes() == b"{}\n"
