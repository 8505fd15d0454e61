"""What is disputed of a verdict is kept with its answer until it is taken back."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from uuid import UUID

import pytest

from drill.store.collection import Collection, open_collection
from drill.store.names import Names
from drill.store.values import GivenAnswer

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
ANSWER = GivenAnswer(
    UUID(int=1), "old", "old", "en", "Why?", "Because.", "due", "typed", AT, date(2026, 5, 4)
)  # fmt: skip


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    made = open_collection(f"sqlite:///{tmp_path / 'c.db'}", Names({"old": "new"}))
    with made.writing() as books:
        books.answers.add(ANSWER)
    return made


def test_a_dispute_is_kept_with_answer_point_verdict_and_time(collection: Collection):
    with collection.writing() as books:
        books.disputes.add(ANSWER.id, "kept", "miss", AT)
        books.disputes.add(ANSWER.id, "kept", "miss", AT)
    with collection.reading() as books:
        assert books.disputes.of(ANSWER.id) == {"kept"}
        (found,) = books.disputes.all()
    assert (found.point, found.verdict, found.at, found.answer.text) == ("kept", "miss", AT, "Because.")
    assert found.answer.item == "new"  # the card was renamed since


def test_what_is_taken_back_is_gone_and_the_rest_stays(collection: Collection):
    with collection.writing() as books:
        books.disputes.add(ANSWER.id, "kept", "miss", AT)
        books.disputes.add(ANSWER.id, "saves", "partial", AT)
        books.disputes.withdraw(ANSWER.id, "kept")
    with collection.reading() as books:
        assert books.disputes.of(ANSWER.id) == {"saves"}
    assert collection.faults() == ()
