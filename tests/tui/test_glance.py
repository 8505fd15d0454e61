"""The note of the next question is used only while nothing has changed since it was made."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from drill.i18n import choose_language
from drill.practice.views import Prompt
from drill.settings import Settings
from drill.tui.glance import Glance
from tests.tui.fake_practice import CARD, EXPLAIN, FakePractice

EVENING = datetime(2026, 12, 1, 21, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
PROMPT = Prompt(EXPLAIN, CARD, "zh", "为什么？", "due", draft="写到一半")


@pytest.fixture
def glance(drill_home):
    choose_language("en")
    drill_home.mkdir(parents=True)
    (drill_home / "collection.db").write_bytes(b"as it was closed")
    return Glance(Settings(), EVENING)


def test_the_question_comes_back_as_it_was(glance):
    glance.keep(PROMPT)
    seen = glance.recall()
    assert (seen.item, seen.question, seen.language, seen.reason, seen.draft) == (
        EXPLAIN, "为什么？", "zh", "due", "写到一半",
    )  # fmt: skip


def test_without_a_note_there_is_nothing(glance):
    assert glance.recall() is None


def test_a_collection_that_was_written_since_voids_it(glance, drill_home):
    glance.keep(PROMPT)
    (drill_home / "collection.db").write_bytes(b"another program wrote here")
    assert glance.recall() is None


def test_a_collection_that_is_gone_voids_it(glance, drill_home):
    glance.keep(PROMPT)
    (drill_home / "collection.db").unlink()
    assert glance.recall() is None


def test_changed_settings_void_it(glance, drill_home):
    glance.keep(PROMPT)
    (drill_home / "settings.toml").write_text('mode = "aloud"\n', encoding="utf-8")
    assert glance.recall() is None


def test_another_language_voids_it(glance):
    glance.keep(PROMPT)
    choose_language("zh")
    assert glance.recall() is None
    choose_language("en")


@pytest.mark.parametrize(("hours", "kept"), [(6, True), (8, False)])
def test_the_learning_day_turns_over_at_four(glance, hours, kept):
    glance.keep(PROMPT)
    later = replace(glance, now=EVENING + timedelta(hours=hours))
    assert (later.recall() is not None) is kept


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"null", b'{"stamp": 1}', b"\xff\xfe"])
def test_a_damaged_note_is_no_note(glance, drill_home, damage):
    (drill_home / "next.json").write_bytes(damage)
    assert glance.recall() is None


def test_a_number_is_never_noted_because_its_values_are_drawn_anew(glance):
    practice = FakePractice("en")
    glance.keep(PROMPT)
    glance.keep(practice.prompt("decode/drill/floor"))
    assert glance.recall() is None


def test_a_collection_elsewhere_is_not_glanced_at(glance, drill_home):
    elsewhere = replace(glance, settings=Settings(database="postgresql://host/drill"))
    elsewhere.keep(PROMPT)
    assert not (drill_home / "next.json").exists()
    assert elsewhere.recall() is None
