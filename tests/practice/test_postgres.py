"""The same program on PostgreSQL, where `DRILL_TEST_POSTGRES` names a server: postgresql://me@host/scratch."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import Engine, create_engine, inspect, text

from drill.practice.practice import Practice, open_practice
from drill.settings import Settings
from drill.store.collection import SCHEMA
from drill.store.migrate import migrate
from drill.store.tables import Base
from tests.practice.studying import GOOD, HandClock, study, study_all
from tests.practice.test_interviewing import begin, talk

SERVER = os.environ.get("DRILL_TEST_POSTGRES", "")
pytestmark = pytest.mark.skipif(not SERVER, reason="DRILL_TEST_POSTGRES names no server")


@pytest.fixture
def url() -> Iterator[str]:
    """A schema of its own, which goes away with the test."""
    schema = f"drill_{uuid4().hex[:12]}"
    server = create_engine(SERVER)
    with server.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    yield f"{SERVER}?options=-csearch_path%3D{schema}"
    with server.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
    server.dispose()


@pytest.fixture
def practice(url: str, deck: Path, clock: HandClock) -> Iterator[Practice]:
    settings = Settings(builtin_deck=False, decks=(str(deck),), question_language="en")
    with open_practice(settings, database=url, clock=clock, seed=7) as opened:
        yield opened


def test_days_of_reviews_are_kept_undone_and_rebuilt(practice: Practice, clock: HandClock) -> None:
    study_all(practice)
    clock.pass_by(days=3)
    study(practice, "again")
    before = practice.today()
    undone = practice.undo()
    assert undone
    assert undone.text == GOOD
    study(practice, "again")
    assert practice.today() == before
    assert practice.rebuild() == 0
    assert [each for each in practice.doctor() if each.level == "fault"] == []


def test_whatever_is_typed_can_be_stored(practice: Practice) -> None:
    prompt = practice.next()
    assert prompt
    graded = practice.answer(prompt, "nul \x00, half \ud83d, 好 🙂, '; DROP TABLE answers; --")
    assert practice.stats().answers[0].text == graded.text


def test_an_interview_is_held_resumed_and_reported(practice: Practice, clock: HandClock) -> None:
    session = begin(practice)
    session.say(GOOD)
    talk(practice.interviews().resume(), clock, first=1)
    (told,) = practice.stats().interviews
    assert told.score is not None


def test_the_migrations_lead_to_the_tables_that_the_program_has(url: str) -> None:
    def columns(engine: Engine) -> dict[str, set[str]]:
        seen = inspect(engine)
        return {name: {each["name"] for each in seen.get_columns(name)} for name in seen.get_table_names()}

    engine = create_engine(url)
    assert migrate(engine) == SCHEMA
    made = columns(engine)
    made.pop("alembic_version")
    engine.dispose()
    assert made == {
        name: {each.name for each in table.columns} for name, table in Base.metadata.tables.items()
    }
