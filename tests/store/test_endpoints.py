"""What models said is found again by what they were asked, and what they took is added up by day."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from drill.store.collection import Collection, open_collection

DAY, NEXT = date(2026, 5, 4), date(2026, 5, 5)
AT = datetime(2026, 5, 4, 10, tzinfo=UTC)


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return open_collection(f"sqlite:///{tmp_path / 'c.db'}")


def test_what_was_said_is_found_by_its_key_and_replaced_by_what_is_said_later(collection: Collection):
    with collection.writing() as books:
        assert books.endpoints.judgement("k") is None
        books.endpoints.keep("k", {"points": {"a": "met"}}, AT)
        books.endpoints.keep("k", {"points": {"a": "unmet"}}, AT)
    with collection.reading() as books:
        assert books.endpoints.judgement("k") == {"points": {"a": "unmet"}}
        assert books.endpoints.judgement("other") is None


def test_a_day_adds_up_what_all_endpoints_took(collection: Collection):
    with collection.writing() as books:
        assert books.endpoints.spent(DAY) == (0, 0.0)
        books.endpoints.spend("one", DAY, requests=1, sent=100, received=20, cost=0.5)
        books.endpoints.spend("one", DAY, requests=2, sent=10, received=2, cost=0.25)
        books.endpoints.spend("two", DAY, requests=1, sent=1_000, received=0, cost=0.0)
        books.endpoints.spend("one", NEXT, requests=1, sent=7, received=7, cost=9.0)
    with collection.reading() as books:
        assert books.endpoints.spent(DAY) == (1_132, 0.75)
        assert books.endpoints.spent(NEXT) == (14, 9.0)
