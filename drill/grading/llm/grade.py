"""Grading by a model: ask, check, ask again what is in dispute, settle, and score as without a model."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from random import Random

from drill.cards.card import Dimension
from drill.errors import DrillError
from drill.grading.guard import LONGEST, Reading, read
from drill.grading.heard import heard_notes
from drill.grading.llm.controls import controls
from drill.grading.llm.crosscheck import (
    Settled,
    check_controls,
    check_sense,
    disputed,
    settle,
    settle_beliefs,
    spoil,
    voiced,
    votes,
)
from drill.grading.llm.judgement import Judgement
from drill.grading.llm.opinions import Offline, offline_view
from drill.grading.llm.quoting import Quotable
from drill.grading.llm.request import WHOLE, Matter, Request, Statement, request_for
from drill.grading.remarks import remark
from drill.grading.rubric import Rubric, RubricPoint
from drill.grading.scoring import CREDIT, Thresholds, rating_for, total
from drill.grading.text import Span, language_of
from drill.grading.verdict import Advice, MisconceptionVerdict, PointVerdict, Verdict

Ask = Callable[[Request], Awaitable[Judgement]]
"""Gets a request judged, by a model or from what it said before. Raises `DrillError` when it cannot."""

_CONFIDENCE = 0.95
"""In a judgement without a point on which the graders differ."""


@dataclass(frozen=True, slots=True)
class _Case:
    """An answer on its way through two graders."""

    matter: Matter
    reading: Reading
    offline: Offline
    tongue: str


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What the graders agreed on."""

    points: Mapping[str, Settled]
    beliefs: Mapping[str, Span]


async def grade_by_model(
    rubric: Rubric,
    question: str,
    answer: str,
    language: str,
    ask: Ask,
    generator: Random,
    *,
    thresholds: Thresholds | None = None,
    hints: int = 0,
) -> Verdict | None:
    """Judge an answer with a model's help; None where nothing is left of it that could be asked about.

    `generator` draws labels, their order and marks: one that nobody can foresee. Raises what `ask` raises,
    and `DistrustError` for a judgement that shows by itself that it is none.
    """
    tongue = language_of(answer[:LONGEST], language)
    reading = read(rubric, answer, tongue)
    if reading.nothing:
        return None
    case = _Case(
        Matter(rubric, question, Quotable(reading.answer).visible(), tongue),
        reading,
        offline_view(rubric, reading),
        tongue,
    )
    beliefs = {each.id for each in rubric.misconceptions}
    judgement = await _asked(case, ask, generator, set(case.offline.opinions), beliefs, counsel=True)
    check_sense(judgement, case.offline)
    outcome = await _settled(case, judgement, ask, generator)
    return _verdict(case, judgement, outcome, language, thresholds or Thresholds(), hints)


async def _asked(
    case: _Case,
    ask: Ask,
    generator: Random,
    points: Collection[str],
    beliefs: Collection[str],
    *,
    counsel: bool,
) -> Judgement:
    """A judgement of a model that can tell what was said, on these points and misconceptions."""
    rubric = case.matter.rubric
    strangers = controls(rubric, case.reading.answer, generator)
    statements = (
        *(Statement("point", each.id, each.texts) for each in case.offline.points if each.id in points),
        *(Statement("belief", each.id, each.claims) for each in rubric.misconceptions if each.id in beliefs),
        *strangers,
    )
    judgement = await ask(request_for(case.matter, statements, generator, counsel=counsel))
    check_controls(judgement, len(strangers))
    return judgement


async def _settled(case: _Case, judgement: Judgement, ask: Ask, generator: Random) -> _Outcome:
    rubric, offline = case.matter.rubric, case.offline
    first, heard = votes(judgement, rubric, case.reading, offline), voiced(judgement, case.reading)
    points, beliefs = disputed(offline, first, heard)
    second, heard_again = None, None
    if points or beliefs:
        try:
            opinion = await _asked(case, ask, generator, points, beliefs, counsel=False)
        except DrillError:
            pass  # the first judgement stands where it is not disputed
        else:
            second, heard_again = votes(opinion, rubric, case.reading, offline), voiced(opinion, case.reading)
    held = settle_beliefs(offline, heard, heard_again, beliefs)
    settled = {
        name: settle(
            offline.opinions[name], vote, second.get(name) if second else None, disputed=name in points
        )
        for name, vote in first.items()
    }
    return _Outcome({name: spoil(each, held) for name, each in settled.items()}, held)


def _verdict(
    case: _Case,
    judgement: Judgement,
    outcome: _Outcome,
    language: str,
    thresholds: Thresholds,
    hints: int,
) -> Verdict:
    rubric = case.matter.rubric
    points = tuple(_point(point, outcome.points[point.id], case) for point in rubric.points)
    if rubric.points:
        score, dimensions = total(points, rubric.enough, case.reading.most)
    else:
        (only,) = outcome.points.values()
        score, dimensions = CREDIT[only.mark], {}
    unsure = sum(each.unsure for each in outcome.points.values())
    confidence = _CONFIDENCE * (1 - unsure / len(outcome.points))
    missed = any(each.must and each.verdict == "miss" and not each.unsure for each in points)
    return Verdict(
        item=rubric.item,
        card=rubric.card,
        lang=language,
        grader="llm",
        status="graded",
        score=score,
        rating=rating_for(score, confidence, thresholds, hints=hints, must_missed=missed),
        confidence=confidence,
        points=points,
        dimensions=dimensions,
        misconceptions=_misconceptions(case, outcome.beliefs),
        attempts=_attempts(case, judgement),
        notes=(*case.reading.notes, *_notes(case, judgement, outcome)),
        advice=tuple(
            Advice(None if part == WHOLE else Dimension(part), said)
            for part, said in judgement.advice.items()
        ),
        followup=judgement.followup,
    )


def _point(point: RubricPoint, settled: Settled, case: _Case) -> PointVerdict:
    evidence = case.reading.answer.evidence(settled.span) if settled.span else None
    mark = settled.mark if evidence else "miss"
    return PointVerdict(
        point.id,
        point.dimension,
        point.must,
        "partial" if mark == "hit" and case.reading.most < 1 else mark,
        (evidence,) if evidence else (),
        unsure=settled.unsure,
    )


def _misconceptions(case: _Case, beliefs: Mapping[str, Span]) -> tuple[MisconceptionVerdict, ...]:
    rubric = case.matter.rubric
    return tuple(
        MisconceptionVerdict(
            belief.id, evidence.quote, belief.corrections.get(case.tongue) or belief.corrections[rubric.base]
        )
        for belief in rubric.misconceptions
        if belief.id in beliefs and (evidence := case.reading.answer.evidence(beliefs[belief.id]))
    )


def _attempts(case: _Case, judgement: Judgement) -> tuple[str, ...]:
    """What the answer asked of its graders: what the guard took out, and what the model noticed."""
    answer = case.reading.answer
    spans = (Quotable(answer).find(quote) for quote in judgement.to_grader)
    noticed = (evidence.quote for span in spans if span and (evidence := answer.evidence(span)))
    return tuple(dict.fromkeys((*case.reading.attempts, *noticed)))


def _notes(case: _Case, judgement: Judgement, outcome: _Outcome) -> tuple[str, ...]:
    rubric, tongue = case.matter.rubric, case.tongue
    texts = {each.id: each.texts.get(tongue) or each.texts[rubric.base] for each in rubric.points}
    clashes = [
        remark("contradicted", tongue, point=texts[name])
        for name, settled in outcome.points.items()
        if settled.contradicted and name in texts
    ]
    differ = [
        remark("differ", tongue, point=texts[name])
        for name, settled in outcome.points.items()
        if settled.unsure and name in texts
    ]
    unasked = [remark("unasked", tongue, count=judgement.unasked)] if judgement.unasked else []
    heard = heard_notes(rubric, case.reading.answer, case.reading.denied, tongue)
    return (*clashes, *heard, *differ, *unasked)
