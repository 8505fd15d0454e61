"""Single statements on the cards, right and wrong: written before it was known how they would be graded.

Every other one of a card is there to be learnt from (`tests/bench/fitting.py`); the others only measure.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

_WRITTEN = Path(__file__).with_name("statements.tsv")


@dataclass(frozen=True)
class Statement:
    """A sentence that is right and makes a point, or is wrong."""

    right: bool
    card: str
    language: str
    about: frozenset[str]
    """Points any of which it makes; or the misconceptions that it voices, none where the card lists none."""
    text: str
    learnt: bool


def told() -> list[Statement]:
    """All statements."""
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    for line in _WRITTEN.read_text(encoding="utf-8").splitlines()[1:]:
        truth, card, language, about, text = line.split("\t")
        learnt = seen[truth, card] % 2 == 0
        seen[truth, card] += 1
        names = frozenset(about.split(",")) - {"-"}
        found.append(Statement(truth == "right", card, language, names, text, learnt))
    return found
