"""The log and what is derived from it: exact, append-only, proof against rows that cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from drill.cards.card import CardId
from drill.recall.memory import RATINGS, New, Rating, Relearning, Reviewing
from drill.recall.replay import Marked, Reviewed, replay
from drill.recall.schedule import Parameters
from drill.store.collection import Collection, Transaction, open_collection
from drill.store.names import Names

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
DAY = date(2026, 5, 4)


@pytest.fixture
def collection() -> Iterator[Collection]:
    opened = open_collection("sqlite://")
    yield opened
    opened.close()


def review(
    books: Transaction,
    rating: Rating = "good",
    item: str = "kv",
    after: int = 0,
    parameters: Parameters = Parameters(),  # noqa: B008
) -> None:
    books.log.append_review(
        item=item,
        rating=rating,
        proposed=None,
        reason="due",
        answer=None,
        parameters=parameters,
        at=AT + timedelta(days=after),
        day=DAY + timedelta(days=after),
    )
    books.memories.derive(item)


histories = st.lists(
    st.tuples(
        st.sampled_from(["kv", "mla", "kv/drill/size"]),
        st.sampled_from(RATINGS),
        st.integers(-9, 500),
        st.builds(
            Parameters,
            retention=st.floats(0.7, 0.99),
            maximum=st.integers(1, 3650),
            step=st.sampled_from([None, timedelta(minutes=10)]),
        ),
    ),
    max_size=20,
)


@given(histories)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_replaying_the_log_gives_every_memory_exactly(
    history: list[tuple[str, Rating, int, Parameters]],
) -> None:
    opened = open_collection("sqlite://")
    day = 0
    with opened.writing() as books:
        for item, rating, wait, parameters in history:
            day += wait
            review(books, rating, item, day, parameters)
    with opened.writing() as books:
        stored = books.memories.states()
        assert books.memories.astray() == ()
        assert books.memories.rebuild() == 0
        assert books.memories.states() == stored
    opened.close()


@pytest.mark.parametrize(
    "damage",
    ["due_day = '-9999'", "due_day = NULL", "stability = 'much'", "kind = 'lost'", "last_day = '1738'"],
)
def test_a_damaged_memory_is_read_as_the_log_has_it_and_mended_by_a_rebuild(
    collection: Collection, damage: str
) -> None:
    with collection.writing() as books:
        review(books)
        review(books, item="mla")
        right = books.memories.states()
        books._session.execute(text(f"UPDATE memories SET {damage} WHERE item = 'kv'"))
    with collection.writing() as books:
        assert books.memories.damaged() == ("kv",)
        assert books.memories.states() == right
        assert books.memories.due(DAY + timedelta(days=9), AT) == right
        assert books.memories.rebuild() == 1
        assert books.memories.damaged() == ()


def test_a_memory_that_is_possible_but_wrong_is_found(collection: Collection) -> None:
    with collection.writing() as books:
        review(books)
        books._session.execute(text("UPDATE memories SET stability = 99"))
    with collection.writing() as books:
        assert books.memories.astray() == ("kv",)
        books._session.execute(text("DELETE FROM memories"))
        assert books.memories.astray() == ("kv",)
        assert books.memories.rebuild() == 1


@pytest.mark.parametrize("damage", ["day = '-9999'", "at = 'noon'", "kind = 'reschedule'"])
def test_a_row_that_is_no_event_counts_for_nothing_and_is_reported(
    collection: Collection, damage: str
) -> None:
    with collection.writing() as books:
        review(books)
        expected = books.memories.states()
        review(books, "again", after=3)
        books._session.execute(text(f"UPDATE actions SET {damage} WHERE number = 2"))
    with collection.writing() as books:
        books.memories.rebuild()
        assert books.memories.states() == expected
        assert list(books.log.invalid()) == [2]
        assert sum(books.progress.reviews_by_day().values()) in (1, 2)


@pytest.mark.parametrize("rating", ["0", "manual", ""])
def test_a_rating_that_does_not_exist_is_filtered(collection: Collection, rating: str) -> None:
    with collection.writing() as books:
        review(books)
        expected = books.memories.states()
        review(books, "hard", after=3)
        books._session.execute(
            text("UPDATE reviews SET rating = :rating WHERE rating = 'hard'"), {"rating": rating}
        )
    with collection.writing() as books:
        books.memories.rebuild()
        assert books.memories.states() == expected
        assert list(books.log.invalid()) == [2]


def test_history_before_a_reset_is_not_used(collection: Collection) -> None:
    with collection.writing() as books:
        review(books, "easy")
        books.log.append_mark("reset", item="kv", at=AT, day=DAY)
        books.memories.derive("kv")
        assert books.memories.state("kv") == New()
        review(books, "good", after=1)
        state = books.memories.state("kv")
        assert isinstance(state, Reviewing)
        assert state.memory.repetitions == 1


def test_undoing_adds_to_the_log_and_takes_nothing_from_it(collection: Collection) -> None:
    with collection.writing() as books:
        review(books)
        before = books._session.execute(text("SELECT * FROM actions JOIN reviews ON action = id")).all()
        entry = books.log.latest()
        assert entry is not None
        books.log.retract(entry.id, AT)
        books.memories.derive("kv")
        assert books.memories.state("kv") == New()
        assert books.log.latest() is None
        assert (
            books._session.execute(text("SELECT * FROM actions JOIN reviews ON action = id")).all() == before
        )


def test_instants_are_kept_to_the_microsecond_and_sorted(collection: Collection) -> None:
    instants = [AT + timedelta(microseconds=n) for n in (1, 999_999, 1_000_000)] + [
        datetime(9999, 12, 31, tzinfo=UTC)
    ]
    with collection.writing() as books:
        for n, instant in enumerate(instants):
            books.log.append_mark("bury", item=f"i{n}", at=instant, day=DAY)
        assert books.log.last_instant() == instants[-1]
        assert [entry.item for entry in books.log.later_than(instants[0])] == ["i3", "i2", "i1"]


class TestRenamedCards:
    """A renamed card lists its old id, and nothing is lost: not the history, nor flags, nor drafts."""

    def test_history_flags_and_drafts_are_handed_on(self, tmp_path: Path) -> None:
        from drill.store.values import OpenQuestion

        url = f"sqlite:///{tmp_path / 'c.db'}"
        first = open_collection(url)
        draft = OpenQuestion("half", "What?", "en", None)
        with first.writing() as books:
            review(books, item="old")
            review(books, item="old/drill/size")
            books.log.append_mark("suspend", item="old/drill/size", at=AT, day=DAY)
            books.memories.derive("old/drill/size")
            books.answers.put_draft("old", draft, AT)
            before = books.memories.states()
        first.close()

        renamed = open_collection(url, Names({CardId("old"): CardId("new")}))
        with renamed.writing() as books:
            assert books.memories.states() == {
                "new": before["old"],  # type: ignore[index]
                "new/drill/size": before["old/drill/size"],  # type: ignore[index]
            }
            assert books.memories.suspended() == {"new/drill/size"}
            assert books.answers.draft("new") == draft
            review(books, item="new", after=2)
            state = books.memories.state("new")
            assert isinstance(state, Reviewing)
            assert state.memory.repetitions == 2
            assert books.memories.rebuild() == 0
            assert books.progress.done_on(DAY + timedelta(days=2)).introduced == frozenset()
        renamed.close()

    def test_an_id_that_only_begins_alike_is_another(self) -> None:
        names = Names({CardId("old"): CardId("new")})
        assert names.current("older") == "older"
        assert names.current("old/drill/size") == "new/drill/size"
        assert names.all("new/drill/size") == ("new/drill/size", "old/drill/size")


def test_intervals_of_the_log_are_those_of_a_replay_by_hand(collection: Collection) -> None:
    step = Parameters(step=timedelta(minutes=10))
    with collection.writing() as books:
        review(books, "good")
        review(books, "again", after=2, parameters=step)
        stored = books.memories.state("kv")
    by_hand = replay(
        [
            Reviewed("kv", "good", AT, DAY, Parameters()),
            Reviewed("kv", "again", AT + timedelta(days=2), DAY + timedelta(days=2), step),
            Marked("unsuspend", DAY),
        ]
    )
    assert stored == by_hand.state
    assert isinstance(stored, Relearning)
