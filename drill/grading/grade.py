"""The offline grader, end to end: fold, guard, match, judge, score. Pure, deterministic, no network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from drill.cards.card import Dimension
from drill.grading.confidence import confidence_in
from drill.grading.guard import attempts, denials, echoes, is_copied, is_list
from drill.grading.heard import heard_notes
from drill.grading.judging import Findings, PointFinding, judge
from drill.grading.matching import compiled
from drill.grading.plain import resemblance
from drill.grading.remarks import remark
from drill.grading.rubric import Rubric
from drill.grading.scoring import Thresholds, rating_for, total
from drill.grading.text import Folded, Span, fold, language_of
from drill.grading.verdict import MisconceptionVerdict, PointVerdict, Verdict

LONGEST = 12_000
"""Characters that are read; an hour's talk is about as long."""
LIST_MOST = 0.25
"""What a list of terms earns at most in a dimension."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """An answer after the guard: what is left to be judged, and what the guard had to say."""

    answer: Folded
    attempts: tuple[str, ...]
    denied: tuple[Span, ...]
    notes: tuple[str, ...]
    nothing: bool
    """Nothing is left that could be an answer."""
    most: float
    """The highest score a dimension can have."""


def grade(
    rubric: Rubric, answer: str, language: str, *, thresholds: Thresholds | None = None, hints: int = 0
) -> Verdict:
    """Judge an answer (`language` is zh, en or mixed) by a rubric.

    Every evidence lies in the answer as given: `answer[start:end] == quote`.
    """
    limits = thresholds or Thresholds()
    tongue = language_of(answer[:LONGEST], language)
    reading = _read(rubric, answer, tongue)
    if not rubric.points:
        return _grade_plain(rubric, reading, language, tongue, limits, hints)
    matcher = compiled(rubric)
    findings = judge(rubric, matcher, reading.answer, reading.denied)
    points = tuple(_verdict(finding, reading) for finding in findings.points)
    score, dimensions = total(points, rubric.enough, reading.most)
    confidence = 0.95 if reading.nothing else confidence_in(findings, reading.answer, score)
    return Verdict(
        item=rubric.item,
        card=rubric.card,
        lang=language,
        grader="offline",
        status="graded",
        score=score,
        rating=rating_for(score, confidence, limits, hints=hints, points=points),
        confidence=confidence,
        points=points,
        dimensions=dimensions,
        misconceptions=_misconceptions(rubric, findings, reading.answer, tongue),
        attempts=reading.attempts,
        notes=(*reading.notes, *_notes(rubric, findings, reading, tongue, confidence)),
    )


def _read(rubric: Rubric, answer: str, tongue: str) -> _Reading:
    folded = fold(answer[:LONGEST])
    notes = [remark("long", tongue, count=LONGEST)] if len(answer) > LONGEST else []
    to_grader = attempts(folded)
    if to_grader:
        notes.append(remark("attempt", tongue))
    left = folded.without(to_grader)
    repeated = echoes(left, rubric.questions)
    left = left.without(repeated)
    copied = is_copied(left, _card_texts(rubric))
    nothing = copied or not any(character.isalnum() for character in left.text)
    if copied:
        left = left.without([Span(0, len(left.text))])
        notes.append(remark("copied", tongue))
    elif nothing:
        notes.append(remark("echo" if repeated else "empty", tongue))
    listed = not nothing and is_list(left)
    if listed:
        notes.append(remark("list", tongue))
    return _Reading(
        answer=left,
        attempts=tuple(each.quote for span in to_grader if (each := folded.evidence(span))),
        denied=tuple(denials(left)),
        notes=tuple(notes),
        nothing=nothing,
        most=LIST_MOST if listed else 1.0,
    )


def _card_texts(rubric: Rubric) -> tuple[str, ...]:
    points = (text for point in rubric.points for text in point.texts.values())
    return (*points, *(text for texts in rubric.passages.values() for text in texts))


def _verdict(finding: PointFinding, reading: _Reading) -> PointVerdict:
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
    rubric: Rubric, findings: Findings, reading: _Reading, tongue: str, confidence: float
) -> tuple[str, ...]:
    clashes = [
        remark(
            "contradicted", tongue, point=finding.point.texts.get(tongue) or finding.point.texts[rubric.base]
        )
        for finding in findings.points
        if finding.contradicted
    ]
    unsure = [remark("unsure", tongue)] if confidence < 0.5 and not reading.nothing else []
    return (*clashes, *heard_notes(rubric, reading.answer, reading.denied, tongue), *unsure)


def _grade_plain(
    rubric: Rubric, reading: _Reading, language: str, tongue: str, limits: Thresholds, hints: int
) -> Verdict:
    score, confidence = (0.0, 0.95) if reading.nothing else resemblance(reading.answer, rubric.back.values())
    dimensions: dict[Dimension, float] = {}
    return Verdict(
        item=rubric.item,
        card=rubric.card,
        lang=language,
        grader="offline",
        status="graded",
        score=score,
        rating=rating_for(score, confidence, limits, hints=hints),
        confidence=confidence,
        dimensions=dimensions,
        attempts=reading.attempts,
        notes=(*reading.notes, *((remark("plain", tongue),) if confidence < 0.5 else ())),
    )
