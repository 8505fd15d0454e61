"""How far the offline grader may be trusted on an answer: what it could not follow, it says so."""

from __future__ import annotations

from drill.grading.judging import HIT, PARTIAL, Findings
from drill.grading.lexicon import units
from drill.grading.text import Folded

_CLEAR = 0.08
"""Distance from the nearest threshold at which a point's verdict is beyond doubt."""
_TALK = 60
"""Units from which an answer is long enough to have made its points."""


def confidence_in(findings: Findings, answer: Folded, score: float) -> float:
    """Confidence in 0..1: falls with close calls, and with talk that resembles nothing in the rubric."""
    doubts = [
        finding
        for finding in findings.points
        if min(abs(finding.strength - HIT), abs(finding.strength - PARTIAL)) < _CLEAR
    ]
    decided = 1.0 - len(doubts) / max(1, len(findings.points))
    spoken = min(1.0, len(units(answer.text)) / _TALK)
    strange = spoken * (1.0 - findings.covered)
    return round(max(0.05, (0.35 + 0.6 * decided) * (1.0 - 0.75 * strange)), 4)
