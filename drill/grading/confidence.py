"""How far the offline grader may be trusted on an answer: what it could not follow, it says so.

It falls with close calls, and with talk that resembles nothing on the card: that is either beside the point
or put in words that the grader does not know, and it cannot tell which.
"""

from __future__ import annotations

from drill.grading.judging import Findings
from drill.grading.lexicon import units
from drill.grading.text import Folded

_CLOSEST = 3
"""Close calls that are looked at: more points than that are clear in every answer."""
_CLOSE = 0.5
"""What even chances on all of them cost ..."""
_LOST = 0.6
"""... and what it costs when no sentence of a long answer was followed."""
_TALK = 60
"""Units from which an answer is long enough to have made its points."""


def confidence_in(findings: Findings, answer: Folded) -> float:
    """Confidence in 0..1."""
    doubts = sorted((1.0 - abs(2.0 * each.strength - 1.0) for each in findings.points), reverse=True)
    closest = doubts[:_CLOSEST]
    spoken = min(1.0, len(units(answer.text)) / _TALK)
    return (1.0 - _CLOSE * sum(closest) / max(1, len(closest))) * (
        1.0 - _LOST * spoken * (1.0 - findings.covered)
    )
