"""A turn of an interview, and a question to a card, with a real model.

A model this small says little that may be said. What is held here is that it is asked in a form that it can
answer in, that its words are counted, and that whatever it says, the interview goes on as the card has it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from drill.practice import consulting, speaking
from drill.practice.consulting import consult_now
from drill.practice.practice import Practice
from drill.settings import EndpointSettings
from tests.live.test_real_model import spent
from tests.practice.conftest import clock, deck, opener
from tests.practice.studying import Opener

__all__ = ["clock", "deck", "opener"]


@pytest.fixture
def practice(opener: Opener, model_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Practice:
    """A practice with the model; a busy machine may take minutes for what takes seconds."""
    monkeypatch.setattr(speaking, "SECONDS", 900.0)
    monkeypatch.setattr(consulting, "SECONDS", 900.0)
    return opener(endpoint=EndpointSettings(profile="llama.cpp", model="SmolLM2", base_url=model_url))


def test_a_turn_of_an_interview(practice: Practice):
    interviews = practice.interviews()
    session = interviews.begin(interviews.preset(questions=1, tags=("alpha",)))
    assert spent(practice) > 200
    session.say("Something is kept in memory, I think.")
    assert session.standing is not None
    assert session.standing.depth == 1
    notices = [line.text for line in session.lines if line.kind == "notice"]
    assert all("what it says cannot be used" in each for each in notices)
    before, lines = spent(practice), session.lines
    again = practice.interviews().resume()
    assert again.lines == lines
    assert spent(practice) == before  # what was said is stored


def test_a_question_to_a_card(practice: Practice):
    told = consult_now(practice, "alpha", "how do I measure it?")
    assert spent(practice) > 200
    assert told.passages
    assert bool(told.words) is not bool(told.fault)
