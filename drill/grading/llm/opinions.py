"""What the offline grader makes of each point: the other opinion, and the judge of what a quote is worth."""

from __future__ import annotations

from dataclasses import dataclass

from drill.grading.guard import Reading
from drill.grading.judging import FAR, HIT, PartFinding
