"""A practice on a small deck, with a clock that is set by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from drill.practice.practice import Practice, open_practice
from drill.settings import Settings
from tests.practice.studying import HandClock, Opener, write_deck


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    write_deck(tmp_path / "deck")
    return tmp_path / "deck"


@pytest.fixture
def opener(deck: Path, clock: HandClock, tmp_path: Path) -> Iterator[Opener]:
    """Opens practices on one collection; settings are given by name."""
    opened: list[Practice] = []

    def open_one(**settings: object) -> Practice:
        chosen = Settings(builtin_deck=False, decks=(str(deck),), question_language="en", **settings)  # type: ignore[arg-type]
        practice = open_practice(chosen, database=f"sqlite:///{tmp_path / 'c.db'}", clock=clock, seed=7)
        opened.append(practice)
        return practice

    yield open_one
    for each in opened:
        each.close()


@pytest.fixture
def practice(opener: Opener) -> Practice:
    return opener()
