"""The doctor: each part by itself, with what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from drill.practice.doctor import examine
from drill.practice.practice import Practice
from drill.settings import settings_path
from tests.practice.studying import Opener, study


def faults(practice: Practice) -> list[str]:
    return [each.said for each in practice.doctor() if each.level == "fault"]


def test_a_sound_collection_has_no_faults(practice: Practice) -> None:
    study(practice)
    assert faults(practice) == []


def test_memories_that_are_not_what_the_log_says_are_found_and_rebuilt(practice: Practice) -> None:
    study(practice)
    study(practice)
    with practice._collection.writing() as books:
        books._session.execute(text("UPDATE memories SET stability = 99 WHERE item = 'alpha'"))
        books._session.execute(text("UPDATE memories SET due_day = 'never' WHERE item = 'beta'"))
    (fault,) = faults(practice)
    assert "memories that are not what the log says: alpha, beta" in fault
    assert "drill doctor --rebuild" in fault
    assert practice.rebuild() == 2
    assert faults(practice) == []


def test_a_row_that_refers_to_nothing_is_found(practice: Practice) -> None:
    study(practice)
    raw = practice._collection._engine.raw_connection()
    raw.execute("PRAGMA foreign_keys = OFF")  # type: ignore[attr-defined]
    raw.execute("DELETE FROM answers")  # type: ignore[attr-defined]
    raw.close()
    assert any("refers to a missing row of answers" in fault for fault in faults(practice))


def test_faults_of_decks_are_named_with_their_place(opener: Opener, deck: Path) -> None:
    (deck / "beta.md").write_text("no title here", encoding="utf-8")
    assert any("beta.md" in fault for fault in faults(opener()))


@pytest.mark.parametrize("broken", ["settings", "collection"])
def test_one_broken_part_hides_no_other(tmp_path: Path, broken: str) -> None:
    settings_path().parent.mkdir(parents=True)
    file = tmp_path / "c.db"
    if broken == "settings":
        settings_path().write_text("new_per_day = 'many'\n", encoding="utf-8")
    else:
        file.write_bytes(b"no database at all, " * 400)
    found = examine(f"sqlite:///{file}")
    assert {each.part for each in found if each.level == "fault"} == {broken}
    assert {"settings", "clock", "collection", "terminal", "versions"} <= {each.part for each in found}
