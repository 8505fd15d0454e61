"""The doctor: each part by itself, with what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from drill.practice.doctor import examine, findings_on_endpoint
from drill.practice.practice import Practice
from drill.settings import EndpointSettings, settings_path
from tests.llm.server import Behaviour, answers, refuses, serving
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


def said_of_endpoint(url: str, model: str = "qwen") -> tuple[str, str]:
    chosen = EndpointSettings(profile="custom", model=model, base_url=url)
    (finding,) = findings_on_endpoint(chosen)
    return finding.level, finding.said


def test_an_endpoint_is_asked_for_its_models_and_for_nothing_else() -> None:
    models = answers(200, {"object": "list", "data": [{"id": "qwen"}, {"id": "llama"}]})
    with serving(models) as server:
        assert said_of_endpoint(server.url) == ("ok", "custom, qwen")
        level, said = said_of_endpoint(server.url, "gpt")
        assert (level, "one of qwen, llama" in said) == ("fault", True)
    assert {each.path for each in server.asked} == {"/v1/models"}


@pytest.mark.parametrize(
    ("behaviour", "level", "said"),
    [
        (refuses(401), "fault", "wants a key"),
        (answers(404, {"detail": "Not Found"}), "ok", "does not say which models"),
        (answers(200, "<html>", "text/html"), "fault", "answers with HTML"),
        (refuses(500), "fault", "the server failed"),
    ],
)
def test_what_an_endpoint_lacks_is_said(behaviour: Behaviour, level: str, said: str) -> None:
    with serving(behaviour) as server:
        told = said_of_endpoint(server.url)
    assert told[0] == level
    assert said in told[1]


def test_without_an_endpoint_nothing_is_connected() -> None:
    (finding,) = findings_on_endpoint(EndpointSettings())
    assert (finding.level, finding.said) == ("ok", "none (answers are graded offline)")
