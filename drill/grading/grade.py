"""The offline grader, end to end: fold, guard, match, judge, score. Pure, deterministic, no network."""

from __future__ import annotations

from collections.abc import Mapping

from drill.grading.confidence import confidence_in
from drill.grading.guard import LONGEST, Reading, read
from drill.grading.heard import heard_notes
from drill.grading.judging import FAR, Findings, PointFinding, judge
from drill.grading.matching import compiled
from drill.grading.plain import resemblance
from drill.grading.remarks import remark
from drill.grading.rubric import Rubric
from drill.grading.scoring import SURE, Thresholds, rating_for, total
from drill.grading.text import Folded, language_of
from drill.grading.verdict import MisconceptionVerdict, PointVerdict, Verdict


def grade(
    rubric: Rubric, answer: str, language: str, *, thresholds: Thresholds | None = None, hints: int = 0
) -> Verdict:
    """Judge an answer (`language` is zh, en or mixed) by a rubric.

    Every evidence lies in the answer as given: `answer[start:end] == quote`.
    """
    limits = thresholds or Thresholds()
    tongue = language_of(answer[:LONGEST], language)
    reading = read(rubric, answer, tongue)
    if not rubric.points:
        return _grade_plain(rubric, reading, language, tongue, limits, hints)
    matcher = compiled(rubric)
    findings = judge(rubric, matcher, reading.answer, reading.denied, reading.turns)
    points = tuple(_verdict(finding, reading) for finding in findings.points)
    score, dimensions = total(points, rubric.enough, reading.most)
    confidence = 0.95 if reading.nothing else confidence_in(findings, reading.answer)
    return Verdict(
        item=rubric.item,
        card=rubric.card,
        lang=language,
        grader="offline",
        status="graded",
        score=score,
        rating=rating_for(score, confidence, limits, hints=hints, must_missed=_surely_misses_must(findings)),
        confidence=confidence,
        points=points,
        dimensions=dimensions,
        misconceptions=_misconceptions(rubric, findings, reading.answer, tongue),
        attempts=reading.attempts,
        notes=(*reading.notes, *_notes(rubric, findings, reading, tongue, confidence)),
    )


def _surely_misses_must(findings: Findings) -> bool:
    """Whether nothing in the answer comes near a point that it cannot do without."""
    return any(each.point.must and each.strength < FAR for each in findings.points)


def _verdict(finding: PointFinding, reading: Reading) -> PointVerdict:
    point = finding.point
    evidence = reading.answer.evidence(finding.span) if finding.span else None
    mark = "partial" if finding.mark == "hit" and reading.most < 1 else finding.mark
    return PointVerdict(
        point.id,
        point.dimension,
        point.must,
        mark if evidence else "miss",
        (evidence,) if evidence else (),
    )


def _misconceptions(
    rubric: Rubric, findings: Findings, answer: Folded, tongue: str
) -> tuple[MisconceptionVerdict, ...]:
    corrections: Mapping[str, str] = {
        belief.id: belief.corrections.get(tongue) or next(iter(belief.corrections.values()), "")
        for belief in rubric.misconceptions
    }
    return tuple(
        MisconceptionVerdict(name, evidence.quote, corrections[name])
        for name, span in findings.voiced
        if (evidence := answer.evidence(span))
    )


def _notes(
    rubric: Rubric, findings: Findings, reading: Reading, tongue: str, confidence: float
) -> tuple[str, ...]:
    clashes = [
        remark(
            "contradicted", tongue, point=finding.point.texts.get(tongue) or finding.point.texts[rubric.base]
        )
        for finding in findings.points
        if finding.contradicted
    ]
    unsure = [remark("unsure", tongue)] if confidence < SURE and not reading.nothing else []
    return (*clashes, *heard_notes(rubric, reading.answer, reading.denied, tongue), *unsure)


def _grade_plain(
    rubric: Rubric, reading: Reading, language: str, tongue: str, limits: Thresholds, hints: int
) -> Verdict:
    score, confidence = (
        (0.0, 0.95)
        if reading.nothing
        else resemblance(reading.answer, rubric.back.values(), rubric.questions)
    )
    sure = confidence >= SURE
    return Verdict(
        item=rubric.item,
        card=rubric.card,
        lang=language,
        grader="offline",
        status="graded" if sure else "ungraded",
        score=score if sure else None,
        rating=rating_for(score, confidence, limits, hints=hints) if sure else None,
        confidence=confidence,
        attempts=reading.attempts,
        notes=(*reading.notes, *(() if sure else (remark("plain", tongue),))),
    )
