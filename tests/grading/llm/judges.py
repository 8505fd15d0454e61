"""Models that are not there: what they say about each statement is decided by a test."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from drill.grading.grade import grade
from drill.grading.guard import read
from drill.grading.llm.crosscheck import DistrustError
from drill.grading.llm.grade import grade_by_model
from drill.grading.llm.judgement import Judgement
from drill.grading.llm.opinions import bears_on, offline_view
from drill.grading.llm.request import Request, Statement
from drill.grading.rubric import Rubric
from drill.grading.text import Span, fold, language_of, sentences
from drill.grading.verdict import Verdict

Word = tuple[str, str]
"""A verdict with its evidence."""
Decide = Callable[[Statement, str], Word]

UNMET = ("unmet", "")


def answer_in(request: Request) -> str:
    """The answer as the model sees it."""
    found = re.search(r"\n\[([0-9a-f]{24})\]\n(.*)\n\[\1\]\n", request.user, re.S)
    assert found
    return found.group(2)


def material_in(request: Request) -> dict[str, Any]:
    """What stands before the answer."""
    found: dict[str, Any] = json.loads(request.user[: request.user.index("\n\n[")])
    return found


@dataclass
class Judge:
    """Replies by `decide`; remembers what it was asked."""

    decide: Decide
    more: dict[str, Any] = field(default_factory=dict)
    asked: list[Request] = field(default_factory=list)

    async def __call__(self, request: Request) -> Judgement:
        self.asked.append(request)
        text = answer_in(request)
        verdicts = {}
        for label, statement in request.statements.items():
            word, quote = self.decide(statement, text)
            verdicts[label] = {"evidence": quote, "verdict": word}
        return request.read({"verdicts": verdicts, "to_grader": [], **self.more})


def judging(*words: tuple[str, str, str], more: dict[str, Any] | None = None) -> Judge:
    """A model that sees these: id of a point or misconception, verdict, evidence."""
    known = {name: (word, quote) for name, word, quote in words}
    return Judge(lambda statement, _text: known.get(statement.id, UNMET), more or {})


def as_offline(rubric: Rubric, **changed: Word) -> Judge:
    """A model that agrees with the offline grader on everything but what is `changed`."""

    def decide(statement: Statement, text: str) -> Word:
        if statement.kind != "control" and statement.id in changed:
            return changed[statement.id]
        reading = read(rubric, text, language_of(text, "mixed"))
        view = offline_view(rubric, reading)
        span: Span | None = None
        word = "met"
        if statement.kind == "belief":
            span = view.voiced.get(statement.id)
        elif statement.kind == "point":
            opinion = view.opinions[statement.id]
            span, word = opinion.span, {"hit": "met", "partial": "partial", "miss": "unmet"}[opinion.mark]
        evidence = reading.answer.evidence(span) if span else None
        return (word, evidence.quote) if evidence else UNMET

    return Judge(decide)


def agreeing_to(*kinds: str, rubric: Rubric | None = None) -> Judge:
    """A model that marks everything of these kinds as met; with a rubric, with the best quotes there are."""

    def decide(statement: Statement, text: str) -> Word:
        if statement.kind not in kinds:
            return UNMET
        return "met", best_quote(rubric, statement, text) if rubric else text[:80]

    return Judge(decide)


def best_quote(rubric: Rubric, statement: Statement, text: str) -> str:
    """The sentence that the offline grader itself would take for a point, or else the first one."""
    folded = fold(text)
    reading = read(rubric, text, language_of(text, "mixed"))
    quotes = [evidence.quote for span in sentences(folded.text) if (evidence := folded.evidence(span))]
    for point in rubric.points:
        if statement.kind == "point" and point.id == statement.id:
            for span in sentences(reading.answer.text):
                evidence = reading.answer.evidence(span)
                if evidence and bears_on(rubric, reading, point, span):
                    return evidence.quote
    return quotes[0] if quotes else ""


async def graded(rubric: Rubric, answer: str, judge: Judge, language: str = "en", seed: int = 1) -> Verdict:
    """The verdict with a model's help, or the offline one where that is not to be had, as in practice."""
    try:
        verdict = await grade_by_model(rubric, rubric.questions[0], answer, language, judge, Random(seed))
    except DistrustError:
        verdict = None
    return verdict or grade(rubric, answer, language)


def mark_of(verdict: Verdict, name: str) -> str:
    return next(point.verdict for point in verdict.points if point.id == name)
