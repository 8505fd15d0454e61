"""The whole path against a real model: an answer, a request under its schema, a reply that is read.

A model this small cannot judge. What is held here is that its replies are of the form that was asked for,
that they are counted and remembered, and that a judgement which is none leaves the offline verdict.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from drill.llm import client
from drill.practice.doctor import findings_on_endpoint
from drill.practice.practice import Practice
from drill.practice.regrading import regrade, regrade_now
from drill.settings import EndpointSettings
from tests.practice.conftest import clock, deck, opener
from tests.practice.studying import GOOD, Opener

__all__ = ["clock", "deck", "opener"]

NO_JUDGEMENT = ("the model credited", "the model found nothing")


@pytest.fixture
def practice(opener: Opener, model_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Practice:
    """A practice with the model; a busy machine may take minutes for what takes seconds."""
    monkeypatch.setattr(client, "TOTAL_SECONDS", 900.0)
    return opener(endpoint=EndpointSettings(profile="llama.cpp", model="SmolLM2", base_url=model_url))


def spent(practice: Practice) -> int:
    with practice._collection.reading() as books:
        return books.endpoints.spent(practice._moment().day)[0]


def test_an_answer_is_judged_or_the_judgement_is_known_for_none(practice: Practice):
    graded = practice.answer(practice.prompt("alpha"), GOOD)
    again = regrade_now(practice, graded)
    assert spent(practice) > 500
    if again.fault:
        assert again.fault.startswith(NO_JUDGEMENT)
        assert again.verdict == graded.verdict
    else:
        assert again.verdict.grader == "llm"
        assert all(
            GOOD[each.start : each.end] == each.quote for p in again.verdict.points for each in p.evidence
        )
    before = spent(practice)
    assert regrade_now(practice, graded).fault == again.fault
    assert spent(practice) == before  # what it said is remembered


async def test_it_can_be_given_up_while_it_writes(practice: Practice):
    heard = asyncio.Event()

    async def on(use: Callable[[Practice], Any]) -> Any:
        return use(practice)

    graded = practice.answer(practice.prompt("beta"), GOOD)
    task = asyncio.create_task(regrade(on, graded, lambda *_: heard.set()))
    await heard.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert spent(practice) > 0


def test_the_doctor_finds_it(model_url: str):
    settings = EndpointSettings(profile="llama.cpp", model="another", base_url=model_url)
    (finding,) = findings_on_endpoint(settings)
    assert "SmolLM2" in finding.said
