"""Real interviews, for screens: on one card, a collection in memory and a clock that is set by hand."""

from __future__ import annotations

from datetime import datetime

from drill.cards.card import Card
from drill.cards.decks import Decks
from drill.practice.practice import Practice
from drill.practice.roster import Roster
from drill.settings import Settings
from drill.store.collection import open_collection
from tests.practice.studying import HandClock


def practice_on(card: Card, language: str, now: datetime) -> Practice:
    """A real practice that nothing else sees."""
    decks = Decks({card.id: card}, titles={"sample": {"en": "Sample", "zh": "样例"}})
    settings = Settings(question_language=language)
    return Practice(settings, decks, Roster(decks), open_collection("sqlite://"), HandClock(now), seed=7)
