"""The one place that knows which grader judges which kind of answer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from drill.practice.views import Prompt

if TYPE_CHECKING:
    from drill.cards.card import Card, Language
    from drill.cards.numeric import NumericQuestion
    from drill.grading.scoring import Thresholds
    from drill.grading.verdict import Verdict
    from drill.interview.state import Asked, Reply


def judge(prompt: Prompt, text: str, thresholds: Thresholds, *, hints: int = 0) -> Verdict:
    """The verdict on a typed answer: a drill by its number, all else by the card's rubric.

    Ungraded where nothing was typed: that is a matter of rating oneself, not of a score.
    """
    if not is_typed(text):
        return _nothing_typed(prompt)
    if prompt.numeric is not None:
        from drill.grading.numeric import grade_numeric

        return grade_numeric(prompt.numeric, text, prompt.language, thresholds=thresholds, hints=hints)
    from drill.grading.grade import grade
    from drill.grading.rubric import rubric_for

    rubric = rubric_for(prompt.card, prompt.item)
    return grade(rubric, text, prompt.language, thresholds=thresholds, hints=hints)


def is_typed(text: str) -> bool:
    """Whether there is a letter or a digit in it, in any script."""
    return any(map(str.isalnum, text))


def judge_ticks(
    prompt: Prompt, ticked: Collection[str], thresholds: Thresholds, *, hints: int = 0
) -> Verdict:
    """The verdict on an answer from the points that the user says they made."""
    from drill.grading.checklist import grade_checklist
    from drill.grading.rubric import rubric_for

    rubric = rubric_for(prompt.card, prompt.item)
    return grade_checklist(rubric, ticked, prompt.language, thresholds=thresholds, hints=hints)


def with_words(verdict: Verdict, earlier: Verdict, disputed: Collection[str]) -> Verdict:
    """A verdict by ticks with the words that an earlier one found for them, and what it heard besides."""
    words = {point.id: point.evidence for point in earlier.points}
    points = (
        replace(point, evidence=words.get(point.id, ())) if point.verdict == "hit" else point
        for point in verdict.points
    )
    return replace(
        verdict,
        points=tuple(points),
        misconceptions=tuple(each for each in earlier.misconceptions if each.id not in disputed),
        attempts=earlier.attempts,
    )


def judge_move(
    card: Card,
    asked: Asked,
    reply: Reply,
    numeric: NumericQuestion | None,
    language: Language,
    thresholds: Thresholds,
) -> Verdict:
    """The verdict on an answer in an interview, by what the move asks for; remarks are in `language`."""
    if numeric is not None:
        from drill.grading.numeric import grade_numeric

        return grade_numeric(numeric, reply.text, language, thresholds=thresholds, hints=asked.hints)
    from drill.grading.checklist import grade_checklist
    from drill.grading.grade import grade
    from drill.interview.expected import expected

    rubric = expected(card, asked.move)
    if reply.mode == "aloud":
        return grade_checklist(rubric, reply.ticked, language, thresholds=thresholds, hints=asked.hints)
    return grade(rubric, reply.text, language, thresholds=thresholds, hints=asked.hints)


def _nothing_typed(prompt: Prompt) -> Verdict:
    from drill.grading.remarks import remark
    from drill.grading.verdict import Verdict

    return Verdict(
        prompt.item.id,
        prompt.card.id,
        prompt.language,
        "offline",
        "ungraded",
        score=None,
        rating=None,
        confidence=0.0,
        notes=(remark("empty", prompt.language),),
    )
