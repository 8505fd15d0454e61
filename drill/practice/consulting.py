"""Asking about a card: a free question, answered from the card alone.

    told = await consult(desk.ask, "kv-cache", "why is Q not cached?", "en")   # in the app; cancel it at will
    told = consult_now(practice, "kv-cache", "why is Q not cached?")           # in a script
    told.words       # the model's answer, as plain text; empty where it is the passages that answer
    told.passages    # what it rests on, with their sections; or the best passages; or none
    told.fault       # why there is no answer of a model's though one is set up: a line

Without a model, or where it fails or does not keep to the card, the best matching passages answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import SystemRandom
from typing import TYPE_CHECKING, TypeVar

from drill.cards.card import Language
from drill.errors import DrillError
from drill.practice.calling import Call
from drill.practice.ledger import Ledger
from drill.practice.regrading import On, here

if TYPE_CHECKING:
    from drill.cards.passages import Passage
    from drill.interview.llm.grounding import Inquiry
    from drill.practice.practice import Practice

T = TypeVar("T")

SECONDS = 30.0
"""For an answer, connecting and tries included."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a card says to a question."""

    words: str
    passages: tuple[Passage, ...]
    fault: str = ""


async def consult(
    on: On, card_id: str, question: str, language: Language | None = None, *, model: bool = True
) -> Told:
    """What a card says to a free question, in words of the model's where the settings name one.

    With `model` false only the passages answer. Raises `UsageError` for a card that no deck has; cancelling
    ends the call at once.
    """
    found = await on(lambda practice: practice.ask(card_id, question, language))
    wanted = model and await on(lambda practice: bool(practice.settings.endpoint.called))
    if not wanted or not question.strip():
        return Told("", found)
    try:
        inquiry = await on(lambda practice: _inquiry(practice, card_id, question, language))
        endpoint = await on(lambda practice: practice.ledger.endpoint())

        async def ledger(use: Callable[[Ledger], T]) -> T:
            return await on(lambda practice: use(practice.ledger))

        async with Call(ledger, endpoint, SECONDS) as call:
            answer = await call.ask(inquiry, inquiry.read)
    except DrillError as error:
        return Told("", found, str(error))
    return Told(answer.words, answer.cited)


def consult_now(
    practice: Practice, card_id: str, question: str, language: Language | None = None, *, model: bool = True
) -> Told:
    """The same for those who have nothing to do meanwhile."""
    return asyncio.run(consult(here(practice), card_id, question, language, model=model))


def _inquiry(practice: Practice, card_id: str, question: str, language: Language | None) -> Inquiry:
    from drill.cards.passages import passages
    from drill.interview.llm.grounding import inquiry_for

    asked = practice.prompt(card_id, language)
    return inquiry_for(question, passages(asked.card, asked.language), asked.language, SystemRandom())
