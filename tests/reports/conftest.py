"""A progress of a few answers, and one of forty days."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from drill.cards.card import CardId, Dimension, ItemId, Kind
from drill.practice.practice import open_practice
from drill.reports.answers import Answer, Belief, Point, Quote
from drill.reports.progress import Progress
from drill.reports.standing import CardProgress
from drill.reports.weeks import Week
from drill.settings import Settings
from tests.practice.studying import HandClock, write_deck
from tests.reports.history import Candidate

DAY = date(2026, 5, 4)


def answer(said: str = "word", **other: object) -> Answer:
    """An answer that says `said` to the question `said`, makes one point with it and misses another."""
    values: dict[str, object] = {
        "item": ItemId("kv"),
        "card": CardId("kv"),
        "topic": said,
        "kind": Kind.EXPLAIN,
        "at": datetime(2026, 5, 4, 9, tzinfo=UTC),
        "day": DAY,
        "language": "en",
        "question": said,
        "text": said,
        "reason": "due",
        "mode": "typed",
        "seconds": 60.0,
        "hints": 0,
        "proposed": "good",
        "rating": "hard",
        "grader": "offline",
        "score": 0.5,
        "dimensions": {Dimension.WHAT: 0.5},
        "points": (
            Point("kept", said, Dimension.WHAT, False, "hit", (Quote(0, len(said), said),)),
            Point("lost", said, Dimension.WHAT, True, "miss", ()),
        ),
        "beliefs": (Belief("m", said, said),),
        "notes": (said,),
    }
    return Answer(**values | other)  # type: ignore[arg-type]


def progress_with(answers: Sequence[Answer], title: str = "What?", **other: object) -> Progress:
    """Progress with these answers, two cards, two days and a leech."""
    card = CardProgress(CardId("kv"), title, title, 0.5, {Dimension.WHAT: 0.5}, DAY, 1, 8)
    values: dict[str, object] = {
        "day": DAY,
        "since": None,
        "interview": None,
        "cards": (card, CardProgress(CardId("mla"), "And MLA?", "attention", None, {}, None, 0, 7)),
        "items": 15,
        "items_seen": 1,
        "suspended": 0,
        "leeches": {ItemId("kv"): 9},
        "streak": 2,
        "reviews_by_day": {DAY - timedelta(days=1): 3, DAY: 4},
        "ratings": {"again": 1, "hard": 1, "good": 4, "easy": 1},
        "retention": 0.75,
        "target": 0.9,
        "weeks": (Week(DAY, {"again": 1, "hard": 1, "good": 4, "easy": 1}, 4, 3, {Dimension.WHAT: 0.5}),),
        "seconds": 600.0,
        "forecast": {DAY: 1},
        "answers": tuple(answers),
        "interviews": (),
    }
    return Progress(**values | other)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[date | None], Progress]]:
    """Progress after forty days, since a day."""
    folder: Path = tmp_path_factory.mktemp("forty-days")
    write_deck(folder / "deck")
    settings = Settings(builtin_deck=False, decks=(str(folder / "deck"),), question_language="en")
    clock = HandClock(at=datetime(2026, 3, 20, 11, tzinfo=UTC))
    with (
        pytest.MonkeyPatch.context() as patch,
        open_practice(settings, database=f"sqlite:///{folder / 'c.db'}", clock=clock, seed=7) as practice,
    ):
        patch.setenv("DRILL_HOME", str(folder))
        Candidate(3).live(practice, clock)
        clock.pass_by(days=-1)
        yield practice.stats
