"""How far the offline grader may be trusted on an answer: what it could not follow, it says so.

Talk that resembles nothing in the rubric is either beside the point or put in words that the grader does not
know, and it cannot tell which. On the labelled answers this is the signal that goes best with its errors.
"""

from __future__ import annotations

from drill.grading.judging import HIT, PARTIAL, Findings
from drill.grading.lexicon import units
from drill.grading.text import Folded

_CLEAR = 0.05
"""Distance from the nearest threshold at which a point's verdict is beyond doubt."""
_TALK = 60
"""Units from which an answer is long enough to have made its points."""


def confidence_in(findings: Findings, answer: Folded) -> float:
    """Confidence in 0..1: falls with close calls, and faster with talk that resembles nothing."""
    doubts = sum(
        min(abs(finding.strength - HIT), abs(finding.strength - PARTIAL)) < _CLEAR
        for finding in findings.points
    )
    decided = 1.0 - doubts / max(1, len(findings.points))
    spoken = min(1.0, len(units(answer.text)) / _TALK)
    return (0.65 + 0.3 * decided) * (1.0 - spoken * (1.0 - findings.covered**2))
