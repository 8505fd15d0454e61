"""Migrations: they lead to the tables the program has, after a copy, in one transaction."""

from __future__ import annotations

import sqlite3
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine

from drill.errors import DrillError
from drill.store import collection as store
from drill.store import migrate as migrations
from drill.store.collection import SCHEMA, open_collection

FUTURE = """
import sqlalchemy as sa
from alembic import op

revision = "0900"
down_revision = "{before}"


def upgrade():
    op.add_column("answers", sa.Column("mood", sa.Text()))
    {then}
"""


def engine(file: Path) -> Engine:
    return store._engine(f"sqlite:///{file}")


def schema(file: Path) -> list[tuple[str, ...]]:
    with sqlite3.connect(file) as connection:
        rows = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'alembic%'")
        found = sorted((kind, name, " ".join((sql or "").split())) for kind, name, sql in rows)
    connection.close()
    return found


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A collection with something in it."""
    made = open_collection(f"sqlite:///{tmp_path / 'c.db'}")
    with made.writing() as books:
        books.log.append_mark(
            "suspend", item="kept", at=datetime(2026, 5, 4, tzinfo=UTC), day=date(2026, 5, 4)
        )
        books.memories.derive("kept")
    made.close()
    return tmp_path / "c.db"


@pytest.fixture
def future(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program with one more migration than this one; returns the migration's file."""
    folder = tmp_path / "revisions"
    folder.mkdir()
    real = migrations.migrate
    monkeypatch.setattr(migrations, "migrate", lambda engine: real(engine, folder))
    monkeypatch.setattr(store, "SCHEMA", "0900")
    script = folder / "0900_mood.py"
    script.write_text(FUTURE.format(before=SCHEMA, then="pass"))
    return script


def test_the_migrations_lead_to_the_tables_of_the_program(tmp_path: Path, old: Path) -> None:
    assert migrations.migrate(engine(tmp_path / "new.db")) == SCHEMA
    assert schema(tmp_path / "new.db") == schema(old)


def test_an_old_collection_is_copied_and_then_migrated(old: Path, future: Path) -> None:
    opened = open_collection(f"sqlite:///{old}")
    (notice,) = opened.notices
    copy = old.parent / "backups" / f"c-{SCHEMA}.db"
    assert f"from schema {SCHEMA} to 0900" in notice
    assert str(copy) in notice
    with opened.reading() as books:
        assert books.memories.suspended() == {"kept"}
    assert any("mood" in sql for _, _, sql in schema(old))
    assert not any("mood" in sql for _, _, sql in schema(copy))
    assert open_collection(f"sqlite:///{old}").notices == ()


def test_a_migration_that_breaks_off_changes_nothing_and_can_be_tried_again(old: Path, future: Path) -> None:
    before = schema(old)
    future.write_text(FUTURE.format(before=SCHEMA, then="op.execute('no such statement')"))
    with pytest.raises(DrillError, match="syntax error"):
        open_collection(f"sqlite:///{old}")
    assert schema(old) == before
    future.write_text(FUTURE.format(before=SCHEMA, then="pass"))
    (notice,) = open_collection(f"sqlite:///{old}").notices
    assert f"c-{SCHEMA}-2.db" in notice  # the first copy is not written over
