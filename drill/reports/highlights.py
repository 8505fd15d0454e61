"""The answers worth looking at: the best and the worst of what was last said to each question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from drill.cards.card import Kind
from drill.reports.answers import Answer

_STRONG = 0.6
"""A score below it is no strength, however much worse the others are."""


def latest(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """The last graded answer to each item that is answered in words; what was left empty is none."""
    last = {
        answer.item: answer
        for answer in answers
        if answer.score is not None
        and answer.kind is not Kind.DRILL
        and (answer.mode == "aloud" or answer.text is None or answer.text.strip())
    }
    return tuple(last.values())


def strongest(answers: Iterable[Answer], count: int = 3) -> tuple[Answer, ...]:
    """The best of the latest answers, the best first."""
    good = [answer for answer in latest(answers) if _score(answer) >= _STRONG and answer.made]
    return tuple(sorted(good, key=_score, reverse=True)[:count])


def weakest(answers: Sequence[Answer], count: int = 3) -> tuple[Answer, ...]:
    """The worst of the latest answers, the worst first; none that is among the strongest."""
    best = {answer.item for answer in strongest(answers, count)}
    rest = [
        answer for answer in latest(answers) if answer.item not in best and (answer.missed or answer.beliefs)
    ]
    return tuple(sorted(rest, key=_score)[:count])


def _score(answer: Answer) -> float:
    return answer.score or 0.0
