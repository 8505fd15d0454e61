"""Grading an answer again, by a model: the call, and what of it is kept.

A model that fails leaves the offline verdict as it was, with the reason: no failure is a score.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import TYPE_CHECKING, Protocol, TypeVar

from drill.errors import DrillError
from drill.grading.scoring import Thresholds
from drill.grading.verdict import Cost, Verdict
from drill.i18n import _
from drill.practice.calling import Call
from drill.practice.ledger import Ledger
from drill.practice.views import Graded, Prompt

if TYPE_CHECKING:
    from drill.grading.llm.judgement import Judgement
    from drill.grading.llm.request import Request
    from drill.grading.rubric import Rubric
    from drill.llm.endpoints import Endpoint
    from drill.practice.practice import Practice

T = TypeVar("T")

Hear = Callable[[int, int], None]
"""Told, while a reply comes in, how many statements are judged and of how many."""


class On(Protocol):
    """Runs something on the thread that a practice lives on, as `Desk.ask` does."""

    def __call__(self, use: Callable[[Practice], T], /) -> Awaitable[T]:
        """What `use` returns for the open practice."""


@dataclass(frozen=True, slots=True)
class Case:
    """An answer to judge, with the offline verdict on it."""

    rubric: Rubric
    question: str
    text: str
    offline: Verdict
    thresholds: Thresholds
    hints: int = 0


def case_of(prompt: Prompt, text: str, offline: Verdict, thresholds: Thresholds, hints: int = 0) -> Case:
    """An answer to a question that has a rubric, as a model is asked about it."""
    from drill.grading.rubric import rubric_for

    return Case(rubric_for(prompt.card, prompt.item), prompt.question, text, offline, thresholds, hints)


async def regrade(on: On, graded: Graded, hear: Hear | None = None) -> Graded:
    """The answer judged with the model's help, and kept so; its rating is still to be given.

    As it was but for a `fault` where the model could not be asked or was of no use. What has no rubric (a
    drill) or no text (an answer given aloud) comes back as it is. Cancelling ends it at once.
    """
    if graded.prompt.numeric is not None or not graded.text.strip():
        return graded
    case = await on(lambda practice: practice.case(graded))
    try:
        verdict = await judged(on, case, hear)
    except DrillError as error:
        return replace(graded, fault=str(error))
    if verdict is None:
        return replace(graded, fault="")
    return await on(lambda practice: practice.judged_again(graded, verdict))


def regrade_now(practice: Practice, graded: Graded) -> Graded:
    """The same for those who have nothing to do meanwhile."""
    return asyncio.run(regrade(here(practice), graded))


def judged_now(practice: Practice, case: Case) -> Verdict | None:
    """`judged` for those who have nothing to do meanwhile."""
    return asyncio.run(judged(here(practice), case))


def here(practice: Practice) -> On:
    """For those who are on the practice's thread themselves."""

    async def on(use: Callable[[Practice], T]) -> T:
        return use(practice)

    return on


async def judged(on: On, case: Case, hear: Hear | None = None) -> Verdict | None:
    """The verdict with the model's help; None where the answer holds nothing to ask about.

    Raises `DrillError` with the reason where the model could not be asked or was of no use.
    """
    from drill.grading.llm.grade import grade_by_model

    endpoint = await on(lambda practice: practice.ledger.endpoint())
    async with _Asking(on, endpoint, hear) as ask:
        verdict = await grade_by_model(
            case.rubric,
            case.question,
            case.text,
            case.offline.lang,
            ask,
            SystemRandom(),
            thresholds=case.thresholds,
            hints=case.hints,
        )
        return verdict and replace(verdict, cost=await ask.cost())


def marked(verdict: Verdict, fault: str) -> Verdict:
    """A verdict with a note that says why it is not a model's; without a fault, as it is."""
    note = _("The model did not judge this: {reason}")
    return replace(verdict, notes=(*verdict.notes, note.format(reason=fault))) if fault else verdict


class _Asking:
    """Asks the model what it did not say before."""

    def __init__(self, on: On, endpoint: Endpoint, hear: Hear | None) -> None:
        self._on = on
        self._hear = hear
        self._call = Call(self._ledger, endpoint)

    async def __aenter__(self) -> _Asking:
        await self._call.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._call.__aexit__(*error)

    async def __call__(self, request: Request) -> Judgement:
        from drill.grading.llm.judgement import Judgement

        key = f"{self._call.endpoint.name} {request.key}"
        kept = await self._ledger(lambda ledger: ledger.judgement(key))
        if kept is not None:
            with suppress(TypeError, KeyError, AttributeError):  # kept by another version of the program
                return Judgement.from_json(kept)
        hear, of = self._hear, len(request.statements)
        judgement = await self._call.ask(
            request,
            request.read,
            (lambda text: hear(min(of, text.count('"verdict"')), of)) if hear else None,
        )
        await self._ledger(lambda ledger: ledger.keep(key, judgement.as_json()))
        return judgement

    async def cost(self) -> Cost:
        """What was asked for; nothing where all of it was remembered."""
        usage = self._call.usage
        price = await self._ledger(lambda ledger: ledger.price(usage))
        return Cost(self._call.endpoint.model, usage.requests, usage.sent, usage.received, price)

    async def _ledger(self, use: Callable[[Ledger], T]) -> T:
        return await self._on(lambda practice: use(practice.ledger))
