"""Having a model judge the answers of an interview again, once it is over and only when it is asked for.

During an interview the offline verdict stands, because the next question follows from it at once; a verdict
that came later would make the questions look arbitrary. Afterwards the debrief may take the model's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from drill.errors import DrillError
from drill.practice.regrading import On, here, judged

if TYPE_CHECKING:
    from drill.grading.verdict import Verdict
    from drill.practice.practice import Practice

Hear = Callable[[int, int], None]
"""Told how many answers are done with, and of how many."""


@dataclass(frozen=True, slots=True)
class Regraded:
    """What came of it."""

    judged: int
    """Answers that have the model's verdict now."""
    of: int
    fault: str = ""
    """Why others have not."""


async def regrade_interview(on: On, name: UUID, hear: Hear | None = None) -> Regraded:
    """Judge an interview's answers by the model of the settings; each verdict is kept as it comes.

    An answer on which the model is of no use keeps its verdict; an endpoint that fails ends it. Cancelling
    ends it at once. The debrief, made again, counts the new verdicts; the questions stay what they were.
    """
    cases = await on(lambda practice: practice.interviews().cases(name))
    done, fault = 0, ""
    for n, (number, depth, case) in enumerate(cases):
        if hear:
            hear(n, len(cases))
        try:
            verdict = await judged(on, case)
        except DrillError as error:
            fault = str(error)
            if _is_over(error):
                break
            continue
        if verdict is not None:
            await on(_keeping(name, number, depth, verdict))
            done += 1
    return Regraded(done, len(cases), fault)


def _keeping(name: UUID, number: int, depth: int, verdict: Verdict) -> Callable[[Practice], None]:
    return lambda practice: practice.interviews().rejudge(name, number, depth, verdict)


def _is_over(error: DrillError) -> bool:
    """Whether the next answer would fare no better."""
    from drill.llm.errors import EndpointError, Trouble

    return isinstance(error, EndpointError) and error.trouble is not Trouble.REPLY


def regrade_interview_now(practice: Practice, name: UUID, hear: Hear | None = None) -> Regraded:
    """The same for those who have nothing to do meanwhile."""
    return asyncio.run(regrade_interview(here(practice), name, hear))
